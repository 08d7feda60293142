import type { Appointment } from '#contract/appointment.ts';
import { applyChange, markedMainEmployeeId } from '#contract/appointment-rules.ts';
import type { Client } from '#contract/clients-pets-staff.ts';
import { nextUpdatedAt, toUtcDateTime } from '#contract/date-time.ts';
import type { ImportRefusal } from '#contract/enums.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { defaultPermissionSet, permissionSets } from '#contract/permissions.ts';
import {
  type ClientRef,
  type ImportedRecords,
  type ImportLine,
  type ImportLineByKind,
  type ImportLineKind,
  type ImportOutcome,
  type ImportRecords,
  importLineKinds,
  type PetRef,
  type PracticeRecordRef,
} from '#contract/practice-import.ts';
import { fullName, looseNameKey, nameKey, reorderedNames } from '#contract/practice-setup.ts';
import { sortProperties } from './practice-extensions.ts';
import type { PracticeInMemory } from './practice-in-memory.ts';

export type Values = Record<string, unknown>;

/** Adds and changes records of one kind, from values or from the body of a request. */
export interface PracticePart {
  create(values: Values): string;
  change(id: string, values: Values): unknown;
  byRequest: { create(body: unknown): string; change(id: string, body: unknown): unknown };
}

/** A visit type, a room or a store already has the name. */
export class NameTaken extends ServiceError {}

/** Thrown for a refused line. */
class Refused extends Error {
  readonly reason: ImportRefusal;
  constructor(reason: ImportRefusal) {
    super(reason);
    this.reason = reason;
  }
}

interface Imported {
  id: string;
  /** The name of the program, which is case-insensitive. */
  source: string;
  /** The last imported value of each field. */
  base: Values;
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one, sortProperties) === JSON.stringify(other, sortProperties);
const pick = (values: object, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, Reflect.get(values, field)]));

/** Finds the items of an append-only list by id. */
function byIdIn<Item extends { id: string }>(items: readonly Item[]) {
  const index = new Map<string, Item>();
  return (id: string) => {
    for (const item of items.slice(index.size)) index.set(item.id, item);
    return index.get(id);
  };
}

/** The only item with a name. */
function onlyOne<Item>(found: readonly Item[], none: ImportRefusal, several: ImportRefusal): Item {
  const [only, other] = found;
  if (other !== undefined) throw new Refused(several);
  if (only === undefined) throw new Refused(none);
  return only;
}

/**
 * Imports records into a practice in memory by the rules of our own service: each is identified by its source, kind and
 * key, and a field that was changed here since keeps its value. People, rooms and visit types are added and changed
 * like the `parts` of the practice; `mine` is the caller.
 */
