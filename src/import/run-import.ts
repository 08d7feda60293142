import type { ImportRefusal } from '#contract/enums.ts';
import {
  type ClientRef,
  type ImportLine,
  type ImportLineKind,
  type ImportRecords,
  importLimits,
  type PetRef,
  type PracticeRecordRef,
} from '#contract/practice-import.ts';
import { fullName } from '#contract/practice-setup.ts';
import type { ReceivedImportedRecords } from '#contract/received-practice.ts';
import type { ImportPlan, Origin, RefusedLine } from './plan.ts';
import type { LineNote, RefusalReason } from './reasons.ts';

/**
 * The number of records of a file per outcome. If each line of a file is two records, there are more records than
 * lines.
 */
export interface FileCounts {
  new: number;
  changed: number;
  unchanged: number;
  refused: number;
  skipped: number;
}

export interface ImportResult {
  /** The number of records per outcome, keyed by file name. */
  files: Readonly<Record<string, FileCounts>>;
  /** The names of new people, rooms and visit types that other lines mention, and that have no line of their own. */
  created: { employees: string[]; rooms: string[]; types: string[] };
  /** All refused lines, including those of the plan, in the order of the files. */
  refused: readonly RefusedLine[];
  notes: readonly { origin: Origin; note: LineNote }[];
  /** The outcome of each line of the plan, in order. */
  outcomes: readonly ImportOutcome['outcome'][];
}

type ImportOutcome = ReceivedImportedRecords['lines'][number];
type ImportLimits = Readonly<Record<keyof typeof importLimits, number>>;

interface RunOptions {
  source: string;
  companyId: string;
  dryRun: boolean;
  /** Sends a part and returns its response. An error that it throws ends the run. The same run can then be repeated. */
  send: (part: ImportRecords) => Promise<ReceivedImportedRecords>;
  /**
   * The result of a dry run of the same plan. If a part is sent again because its response was lost, or the run was
   * stopped and restarted, records that are already written are reported as in the dry run.
   */
  preview?: ImportResult;
  /** Called after each part with the number of finished lines and the number of all lines. */
  onProgress?: (done: number, all: number) => void;
  /** Aborts the import between two parts. */
  signal?: AbortSignal;
  /** The maximum size of one part; by default that of a request. */
  limits?: ImportLimits;
}

/** Lists the references of a line to other lines. */
function* listReferences(line: ImportLine): Generator<ExpectedLine> {
  if (line.kind === 'pet') yield* listClientReferences(line.client);
  if (line.kind === 'pet' && typeof line.dueFor === 'object' && line.dueFor !== null)
    yield* listRecordReferences('appointment_type', line.dueFor);
  if (line.kind !== 'appointment') return;
  const { pet, visitType, employee, room, others = [], client } = line;
  if (client !== undefined) yield* listClientReferences(client);
  if (!('client' in pet)) yield* listRecordReferences('pet', pet);
  if ('client' in pet) yield* listClientReferences(pet.client);
  if (visitType !== null) yield* listRecordReferences('appointment_type', visitType);
  for (const one of [employee, ...others]) if (one !== null) yield* listRecordReferences('employee', one);
  if (room !== null) yield* listRecordReferences('room', room);
}

function* listClientReferences(client: ClientRef): Generator<ExpectedLine> {
  if (!('name' in client)) yield* listRecordReferences('client', client);
}

/** Yields a reference to a record by key, or by id for an exported record, whose key is its id. */
function* listRecordReferences(kind: ImportLineKind, ref: PracticeRecordRef): Generator<ExpectedLine> {
  yield 'id' in ref ? { kind, key: ref.id, id: ref.id } : { kind, key: ref.key };
}

interface ExpectedLine {
  kind: ImportLineKind;
  key: string;
  id?: string | undefined;
}

const encoder = new TextEncoder();
/** Counts the UTF-8 bytes of a value as JSON, including the comma after it. */
function countBytes(value: unknown): number {
  const text = JSON.stringify(value);
  return (/[^ -~]/.test(text) ? encoder.encode(text).length : text.length) + 1;
}

