import { appointmentTypeSchema, employeeRoleSchema } from '#contract/clients-pets-staff.ts';
import type { Database } from '#service/db/database.ts';
import { recordFields } from '#service/db/record-function.ts';
import { type ImportKind, readBatches, toRow } from './import-line.ts';
import { References } from './references.ts';

/** What would become of the lines of an import. */
interface Survey {
  lines: number;
  /** The records that would be kept. */
  records: number;
  refused: number;
  /** How many records would be served as their id alone. */
  unresolved: number;
  /** What the lines say of one another, for the import itself. */
  references: References;
}

interface SurveyOptions {
  /** The program that references by ids that are no UUIDs lead to. */
  source?: string;
  /** Called with what is wrong with a line (counted from 1), or why it would be refused, or served as its id alone. */
  onWarning?: (line: number, warning: string) => void;
  /** Called now and then with how many lines were read, of both times. */
  onProgress?: (lines: number) => void;
}

/** After how many lines it is told how many were read. */
const STEP = 1_000;
const appointmentFields = [...recordFields().values()];

/** Whether a row is served as its id alone, since the contract does not allow what it holds. */
function isServedAsId(kind: ImportKind, row: Readonly<Record<string, unknown>>): boolean {
  if (kind === 'employee') return !employeeRoleSchema.safeParse(row['role']).success;
  if (kind === 'appointment_type') {
    const { category, durationMinutes } = appointmentTypeSchema.shape;
    return !category.safeParse(row['category']).success || !durationMinutes.safeParse(row['duration_minutes']).success;
  }
  if (kind !== 'appointment') return false;
  if (row['raw'] !== null) return true;
  return appointmentFields.some(({ column, isNullable, values }) => {
    const value = row[column] ?? null;
    return value === null ? !isNullable : values !== null && !values.includes(String(value));
  });
}

/**
 * Reads all lines of an import, twice, and writes nothing: tells what would be refused, kept with a flaw, or served as its id alone,
 * by what the lines say of one another and what is on file. For the lines see `importRecords`.
 */
export async function surveyRecords(
  database: Database,
  read: () => AsyncIterable<string>,
  { source, onWarning = () => undefined, onProgress = () => undefined }: SurveyOptions = {},
): Promise<Survey> {
  const references = await References.open(database, source);
  let done = 0;
  async function* lines() {
    for await (const text of read()) {
      done += 1;
      if (done % STEP === 0) onProgress(done);
      yield text;
    }
  }
  for await (const { batch } of readBatches(lines(), () => undefined))
    for (const record of batch) references.note(record);

  const survey = { lines: done, records: 0, refused: 0, unresolved: 0, references };
  function refuse(line: number, why: string) {
    survey.refused += 1;
    onWarning(line, `refused: ${why}`);
  }
  for await (const { batch } of readBatches(lines(), refuse)) {
    for (const record of await references.complete(batch)) {
      const { row, warnings } = toRow(record, references.stores);
      const what = warnings.join('; ');
      if (row === null) {
        refuse(record.line, what);
        continue;
      }
      survey.records += 1;
      if (isServedAsId(record.kind, { ...row })) {
        survey.unresolved += 1;
        onWarning(record.line, `would be served as its id alone: ${what}`);
      } else if (what !== '') onWarning(record.line, what);
    }
  }
  return survey;
}
