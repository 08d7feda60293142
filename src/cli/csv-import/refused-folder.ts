import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandFailure, cannotRead, UsageFailure } from '#cli/messages.ts';
import { problemHeadings } from '#import/headings.ts';
import type { RefusedLine } from '#import/plan.ts';
import { reasonText } from '#import/reason-text.ts';
import { refusedFiles } from '#import/refused-files.ts';
import type { Table } from '#import/table.ts';

const heading = problemHeadings.en;

/** Whether a file holds refused lines of an earlier import; null where there is no file. */
async function isOfImport(file: string): Promise<boolean | null> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? null : cannotRead(file)(error),
  );
  return bytes === null ? null : bytes.subarray(0, 65_536).includes(heading);
}

/**
 * Checks that refused lines may be written into a folder: not over the files themselves, nor over others that are no refused lines.
 * `path` is the folder of the files, or a file.
 */
export async function checkRefusedFolder(
  folder: string,
  { path, names }: { path: string; names: readonly string[] },
): Promise<void> {
  const real = (one: string) => realpath(one).catch(() => one);
  const own = await real(folder);
  if (own === (await real(path)) || own === (await real(dirname(path)))) {
    throw new UsageFailure(`--refused: ${folder} has the files themselves, or their folder; choose another folder`);
  }
  for (const name of names) {
    if ((await isOfImport(join(folder, name))) !== false) continue;
    throw new UsageFailure(`--refused: ${join(folder, name)} is there already; choose another folder`);
  }
}

/** Writes the refused lines of each file into a folder, with why, in place of those of an earlier import. */
export async function writeRefused(
  folder: string,
  { tables, refused }: { tables: readonly Table[]; refused: readonly RefusedLine[] },
): Promise<void> {
  const files = refusedFiles(tables, { refused }, { wordReason: reasonText, heading });
  try {
    for (const { name } of tables) await rm(join(folder, name), { force: true });
    // They are people's names and numbers, for nobody else on this machine.
    if (files.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const { name, text } of files) await writeFile(join(folder, name), text, { mode: 0o600 });
  } catch (error) {
    throw new CommandFailure(`${folder} cannot be written (${error instanceof Error ? error.message : error})`);
  }
}
