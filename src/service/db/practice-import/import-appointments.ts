import { differences, noValues } from '#contract/appointment-change.ts';
import { applyChange, composedTitle, markedMainEmployeeId } from '#contract/appointment-rules.ts';
import { changedAt, instantOf, isoOf } from '#contract/date-time.ts';
import type { ImportLineOf, ImportRefusal } from '#contract/practice-import.ts';
import { type NewHistoryEntry, recordAppointmentChanges } from '#service/db/appointment-history.ts';
import { instantLiteral } from '#service/db/column-types.ts';
import { type AppointmentColumns, appointments } from '#service/db/schema.ts';
import { rowOf } from '#service/db/write-rows.ts';
import { wordsOf } from '#service/domain/search-words.ts';
import {
  changedRecords,
  type Importing,
  mergeImported,
  type NumberedLine,
  type ReportOutcome,
  readRecords,
  refused,
  slotsOf,
  writeRecords,
  writeSlots,
} from './importing.ts';
import { findKnown, findPets, type PracticeRecordsByRef } from './resolve-references.ts';

/** The imported fields of an appointment; `employeeId` is the main employee. */
type VisitValues = {
  storeId: string;
  petId: string | null;
  visitTypeId: string | null;
  employeeId: string | null;
  roomId: string | null;
  start: string;
  end: string;
  status: string;
  notes: string | null;
};

/** The values derived from the pet and the visit type of an appointment. */
type VisitNames = Pick<AppointmentColumns, 'clientId' | 'title' | 'visitTypeName' | 'visitTypeCategory'>;

/** The other values of a row. */
interface RestOfVisit extends VisitNames {
  employees: { id: string; isMainEmployee: boolean }[];
  checkedInAt: string | null;
  createdAt: string;
  updatedAt: string;
}

const noNames: VisitNames = { clientId: null, title: null, visitTypeName: null, visitTypeCategory: null };

/** The fields that are read of an existing appointment. */
const visitFields = [
  ...(['storeId', 'petId', 'visitTypeId', 'roomId', 'start', 'end', 'status', 'notes'] as const),
  ...(['clientId', 'title', 'visitTypeName', 'visitTypeCategory', 'employeeIds', 'mainEmployeeIds'] as const),
  ...(['checkedInAt', 'createdAt', 'updatedAt'] as const),
];

type Lines = readonly NumberedLine<ImportLineOf<'appointment'>>[];

/** Imports appointments. */
export async function importAppointments(importing: Importing, lines: Lines, report: ReportOutcome): Promise<void> {
  const practice = await findKnown(
    importing,
    lines.flatMap(({ line: { visitType, employee, room } }) => [
      { kind: 'appointment_type', ref: visitType },
      { kind: 'employee', ref: employee },
      { kind: 'room', ref: room },
    ]),
  );
  const findPet = await findPets(
    importing,
    lines.map(({ line }) => line.pet),
  );
  const rest = new Map<string, RestOfVisit>();
  const slots = await slotsOf(importing, 'appointment', lines, (ids) => readVisits(importing, ids, rest));
  for (const { nth, line } of lines) {
    const [slot, pet, references] = [slots.get(line.key), findPet(line.pet), referencesOf(practice, line)];
    const [start, end] = [isoOf(line.start), isoOf(line.end)];
    if (typeof pet === 'string') report(nth, refused(pet));
    else if (typeof references === 'string') report(nth, refused(references));
    else if (instantOf(end) <= instantOf(start)) report(nth, refused('ends_before_start'));
    else if (slot !== undefined) {
      const { storeId, status, notes } = line;
      const given: VisitValues = { storeId, petId: pet.id, ...references, start, end, status, notes };
      report(nth, mergeImported(slot, given, given));
    }
  }
  if (importing.dryRun) return;

  const records = changedRecords(slots);
  const byId = await findPets(
    importing,
    records.flatMap(({ now }) => (now.petId === null ? [] : [{ id: now.petId }])),
  );
  const namesOf = (values: VisitValues): VisitNames | null => {
    const pet = values.petId === null ? 'no_pet' : byId({ id: values.petId });
    const type = practice.types.get(values.visitTypeId ?? '');
    if (typeof pet === 'string' || type === undefined) return null;
    return {
      clientId: pet.clientId,
      title: composedTitle(pet.name, type.name),
      visitTypeName: type.name,
      visitTypeCategory: type.category,
    };
  };
  const { companyId, actor, now: moment } = importing;
  const entries: NewHistoryEntry[] = [];
  await writeRecords(importing, appointments, records, ({ id, before: values, now }) => {
    const other = rest.get(id);
    const before = values === null || other === undefined ? null : { ...values, ...other };
    const visit = visitAfter(now, before);
    const at = instantLiteral(before === null ? moment : changedAt(moment, before.updatedAt));
    const createdAt = before?.createdAt ?? null;
    const changes = differences(before ?? noValues, visit);
    const by = { company_id: companyId, employee_id: actor?.employeeId ?? null };
    if (changes.length > 0) entries.push({ ...by, appointment_id: id, at, changes, created_at: createdAt });
    const isAnother = now.petId !== before?.petId || now.visitTypeId !== before?.visitTypeId;
    const names = (isAnother ? namesOf(now) : null) ?? before ?? noNames;
    return rowOf(appointments, {
      ...{ companyId, id, ...columnsOf(visit, names), createdAt: createdAt ?? at, updatedAt: at },
      ...(before === null && { createdFrom: 'migration' }),
    });
  });
  await recordAppointmentChanges(importing.transaction, entries);
  await writeSlots(importing, 'appointment', slots);
}

