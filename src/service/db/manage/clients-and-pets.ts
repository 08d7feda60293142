import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { composedTitle } from '#contract/appointment-rules.ts';
import type { Client, Pet } from '#contract/clients-pets-staff.ts';
import { changedAt } from '#contract/date-time.ts';
import { invalidInput } from '#contract/error.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import { findClient, findPet } from '#service/db/lookups.ts';
import { readRows } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { appointments, clients, pets, stores } from '#service/db/schema.ts';
import { rowOf, updatePetWords, updateRows } from '#service/db/write-rows.ts';
import { nameKeysOf, sortNameOf, wordsOf } from '#service/domain/search-words.ts';
import type { RowOf } from './kind.ts';
import type { Versioned, Writing } from './versioned.ts';

type ClientRow = RowOf<typeof clients, 'firstName' | 'lastName' | 'email' | 'phone' | 'alert' | 'isActive'>;

export const client: Versioned<ClientRow, Client> = {
  label: 'client',
  table: clients,
  fields: ['firstName', 'lastName', 'email', 'phone', 'alert', 'isActive'],
  derived: ({ firstName, lastName }) => nameKeysOf(firstName, lastName),
  read: findClient,
  async changed({ transaction }, { companyId, id }, { isChanged }) {
    // Pets are also found by the names of their client.
    if (isChanged('firstName', 'lastName'))
      await updatePetWords(transaction, 'clients', [{ company_id: companyId, id }]);
  },
};

type PetRow = RowOf<
  typeof pets,
  'clientId' | 'name' | 'species' | 'breed' | 'sex' | 'dateOfBirth' | 'deceasedOn' | 'alert' | 'isActive'
>;

/** The appointments of a pet that moves to another client keep their client. */
export const pet: Versioned<PetRow, Pet> = {
  label: 'pet',
  table: pets,
  fields: ['clientId', 'name', 'species', 'breed', 'sex', 'dateOfBirth', 'deceasedOn', 'alert', 'isActive'],
  derived: ({ name }) => ({ sortName: sortNameOf(name) }),
  read: findPet,
  async open(by, { companyId, id, given }) {
    await requireNotInFuture(by, companyId, given);
    // Clients are locked before their pets, in the same order as when a client is renamed.
    const owners = sql`select client_id from pets where company_id = ${companyId}::uuid and id = ${id}::uuid`;
    await runQuery(
      by.transaction,
      sql`select from clients where company_id = ${companyId}::uuid
        and (id = ${given.clientId ?? null}::uuid or id in (${owners})) order by id for share`,
    );
  },
  async check({ transaction }, { companyId, before, after, isChanged }) {
    const { clientId, name, dateOfBirth, deceasedOn } = after;
    if (isChanged('dateOfBirth', 'deceasedOn') && dateOfBirth && deceasedOn && deceasedOn < dateOfBirth) {
      throw isChanged('deceasedOn')
        ? invalidInput('deceasedOn', 'must not be before the date of birth')
        : invalidInput('dateOfBirth', 'must not be after the date on which the pet died');
    }
    if (!isChanged('clientId', 'name')) return {};
    const [owner] = await readRows(
      transaction,
      clients,
      ['firstName', 'lastName'],
      sql`where company_id = ${companyId}::uuid and id = ${clientId}::uuid for share`,
    );
    if (owner === undefined && (before === null || isChanged('clientId'))) {
      throw invalidInput('clientId', 'the company has no such client');
    }
    return { words: wordsOf(name, owner?.firstName ?? '', owner?.lastName ?? '') };
  },
  async changed(by, key, { before, after }) {
    if (before === null || before.name === after.name) return;
    await renameTitles(by, key.companyId, [{ id: key.id, from: before.name, to: after.name }]);
  },
};

/** Throws 400 for a date that is in the future in all of the company's stores. */
async function requireNotInFuture(
  { transaction, clock }: Writing,
  companyId: string,
  { dateOfBirth, deceasedOn }: { dateOfBirth?: string | null | undefined; deceasedOn?: string | null | undefined },
): Promise<void> {
  if (!dateOfBirth && !deceasedOn) return;
  const zones = await readRows(transaction, stores, ['timeZone'], sql`where company_id = ${companyId}::uuid`);
  const now = Temporal.Instant.fromEpochMilliseconds(clock());
  const dateIn = (zone: string) => now.toZonedDateTimeISO(zone).toPlainDate().toString();
  const today =
    zones
      .map(({ timeZone }) => dateIn(timeZone))
      .sort()
      .at(-1) ?? dateIn('UTC');
  for (const [field, date] of Object.entries({ dateOfBirth, deceasedOn }))
    if (date && date > today) throw invalidInput(field, 'must not be in the future');
}

/** A pet with another name. */
interface RenamedPet {
  id: string;
  from: string;
  to: string;
}

/** Updates upcoming appointments whose titles the service composed from the pets' former names. The pets must be locked. */
export async function renameTitles(
  { transaction, clock }: Writing,
  companyId: string,
  pets: readonly RenamedPet[],
): Promise<void> {
  if (pets.length === 0) return;
  const renamed = new Map(pets.map((pet) => [pet.id, pet]));
  const toCome = await readRows(
    transaction,
    appointments,
    ['id', 'petId', 'title', 'visitTypeName', 'updatedAt'],
    sql`where company_id = ${companyId}::uuid and pet_id = any(${arrayLiteral([...renamed.keys()])}::uuid[])
      and start_at > ${instantLiteral(clock())}::timestamptz order by id for update`,
  );
  const now = clock();
  const rows = toCome.flatMap(({ id, petId, title, visitTypeName, updatedAt }) => {
    const pet = renamed.get(petId ?? '');
    if (pet === undefined || visitTypeName === null || title !== composedTitle(pet.from, visitTypeName)) return [];
    const newTitle = composedTitle(pet.to, visitTypeName);
    const at = instantLiteral(changedAt(now, updatedAt));
    return [rowOf(appointments, { companyId, id, title: newTitle, titleWords: wordsOf(newTitle), updatedAt: at })];
  });
  if (rows.length === 0) return;
  // `added_by` marks the rows as new versions, so that cached counts stay valid.
  await runQuery(transaction, updateRows(appointments, rows, [sql`added_by = pg_current_xact_id()`]));
}
