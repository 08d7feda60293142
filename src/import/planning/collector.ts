import {
  type ImportLine,
  type ImportLineKind,
  importLimits,
  importLineKinds,
  importLineSchemas,
} from '#contract/practice-import.ts';
import type { FileKind, ImportField } from '#import/fields.ts';
import type { ImportPlan, Origin, ParsedFile, PlannedLine, RefusedLine } from '#import/plan.ts';
import type { LineNote, RefusalReason } from '#import/reasons.ts';
import type { TableRow } from '#import/table.ts';
import { lacksIds } from './misplaced-values.ts';

const NO_NOTES: readonly LineNote[] = [];
/** The maximum size of the lines in a request, in bytes. The remaining tenth is far more than the rest of the request takes. */
const MAX_LINE_BYTES = importLimits.bytes * 0.9;
/** Texts shorter than this cannot make a line too long, even all together. */
const SHORT_TEXT = 100_000;

/** A row of a file that is being planned. */
export interface PlannedRow {
  row: TableRow;
  origin: Origin;
}

/**
 * The result of planning a row: the result of {@link Collector.take}, a reason to refuse it, `left out`, or `later` if
 * it is planned after all rows have been read.
 */
export type RowResult = 'taken' | 'same' | 'refused' | 'left out' | 'later' | RefusalReason;

export interface PlannedRecord<Line extends ImportLine> {
  record: Line;
  /** The name or id by which a person recognises the record. The message about two lines with the same key shows it. */
  called: string;
  notes?: readonly LineNote[];
  isCreated?: true;
  /** The columns that a field of the record is read from, for each field that has another name in the file. */
  fields?: Partial<Record<string, readonly ImportField[]>>;
  /** Whether a second line with the same key agrees with the first; by default, whether its record is equal. */
  isSame?: (first: Line, second: Line) => boolean;
}

/** Collects the records to import and the outcome of each line, and builds the plan from them. */
export function createCollector(files: readonly ParsedFile[]) {
  const lines = new Map<ImportLineKind, PlannedLine[]>(importLineKinds.map((kind) => [kind, []]));
  const byKey = new Map<ImportLineKind, Map<string, PlannedLine>>(importLineKinds.map((kind) => [kind, new Map()]));
  const refused: RefusedLine[] = [];
  const createCounts = () => Object.fromEntries(files.map(({ table }) => [table.name, 0]));
  const skipped: Record<string, number> = createCounts();
  const repeated: Record<string, number> = createCounts();
  const filesByName = new Map(files.map((file) => [file.table.name, file]));

  const increment = (sums: Record<string, number>, { file }: Origin) => {
    sums[file] = (sums[file] ?? 0) + 1;
  };
  function refuse(origin: Origin, reason: RefusalReason) {
    refused.push({ origin, reason });
  }
  const countSkipped = (kind: FileKind) =>
    files.reduce((sum, file) => sum + (file.kind === kind ? (skipped[file.table.name] ?? 0) : 0), 0);
  function fileWithoutIds(kind: 'clients' | 'pets') {
    const ofKind = files.filter((file) => file.kind === kind);
    const [first] = ofKind;
    return first !== undefined && ofKind.every(lacksIds) ? { [kind]: first.table.name } : {};
  }
  const findRow = ({ file, row }: Origin) => filesByName.get(file)?.table.rows[row];
  const findLineNumber = (origin: Origin) => findRow(origin)?.line ?? 0;

  return {
    /** Records the outcome of a row, unless {@link Collector.take} has already recorded it. */
    note(origin: Origin, result: RowResult) {
      if (typeof result !== 'string') refuse(origin, result);
      else if (result === 'left out') increment(skipped, origin);
      else if (result === 'same') increment(repeated, origin);
    },

    /** Adds a record to the plan, unless it cannot be stored or an earlier line has its key. */
    take<Kept extends ImportLine>(origin: Origin, planned: PlannedRecord<Kept>): 'taken' | 'same' | 'refused' {
      const { record, called, isCreated } = planned;
      const row = findRow(origin);
      const own = planned.notes ?? NO_NOTES;
      const notes = row?.isUneven ? [...own, { code: 'uneven' } as const] : own;
      const ofKind = byKey.get(record.kind);
      const earlier = ofKind?.get(record.key);
      if (earlier !== undefined) {
        const isSame = planned.isSame ?? ((first, second) => JSON.stringify(first) === JSON.stringify(second));
        if (isSame(earlier.record as Kept, record)) return 'same';
        const { file } = earlier.origin;
        refuse(origin, { code: 'id_twice', text: called, line: findLineNumber(earlier.origin), file });
        return 'refused';
      }
      const wrong = findUnstorableField(record);
      if (wrong !== null) {
        const file = filesByName.get(origin.file);
        const field = (planned.fields?.[wrong] ?? [wrong as ImportField]).find((one) => file?.columns.includes(one));
        const value: unknown = Reflect.get(record, wrong);
        refuse(origin, { code: 'not_kept', field: field ?? wrong, text: typeof value === 'string' ? value : called });
        return 'refused';
      }
      const line: PlannedLine = isCreated ? { origin, isCreated, record, notes } : { origin, record, notes };
      lines.get(record.kind)?.push(line);
      ofKind?.set(record.key, line);
      return 'taken';
    },

    /** Builds the plan from the collected lines and the matched words in the files. */
    plan(words: ImportPlan['words']): ImportPlan {
      return {
        files: files.map(({ table }) => table.name),
        lines: importLineKinds.flatMap((kind) => lines.get(kind) ?? []),
        refused,
        skipped,
        inactive: {
          clients: countSkipped('clients'),
          pets: countSkipped('pets'),
          appointments: countSkipped('appointments'),
        },
        repeated,
        words,
        withoutIds: { ...fileWithoutIds('clients'), ...fileWithoutIds('pets') },
      };
    },
  };
}
export type Collector = ReturnType<typeof createCollector>;

/** Finds the first field of a record that cannot be stored; null if all can be. */
function findUnstorableField(record: ImportLine): string | null {
  const parsed = importLineSchemas[record.kind].safeParse(record);
  if (!parsed.success) return String(parsed.error.issues[0]?.path[0] ?? 'key');
  const [long] =
    Object.entries(record).find(([, value]) => typeof value === 'string' && value.length > SHORT_TEXT) ?? [];
  if (long === undefined) return null;
  return new TextEncoder().encode(JSON.stringify(record)).length > MAX_LINE_BYTES ? long : null;
}
