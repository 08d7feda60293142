import { datePattern, dateTimePattern, toUtcDateTime } from '#contract/date-time.ts';
import { appointmentOriginSchema, visitTypeCategorySchema } from '#contract/enums.ts';
import { type ExportColumn, type ExportFile, exportColumns } from '#contract/practice-export.ts';
import type { ImportLine, ImportLineByKind, PracticeRecordRef } from '#contract/practice-import.ts';
import { recallMonthsSchema } from '#contract/practice-management.ts';
import { fullName, looseNameKey, nameKey } from '#contract/practice-setup.ts';
import { uuidSchema } from '#contract/primitives.ts';
import type { FileKind, ImportField } from '#import/fields.ts';
import { headingKey } from '#import/headings.ts';
import type { ExistingPractice, ParsedFile } from '#import/plan.ts';
import type { LineNote, RefusalReason } from '#import/reasons.ts';
import type { TableRow } from '#import/table.ts';
import { isInactive, parseContactChoice, parseLanguage, parseRole, parseStatus } from '#import/vocabulary.ts';
import { readFileDate } from '#reading/file-dates.ts';
import { createStoreClocks, readAppointmentTimes } from './appointment-times.ts';
import type { Collector, PlannedRecord, PlannedRow, RowResult } from './collector.ts';
import type { ExistingStore, StoreMatcher } from './practice-words.ts';

/*
 * Plans files that Frontdesk exported. Their columns are fixed, every text is imported unchanged, and records keep
 * their ids. A person may have changed values in a spreadsheet, so dates and words are read as in other files.
 */

const fileKindOfExport: Record<ExportFile, FileKind> = {
  appointments: 'appointments',
  pets: 'pets',
  clients: 'clients',
  people: 'staff',
};
const exportFileOfKind = { appointments: 'appointments', pets: 'pets', clients: 'clients', staff: 'people' } as const;

/** The kind of a file that Frontdesk exported, which the heading of its ids shows; null for any other file. */
export function detectExportedKind(headings: readonly string[]): FileKind | null {
  const texts = new Set(headings.map(headingKey));
  const files = Object.keys(fileKindOfExport) as ExportFile[];
  const file = files.find((one) => texts.has(headingKey(exportColumns[one][0])));
  return file === undefined ? null : fileKindOfExport[file];
}

/** Maps each exported column whose name differs from that of its field to the field. */
const fieldOfColumn: Partial<Record<ExportColumn, ImportField>> = {
  frontdeskAppointmentId: 'id',
  frontdeskPetId: 'id',
  frontdeskClientId: 'id',
  frontdeskPersonId: 'id',
  diedOn: 'dead',
};

/** The field of a heading of an exported file; null if it has none, as is the case for headings that only exports have. */
export function findExportedField(kind: FileKind, heading: string, isField: (field: string) => field is ImportField) {
  const columns: readonly ExportColumn[] = exportColumns[exportFileOfKind[kind]];
  const column = columns.find((one) => headingKey(one) === headingKey(heading));
  if (column === undefined) return null;
  const field = fieldOfColumn[column] ?? column;
  return isField(field) ? field : null;
}

type Column = ExportColumn;

