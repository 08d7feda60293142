import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { createQueue } from '#gateway/queue.ts';
import { parseJson } from '#gateway/upstream/practice-api.ts';

/**
 * Opens a JSON file of rows, which is written so that only its owner can read it. `save` writes all rows and resolves when
 * they are on disk. Throws if the file cannot be read; `remedy` says what to do if its content has another shape.
 */
export async function openRowsFile<Row>(options: {
  file: string;
  schema: z.ZodType<Row>;
  keyOf: (row: Row) => string;
  remedy: string;
}): Promise<{ rows: Map<string, Row>; save: () => Promise<void> }> {
  const { file, schema, keyOf, remedy } = options;
  const text = await readOptionalFile(file);
  const parsed = text === null ? null : z.array(schema).safeParse(parseJson(text));
  if (parsed?.success === false) throw new Error(`${file} cannot be read; ${remedy}`);
  const rows = new Map((parsed?.data ?? []).map((row) => [keyOf(row), row]));
  const inTurn = createQueue();

  const save = () =>
    inTurn(async () => {
      await writeFile(draftPath(file), JSON.stringify([...rows.values()]), { mode: 0o600 });
      await rename(draftPath(file), file);
    });
  return { rows, save };
}

/** The temporary file that is written first and then renamed to `file`. */
const draftPath = (file: string) => `${file}.next`;

/** Deletes a file of rows that no process has open, and the temporary file that an interrupted `save` has left behind. */
export async function removeRowsFile(file: string): Promise<void> {
  for (const path of [file, draftPath(file)]) await rm(path, { force: true });
}

/** The text of a file; null if there is no such file. */
export async function readOptionalFile(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
