import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import { Temporal } from 'temporal-polyfill';
import { invalidInput } from '#contract/error.ts';
import type { CreateClient, CreatePet } from '#contract/resources.ts';
import { sortNameOf, wordsOf } from '#service/domain/search-words.ts';
import { instantLiteral, parseArray } from './column-types.ts';
import { orderedUuid } from './ordered-uuid.ts';
import { runQuery } from './run-query.ts';
import { clients, pets } from './schema.ts';
import { insertNewRows } from './write-rows.ts';

/** Adds a client and gives its id. `now` is epoch milliseconds. */
export async function createClient(
  transaction: postgres.TransactionSql,
  { companyId, firstName, lastName, email, phone }: CreateClient,
  now: number,
): Promise<string> {
  const row = {
    company_id: companyId,
    id: orderedUuid(now),
    first_name: firstName,
    last_name: lastName,
    email: email ?? null,
    phone: phone ?? null,
    created_at: instantLiteral(now),
    updated_at: instantLiteral(now),
    sort_name: sortNameOf(firstName, lastName),
    words: wordsOf(firstName, lastName),
  };
  await runQuery(transaction, insertNewRows(clients, [row]));
  return row.id;
}

/**
 * Adds a pet and gives its id. Throws 400 for a client that the company does not have, and for a date of birth that has come
 * in none of its stores. `now` is epoch milliseconds.
 */
export async function createPet(
  transaction: postgres.TransactionSql,
  { companyId, clientId, name, species, breed, sex, dateOfBirth }: CreatePet,
  now: number,
): Promise<string> {
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
  const row = {
    company_id: companyId,
    id: orderedUuid(now),
    client_id: clientId,
    name,
    species,
    breed: breed ?? null,
    sex: sex ?? null,
    date_of_birth: dateOfBirth ?? null,
    created_at: instantLiteral(now),
    updated_at: instantLiteral(now),
    sort_name: sortNameOf(name),
    words: wordsOf(name, client.first_name, client.last_name),
  };
  await runQuery(transaction, insertNewRows(pets, [row]));
  return row.id;
}

/** The calendar date, `YYYY-MM-DD`, at an instant (epoch milliseconds) in an IANA zone. */
function dateAt(instant: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
}