/** Reads the cells of an exported file by the names of their columns. */
function createExportedCells({ table, dates, serialDates }: ParsedFile) {
  const places = new Map(table.headings.map((heading, at) => [headingKey(heading), at]));
  const hasColumn = (column: Column) => places.has(headingKey(column));
  const readCell = ({ cells }: TableRow, column: Column) => cells[places.get(headingKey(column)) ?? -1] ?? '';
  const readText = (row: TableRow, column: Column) => readCell(row, column) || null;
  return {
    cell: readCell,
    text: readText,
    /** The text of a column, null if it is empty; undefined if the file has no such column. */
    given: (row: TableRow, column: Column) => (hasColumn(column) ? readText(row, column) : undefined),
    lines: (row: TableRow, column: Column) =>
      readCell(row, column)
        .split('\n')
        .filter((line) => line !== ''),
    isActive: (row: TableRow, column: Column) =>
      readCell(row, column) === '' ? undefined : !isInactive({ active: readCell(row, column), inactive: null }),
    /** Reads a date. A spreadsheet may have rewritten it in another format. */
    date(row: TableRow, column: Column): string | null | undefined | RefusalReason {
      const written = readCell(row, column);
      if (written === '' || datePattern.test(written)) return hasColumn(column) ? written || null : undefined;
      const found = readFileDate(written, dates, { serials: serialDates });
      return typeof found === 'string' ? { code: found, text: written } : found.date;
    },
  };
}
type ExportedCells = ReturnType<typeof createExportedCells>;

/** The id in a cell, null if the cell is empty, or the reason to refuse its line. */
function readId(cell: string): string | null | RefusalReason {
  if (cell === '') return null;
  const id = uuidSchema.safeParse(cell);
  return id.success ? id.data : { code: 'not_kept', field: 'id', text: cell };
}

const isReason = (value: unknown): value is RefusalReason =>
  typeof value === 'object' && value !== null && 'code' in value;

/** The fields that say what a pet is due for, and when; empty if it is not due. */
type RecallFields = Pick<ImportLineByKind<'pet'>, 'dueOn' | 'dueFor'>;

interface ExportPlanning {
  collector: Collector;
  practice: ExistingPractice;
  stores: StoreMatcher;
}