/**
 * Creates the part of a plan that begins at a line: as much as fits into one request. In a dry run, the part also lists
 * the lines of earlier parts to which its own lines refer.
 */
function createNextPart(
  { lines }: ImportPlan,
  from: number,
  { head, added, limits }: { head: Omit<ImportRecords, 'lines'>; added: ReadonlySet<string>; limits: ImportLimits },
): ImportRecords {
  const part: ImportLine[] = [];
  const expected = new Map<string, ExpectedLine>();
  let bytes = countBytes({ ...head, lines: [], expected: [] });
  for (let at = from; at < lines.length && part.length < limits.lines; at += 1) {
    const record = lines[at]?.record;
    if (record === undefined) break;
    const more = [...listReferences(record)].filter((one) => added.has(lineId(one)) && !expected.has(lineId(one)));
    bytes += countBytes(record) + more.reduce((sum, one) => sum + countBytes(one), 0);
    if (bytes > limits.bytes && part.length > 0) break;
    part.push(record);
    for (const one of more) expected.set(lineId(one), one);
  }
  return { ...head, lines: part, ...(expected.size > 0 ? { expected: [...expected.values()] } : {}) };
}

/** The most common outcomes. They are shared objects, because a run may have a hundred thousand outcomes. */
const commonOutcomes = {
  new: { outcome: 'new', kept: [] },
  changed: { outcome: 'changed', kept: [] },
  unchanged: { outcome: 'unchanged', kept: [] },
} as const satisfies Record<string, ImportOutcome>;

/**
 * Whether a dry run must tell later requests to expect a line, because the practice finds its record neither by its key
 * nor by its id: it is new, or an employee who is on file under another id.
 */
const isUnknownToPractice = ({ kind }: ImportLine, { outcome }: ImportOutcome) =>
  outcome === 'new' || (kind === 'employee' && outcome !== 'refused');

const lineId = ({ kind, key, id }: ExpectedLine) => (id === undefined ? `${kind} ${key}` : `${kind} id ${id}`);

/**
 * Sends a plan in parts, in the order of its lines, and reports the outcome of each line. A run that was stopped or
 * failed can be repeated: records that are already written stay unchanged.
 *
 * @throws The errors of `send`, and the reason of the signal
 */
export async function runImport(plan: ImportPlan, options: RunOptions): Promise<ImportResult> {
  const { source, companyId, dryRun, send, preview, onProgress, signal, limits = importLimits } = options;
  const head = { companyId, source, dryRun };
  const added = new Set<string>();
  const outcomes: ImportOutcome[] = [];
  while (outcomes.length < plan.lines.length) {
    signal?.throwIfAborted();
    const part = createNextPart(plan, outcomes.length, { head, added, limits });
    const answer = await send(part);
    if (answer.lines.length !== part.lines.length)
      throw new Error('the answer has another number of lines than the part');
    for (const [nth, outcome] of answer.lines.entries()) {
      const line = part.lines[nth];
      if (dryRun && line !== undefined && isUnknownToPractice(line, outcome)) added.add(lineId(line));
      const previewOutcome = preview?.outcomes[outcomes.length];
      const isDone = outcome.outcome === 'unchanged' && (previewOutcome === 'new' || previewOutcome === 'changed');
      const reported = isDone ? { ...outcome, outcome: previewOutcome } : outcome;
      outcomes.push(
        reported.outcome === 'refused' || reported.kept.length > 0 ? reported : commonOutcomes[reported.outcome],
      );
    }
    onProgress?.(outcomes.length, plan.lines.length);
  }
  return buildResult(plan, outcomes);
}

/** Converts a refusal by the practice to a reason with the value that it concerns, as written in the file. */
function toRefusalReason(
  code: ImportRefusal | 'other',
  record: ImportLine,
  { withoutIds }: Pick<ImportPlan, 'withoutIds'>,
): RefusalReason {
  if (code === 'other') return { code };
  const text = findRefusedSubjectText(code, record);
  const { clients, pets } = withoutIds;
  const { client, pet } = findOwners(record);
  if (text !== null && code === 'no_client' && clients !== undefined && client !== null && 'key' in client)
    return { code: 'client_without_id', text, file: clients };
  if (text !== null && code === 'no_pet' && pets !== undefined && pet !== null && 'key' in pet)
    return { code: 'pet_without_id', text, file: pets };
  return text === null ? { code } : { code, text };
}

