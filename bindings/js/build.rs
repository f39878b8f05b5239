//! Room for the search: it is a deep recursion with move lists in its frames, and WebAssembly gives it 1 MiB unless told.

const STACK: usize = 16 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg=-zstack-size={STACK}");
    }
}
