export * from "preact";
export * from "preact/hooks";
export * from "@preact/signals";
import type { VNode } from "preact";
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