/**
 * Finds the pet that an appointment refers to, and the client that a pet, or the pet of an appointment, refers to. Each
 * is null if the line refers to none.
 */
function findOwners(record: ImportLine): { client: ClientRef | null; pet: PetRef | null } {
  const pet = record.kind === 'appointment' ? record.pet : null;
  return { pet, client: record.kind === 'pet' ? record.client : pet !== null && 'client' in pet ? pet.client : null };
}

function findRefusedSubjectText(code: ImportRefusal, record: ImportLine): string | null {
  const { client, pet } = findOwners(record);
  if (code === 'no_client' || code === 'several_clients') return client && getNameInFile(client);
  if (code === 'no_pet' || code === 'several_pets') return pet && getNameInFile(pet);
  if (code === 'no_type' && record.kind === 'pet')
    return typeof record.dueFor === 'object' ? record.dueFor && getNameInFile(record.dueFor) : (record.dueFor ?? null);
  if (record.kind === 'employee') return fullName(record);
  if (record.kind === 'client') return null;
  if (record.kind !== 'appointment') return record.name;
  if (code === 'no_employee') return record.employee && getNameInFile(record.employee);
  if (code === 'no_room') return record.room && getNameInFile(record.room);
  return code === 'no_type' ? record.visitType && getNameInFile(record.visitType) : null;
}

/** Returns the name or the id in the file; null for a key that was derived from other values. */
function getNameInFile(reference: ClientRef | PetRef | PracticeRecordRef): string | null {
  if ('name' in reference) return reference.name;
  const key = 'key' in reference ? reference.key : '';
  return key === '' || key.startsWith('[') ? null : key.replace(/^name:/, '');
}

function buildResult(plan: ImportPlan, outcomes: readonly ImportOutcome[]): ImportResult {
  const files: Record<string, FileCounts> = {};
  const places = new Map(plan.files.map((file, place) => [file, place]));
  for (const file of plan.files) {
    const unchanged = plan.repeated[file] ?? 0;
    files[file] = { new: 0, changed: 0, unchanged, refused: 0, skipped: plan.skipped[file] ?? 0 };
  }
  const refused = [...plan.refused];
  for (const { origin } of plan.refused) countOutcome(origin, 'refused');
  function countOutcome({ file }: Origin, outcome: ImportOutcome['outcome']) {
    const counts = files[file];
    if (counts !== undefined) counts[outcome] += 1;
  }

  const notes: { origin: Origin; note: LineNote }[] = [];
  const created: ImportResult['created'] = { employees: [], rooms: [], types: [] };
  for (const [nth, { origin, record, isCreated: isImplicit = false, notes: own }] of plan.lines.entries()) {
    const outcome = outcomes[nth];
    if (outcome === undefined) continue;
    if (!isImplicit) countOutcome(origin, outcome.outcome);
    if (outcome.outcome === 'refused') {
      refused.push({ origin, reason: toRefusalReason(outcome.reason, record, plan) });
      continue;
    }
    notes.push(...own.map((note) => ({ origin, note })));
    if (outcome.kept.length > 0) notes.push({ origin, note: { code: 'kept', fields: outcome.kept } });
    if (!isImplicit || outcome.outcome !== 'new') continue;
    if (record.kind === 'employee') created.employees.push(fullName(record));
    if (record.kind === 'room') created.rooms.push(record.name);
    if (record.kind === 'appointment_type') created.types.push(record.name);
  }
  const compareOrigins = (a: { origin: Origin }, b: { origin: Origin }) =>
    (places.get(a.origin.file) ?? 0) - (places.get(b.origin.file) ?? 0) || a.origin.row - b.origin.row;
  return {
    files,
    created: created,
    refused: refused.sort(compareOrigins),
    notes: notes.sort(compareOrigins),
    outcomes: outcomes.map(({ outcome }) => outcome),
  };
}
