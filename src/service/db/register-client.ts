import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import { Temporal } from 'temporal-polyfill';
import type { CreateClient, CreatePet } from '#contract/clients-pets-staff.ts';
import { invalidInput } from '#contract/error.ts';
import { nameKeysOf, sortNameOf, wordsOf } from '#service/domain/search-words.ts';
import { instantLiteral, orderedUuid, parseArray } from './column-types.ts';
import { runQuery } from './run-query.ts';
import { clients, pets } from './schema.ts';
import { insertRow } from './write-rows.ts';

/** Adds a client and gives its id. `now` is epoch milliseconds. */
export async function createClient(
  transaction: postgres.TransactionSql,
  client: CreateClient,
  now: number,
): Promise<string> {
  const { firstName, lastName } = client;
  const made = madeAt(now);
  await runQuery(transaction, insertRow(clients, { ...client, ...nameKeysOf(firstName, lastName), ...made }));
  return made.id;
}

/**
 * Adds a pet and gives its id. Throws 400 for a client that the company does not have, and for a date of birth that has come
 * in none of its stores. `now` is epoch milliseconds.
 */
export async function createPet(transaction: postgres.TransactionSql, pet: CreatePet, now: number): Promise<string> {
  const { companyId, clientId, name, dateOfBirth } = pet;
  // The pet is found by the names of its client too, which must not change before it is there.
  const [client] = await runQuery<{ first_name: string; last_name: string; time_zones: string }>(
    transaction,
    sql`select first_name, last_name,
               (select coalesce(array_agg(distinct time_zone), '{UTC}') from stores where company_id = ${companyId}::uuid) as time_zones
        from clients where company_id = ${companyId}::uuid and id = ${clientId}::uuid for share`,
  );
  if (client === undefined) throw invalidInput('clientId', 'the company has no such client');
  const today = parseArray(client.time_zones).map((zone) => dateAt(now, zone));
  if (dateOfBirth && today.every((date) => dateOfBirth > date)) {
    throw invalidInput('dateOfBirth', 'must not be in the future');
  }
  const found = { sortName: sortNameOf(name), words: wordsOf(name, client.first_name, client.last_name) };
  const made = madeAt(now);
  await runQuery(transaction, insertRow(pets, { ...pet, ...found, ...made }));
  return made.id;
}

/** What every new record has. `now` is epoch milliseconds. */
function madeAt(now: number) {
  const at = instantLiteral(now);
  return { id: orderedUuid(now), createdAt: at, updatedAt: at };
}

/** The calendar date, `YYYY-MM-DD`, at an instant (epoch milliseconds) in an IANA zone. */
function dateAt(instant: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
}
