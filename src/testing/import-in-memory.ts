import {
  type ClientRef,
  type ImportedRecords,
  type ImportLine,
  type ImportOutcome,
  type ImportRecords,
  importLineKinds,
  importRecordsSchema,
  type KnownRef,
  type PetRef,
} from '#contract/practice-import.ts';
import { fullName, nameKey } from '#contract/practice-setup.ts';
import type { PracticeInMemory } from './practice-in-memory.ts';

/** Thrown for a line that is refused. */
class Refused extends Error {
  readonly reason: Extract<ImportOutcome, { outcome: 'refused' }>['reason'];
  constructor(reason: Refused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

type Kind = ImportLine['kind'];
type Values = Record<string, unknown>;
interface Taken {
  id: string;
  /** Where it is held. */
  record: Values;
  /** Its values as they were last taken over. */
  base: Values;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Takes over records into a practice in memory by the rules of our own service: each is known by its source, kind and key; a field
 * that was changed here since stays, and is told.
 */
export function createImportInMemory(practice: PracticeInMemory) {
  const { company, employees, types, clients, pets } = practice;
  const taken = new Map<string, Taken>();
  const clientsById = new Map<string, (typeof clients)[number]>();
  const clientOf = (id: string) => {
    for (const client of clients.slice(clientsById.size)) clientsById.set(client.id, client);
    return clientsById.get(id);
  };
  const at = (source: string, kind: Kind, key: string) => JSON.stringify([source, kind, key]);

  /** Adds a record to the practice. */
  function make(line: ImportLine, id: string, values: Values): Values {
    const now = new Date().toISOString();
    const common = { id, companyId: company.id, createdAt: now, updatedAt: now };
    switch (line.kind) {
      case 'employee':
        employees.push({ ...common, ...values } as never);
        return employees.at(-1) as never;
      case 'room': {
        const room = { id, name: line.name, categories: [] };
        company.stores.find((store) => store.id === line.storeId)?.rooms.push(room);
        return room;
      }
      case 'appointment_type':
        types.push({ ...common, isActive: true, ...values } as never);
        return types.at(-1) as never;
      case 'client':
        clients.push({ email: null, phone: null, ...common, ...values } as never);
        return clients.at(-1) as never;
      case 'pet': {
        const client = clientOf(String(values['clientId']));
        const usual = { species: '', breed: null, sex: null, dateOfBirth: null };
        pets.push({ ...usual, ...common, clientName: client ? fullName(client) : '', ...values } as never);
        return pets.at(-1) as never;
      }
      case 'appointment':
        return practice.add({ ...common, ...values } as never) as never;
      case 'availability':
        return { ...common, ...values };
    }
  }

  return function importRecords(body: unknown): ImportedRecords {
    const request: ImportRecords = importRecordsSchema.parse(body);
    const { source, dryRun, lines, expected = [] } = request;
    /** What would be there if this were no dry run. */
    const coming = new Set(expected.map(({ kind, key }) => at(source, kind, key)));

    function idOf(ref: KnownRef, kind: Kind, reason: Refused['reason']): string {
      if ('id' in ref) return ref.id;
      const known = taken.get(at(source, kind, ref.key));
      if (known) return known.id;
      if (coming.has(at(source, kind, ref.key))) return `to come: ${ref.key}`;
      throw new Refused(reason);
    }
    function clientId(ref: ClientRef): string {
      if (!('name' in ref)) return idOf(ref, 'client', 'no_client');
      const found = clients.filter((client) => nameKey(fullName(client)) === nameKey(ref.name));
      if (found.length > 1) throw new Refused('several_clients');
      const [only] = found;
      if (!only) throw new Refused('no_client');
      return only.id;
    }
    function petId(ref: PetRef): string {
      if (!('name' in ref)) return idOf(ref, 'pet', 'no_pet');
      const owner = clientId(ref.client);
      const [only, other] = pets.filter((pet) => pet.clientId === owner && nameKey(pet.name) === nameKey(ref.name));
      if (other) throw new Refused('several_pets');
      if (!only) throw new Refused('no_pet');
      return only.id;
    }

    /** The values of a line as the practice holds them. */
    function valuesOf(line: ImportLine): Values {
      switch (line.kind) {
        case 'pet': {
          const { kind: _, key: __, client, ...values } = line;
          return { ...values, clientId: clientId(client) };
        }
        case 'appointment': {
          const { kind: _, key: __, pet, visitType, employee, room, ...values } = line;
          if (values.end <= values.start) throw new Refused('ends_before_start');
          const typeId = idOf(visitType, 'appointment_type', 'no_type');
          const staff = employee && idOf(employee, 'employee', 'no_employee');
          return {
            ...values,
            petId: petId(pet),
            visitTypeId: typeId,
            visitTypeName: types.find(({ id }) => id === typeId)?.name ?? null,
            roomId: room && idOf(room, 'room', 'no_room'),
            employees: staff ? [{ id: staff, isMainEmployee: true }] : [],
          };
        }
        case 'availability': {
          const { kind: _, key: __, employee, room, ...values } = line;
          if (values.end <= values.start) throw new Refused('ends_before_start');
          return {
            ...values,
            employeeId: employee && idOf(employee, 'employee', 'no_employee'),
            roomId: room && idOf(room, 'room', 'no_room'),
          };
        }
        default: {
          const { kind: _, key: __, ...values } = line;
          return values;
        }
      }
    }

    function take(line: ImportLine): ImportOutcome {
      const place = at(source, line.kind, line.key);
      const values = valuesOf(line);
      const known = taken.get(place);
      if (!known) {
        coming.add(place);
        if (dryRun) return { outcome: 'new', kept: [] };
        const id = crypto.randomUUID();
        taken.set(place, { id, record: make(line, id, values), base: values });
        return { outcome: 'new', kept: [] };
      }
      const { record, base } = known;
      const differing = Object.keys(values).filter((field) => !isSame(record[field], values[field]));
      const kept = differing.filter((field) => !isSame(record[field], base[field]));
      const wanted = differing.filter((field) => !kept.includes(field));
      if (!dryRun) {
        for (const field of wanted) record[field] = values[field];
        known.base = values;
      }
      return { outcome: wanted.length > 0 ? 'changed' : 'unchanged', kept };
    }

    const outcomes = new Map<ImportLine, ImportOutcome>();
    for (const kind of importLineKinds)
      for (const line of lines) {
        if (line.kind !== kind) continue;
        try {
          outcomes.set(line, take(line));
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          outcomes.set(line, { outcome: 'refused', reason: error.reason });
        }
      }
    return { lines: lines.flatMap((line) => outcomes.get(line) ?? []) };
  };
}
