import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
/** Static imports of values: the imported module runs before the importing one. */
const STATIC_IMPORT = /^(?:import|export)(?! type\b)(?:[^;'"]*?\bfrom)? ?'((?:#|\.)[^']+\.tsx?)'/gm;

/** The modules that run before a module does, each with the one that imports it. */
function modulesBefore(path: string, found = new Map<string, string>()): Map<string, string> {
  for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(STATIC_IMPORT)) {
    const imported = target.startsWith('#') ? join(src, target.slice(1)) : join(dirname(path), target);
    if (found.has(imported) || !existsSync(imported)) continue;
    found.set(imported, path);
    modulesBefore(imported, found);
  }
  return found;
}

test('the first page builds no schema with which the service checks requests and records', () => {
  const found = modulesBefore(join(src, 'app', 'main.tsx'));
  const path = (name: string) => join(src, 'contract', name);
  expect(found.has(path('calls.ts'))).toBe(true);
  // All schemas of the service are built or described with these modules, so the first page must not import any of
  // them.
  for (const name of ['primitives.ts', 'text.ts', 'operations.ts']) expect(found.get(path(name))).toBeUndefined();
});
