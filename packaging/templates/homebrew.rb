# Homebrew: Formula/kurier.rb in a tap.
class Kurier < Formula
  desc "Engine, board and referee for Courier Chess and other chess variants"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@DOWNLOAD@/kurier-@VERSION@-macos-aarch64.tar.gz"
      sha256 "@SHA256:kurier-@VERSION@-macos-aarch64.tar.gz@"
    end
  end
  on_linux do
    on_intel do
      url "@DOWNLOAD@/kurier-@VERSION@-linux-x86_64.tar.gz"
      sha256 "@SHA256:kurier-@VERSION@-linux-x86_64.tar.gz@"
    end
    on_arm do
      url "@DOWNLOAD@/kurier-@VERSION@-linux-aarch64.tar.gz"
      sha256 "@SHA256:kurier-@VERSION@-linux-aarch64.tar.gz@"
    end
  end

  def install
    bin.install "kurier", "tuning"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/kurier", "completions/tuning"
    fish_completion.install "completions/kurier.fish", "completions/tuning.fish"
    zsh_completion.install "completions/_kurier", "completions/_tuning"
  end

  test do
    assert_match "706", shell_output("#{bin}/kurier perft courier 2")
  end
end
