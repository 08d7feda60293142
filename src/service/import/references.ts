import { asc, eq, sql } from 'drizzle-orm';
import { defaultImportSource } from '#contract/practice-import.ts';
import { uuidSchema } from '#contract/primitives.ts';
import { arrayLiteral } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { runQuery } from '#service/db/run-query.ts';
import { appointmentTypes, companies, rooms, stores } from '#service/db/schema.ts';
import { findForeignIds, nameOf, ownIdOf, type Reference, type ReferredKind } from './foreign-ids.ts';
import { companyOf, type ImportedRecord, type ImportKind, type StoresByCompany } from './import-line.ts';

/** The fields that refer to another record, by kind. */
const referring: Partial<Record<ImportKind, readonly (readonly [field: string, to: ReferredKind])[]>> = {
  pet: [['clientId', 'client']],
  appointment: [
    ['petId', 'pet'],
    ['clientId', 'client'],
    ['roomId', 'room'],
    ['visitTypeId', 'appointment_type'],
  ],
  availability: [
    ['employeeId', 'employee'],
    ['roomId', 'room'],
  ],
};
interface KnownPet {
  clientId: unknown;
  name: unknown;
}
type NotedRecord = Pick<ImportedRecord, 'kind' | 'record'>;

const isMissing = (value: unknown) => value === undefined || value === null;
const keyOf = (companyId: string, id: string) => `${companyId}/${id}`;

/**
 * What the records of an import, and those on file, say of one another. It is told of each record with `note`; `complete` then fills
 * in what follows from others, and gives references by ids that are no UUIDs the ids of what they mean: a record of the
 * import, or one that was taken over from another program, the source.
 */
export class References {
  private readonly storesOf: Map<string, string[]>;
  private readonly database: Database;
  private readonly source: string;
  private readonly pets = new Map<string, KnownPet>();
  private readonly types = new Map<string, { name: unknown; category: unknown }>();
  private readonly storeOfRoom = new Map<string, unknown>();
  /** The records of the import whose ids are no UUIDs. */
  private readonly renamed = new Set<string>();
  /** What came before its company. */
  private readonly waiting: NotedRecord[] = [];

  private constructor(database: Database, source: string, storesOf: Map<string, string[]>) {
    this.database = database;
    this.source = source;
    this.storesOf = storesOf;
  }

  get stores(): StoresByCompany {
    return this.storesOf;
  }

  /** What is on file. */
  static async open(database: Database, source: string = defaultImportSource): Promise<References> {
    const found = new References(database, source, await storesByCompany(database));
    for (const { companyId, id, name, category } of await database.db
      .select()
      .from(companies)
      .innerJoin(appointmentTypes, eq(appointmentTypes.companyId, companies.companyId))
      .then((rows) => rows.map((row) => row.appointment_types))) {
      found.types.set(keyOf(companyId, id), { name, category });
    }
    for (const { companyId, id, storeId } of await database.db
      .select()
      .from(companies)
      .innerJoin(rooms, eq(rooms.companyId, companies.companyId))
      .then((rows) => rows.map((row) => row.rooms))) {
      found.storeOfRoom.set(keyOf(companyId, id), storeId);
    }
    return found;
  }

  /** Takes a record into account that is going to be written. */
  note({ kind, record }: NotedRecord): void {
    if (kind === 'appointment' || kind === 'availability') return;
    if (kind === 'company') {
      const added = uuidSchema.safeParse(record['id'] ?? record['companyId']);
      if (!added.success || this.storesOf.has(added.data)) return;
      this.storesOf.set(added.data, []);
      for (const waiting of this.waiting.splice(0)) this.note(waiting);
      return;
    }
    const companyId = companyOf(record, this.storesOf);
    if (companyId === null) {
      const { id, companyId: given, clientId, name, storeId, category } = record;
      this.waiting.push({ kind, record: { id, companyId: given, clientId, name, storeId, category } });
      return;
    }
    const id = ownIdOf(companyId, record['id']);
    if (id === null) return;
    const key = keyOf(companyId, id);
    if (!uuidSchema.safeParse(record['id']).success) this.renamed.add(`${kind} ${key}`);
    const known = this.storesOf.get(companyId);
    if (kind === 'store' && known?.includes(id) === false) known.push(id);
    if (kind === 'room') this.storeOfRoom.set(key, record['storeId']);
    if (kind === 'appointment_type') this.types.set(key, { name: record['name'], category: record['category'] });
    if (kind === 'pet') this.pets.set(key, { clientId: record['clientId'], name: record['name'] });
  }

  /** The records with all that follows from others. */
  async complete(records: readonly ImportedRecord[]): Promise<ImportedRecord[]> {
    const meant = await findForeignIds(
      this.database,
      records.flatMap((record) => this.referencesOf(record)),
      {
        source: this.source,
        isOfImport: (to, companyId, id) => this.renamed.has(`${to} ${keyOf(companyId, id)}`),
      },
    );
    const pets = await this.petsOf(records, meant);
    return records.map((record) => {
      const companyId = companyOf(record.record, this.storesOf);
      if (companyId === null) return record;
      const known = (to: ReferredKind, value: unknown) => meant.get(nameOf({ to, companyId, value })) ?? value;
      const filled = { ...record.record };
      if (record.kind === 'appointment') this.fillAppointment(filled, { companyId, known, pets });
      if (record.kind === 'room') this.fillStore(filled, companyId);
      for (const [field, to] of referring[record.kind] ?? []) {
        if (!isMissing(filled[field])) filled[field] = known(to, filled[field]);
      }
      return { ...record, record: filled };
    });
  }

