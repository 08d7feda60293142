import { sql } from 'drizzle-orm';
import { differences, type FieldChange, type HistoryValues, noValues } from '#contract/appointment-change.ts';
import { applyChange, markedMainEmployeeId } from '#contract/appointment-rules.ts';
import { changedAt, instantOf, isoOf } from '#contract/date-time.ts';
import type { ImportLineOf, ImportRefusal } from '#contract/practice-import.ts';
import { arrayLiteral, instantLiteral, isoInstant, parseArray } from '#service/db/column-types.ts';
import { type NewHistoryEntry, noteChangesOfAppointments } from '#service/db/import-appointments.ts';
import { runQuery } from '#service/db/run-query.ts';
import { appointments } from '#service/db/schema.ts';
import { insertNewRows, rowOf, updateRows } from '#service/db/write-rows.ts';
import { wordsOf } from '#service/domain/search-words.ts';
import {
  type Importing,
  lockRows,
  type NumberedLine,
  refused,
  slotsOf,
  type Tell,
  takeOver,
  writeSlots,
  writtenSlots,
} from './importing.ts';
import { findKnown, findPets, type Known } from './references.ts';

/** The fields of an appointment that are taken over; `employeeId` is the main employee. */
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

/** What a row has besides. */
interface RestOfVisit {
  employees: { id: string; isMainEmployee: boolean }[];
  checkedInAt: string | null;
  clientId: string | null;
  title: string | null;
  visitTypeName: string | null;
  visitTypeCategory: string | null;
  createdAt: string;
  updatedAt: string;
}

type Lines = readonly NumberedLine<ImportLineOf<'appointment'>>[];

/** Takes over appointments. */
export async function importVisits(importing: Importing, lines: Lines, tell: Tell): Promise<void> {
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
    const [slot, pet, known] = [slots.get(line.key), findPet(line.pet), knownOf(practice, line)];
    const [start, end] = [isoOf(line.start), isoOf(line.end)];
    if (typeof pet === 'string') tell(nth, refused(pet));
    else if (typeof known === 'string') tell(nth, refused(known));
    else if (instantOf(end) <= instantOf(start)) tell(nth, refused('ends_before_start'));
    else if (slot !== undefined) {
      const { storeId, status, notes } = line;
      const given: VisitValues = { storeId, petId: pet.id, ...known, start, end, status, notes };
      tell(nth, takeOver(slot, given, given));
    }
  }
  if (importing.dryRun) return;

  const { added, changed } = writtenSlots(slots);
  const byId = await findPets(
    importing,
    [...added, ...changed].flatMap(({ now }) => (now.petId === null ? [] : [{ id: now.petId }])),
  );
  const named = (values: VisitValues) => {
    const pet = values.petId === null ? 'no_pet' : byId({ id: values.petId });
    const type = practice.types.get(values.visitTypeId ?? '');
    if (typeof pet === 'string' || type === undefined) return {};
    return {
      clientId: pet.clientId,
      title: `${pet.name} – ${type.name}`,
      visitTypeName: type.name,
      visitTypeCategory: type.category,
    };
  };
  const entries: NewHistoryEntry[] = [];
  const note = (id: string, at: string, changes: FieldChange[], createdAt: string | null) => {
    if (changes.length === 0) return;
    const { companyId: company_id, actor } = importing;
    entries.push({
      company_id,
      appointment_id: id,
      at,
      employee_id: actor?.employeeId ?? null,
      changes,
      created_at: createdAt,
    });
  };

  const moment = instantLiteral(importing.now);
  const addedRows = added.map(({ id, now }) => {
    const visit = visitAfter(now, null);
    note(id, moment, differences(noValues, historyOf(visit)), null);
    return {
      ...rowOfVisit(importing, id, visit, { ...named(now), createdAt: moment, updatedAt: moment }),
      created_from: 'migration',
    };
  });
  if (addedRows.length > 0) await runQuery(importing.transaction, insertNewRows(appointments, addedRows));

  const changedRows = changed.flatMap(({ id, before, now }) => {
    const other = rest.get(id);
    if (other === undefined) return [];
    const visit = visitAfter(now, { ...before, ...other });
    const at = instantLiteral(changedAt(importing.now, other.updatedAt));
    note(id, at, differences(historyOf({ ...before, ...other }), historyOf(visit)), other.createdAt);
    const isAnother = now.petId !== before.petId || now.visitTypeId !== before.visitTypeId;
    return [rowOfVisit(importing, id, visit, { ...other, ...(isAnother && named(now)), updatedAt: at })];
  });
  if (changedRows.length > 0) await runQuery(importing.transaction, updateRows(appointments, changedRows));
  await noteChangesOfAppointments(importing.transaction, entries);
  await writeSlots(importing, 'appointment', slots);
}

