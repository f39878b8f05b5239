// Rules for every file of this folder, in addition to its format (Prettier) and its types (tsc).
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["page/vendor/", "site/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      eqeqeq: "error",
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-lonely-if": "error",
      "no-self-compare": "error",
      "no-throw-literal": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-rest-params": "error",
    },
  },
  { files: ["*.js", "test/**"], languageOptions: { globals: globals.node } },
  { files: ["page/**"], languageOptions: { globals: globals.browser } },
  { files: ["static/**"], languageOptions: { globals: globals.serviceworker } },
  { files: ["static/embed.js"], languageOptions: { globals: globals.browser } },
  // Functions that these files pass to the page run in the page.
  { files: ["test/**", "screenshots.js"], languageOptions: { globals: globals.browser } },
];
