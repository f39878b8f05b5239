//! Enlarges the stack for WebAssembly: the search recurses deeply with move lists in its frames, and the default is 1
//! MiB.

/// The stack size in bytes.
const STACK: usize = 16 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg=-zstack-size={STACK}");
    }
}