/** Reads the existing appointments, waiting for concurrent changes by desks. Values that are not imported go into `rest`. */
async function readVisits(
  importing: Importing,
  ids: readonly string[],
  rest: Map<string, RestOfVisit>,
): Promise<Map<string, VisitValues>> {
  const rows = await readRecords(importing, { table: appointments, fields: visitFields, ids });
  return new Map(
    [...rows].map(([id, row]) => {
      const { storeId, petId, visitTypeId, roomId, start, end, status, notes, ...others } = row;
      const { employeeIds, mainEmployeeIds, ...restOfRow } = others;
      const employees = employeeIds.map((one) => ({ id: one, isMainEmployee: mainEmployeeIds.includes(one) }));
      rest.set(id, { ...restOfRow, employees });
      const employeeId = markedMainEmployeeId({ employees });
      // These are empty in a row that lacks them.
      const times = { start: start ?? '', end: end ?? '', status: status ?? '' };
      return [id, { storeId, petId, visitTypeId, employeeId, roomId, ...times, notes }];
    }),
  );
}

/** The type, the vet and the room of a line, or the refusal if one of them does not exist. */
function referencesOf(
  practice: PracticeRecordsByRef,
  { storeId, visitType, employee, room }: ImportLineOf<'appointment'>,
): Pick<VisitValues, 'visitTypeId' | 'employeeId' | 'roomId'> | ImportRefusal {
  const visitTypeId = practice.type(visitType);
  if (visitTypeId === null) return 'no_type';
  const place = practice.place({ storeId, employee, room });
  return typeof place === 'string' ? place : { visitTypeId, ...place };
}

type Visit = VisitValues & Pick<RestOfVisit, 'employees' | 'checkedInAt'>;

/**
 * An appointment with new values. If the status shows that the patient has arrived, the check-in time is the start, because
 * the actual time is unknown.
 */
function visitAfter(values: VisitValues, before: Visit | null): Visit {
  const { status, employeeId, start } = values;
  const blank = { ...values, status: 'confirmed', employees: [], checkedInAt: null };
  const { employees, checkedInAt } = applyChange(before ?? blank, { status, employeeId }, start);
  return { ...values, employees, checkedInAt: checkedInAt || null };
}

/** The columns that an import does not write. */
type OtherColumn = 'storeInvoiceId' | 'billingContextId' | 'bookingNotes' | 'clientNotes' | 'location';
/** The columns of an appointment that depend on its values. */
type VisitColumns = Omit<
  AppointmentColumns,
  OtherColumn | 'companyId' | 'id' | 'createdFrom' | 'createdAt' | 'updatedAt'
>;

function columnsOf(visit: Visit, { clientId, title, visitTypeName, visitTypeCategory }: VisitNames): VisitColumns {
  const { storeId, petId, visitTypeId, roomId, start, end, status, notes, checkedInAt, employees } = visit;
  return {
    ...{ storeId, petId, visitTypeId, roomId, notes, checkedInAt },
    ...{ clientId, title, visitTypeName, visitTypeCategory },
    start: start || null,
    end: end || null,
    status: status || null,
    employeeIds: employees.map((employee) => employee.id),
    mainEmployeeIds: employees.filter(({ isMainEmployee }) => isMainEmployee).map((employee) => employee.id),
    titleWords: wordsOf(title ?? ''),
  };
}
