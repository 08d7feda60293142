import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { composeTitle } from '#contract/appointment-rules.ts';
import type { Client, Pet } from '#contract/clients-pets-staff.ts';
import { invalidInput } from '#contract/error.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import { findClient, findPet } from '#service/db/lookups.ts';
import { readRows } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { appointments, clients, pets, stores } from '#service/db/schema.ts';
import { type RecordChange, type RecordFields, readRecord, type Writer } from '#service/db/write-records.ts';
import { laterVersion, toColumnRow, writeRows } from '#service/db/write-rows.ts';
import { nameKeysOf, sortNameOf, wordsOf } from '#service/domain/search-words.ts';
import type { VersionedKind } from './versioned-record.ts';

const clientFields = [
  ...(['firstName', 'lastName', 'email', 'phone', 'alert', 'contactBy', 'recallsBy', 'language', 'isActive'] as const),
];
export type ClientRow = RecordFields<typeof clients, (typeof clientFields)[number]>;

export const clientDefinition: VersionedKind<ClientRow, Client> & { fields: typeof clientFields } = {
  label: 'client',
  table: clients,
  fields: clientFields,
  derived: ({ firstName, lastName }) => nameKeysOf(firstName, lastName),
  read: findClient,
  async applyConsequences({ transaction }, companyId, changes) {
    const renamed = changes.filter(
      ({ before, after }) =>
        before !== null && (before.firstName !== after?.firstName || before.lastName !== after.lastName),
    );
    if (renamed.length > 0) await updatePetSearchWords(transaction, companyId, renamed);
  },
};

const petFields = [
  ...(['clientId', 'name', 'species', 'breed', 'sex', 'dateOfBirth'] as const),
  ...(['deceasedOn', 'alert', 'isActive'] as const),
];
export type PetRow = RecordFields<typeof pets, (typeof petFields)[number]>;

/** The definition of pets as records. If a pet moves to another client, its existing appointments keep their client. */
export const petDefinition: VersionedKind<PetRow, Pet> & { fields: typeof petFields } = {
  label: 'pet',
  table: pets,
  fields: petFields,
  derived: ({ name }) => ({ sortName: sortNameOf(name) }),
  async derivedFromOthers({ transaction }, companyId, rows) {
    const ids = arrayLiteral([...new Set(rows.map(({ clientId }) => clientId))]);
    const isClient = sql`where company_id = ${companyId}::uuid and id = any(${ids}::uuid[])`;
    const found = await readRows(transaction, clients, ['id', 'firstName', 'lastName'], isClient);
    const byId = new Map(found.map((one) => [one.id, one]));
    return ({ name, clientId }) => ({ words: petSearchWords(name, byId.get(clientId)) });
  },
  read: findPet,
  async open(by, { companyId, id, given }) {
    await requireNotInFuture(by, companyId, given);
    // Clients are locked before their pets, as they are when a client is renamed, so that the two changes cannot deadlock.
    const clientIds = sql`select client_id from pets where company_id = ${companyId}::uuid and id = ${id}::uuid`;
    await runQuery(
      by.transaction,
      sql`select from clients where company_id = ${companyId}::uuid
        and (id = ${given.clientId ?? null}::uuid or id in (${clientIds})) order by id for share`,
    );
  },
  async check({ transaction }, { companyId, after, isChanged }) {
    const { clientId, dateOfBirth, deceasedOn } = after;
    if (isChanged('dateOfBirth', 'deceasedOn') && dateOfBirth && deceasedOn && deceasedOn < dateOfBirth) {
      throw isChanged('deceasedOn')
        ? invalidInput('deceasedOn', 'must not be before the date of birth')
        : invalidInput('dateOfBirth', 'must not be after the date on which the pet died');
    }
    if (
      isChanged('clientId') &&
      (await readRecord(transaction, clientDefinition, { companyId, id: clientId })) === null
    )
      throw invalidInput('clientId', 'the company has no such client');
  },
  async applyConsequences(by, companyId, changes) {
    const renamed = changes.flatMap(({ id, before, after }) =>
      before === null || after === null || before.name === after.name
        ? []
        : [{ id, from: before.name, to: after.name }],
    );
    await updateAppointmentTitles(by, companyId, renamed);
  },
};

/** The search words of a pet, which include the names of its client. */
const petSearchWords = (name: string, client?: { firstName: string; lastName: string }) =>
  wordsOf(name, client?.firstName ?? '', client?.lastName ?? '');

/** Updates the search words of the pets of clients who have been renamed. */
async function updatePetSearchWords(
  transaction: Writer['transaction'],
  companyId: string,
  renamed: readonly RecordChange<ClientRow>[],
): Promise<void> {
  const ids = arrayLiteral(renamed.map(({ id }) => id));
  const wherePetOfClients = sql`where company_id = ${companyId}::uuid and client_id = any(${ids}::uuid[]) order by id for update`;
  const found = await readRows(transaction, pets, ['id', 'name', 'clientId'], wherePetOfClients);
  const byId = new Map(renamed.map(({ id, after }) => [id, after ?? undefined]));
  const changed = found.map(({ id, name, clientId }) =>
    toColumnRow(pets, { companyId, id, words: petSearchWords(name, byId.get(clientId)) }),
  );
  await writeRows(transaction, pets, { changed });
}

/** Throws 400 for a date that is in the future in all of the company's stores. */
async function requireNotInFuture(
  { transaction, now: epochMs }: Writer,
  companyId: string,
  { dateOfBirth, deceasedOn }: { dateOfBirth?: string | null | undefined; deceasedOn?: string | null | undefined },
): Promise<void> {
  if (!dateOfBirth && !deceasedOn) return;
  const zones = await readRows(transaction, stores, ['timeZone'], sql`where company_id = ${companyId}::uuid`);
  const now = Temporal.Instant.fromEpochMilliseconds(epochMs);
  const dateIn = (zone: string) => now.toZonedDateTimeISO(zone).toPlainDate().toString();
  const today =
    zones
      .map(({ timeZone }) => dateIn(timeZone))
      .sort()
      .at(-1) ?? dateIn('UTC');
  for (const [field, date] of Object.entries({ dateOfBirth, deceasedOn }))
    if (date && date > today) throw invalidInput(field, 'must not be in the future');
}

/**
 * Updates upcoming appointments whose titles the service composed from the former names of pets. The pets must be
 * locked.
 */
async function updateAppointmentTitles(
  { transaction, now }: Writer,
  companyId: string,
  pets: readonly { id: string; from: string; to: string }[],
): Promise<void> {
  if (pets.length === 0) return;
  const renamed = new Map(pets.map((pet) => [pet.id, pet]));
  const upcoming = await readRows(
    transaction,
    appointments,
    ['id', 'petId', 'title', 'visitTypeName'],
    sql`where company_id = ${companyId}::uuid and pet_id = any(${arrayLiteral([...renamed.keys()])}::uuid[])
      and start_at > ${instantLiteral(now)}::timestamptz order by id for update`,
  );
  const changed = upcoming.flatMap(({ id, petId, title, visitTypeName }) => {
    const pet = renamed.get(petId ?? '');
    if (pet === undefined || visitTypeName === null || title !== composeTitle(pet.from, visitTypeName)) return [];
    const newTitle = composeTitle(pet.to, visitTypeName);
    return [toColumnRow(appointments, { companyId, id, title: newTitle, titleWords: wordsOf(newTitle) })];
  });
  // `added_by` marks the rows as new versions, so that cached counts stay valid.
  const further = [sql`updated_at = ${laterVersion(now)}`, sql`added_by = pg_current_xact_id()`];
  await writeRows(transaction, appointments, { changed, further });
}
