import { isDeepStrictEqual } from 'node:util';
import { emptyHistoryValues, findDifferences } from '#contract/appointment-change.ts';
import { applyChange, composeTitle, markedMainEmployeeId } from '#contract/appointment-rules.ts';
import { instantOf, nextUpdatedAt, toUtcDateTime } from '#contract/date-time.ts';
import type { ImportRefusal } from '#contract/enums.ts';
import type { ImportLineByKind } from '#contract/practice-import.ts';
import {
  type NewHistoryEntry,
  readReasons,
  recordAppointmentChanges,
  writeReasons,
} from '#service/db/appointment-history.ts';
import { instantLiteral } from '#service/db/column-types.ts';
import { type AppointmentColumns, appointments } from '#service/db/schema.ts';
import { toColumnRow, writeRows } from '#service/db/write-rows.ts';
import { wordsOf } from '#service/domain/search-words.ts';
import {
  type ChangedRecord,
  createSlots,
  type ImportRun,
  listChangedRecords,
  mergeImported,
  type NumberedLine,
  type ReportOutcome,
  readRecords,
  refusedOutcome,
  writeSlots,
} from './import-run.ts';
import { findClients, findPets, findPracticeRecords, type PracticeRecordsByRef } from './resolve-references.ts';

/**
 * The imported fields of an appointment; `employeeId` is the main employee, and `reason` says why the appointment has its
 * status.
 */
type AppointmentValues = {
  storeId: string;
  petId: string | null;
  visitTypeId: string | null;
  employeeId: string | null;
  roomId: string | null;
  start: string;
  end: string;
  status: string;
  notes: string | null;
  otherEmployeeIds: readonly string[];
  location: string | null;
  bookingNotes: string | null;
  clientNotes: string | null;
  reason: string | null;
};

/** The values derived from the pet and the visit type of an appointment. */
type DerivedValues = Pick<AppointmentColumns, 'clientId' | 'title' | 'visitTypeName' | 'visitTypeCategory'>;

/** The values of a row that do not come from its line. */
interface OtherValues extends DerivedValues {
  employees: { id: string; isMainEmployee: boolean }[];
  checkedInAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** The time of the last change of the status, to which an imported reason belongs; null if it has never changed. */
  statusChangedAt: string | null;
}

const emptyDerivedValues: DerivedValues = { clientId: null, title: null, visitTypeName: null, visitTypeCategory: null };
const emptyFurtherValues = {
  otherEmployeeIds: [],
  location: null,
  bookingNotes: null,
  clientNotes: null,
  reason: null,
};

/** The fields that are read from an existing appointment. */
const appointmentFields = [
  ...(['storeId', 'petId', 'visitTypeId', 'roomId', 'start', 'end', 'status', 'notes'] as const),
  ...(['location', 'bookingNotes', 'clientNotes'] as const),
  ...(['clientId', 'title', 'visitTypeName', 'visitTypeCategory', 'employeeIds', 'mainEmployeeIds'] as const),
  ...(['checkedInAt', 'createdAt', 'updatedAt'] as const),
];

type AppointmentLine = ImportLineByKind<'appointment'>;