  private fillAppointment(
    filled: Record<string, unknown>,
    {
      companyId,
      known,
      pets,
    }: {
      companyId: string;
      known: (to: ReferredKind, value: unknown) => unknown;
      pets: ReadonlyMap<string, KnownPet>;
    },
  ): void {
    const of = (to: ReferredKind, field: string) => {
      const id = uuidSchema.safeParse(known(to, filled[field]));
      return id.success ? keyOf(companyId, id.data) : '';
    };
    const fill = (field: string, value: unknown) => {
      if (isMissing(filled[field]) && !isMissing(value)) filled[field] = value;
    };
    const petKey = of('pet', 'petId');
    const pet = this.pets.get(petKey) ?? pets.get(petKey);
    const type = this.types.get(of('appointment_type', 'visitTypeId'));
    fill('clientId', pet?.clientId);
    fill('visitTypeCategory', type?.category);
    // Null is what a record is shown with whose visit type has no name.
    if (filled['visitTypeName'] === undefined) fill('visitTypeName', type?.name);
    if (typeof pet?.name === 'string' && typeof filled['visitTypeName'] === 'string') {
      fill('title', `${pet.name} – ${filled['visitTypeName']}`);
    }
    fill('storeId', this.storeOfRoom.get(of('room', 'roomId')));
    this.fillStore(filled, companyId);
    fill('createdFrom', 'migration');
    if (Array.isArray(filled['employees'])) {
      filled['employees'] = filled['employees'].map((given: unknown) =>
        typeof given === 'object' && given !== null && 'id' in given
          ? { ...given, id: known('employee', given.id) }
          : given,
      );
    }
  }

  /** Where a company has one store alone, what is of none is of that one. */
  private fillStore(filled: Record<string, unknown>, companyId: string): void {
    const [only, ...others] = this.storesOf.get(companyId) ?? [];
    if (isMissing(filled['storeId']) && only !== undefined && others.length === 0) filled['storeId'] = only;
  }

  private referencesOf({ kind, record }: ImportedRecord): Reference[] {
    const companyId = companyOf(record, this.storesOf);
    if (companyId === null) return [];
    const reference = (to: ReferredKind, value: unknown) => ({ to, companyId, value });
    const found = (referring[kind] ?? []).map(([field, to]) => reference(to, record[field]));
    if (kind === 'appointment') {
      if (Array.isArray(record['employees'])) {
        const given: readonly unknown[] = record['employees'];
        for (const one of given) {
          if (typeof one === 'object' && one !== null && 'id' in one) found.push(reference('employee', one.id));
        }
      }
      // The client that follows from a pet of the import.
      const petId = ownIdOf(companyId, record['petId']);
      const pet = petId === null ? undefined : this.pets.get(keyOf(companyId, petId));
      if (pet !== undefined) found.push(reference('client', pet.clientId));
    }
    return found;
  }

  /** The pets on file of appointments of which the import does not tell all. */
  private async petsOf(
    records: readonly ImportedRecord[],
    meant: ReadonlyMap<string, string>,
  ): Promise<Map<string, KnownPet>> {
    const wanted = new Map<string, Set<string>>();
    for (const { kind, record } of records) {
      const companyId = companyOf(record, this.storesOf);
      if (kind !== 'appointment' || companyId === null) continue;
      if (!isMissing(record['clientId']) && !isMissing(record['title'])) continue;
      const value = record['petId'];
      const id = uuidSchema.safeParse(meant.get(nameOf({ to: 'pet', companyId, value })) ?? value);
      if (!id.success || this.pets.has(keyOf(companyId, id.data))) continue;
      wanted.set(companyId, (wanted.get(companyId) ?? new Set()).add(id.data));
    }
    const pets = new Map<string, KnownPet>();
    for (const [companyId, ids] of wanted) {
      const rows = await runQuery<{ id: string; client_id: string; name: string }>(
        this.database.sql,
        sql`select id, client_id, name from pets where company_id = ${companyId}::uuid and id = any(${arrayLiteral([...ids])}::uuid[])`,
      );
      for (const { id, client_id, name } of rows) pets.set(keyOf(companyId, id), { clientId: client_id, name });
    }
    return pets;
  }
}

/** The ids of the stores of every company, by their order. */
async function storesByCompany({ db }: Database): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ companyId: companies.companyId, storeId: stores.id })
    .from(companies)
    .leftJoin(stores, eq(stores.companyId, companies.companyId))
    .orderBy(asc(companies.position), asc(companies.companyId), asc(stores.position), asc(stores.id));
  const byCompany = new Map<string, string[]>();
  for (const { companyId, storeId } of rows) {
    const storeIds = byCompany.get(companyId) ?? [];
    if (storeId !== null) storeIds.push(storeId);
    byCompany.set(companyId, storeIds);
  }
  return byCompany;
}
