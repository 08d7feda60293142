import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

let code: Promise<WebAssembly.Module> | null = null;

/**
 * Keeps the compiled code of the embedded database for as long as this process runs: V8 shares it among the threads that open
 * a database. Without it each opening compiles the code again, which takes most of the time.
 */
export function keepEmbeddedCode(): Promise<unknown> {
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  code ??= readFile(join(pglite, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes));
  return code;
}
