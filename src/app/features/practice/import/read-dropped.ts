import { MOST_BYTES, type Reading, readTable, type Table, UnreadableFile } from '#import/table.ts';

/** Why a file cannot be read; `gone`: the browser could not open it. */
export type FileProblem = UnreadableFile['problem'] | 'too_big' | 'gone';

/** Waits for a paint, since the following work blocks the browser. */
const afterPaint = () => new Promise((resolve) => setTimeout(resolve, 30));

/** The table in a dropped file, or why it cannot be read. */
export async function readDropped(
  file: File,
  chosen: Reading = {},
): Promise<{ table: Table } | { problem: FileProblem }> {
  const { name, size } = file;
  if (size > MOST_BYTES) return { problem: 'too_big' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    await afterPaint();
    return { table: readTable({ name, bytes }, chosen) };
  } catch (error) {
    return { problem: error instanceof UnreadableFile ? error.problem : 'gone' };
  }
}
