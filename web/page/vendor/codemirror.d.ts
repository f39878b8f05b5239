export { EditorView, basicSetup } from "codemirror";
export { keymap } from "@codemirror/view";
export { EditorState } from "@codemirror/state";
export { indentWithTab } from "@codemirror/commands";
export { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export { tags } from "@lezer/highlight";
export { setDiagnostics, lintGutter } from "@codemirror/lint";
export { toml } from "@codemirror/legacy-modes/mode/toml";