/** Reads the appointments that are there, and waits for changes by desks; what is not taken over of them goes into `rest`. */
async function readVisits(
  importing: Importing,
  ids: readonly string[],
  rest: Map<string, RestOfVisit>,
): Promise<Map<string, VisitValues>> {
  const rows = await runQuery<
    Record<string, string | null> & { id: string; store_id: string; created_at: string; updated_at: string }
  >(
    importing.transaction,
    sql`select id, store_id, pet_id, client_id, visit_type_id, visit_type_name, visit_type_category, title, employee_ids,
        main_employee_ids, room_id, start_at, end_at, status, notes, checked_in_at, created_at, updated_at
      from appointments where company_id = ${importing.companyId}::uuid and id = any(${arrayLiteral(ids)}::uuid[])
      ${lockRows(importing)}`,
  );
  const instant = (text: string | null | undefined) => (text ? isoInstant(text) : '');
  return new Map(
    rows.map((row) => {
      const main = parseArray(row['main_employee_ids'] ?? '{}');
      const employees = parseArray(row['employee_ids'] ?? '{}').map((id) => ({
        id,
        isMainEmployee: main.includes(id),
      }));
      rest.set(row.id, {
        employees,
        checkedInAt: instant(row['checked_in_at']) || null,
        clientId: row['client_id'] ?? null,
        title: row['title'] ?? null,
        visitTypeName: row['visit_type_name'] ?? null,
        visitTypeCategory: row['visit_type_category'] ?? null,
        createdAt: instant(row.created_at),
        updatedAt: instant(row.updated_at),
      });
      const values: VisitValues = {
        storeId: row.store_id,
        petId: row['pet_id'] ?? null,
        visitTypeId: row['visit_type_id'] ?? null,
        employeeId: markedMainEmployeeId({ employees }),
        roomId: row['room_id'] ?? null,
        start: instant(row['start_at']),
        end: instant(row['end_at']),
        status: row['status'] ?? '',
        notes: row['notes'] ?? null,
      };
      return [row.id, values];
    }),
  );
}

/** The type, the vet and the room of a line; else which of them is not there. */
function knownOf(
  known: Known,
  { storeId, visitType, employee, room }: ImportLineOf<'appointment'>,
): Pick<VisitValues, 'visitTypeId' | 'employeeId' | 'roomId'> | ImportRefusal {
  const visitTypeId = known.type(visitType);
  if (visitTypeId === null) return 'no_type';
  const place = known.place({ storeId, employee, room });
  return typeof place === 'string' ? place : { visitTypeId, ...place };
}

type Visit = VisitValues & Pick<RestOfVisit, 'employees' | 'checkedInAt'>;

/** An appointment with other values. Who is here by its status came at its start, as nobody knows when they came. */
function visitAfter(values: VisitValues, before: Visit | null): Visit {
  const { status, employeeId, start } = values;
  const blank = { ...values, status: 'confirmed', employees: [], checkedInAt: null };
  const { employees, checkedInAt } = applyChange(before ?? blank, { status, employeeId }, start);
  return { ...values, employees, checkedInAt: checkedInAt || null };
}

const historyOf = ({ status, start, end, roomId, employeeId, notes, checkedInAt }: Visit): HistoryValues => ({
  ...{ status, start, end, roomId, employeeId, notes, checkedInAt },
});

/** The row of an appointment; instants as the column takes them. */
function rowOfVisit(
  { companyId }: Importing,
  id: string,
  { employees, ...visit }: Visit,
  others: Partial<RestOfVisit>,
): Record<string, unknown> {
  const { employees: _, checkedInAt: _before, ...named } = others;
  return {
    ...rowOf(appointments, { companyId, id, ...visit, ...named }),
    // Of one that was imported without, they are empty here.
    start_at: visit.start || null,
    end_at: visit.end || null,
    status: visit.status || null,
    employee_ids: employees.map((employee) => employee.id),
    main_employee_ids: employees.filter(({ isMainEmployee }) => isMainEmployee).map((employee) => employee.id),
    title_words: wordsOf(named.title ?? ''),
  };
}
