import { extractFiles, isZip, MAX_FILE_BYTES, makeNamesDistinct, readSource } from '#import/read-source.ts';
import type { ReadingOptions, SourceFile, Table } from '#import/table.ts';
import { type FileProblem as Problem, UnreadableFileError } from '#import/unreadable-file.ts';

/** Why a file cannot be read. `gone` means that the browser could not open it. */
export type FileProblem = Problem | 'gone';

/** Lets the browser paint before work that blocks it. */
const letBrowserPaint = () => new Promise((resolve) => setTimeout(resolve, 30));

/** Reads a dropped file with `read`. Returns a problem if the file cannot be read. */
async function readSourceFile<Result extends object>(
  file: File,
  read: (source: SourceFile) => Promise<Result>,
): Promise<Result | { problem: FileProblem }> {
  const { name, size } = file;
  if (size > MAX_FILE_BYTES) return { problem: 'too_big' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    await letBrowserPaint();
    return await read({ name, bytes });
  } catch (error) {
    return { problem: error instanceof UnreadableFileError ? error.problem : 'gone' };
  }
}

/** Reads the table in a dropped file. Returns a problem if it cannot be read. */
export const readDroppedFile = (file: File, chosen: ReadingOptions = {}) =>
  readSourceFile(file, async (source) => ({ table: (await readSource(source, chosen)) satisfies Table }));

/** Returns the files in a dropped archive, or the file itself if it is not an archive. */
export async function unpackDroppedFile(file: File): Promise<{ files: File[] } | { problem: FileProblem }> {
  const beginning = await file
    .slice(0, 4)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  if (!isZip(new Uint8Array(beginning))) return { files: [file] };
  return readSourceFile(file, async (source) => {
    const files = await extractFiles(source);
    if (files[0] === source) return { files: [file] };
    return { files: withDistinctNames(files.map(({ name, bytes }) => new File([bytes.slice()], name))) };
  });
}

/** Renames files that have the same name, since files from several folders may be dropped together. */
export function withDistinctNames(files: readonly File[]): File[] {
  const names = makeNamesDistinct(files.map(({ name }) => name));
  return files.map((file, nth) => (names[nth] === file.name ? file : new File([file], names[nth] ?? file.name)));
}
