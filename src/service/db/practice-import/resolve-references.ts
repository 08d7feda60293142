import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type ImportRefusal, visitTypeCategorySchema } from '#contract/enums.ts';
import type { ClientRef, PetRef, PracticeRecordRef } from '#contract/practice-import.ts';
import { fullName, looseNameKey, reorderedNames } from '#contract/practice-setup.ts';
import { arrayLiteral } from '#service/db/column-types.ts';
import { readRows } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { appointmentTypes, employees, pets, rooms } from '#service/db/schema.ts';
import { createWordsQuery, wordsOf } from '#service/domain/search-words.ts';
import { deriveImportedId, type ImportRun, readPreviousImports } from './import-run.ts';

/**
 * A client that a line refers to. The names are empty for a client that only an earlier request of a dry run would have
 * added.
 */
export interface FoundClient {
  id: string;
  firstName: string;
  lastName: string;
}

/**
 * A pet that a line refers to. Name and client are empty for a pet that only an earlier request of a dry run would have
 * added.
 */
export interface FoundPet {
  id: string;
  name: string;
  clientId: string;
}

const clientNameKey = (client: FoundClient) => looseNameKey(fullName(client));

/** The id in a reference, or the id derived from its key; null for a reference by name. */
function resolveId(importing: ImportRun, kind: 'client' | 'pet', ref: ClientRef | PetRef): string | null {
  if ('id' in ref) return ref.id;
  return 'key' in ref ? deriveImportedId(importing, kind, ref.key) : null;
}

function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const [key, others] = [keyOf(item), groups.get(keyOf(item))];
    if (others === undefined) groups.set(key, [item]);
    else others.push(item);
  }
  return groups;
}

/** The only item, or the refusal if there are none or several. */
function selectSingleMatch<Item>(
  found: readonly Item[],
  none: ImportRefusal,
  several: ImportRefusal,
): Item | ImportRefusal {
  const [first, ...others] = found;
  if (first === undefined) return none;
  return others.length === 0 ? first : several;
}

/** Looks up the clients that lines refer to, and returns a function that finds each. */
export async function findClients(
  importing: ImportRun,
  refs: Iterable<ClientRef>,
): Promise<(ref: ClientRef) => FoundClient | ImportRefusal> {
  const { clients, expected } = importing;
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const ref of refs) {
    const id = resolveId(importing, 'client', ref);
    if (id !== null) ids.add(id);
    else if ('name' in ref) names.add(looseNameKey(ref.name));
  }
  const byId = new Map<string, FoundClient>();
  for (const client of await readClients(importing, [...ids], [...names])) byId.set(client.id, client);
  // The clients of this transaction replace the stored ones, because a dry run does not write them.
  if (names.size > 0) for (const [id, client] of clients) byId.set(id, { ...client, id });
  const byName = groupBy(names.size > 0 ? byId.values() : [], clientNameKey);

  return function findClient(ref) {
    if ('name' in ref) {
      const name = looseNameKey(ref.name);
      const called = byName.get(name) ?? reorderedNames(name).flatMap((one) => byName.get(one) ?? []);
      return selectSingleMatch([...new Set(called)], 'no_client', 'several_clients');
    }
    const id = resolveId(importing, 'client', ref) ?? '';
    const changed = clients.get(id);
    const found = changed === undefined ? byId.get(id) : { ...changed, id };
    return found ?? (expected.has(id) ? { id, firstName: '', lastName: '' } : 'no_client');
  };
}

async function readClients(
  { transaction, companyId }: ImportRun,
  ids: readonly string[],
  names: readonly string[],
): Promise<FoundClient[]> {
  const columns = sql`c.id, c.first_name as "firstName", c.last_name as "lastName"`;
  const byId = sql`select ${columns} from clients c
    where c.company_id = ${companyId}::uuid and c.id = any(${arrayLiteral(ids)}::uuid[])`;
  // Equal names have the same words, which are indexed.
  const queries = names.flatMap((name) => {
    const words = wordsOf(name);
    return words.length === 0 ? [] : [{ query: createWordsQuery(words), words: words.length }];
  });
  const byName = sql`select ${columns}
    from json_to_recordset(${JSON.stringify(queries)}::text::json) as given(query tsquery, words int)
    join clients c on c.company_id = ${companyId}::uuid and c.words @@ given.query and length(c.words) = given.words`;
  return [
    ...(ids.length > 0 ? await runQuery<FoundClient & Record<string, string>>(transaction, byId) : []),
    ...(queries.length > 0 ? await runQuery<FoundClient & Record<string, string>>(transaction, byName) : []),
  ];
}

