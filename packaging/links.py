"""Checks that every local link in a folder of HTML pages leads to a file, and every fragment to an element of that file."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links of a page, and the names that links may lead to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name == "id" and value:
                self.names.add(value)


def main(folder: Path) -> int:
    # The board makes its names by script.
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html")}
    checked, broken = 0, []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            # A page for what is not found has the site's own address, which nobody knows here.
            if parts.scheme or parts.netloc or path.name == "404.html":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            fine = target.is_file()
            if fine and parts.fragment and target in pages and "board" not in target.parts:
                fine = unquote(parts.fragment) in pages[target].names
            checked += 1
            if not fine:
                broken.append(f"{path.relative_to(folder.resolve())}: {link}")
    for line in broken:
        print(f"links: {line}", file=sys.stderr)
    print(f"links: {checked} in {len(pages)} pages, {len(broken)} broken")
    return bool(broken) or checked == 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
