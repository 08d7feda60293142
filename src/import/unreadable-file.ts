/**
 * The reasons why a file cannot be read at all. `workbook`: a workbook in a format other than `.xlsx`; `broken`: a
 * damaged or incomplete archive or workbook; `too_much`: more tables, cells or unpacked bytes than any export has;
 * `no_tables`: an archive without tables.
 */
export const fileProblems = [
  'empty',
  'no_headings',
  'not_a_table',
  'too_big',
  'too_big_packed',
  'workbook',
  'encrypted',
  'broken',
  'too_much',
  'no_sheet',
  'no_tables',
] as const;
export type FileProblem = (typeof fileProblems)[number];

export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly problem: FileProblem;

  constructor(file: string, problem: FileProblem) {
    super(`${file}: ${problem}`);
    this.problem = problem;
  }
}