export async function importAppointments(
  importing: ImportRun,
  lines: readonly NumberedLine<AppointmentLine>[],
  report: ReportOutcome,
): Promise<void> {
  const practice = await findPracticeRecords(
    importing,
    lines.flatMap(({ line: { visitType, employee, room, others = [] } }) => [
      { kind: 'appointment_type', ref: visitType },
      ...[employee, ...others].map((ref) => ({ kind: 'employee' as const, ref })),
      { kind: 'room', ref: room },
    ]),
  );
  const findPet = await findPets(
    importing,
    lines.map(({ line }) => line.pet),
  );
  const findClient = await findClients(
    importing,
    lines.flatMap(({ line }) => line.client ?? []),
  );
  const rest = new Map<string, OtherValues>();
  /** The last line of each new appointment. */
  const newLines = new Map<string, AppointmentLine>();
  const slots = await createSlots(importing, { kind: 'appointment', file: 'appointments' }, lines, (ids) =>
    readAppointments(importing, ids, rest),
  );
  for (const { nth, line } of lines) {
    const [slot, pet, references] = [slots.get(line.key), findPet(line.pet), resolveReferences(practice, line)];
    const client = line.client === undefined ? null : findClient(line.client);
    const [start, end] = [toUtcDateTime(line.start), toUtcDateTime(line.end)];
    if (typeof pet === 'string') report(nth, refusedOutcome(pet));
    else if (typeof client === 'string') report(nth, refusedOutcome(client));
    else if (typeof references === 'string') report(nth, refusedOutcome(references));
    else if (instantOf(end) <= instantOf(start)) report(nth, refusedOutcome('ends_before_start'));
    else if (slot !== undefined) {
      const { storeId, status, notes, location, bookingNotes, clientNotes, reason } = line;
      const given = { storeId, petId: pet.id, ...references, start, end, status, notes };
      const further = { location, bookingNotes, clientNotes, reason };
      const here = slot.before;
      if (here === null) newLines.set(slot.id, line);
      // The room of an appointment may have been deleted. The practice and exported files no longer have such a room, so a
      // line without a room must not remove it.
      const isDeleted = here !== null && here.roomId !== null && !practice.isRoom(here.roomId);
      if (given.roomId === null && isDeleted) given.roomId = here.roomId;
      const hasReason = here === null || status !== here.status || rest.get(slot.id)?.statusChangedAt != null;
      const all = { ...given, ...further, ...(!hasReason && { reason: undefined }) };
      report(nth, mergeImported(slot, all, { ...emptyFurtherValues, ...given }));
    }
  }
  if (importing.dryRun) return;

  const records = listChangedRecords(slots);
  const byId = await findPets(
    importing,
    records.flatMap(({ after: { petId } }) => (petId === null ? [] : [{ id: petId }])),
  );
  const deriveValues = (values: AppointmentValues): DerivedValues | null => {
    const pet = values.petId === null ? 'no_pet' : byId({ id: values.petId });
    const type = practice.types.get(values.visitTypeId ?? '');
    if (typeof pet === 'string' || type === undefined) return null;
    return {
      clientId: pet.clientId,
      title: composeTitle(pet.name, type.name),
      visitTypeName: type.name,
      visitTypeCategory: type.category,
    };
  };
  /** The derived values of a new appointment. Values in its line take precedence. */
  const deriveValuesOfNew = (
    values: AppointmentValues,
    { title, category, client }: Partial<AppointmentLine>,
  ): DerivedValues => {
    const pet = values.petId === null ? 'no_pet' : byId({ id: values.petId });
    const petClient = typeof pet !== 'string' && { clientId: pet.clientId };
    const derived = deriveValues(values) ?? { ...emptyDerivedValues, ...petClient };
    const found = client === undefined ? 'no_client' : findClient(client);
    return {
      ...derived,
      clientId: typeof found === 'string' ? derived.clientId : found.id,
      title: title ?? derived.title,
      visitTypeCategory: derived.visitTypeCategory ?? category ?? null,
    };
  };
  const { companyId, actor, now: moment } = importing;
  const entries: NewHistoryEntry[] = [];
  const reasons: { id: string; at: string; reason: string | null }[] = [];
  const toRow = ({ id, before: values, after: now }: ChangedRecord<AppointmentValues>) => {
    const other = rest.get(id);
    const before = values === null || other === undefined ? null : { ...values, ...other };
    const line: Partial<AppointmentLine> = newLines.get(id) ?? {};
    const appointment = mergeAppointment(now, before, line.checkedInAt);
    const at = instantLiteral(before === null ? moment : nextUpdatedAt(moment, before.updatedAt));
    const createdAt = before?.createdAt ?? null;
    const by = { company_id: companyId, employee_id: actor?.employeeId ?? null, appointment_id: id };
    if (before === null) {
      const booked = instantLiteral(Math.min(instantOf(line.createdAt ?? at), instantOf(at)));
      entries.push(...createHistoryEntries(appointment, { ...by, at, booked }));
    } else {
      const changes = findDifferences(before, appointment);
      const isOfStatus = appointment.status !== before.status;
      const reason = isOfStatus ? appointment.reason : null;
      if (changes.length > 0) entries.push({ ...by, at, changes, created_at: createdAt, reason });
      const since = before.statusChangedAt;
      if (!isOfStatus && since !== null && appointment.reason !== before.reason)
        reasons.push({ id, at: since, reason: appointment.reason });
    }
    const isAnother = now.petId !== before?.petId || now.visitTypeId !== before?.visitTypeId;
    const names = before === null ? deriveValuesOfNew(now, line) : ((isAnother ? deriveValues(now) : null) ?? before);
    return toColumnRow(appointments, {
      ...{ companyId, id, ...toImportedColumns(appointment, names), updatedAt: at },
      createdAt: createdAt ?? line.createdAt ?? at,
      ...(before === null && { createdFrom: line.createdFrom ?? 'migration', seriesId: line.seriesId ?? null }),
    });
  };
  // The imports are recorded first, so that the recalls that these appointments create and end count as imported.
  await writeSlots(importing, 'appointment', slots);
  await writeRows(importing.transaction, appointments, {
    added: records.filter(({ before }) => before === null).map(toRow),
    changed: records.filter(({ before }) => before !== null).map(toRow),
  });
  await recordAppointmentChanges(importing.transaction, entries);
  await writeReasons(importing.transaction, companyId, reasons);
}