/** Creates the planner of exported files. Once all rows are planned, `take` adds the rooms and types that they mention. */
export function createExportPlanner({ collector, practice, stores }: ExportPlanning) {
  const clockOf = createStoreClocks();
  const typeIds = new Map(practice.types.map(({ id, name }) => [nameKey(name), id]));
  const minutesByTypeId = new Map(practice.types.map(({ id, durationMinutes }) => [id, durationMinutes]));
  const activityByTypeId = new Map(practice.types.map(({ id, isActive }) => [id, isActive]));
  const implicit = new Map<
    string,
    { origin: PlannedRow['origin']; record: ImportLineByKind<'room'> | ImportLineByKind<'appointment_type'> }
  >();
  /** The ids of the people of the practice and of exported files, keyed by name. */
  const peopleByName = new Map<string, Set<string>>();
  /** The names of the same people, keyed by id. */
  const namesOfPeople = new Map<string, Set<string>>();

  function addPerson(id: string, person: { firstName: string; lastName: string }) {
    const name = looseNameKey(fullName(person));
    for (const [map, key, value] of [
      [peopleByName, name, id],
      [namesOfPeople, id, name],
    ] as const)
      map.set(key, (map.get(key) ?? new Set()).add(value));
  }
  for (const { id, ...person } of practice.employees) addPerson(id, person);

  /** Reads the identity of a line. Without an id, it is a record that a person has added to the file. */
  function readIdentity(cells: ExportedCells, row: TableRow, column: Column, contents: readonly unknown[]) {
    const id = readId(cells.cell(row, column));
    if (isReason(id)) return id;
    if (id === null) return { key: JSON.stringify(contents) };
    const version = cells.text(row, 'version');
    return { key: id, id, ...(version === null ? {} : { version }) };
  }

  function takeRecord<Line extends ImportLine>({ origin }: PlannedRow, planned: PlannedRecord<Line>): RowResult {
    return collector.take(origin, planned);
  }

  function createClientPlanner(cells: ExportedCells) {
    return (line: PlannedRow): RowResult => {
      const { row } = line;
      const { cell, given } = cells;
      const [firstName, lastName] = [cell(row, 'firstName'), cell(row, 'lastName')];
      const further = { email: given(row, 'email'), phone: given(row, 'phone'), alert: given(row, 'alert') };
      const notes: LineNote[] = [];
      /**
       * Reads the word in a column as a value. The result is undefined for an unknown word, so that the current value
       * stays.
       */
      function readChoice<Value>(
        column: 'contactBy' | 'recallsBy' | 'language',
        readCell: (cell: string) => Value | null,
      ) {
        const written = given(row, column);
        if (written == null) return written;
        const value = readCell(written);
        if (value === null) notes.push({ code: 'left_out', field: column, text: written });
        return value ?? undefined;
      }
      const contact = {
        contactBy: readChoice('contactBy', parseContactChoice),
        recallsBy: readChoice('recallsBy', parseContactChoice),
        language: readChoice('language', parseLanguage),
      };
      const called = fullName({ firstName, lastName });
      const identity = readIdentity(cells, row, 'frontdeskClientId', [called, further.email, further.phone]);
      if (isReason(identity)) return identity;
      const names = { kind: 'client', ...identity, firstName, lastName } as const;
      const record = { ...names, ...further, ...contact, isActive: cells.isActive(row, 'active') };
      return takeRecord(line, { record, called, notes });
    };
  }

  function createPetPlanner(cells: ExportedCells) {
    return (line: PlannedRow): RowResult => {
      const { row } = line;
      const { cell, given } = cells;
      const name = cell(row, 'name');
      const clientId = readId(cell(row, 'clientId'));
      if (clientId === null) return { code: 'no_owner' };
      if (isReason(clientId)) return { code: 'no_client', text: cell(row, 'clientId') };
      const identity = readIdentity(cells, row, 'frontdeskPetId', [clientId, name, cell(row, 'species')]);
      if (isReason(identity)) return identity;
      const [dateOfBirth, deceasedOn] = [cells.date(row, 'dateOfBirth'), cells.date(row, 'diedOn')];
      if (isReason(dateOfBirth)) return dateOfBirth;
      if (isReason(deceasedOn)) return deceasedOn;
      const notes: LineNote[] = [];
      const recall = readRecall(line, cells, notes);
      if (isReason(recall)) return recall;
      const species = given(row, 'species');
      const record: ImportLineByKind<'pet'> = {
        ...{ kind: 'pet', ...identity, client: { id: clientId }, name, dateOfBirth, deceasedOn },
        ...{ species: species === null ? '' : species, breed: given(row, 'breed'), sex: given(row, 'sex') },
        ...{ alert: given(row, 'alert'), isActive: cells.isActive(row, 'active'), ...recall },
      };
      return takeRecord(line, { record, called: name, notes });
    };
  }

  /** Reads when a pet is due again, and for which visit type. */
  function readRecall(line: PlannedRow, cells: ExportedCells, notes: LineNote[]): RecallFields | RefusalReason {
    const dueOn = cells.date(line.row, 'dueOn');
    if (isReason(dueOn)) return dueOn;
    if (!dueOn) return {};
    const type = resolveType(line, cells, 'dueFor');
    if (isReason(type)) return type;
    if (type.ref === null) notes.push({ code: 'no_due_for' });
    if (type.ref === null) return {};
    if ('id' in type.ref && activityByTypeId.get(type.ref.id) === false)
      return { code: 'no_type', text: cells.cell(line.row, 'dueFor') };
    return { dueOn, dueFor: type.ref };
  }

  function createPersonPlanner(cells: ExportedCells) {
    return (line: PlannedRow): RowResult => {
      const { row } = line;
      const person = { firstName: cells.cell(row, 'firstName'), lastName: cells.cell(row, 'lastName') };
      const called = fullName(person);
      const identity = readIdentity(cells, row, 'frontdeskPersonId', [called]);
      if (isReason(identity)) return identity;
      const word = cells.cell(row, 'role');
      const role = parseRole(word);
      if (role === null) return { code: 'unknown_role', text: word };
      const notes: LineNote[] = [];
      const storeIds = cells.lines(row, 'stores').flatMap((name) => {
        const store = stores.readStore(name);
        if (store === 'unknown') notes.push({ code: 'unknown_store_left_out', text: name });
        return store === null || store === 'unknown' ? [] : [store.id];
      });
      const record: ImportLineByKind<'employee'> = {
        ...{ kind: 'employee', ...identity, ...person, role },
        storeIds: storeIds.length > 0 ? storeIds : stores.all.map(({ id }) => id),
        isActive: cells.isActive(row, 'active') ?? true,
      };
      const outcome = takeRecord(line, { record, called, notes });
      if (outcome === 'taken' && record.id !== undefined) addPerson(record.id, person);
      return outcome;
    };
  }

  /**
   * Resolves a person by id. If the name in the line is not that of the person with the id, someone has typed it, so
   * the person is resolved by that name instead.
   */
  function resolvePerson(id: string, name: string): PracticeRecordRef | null | RefusalReason {
    const own = readId(id);
    if (isReason(own)) return own;
    const key = looseNameKey(name);
    const names = own === null ? undefined : namesOfPeople.get(own);
    if (own !== null && (key === '' || names === undefined || names.has(key))) return { id: own };
    if (key === '') return null;
    const [found, ...others] = peopleByName.get(key) ?? [];
    return found === undefined || others.length > 0 ? { code: 'no_employee', text: name } : { id: found };
  }

  function resolveType(
    line: PlannedRow,
    cells: ExportedCells,
    column: 'type' | 'dueFor',
  ): { ref: PracticeRecordRef | null; minutes: number } | RefusalReason {
    const { row, origin } = line;
    const name = cells.cell(row, column);
    const durationMinutes = Number(cells.cell(row, 'typeMinutes')) || DEFAULT_DURATION_MINUTES;
    if (name === '') return { ref: null, minutes: durationMinutes };
    const id = typeIds.get(nameKey(name));
    if (id !== undefined) return { ref: { id }, minutes: minutesByTypeId.get(id) ?? durationMinutes };
    const key = `name:${nameKey(name)}`;
    const category = visitTypeCategorySchema.safeParse(cells.cell(row, 'typeCategory')).data ?? 'other';
    const isActive = cells.isActive(row, 'typeActive');
    const record = {
      ...({ kind: 'appointment_type', key, name, category, durationMinutes, isActive } as const),
      isMessaged: cells.isActive(row, 'typeMessaged'),
      preparation: cells.given(row, 'typePreparation'),
      recallMonths: recallMonthsSchema.safeParse(Number(cells.cell(row, 'typeRecallMonths'))).data,
    };
    if (!implicit.has(key)) implicit.set(key, { origin, record });
    return { ref: { key }, minutes: durationMinutes };
  }

  function resolveRoom(
    { row, origin }: PlannedRow,
    cells: ExportedCells,
    store: ExistingStore,
  ): PracticeRecordRef | null {
    const name = cells.cell(row, 'room');
    if (name === '') return null;
    const room = store.rooms.find((one) => nameKey(one.name) === nameKey(name));
    if (room !== undefined) return { id: room.id };
    const key = `name:${store.id}:${nameKey(name)}`;
    if (!implicit.has(key)) implicit.set(key, { origin, record: { kind: 'room', key, storeId: store.id, name } });
    return { key };
  }

  function createAppointmentPlanner(cells: ExportedCells, file: ParsedFile) {
    const { cell, text, given } = cells;

    /** Reads the start and the end. Exported files have instants, but someone may have changed them in a spreadsheet. */
    function readRowTimes(row: TableRow, store: ExistingStore) {
      const [start, end] = [cell(row, 'start'), cell(row, 'end')];
      if (dateTimePattern.test(start) && dateTimePattern.test(end))
        return { start: toUtcDateTime(start), end: toUtcDateTime(end) };
      const asWritten = { date: null, start: start || null, end: end || null, endDate: null, duration: null };
      const times = readAppointmentTimes(asWritten, file, clockOf(store.timeZone));
      if ('code' in times) return times;
      const toIso = (at: number) => new Date(at).toISOString();
      return { start: toIso(times.start), end: times.end === null ? null : toIso(times.end) };
    }
    const readInstant = (row: TableRow, column: Column) => {
      const written = given(row, column);
      return written && (dateTimePattern.test(written) ? toUtcDateTime(written) : undefined);
    };

    return (line: PlannedRow): RowResult => {
      const { row } = line;
      const store = stores.findStoreOfLine(text(row, 'store'));
      if ('code' in store) return store;
      const petId = readId(cell(row, 'petId'));
      if (petId === null) return { code: 'no_pet_named' };
      if (isReason(petId)) return { code: 'no_pet', text: cell(row, 'petId') };
      const times = readRowTimes(row, store);
      if ('code' in times) return times;
      const word = cell(row, 'status');
      const status = parseStatus(word);
      if (status === null) return { code: 'unknown_status', text: word };
      const type = resolveType(line, cells, 'type');
      if (isReason(type)) return type;
      const employee = resolvePerson(cell(row, 'vetId'), cell(row, 'vet'));
      if (isReason(employee)) return employee;
      const otherIds = cells.lines(row, 'otherVetIds').map((id) => resolvePerson(id, ''));
      const clientId = readId(cell(row, 'clientId'));
      const seriesId = readId(cell(row, 'seriesId'));
      for (const one of [...otherIds, clientId, seriesId]) if (isReason(one)) return one;
      const identity = readIdentity(cells, row, 'frontdeskAppointmentId', [petId, times.start, cell(row, 'type')]);
      if (isReason(identity)) return identity;
      const end = times.end ?? new Date(Date.parse(times.start) + type.minutes * 60_000).toISOString();
      const record: ImportLineByKind<'appointment'> = {
        ...{ kind: 'appointment', ...identity, storeId: store.id, pet: { id: petId }, visitType: type.ref },
        ...{
          employee,
          room: resolveRoom(line, cells, store),
          start: times.start,
          end,
          status,
          notes: text(row, 'notes'),
        },
        ...{ location: given(row, 'location'), reason: given(row, 'reason') },
        ...{ bookingNotes: given(row, 'bookingNotes'), clientNotes: given(row, 'clientNotes') },
        others:
          given(row, 'otherVetIds') === undefined
            ? undefined
            : otherIds.flatMap((one) => (isReason(one) ? [] : (one ?? []))),
        title: text(row, 'title') ?? undefined,
        category: visitTypeCategorySchema.safeParse(cell(row, 'typeCategory')).data,
        checkedInAt: readInstant(row, 'checkedIn'),
        createdAt: readInstant(row, 'booked') ?? undefined,
        createdFrom: appointmentOriginSchema.safeParse(cell(row, 'bookedFrom')).data,
        ...(typeof clientId === 'string' && { client: { id: clientId } }),
        ...(typeof seriesId === 'string' && { seriesId }),
      };
      return takeRecord(line, { record, called: cell(row, 'pet') || times.start });
    };
  }

  return {
    planner(file: ParsedFile): (row: PlannedRow) => RowResult {
      const cells = createExportedCells(file);
      if (file.kind === 'clients') return createClientPlanner(cells);
      if (file.kind === 'pets') return createPetPlanner(cells);
      return file.kind === 'staff' ? createPersonPlanner(cells) : createAppointmentPlanner(cells, file);
    },
    /** Adds the rooms and types that appointments and pets mention and that do not exist. */
    take() {
      for (const { origin, record } of implicit.values())
        collector.take(origin, { record, called: record.name, isCreated: true });
    },
  };
}

/** The default duration of a visit type, and of an appointment without an end or a type, in minutes. */
const DEFAULT_DURATION_MINUTES = 30;
