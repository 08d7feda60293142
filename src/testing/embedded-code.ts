import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

let code: Promise<WebAssembly.Module> | null = null;

/**
 * Keeps the code of the embedded database compiled as long as this process runs: V8 shares it among the threads that open
 * one. Without it each opening compiles anew, which is most of what it costs.
 */
export function keepEmbeddedCode(): Promise<unknown> {
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  code ??= readFile(join(pglite, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes));
  return code;
}