/**
 * The history of a new appointment. A reason belongs to a change of status, so an appointment with a reason gets an
 * additional first entry, which books it with another status.
 */
function createHistoryEntries(
  appointment: MergedAppointment,
  {
    at,
    booked,
    ...by
  }: Pick<NewHistoryEntry, 'company_id' | 'appointment_id' | 'employee_id'> & Record<'at' | 'booked', string>,
): NewHistoryEntry[] {
  const { status, reason } = appointment;
  if (reason === null)
    return [{ ...by, at, changes: findDifferences(emptyHistoryValues, appointment), created_at: null }];
  const first = { ...appointment, status: status === 'confirmed' ? 'requested' : 'confirmed', checkedInAt: null };
  const since = instantLiteral(Math.min(instantOf(booked), instantOf(at) - 1));
  return [
    { ...by, employee_id: null, at: since, changes: findDifferences(emptyHistoryValues, first), created_at: null },
    { ...by, at, changes: findDifferences(first, appointment), created_at: null, reason },
  ];
}

/** Reads the existing appointments, waiting for concurrent changes by desks. Values that are not imported go into `rest`. */
async function readAppointments(
  importing: ImportRun,
  ids: readonly string[],
  rest: Map<string, OtherValues>,
): Promise<Map<string, AppointmentValues>> {
  const rows = await readRecords(importing, { table: appointments, fields: appointmentFields, ids });
  const reasons = await readReasons(importing.transaction, importing.companyId, [...rows.keys()]);
  return new Map(
    [...rows].map(([id, row]) => {
      const { storeId, petId, visitTypeId, roomId, start, end, status, notes, ...others } = row;
      const { location, bookingNotes, clientNotes, employeeIds, mainEmployeeIds, ...restOfRow } = others;
      const employees = employeeIds.map((one) => ({ id: one, isMainEmployee: mainEmployeeIds.includes(one) }));
      const { at: statusChangedAt, reason } = reasons.get(id) ?? { at: null, reason: null };
      rest.set(id, { ...restOfRow, employees, statusChangedAt });
      const employeeId = markedMainEmployeeId({ employees });
      const otherEmployeeIds = employeeIds.filter((one) => one !== employeeId);
      const further = { otherEmployeeIds, location, bookingNotes, clientNotes, reason };
      // A row may lack these values, in which case they are empty.
      const times = { start: start ?? '', end: end ?? '', status: status ?? '' };
      return [id, { storeId, petId, visitTypeId, employeeId, roomId, ...times, notes, ...further }];
    }),
  );
}

