// Vite's development server must not bundle the package: the engine's worker loads modules and files by relative URLs.
// In the built page the worker is an ES module.
export default { base: "./", worker: { format: "es" }, optimizeDeps: { exclude: ["kurier"] } };