/** Looks up the pets that lines refer to, and returns a function that finds each. */
export async function findPets(
  importing: ImportRun,
  refs: readonly PetRef[],
): Promise<(ref: PetRef) => FoundPet | ImportRefusal> {
  const { pets, expected } = importing;
  const findClient = await findClients(
    importing,
    refs.flatMap((ref) => ('client' in ref ? [ref.client] : [])),
  );
  const ids = new Set<string>();
  const clientIds = new Set<string>();
  for (const ref of refs) {
    const id = resolveId(importing, 'pet', ref);
    if (id !== null) ids.add(id);
    else if ('client' in ref) {
      const client = findClient(ref.client);
      if (typeof client !== 'string') clientIds.add(client.id);
    }
  }
  const byId = new Map<string, FoundPet>();
  for (const pet of await readPets(importing, [...ids], [...clientIds])) byId.set(pet.id, pet);
  for (const [id, { name, clientId }] of pets) byId.set(id, { id, name, clientId });
  const byClient = groupBy(clientIds.size > 0 ? byId.values() : [], ({ clientId }) => clientId);

  return function findPet(ref) {
    if ('client' in ref) {
      const client = findClient(ref.client);
      if (typeof client === 'string') return client;
      const called = (byClient.get(client.id) ?? []).filter(
        ({ name }) => looseNameKey(name) === looseNameKey(ref.name),
      );
      return selectSingleMatch(called, 'no_pet', 'several_pets');
    }
    const id = resolveId(importing, 'pet', ref) ?? '';
    return byId.get(id) ?? (expected.has(id) ? { id, name: '', clientId: '' } : 'no_pet');
  };
}

async function readPets(
  { transaction, companyId }: ImportRun,
  ids: readonly string[],
  clientIds: readonly string[],
): Promise<FoundPet[]> {
  const readPetsBy = async (column: PgColumn, values: readonly string[]) => {
    const those = sql`where company_id = ${companyId}::uuid and ${column} = any(${arrayLiteral(values)}::uuid[])`;
    return values.length === 0 ? [] : readRows(transaction, pets, ['id', 'name', 'clientId'], those);
  };
  return [...(await readPetsBy(pets.id, ids)), ...(await readPetsBy(pets.clientId, clientIds))];
}

/**
 * Finds the visit types, employees and rooms of a practice, which has only a few of each. `type` and `employee` return the
 * id of a record, or null if it does not exist.
 */
export interface PracticeRecordsByRef {
  /**
   * All visit types, including those whose category is not in the contract. A reference (`type`) never resolves to a type with
   * such a category.
   */
  types: ReadonlyMap<string, { name: string; category: string; isActive: boolean }>;
  type: (ref: PracticeRecordRef) => string | null;
  employee: (ref: PracticeRecordRef) => string | null;
  /** Whether there is a room with this id. */
  isRoom: (id: string) => boolean;
  /**
   * The employee and the room of this store that a line refers to (each null if it refers to none), or the refusal if one of
   * them does not exist.
   */
  staffAndRoom: (line: StaffAndRoomRefs) => { employeeId: string | null; roomId: string | null } | ImportRefusal;
}

interface StaffAndRoomRefs {
  storeId: string;
  employee: PracticeRecordRef | null;
  room: PracticeRecordRef | null;
}

type ReferenceKind = 'appointment_type' | 'employee' | 'room';

/** Looks up the types, employees and rooms that lines refer to, and returns functions that find the id of each. */
export async function findPracticeRecords(
  importing: ImportRun,
  refs: readonly { kind: ReferenceKind; ref: PracticeRecordRef | null }[],
): Promise<PracticeRecordsByRef> {
  const { transaction, companyId, expected } = importing;
  const ids = refs.flatMap(({ kind, ref }) => (ref === null ? [] : [deriveIdOfRef(kind, ref)]));
  const imported = await readPreviousImports(importing, [...new Set(ids)]);
  const ofCompany = sql`where company_id = ${companyId}::uuid`;
  const typeRows = await readRows(transaction, appointmentTypes, ['id', 'name', 'category', 'isActive'], ofCompany);
  const employeeRows = await readRows(transaction, employees, ['id'], ofCompany);
  const roomRows = await readRows(transaction, rooms, ['id', 'storeId'], ofCompany);
  const types = new Map(typeRows.map(({ id, ...type }) => [id, type]));
  const employeeIds = new Set(employeeRows.map(({ id }) => id));
  const storeOfRoom = new Map(roomRows.map(({ id, storeId }) => [id, storeId]));

  function deriveIdOfRef(kind: ReferenceKind, ref: PracticeRecordRef): string {
    return 'id' in ref ? ref.id : deriveImportedId(importing, kind, ref.key);
  }

  function resolveRef(kind: ReferenceKind, ref: PracticeRecordRef, exists: (id: string) => boolean): string | null {
    // An exported person may already have existed in this practice under another id, in which case the import recorded
    // that id.
    const id = deriveIdOfRef(kind, ref);
    const found = [imported.get(id)?.recordId, id].find((one) => one !== undefined && exists(one));
    return found ?? (expected.has(id) ? id : null);
  }
  const hasListedCategory = (id: string) => visitTypeCategorySchema.safeParse(types.get(id)?.category).success;
  const findEmployee = (ref: PracticeRecordRef) => resolveRef('employee', ref, (id) => employeeIds.has(id));
  return {
    types,
    type: (ref) => resolveRef('appointment_type', ref, hasListedCategory),
    employee: findEmployee,
    isRoom: (id) => storeOfRoom.has(id),
    staffAndRoom({ storeId, employee, room }) {
      const employeeId = employee && findEmployee(employee);
      if (employee !== null && employeeId === null) return 'no_employee';
      const roomId = room && resolveRef('room', room, (id) => storeOfRoom.get(id) === storeId);
      return room !== null && roomId === null ? 'no_room' : { employeeId, roomId };
    },
  };
}
