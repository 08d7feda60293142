import type { ImportMap } from './choices.ts';
import { type FileKind, fileKinds, importFields } from './fields.ts';
import { lenient } from './headings.ts';
import { choicesOf, fieldNamed } from './read-files.ts';
import type { Table } from './table.ts';

/** What is wrong in a map, and what may stand there instead. */
export type MapProblem =
  | { problem: 'no_such_file'; file: string; files: readonly string[] }
  | { problem: 'no_such_heading'; file: string; heading: string; headings: readonly string[] }
  | {
      problem: 'no_such_field';
      file: string;
      heading: string;
      field: string;
      kind: FileKind | null;
      fields: readonly string[];
    };

/**
 * All that is wrong in what a map says of files: those that are not there, headings that they do not have, fields that their kind does not
 * have. `kinds` are the kinds of the tables as they are read with the map.
 */
export function checkMap(map: ImportMap, tables: readonly Table[], kinds: readonly (FileKind | null)[]): MapProblem[] {
  const problems: MapProblem[] = [];
  for (const file of Object.keys(map.files ?? {})) {
    if (tables.some(({ name }) => name.toLowerCase() === file.toLowerCase())) continue;
    problems.push({ problem: 'no_such_file', file, files: tables.map(({ name }) => name) });
  }
  tables.forEach(({ name: file, headings }, index) => {
    const { columns = {}, kind = kinds[index] ?? null } = choicesOf(file, { map });
    for (const [heading, field] of Object.entries(columns)) {
      if (!headings.some((one) => lenient(one) === lenient(heading))) {
        problems.push({ problem: 'no_such_heading', file, heading, headings });
      }
      const possible = kind === null ? fileKinds : [kind];
      if (field === null || possible.some((one) => fieldNamed(one, field) !== undefined)) continue;
      const fields = [...new Set(possible.flatMap((one) => importFields[one]))];
      problems.push({ problem: 'no_such_field', file, heading, field, kind, fields });
    }
  });
  return problems;
}