/** The type, the staff and the room of a line, or the refusal if one of them does not exist. */
function resolveReferences(
  practice: PracticeRecordsByRef,
  { storeId, visitType, employee, room, others }: AppointmentLine,
):
  | (Pick<AppointmentValues, 'visitTypeId' | 'employeeId' | 'roomId'> &
      Partial<Pick<AppointmentValues, 'otherEmployeeIds'>>)
  | ImportRefusal {
  const visitTypeId = visitType === null ? null : practice.type(visitType);
  if (visitType !== null && visitTypeId === null) return 'no_type';
  const staffAndRoom = practice.staffAndRoom({ storeId, employee, room });
  if (typeof staffAndRoom === 'string' || others === undefined)
    return typeof staffAndRoom === 'string' ? staffAndRoom : { visitTypeId, ...staffAndRoom };
  const otherEmployeeIds = others.flatMap((one) => practice.employee(one) ?? []);
  return otherEmployeeIds.length < others.length ? 'no_employee' : { visitTypeId, ...staffAndRoom, otherEmployeeIds };
}

type MergedAppointment = AppointmentValues & Pick<OtherValues, 'employees' | 'checkedInAt'>;

/**
 * Merges imported values into an appointment. `checkedIn` is the check-in time from the file, for a new appointment. If it is
 * left out and the new status shows that the pet has arrived, the check-in time is the start, because the actual time is
 * unknown.
 */
function mergeAppointment(
  values: AppointmentValues,
  before: MergedAppointment | null,
  checkedIn?: string | null,
): MergedAppointment {
  const { status, employeeId, otherEmployeeIds, start } = values;
  const blank = { ...values, status: 'confirmed', employees: [], checkedInAt: null };
  const isSameVet = before !== null && markedMainEmployeeId(before) === employeeId;
  const change = { status, ...(!isSameVet && { employeeId }) };
  const { employees, checkedInAt } = applyChange(before ?? blank, change, start);
  const areSame = isDeepStrictEqual(before?.otherEmployeeIds ?? [], otherEmployeeIds);
  const others = otherEmployeeIds.filter((id) => id !== employeeId).map((id) => ({ id, isMainEmployee: false }));
  return {
    ...values,
    employees: areSame ? employees : [...employees.filter(({ id }) => id === employeeId), ...others],
    checkedInAt: checkedIn === undefined ? checkedInAt || null : checkedIn && toUtcDateTime(checkedIn),
  };
}

/** The columns that an import does not write. */
type OtherColumn = 'storeInvoiceId' | 'billingContextId';
/** The columns that are derived from the values of an appointment. */
type ImportedColumns = Omit<
  AppointmentColumns,
  OtherColumn | 'companyId' | 'id' | 'createdFrom' | 'createdAt' | 'updatedAt'
>;

function toImportedColumns(
  appointment: MergedAppointment,
  { clientId, title, visitTypeName, visitTypeCategory }: DerivedValues,
): ImportedColumns {
  const { storeId, petId, visitTypeId, roomId, start, end, status, notes, checkedInAt, employees } = appointment;
  const { location, bookingNotes, clientNotes } = appointment;
  return {
    ...{ storeId, petId, visitTypeId, roomId, notes, location, bookingNotes, clientNotes, checkedInAt },
    ...{ clientId, title, visitTypeName, visitTypeCategory },
    start: start || null,
    end: end || null,
    status: status || null,
    employeeIds: employees.map((employee) => employee.id),
    mainEmployeeIds: employees.filter(({ isMainEmployee }) => isMainEmployee).map((employee) => employee.id),
    titleWords: wordsOf(title ?? ''),
  };
}