export function createImportInMemory(
  practice: PracticeInMemory,
  { parts, mine }: { parts: Record<'employees' | 'rooms' | 'appointment-types', PracticePart>; mine: string },
) {
  const { company, employees, types, clients, pets, appointments } = practice;
  const imported = new Map<string, Imported>();
  const clientOf = byIdIn(clients);
  const petOf = byIdIn(pets);
  const at = (source: string, kind: ImportLineKind, key: string) => JSON.stringify([nameKey(source), kind, key]);

  const roomsHere = () =>
    company.stores.flatMap(({ id: storeId, rooms }) => rooms.map((room) => ({ ...room, storeId })));

  /** The record of a kind with an id; undefined if it does not exist. */
  function find(kind: ImportLineKind, id: string): object | undefined {
    switch (kind) {
      case 'employee':
        return employees.find((one) => one.id === id);
      case 'room':
        return roomsHere().find((one) => one.id === id);
      case 'appointment_type':
        return types.find((one) => one.id === id);
      case 'client':
        return clientOf(id);
      case 'pet':
        return petOf(id);
      case 'appointment': {
        const visit = appointments.find((one) => one.id === id);
        return visit && { ...visit, employeeId: markedMainEmployeeId(visit) };
      }
    }
  }

  /** The values of an appointment that derive from its pet and its type. */
  function namesOf({ petId, visitTypeId }: Pick<Appointment, 'petId' | 'visitTypeId'>) {
    const [pet, type] = [petOf(petId), types.find(({ id }) => id === visitTypeId)];
    return {
      clientId: pet?.clientId ?? '',
      title: `${pet?.name} – ${type?.name}`,
      visitTypeName: type?.name ?? null,
      visitTypeCategory: type?.category ?? 'other',
    };
  }

  /**
   * Writes values of an appointment. If the status shows that the patient has arrived, the check-in time is the start.
   */
  function writeVisit(visit: Appointment, { status, employeeId, ...values }: Values, isNew: boolean): void {
    Object.assign(visit, values);
    const changes = { status, employeeId } as Parameters<typeof applyChange<Appointment>>[1];
    const isRenamed = isNew || 'petId' in values || 'visitTypeId' in values;
    const updatedAt = isNew ? visit.updatedAt : new Date(nextUpdatedAt(Date.now(), visit.updatedAt)).toISOString();
    Object.assign(visit, applyChange(visit, changes, visit.start), isRenamed ? namesOf(visit) : {}, { updatedAt });
  }

  /** Adds a record to the practice, and returns its id. */
  function create(kind: ImportLineKind, values: Values): string {
    const companyId = company.id;
    const now = new Date().toISOString();
    const row = { id: crypto.randomUUID(), companyId, createdAt: now, updatedAt: now };
    switch (kind) {
      case 'employee': {
        const permissions = [...permissionSets[defaultPermissionSet(String(values['role']))]];
        return parts.employees.create({ companyId, ...values, permissions });
      }
      case 'room':
        return parts.rooms.create({ companyId, ...values });
      case 'appointment_type':
        return parts['appointment-types'].create({ companyId, ...values });
      case 'client':
        clients.push({
          ...{ email: null, phone: null, alert: null, contactBy: null, recallsBy: null },
          ...{ language: null, isActive: true },
          ...{ ...row, ...values },
        } as Client);
        return row.id;
      case 'pet': {
        const client = clientOf(String(values['clientId']));
        const blank = {
          ...{ species: '', breed: null, sex: null, dateOfBirth: null },
          ...{ deceasedOn: null, alert: null, isActive: true },
        };
        pets.push({ ...blank, ...row, clientName: client ? fullName(client) : '', ...values } as never);
        return row.id;
      }
      case 'appointment':
        writeVisit(practice.add({ ...row, createdFrom: 'migration' }), values, true);
        return row.id;
    }
  }

  function change(kind: ImportLineKind, id: string, values: Values): void {
    if (kind === 'employee') parts.employees.change(id, values);
    else if (kind === 'room') parts.rooms.change(id, values);
    else if (kind === 'appointment_type') parts['appointment-types'].change(id, values);
    else if (kind === 'appointment') {
      const visit = appointments.find((one) => one.id === id);
      if (visit !== undefined) writeVisit(visit, values, false);
    } else {
      const record = kind === 'client' ? clientOf(id) : petOf(id);
      Object.assign(record ?? {}, values, { updatedAt: new Date().toISOString() });
    }
  }

  return function importRecords({ source, dryRun, lines, expected = [] }: ImportRecords): ImportedRecords {
    /**
     * The keys of the records that earlier parts of a dry run would have added, and the clients and pets among them.
     */
    const coming = new Set(expected.map(({ kind, key }) => at(source, kind, key)));
    const comingClients: Pick<Client, 'id' | 'firstName' | 'lastName'>[] = [];
    const comingPets: { id: string; clientId: string; name: string }[] = [];
    const comingId = (key: string) => `to come: ${key}`;

    function idOf(ref: PracticeRecordRef, kind: ImportLineKind, reason: ImportRefusal): string {
      if ('id' in ref) {
        if (find(kind, ref.id) === undefined) throw new Refused(reason);
        return ref.id;
      }
      const earlier = imported.get(at(source, kind, ref.key));
      if (earlier !== undefined && find(kind, earlier.id) !== undefined) return earlier.id;
      if (coming.has(at(source, kind, ref.key))) return comingId(ref.key);
      throw new Refused(reason);
    }
    function clientId(ref: ClientRef): string {
      if (!('name' in ref)) return idOf(ref, 'client', 'no_client');
      const all = [...clients, ...comingClients];
      const called = (name: string) => all.filter((client) => looseNameKey(fullName(client)) === name);
      const name = looseNameKey(ref.name);
      const straight = called(name);
      const found = straight.length > 0 ? straight : reorderedNames(name).flatMap(called);
      return onlyOne([...new Set(found)], 'no_client', 'several_clients').id;
    }
    function petId(ref: PetRef): string {
      if (!('name' in ref)) return idOf(ref, 'pet', 'no_pet');
      const owner = clientId(ref.client);
      const matchesPet = (pet: { clientId: string; name: string }) =>
        pet.clientId === owner && looseNameKey(pet.name) === looseNameKey(ref.name);
      return onlyOne([...pets, ...comingPets].filter(matchesPet), 'no_pet', 'several_pets').id;
    }
    /** The employee and the room of the store in a line. */
    function placeOf({ storeId, employee, room }: ImportLineByKind<'appointment'>) {
      const employeeId = employee && idOf(employee, 'employee', 'no_employee');
      const roomId = room && idOf(room, 'room', 'no_room');
      const found = roomsHere().find(({ id }) => id === roomId);
      if (found !== undefined && found.storeId !== storeId) throw new Refused('no_room');
      return { employeeId, roomId };
    }

    /** The values of a line as the practice stores them. */
    function valuesOf(line: ImportLine): Values {
      switch (line.kind) {
        case 'employee': {
          const { kind: _, key: __, ...values } = line;
          return { ...values, storeIds: [...new Set(line.storeIds)].sort() };
        }
        case 'pet': {
          const { kind: _, key: __, client, dueOn: ___, dueFor: ____, ...values } = line;
          return { ...values, clientId: clientId(client) };
        }
        case 'appointment': {
          const { kind: _, key: __, pet, visitType, employee, room, others, client, ...values } = line;
          const petOfLine = petId(pet);
          const visitTypeId = visitType && idOf(visitType, 'appointment_type', 'no_type');
          const place = placeOf(line);
          const [start, end] = [toUtcDateTime(line.start), toUtcDateTime(line.end)];
          if (end <= start) throw new Refused('ends_before_start');
          return { ...values, start, end, petId: petOfLine, visitTypeId, ...place };
        }
        case 'client': {
          const { kind: _, key: __, mentioned: ___, ...values } = line;
          return values;
        }
        default: {
          const { kind: _, key: __, ...values } = line;
          return values;
        }
      }
    }

    /** The existing employee whom a line with an unknown key refers to by name; undefined for a new one. */
    function adopted(line: ImportLine): string | undefined {
      if (line.kind !== 'employee') return undefined;
      const called = employees.filter((one) => nameKey(fullName(one)) === nameKey(fullName(line)));
      const [only] = called.length === 1 ? called : [];
      // A person with another key in the same source is someone else with the same name.
      const isKnown = [...imported.values()].some((one) => one.id === only?.id && one.source === nameKey(source));
      return isKnown ? undefined : only?.id;
    }

    /** Throws if another record has the name, because a dry run adds nothing. */
    function freeName(line: ImportLine, id: string | undefined): void {
      if (line.kind !== 'room' && line.kind !== 'appointment_type') return;
      const others = line.kind === 'room' ? roomsHere().filter((room) => room.storeId === line.storeId) : types;
      if (others.some((other) => other.id !== id && nameKey(other.name) === nameKey(line.name)))
        throw new Refused('name_taken');
    }

    function take(line: ImportLine): ImportOutcome {
      const place = at(source, line.kind, line.key);
      const values = Object.fromEntries(Object.entries(valuesOf(line)).filter(([, value]) => value !== undefined));
      const earlier = imported.get(place);
      const isThere = earlier !== undefined && find(line.kind, earlier.id) !== undefined;
      const id = isThere ? earlier.id : adopted(line);
      if (id === undefined) {
        freeName(line, undefined);
        coming.add(place);
        if (!dryRun) imported.set(place, { id: create(line.kind, values), source: nameKey(source), base: values });
        else if (line.kind === 'client') comingClients.push({ ...line, id: comingId(line.key) });
        else if (line.kind === 'pet')
          comingPets.push({ id: comingId(line.key), name: line.name, clientId: String(values['clientId']) });
        return { outcome: 'new', kept: [] };
      }
      if (line.kind === 'client' && line.mentioned) return { outcome: 'unchanged', kept: [] };
      const fixed =
        line.kind === 'room' ? ['storeId'] : line.kind === 'employee' && id === mine ? ['storeIds', 'isActive'] : [];
      const base = isThere ? earlier.base : {};
      const here: Values = pick(find(line.kind, id) ?? {}, Object.keys(values));
      if (Array.isArray(here['storeIds'])) here['storeIds'] = here['storeIds'].toSorted();
      const differing = Object.keys(values).filter((field) => !isSame(here[field], values[field]));
      const isKept = (field: string) => fixed.includes(field) || !(field in base && isSame(here[field], base[field]));
      const kept = differing.filter(isKept);
      const updated = differing.filter((field) => !kept.includes(field));
      if (updated.includes('name')) freeName(line, id);
      if (!dryRun) {
        if (updated.length > 0) change(line.kind, id, pick(values, updated));
        const same = Object.keys(values).filter((field) => !kept.includes(field));
        imported.set(place, { id, source: nameKey(source), base: { ...base, ...pick(values, same) } });
      }
      return { outcome: updated.length > 0 ? 'changed' : 'unchanged', kept };
    }

    /** The active visit type for which a pet is due. */
    function typeDue(dueFor: NonNullable<ImportLineByKind<'pet'>['dueFor']>): string {
      const isNamed = typeof dueFor === 'string';
      const id = isNamed ? null : idOf(dueFor, 'appointment_type', 'no_type');
      const type = types.find((one) => (isNamed ? nameKey(one.name) === nameKey(dueFor) : one.id === id));
      if (isNamed && !type?.isActive) throw invalidInput('dueFor', 'must be the name of an active visit type');
      if (type?.isActive === false) throw new Refused('no_type');
      return type?.id ?? id ?? '';
    }

    /** Takes a line, and makes its pet due again. */
    function takeLine(line: ImportLine): ImportOutcome {
      if (line.kind !== 'pet' || line.dueFor == null || line.dueOn == null) return take(line);
      const due = { visitTypeId: typeDue(line.dueFor), dueOn: line.dueOn };
      const outcome = take(line);
      const pet = petOf(imported.get(at(source, 'pet', line.key))?.id ?? '');
      if (outcome.outcome === 'refused' || pet === undefined || !pet.isActive || pet.deceasedOn !== null)
        return outcome;
      const ofType = practice.recalls
        .all()
        .filter(({ petId, visitTypeId }) => petId === pet.id && visitTypeId === due.visitTypeId);
      if (ofType.some(({ status, dueOn }) => ['due', 'booked'].includes(status) || dueOn >= due.dueOn)) return outcome;
      if (!dryRun) practice.recalls.add({ petId: pet.id, ...due });
      return outcome.outcome === 'unchanged' ? { ...outcome, outcome: 'changed' } : outcome;
    }

    /** Why the practice refuses a line. */
    function refusalOf(error: unknown): ImportRefusal {
      if (error instanceof Refused) return error.reason;
      if (error instanceof NameTaken) return 'name_taken';
      if (error instanceof ServiceError && error.key === 'last_manager') return 'last_manager';
      throw error;
    }

    for (const [nth, line] of lines.entries()) {
      const stores = 'storeIds' in line ? line.storeIds : 'storeId' in line ? [line.storeId] : [];
      const unknown = stores.find((id) => !company.stores.some((store) => store.id === id));
      if (unknown !== undefined)
        throw new ServiceError('not_found', `lines[${nth}]: the company has no store ${unknown}`);
    }
    const outcomes = new Map<ImportLine, ImportOutcome>();
    for (const kind of importLineKinds)
      for (const line of lines) {
        if (line.kind !== kind) continue;
        try {
          outcomes.set(line, takeLine(line));
        } catch (error) {
          outcomes.set(line, { outcome: 'refused', reason: refusalOf(error) });
        }
      }
    return { lines: lines.flatMap((line) => outcomes.get(line) ?? []) };
  };
}
