import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import { wordsOf } from '#service/domain/search-words.ts';
import { runQuery } from './run-query.ts';

type Executor = Pick<postgres.ISql, 'unsafe'>;

interface NamedPet {
  company_id: string;
  id: string;
  name: string;
  first_name: string | null;
  last_name: string | null;
}

/**
 * Brings the words of pets up to date with the names of their clients, by which they are found too: of the pets or of
 * the clients whose (company, id) pairs are given.
 */
export async function renewPetWords(
  executor: Executor,
  of: 'pets' | 'clients',
  rows: readonly { company_id: string; id: string }[],
): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as given(company_id uuid, id uuid)`;
  const link = of === 'pets' ? sql`p.id` : sql`p.client_id`;
  const named = await runQuery<NamedPet>(
    executor,
    sql`select p.company_id, p.id, p.name, c.first_name, c.last_name
      from ${given} join pets p on p.company_id = given.company_id and ${link} = given.id
      left join clients c on c.company_id = p.company_id and c.id = p.client_id`,
  );
  const words = named.map(({ company_id, id, name, first_name, last_name }) => ({
    company_id,
    id,
    words: wordsOf(name, first_name ?? '', last_name ?? ''),
  }));
  await runQuery(
    executor,
    sql`update pets set words = array_to_tsvector(renewed.words)
      from json_to_recordset(${JSON.stringify(words)}::json) as renewed(company_id uuid, id uuid, words text[])
      where pets.company_id = renewed.company_id and pets.id = renewed.id
        and pets.words is distinct from array_to_tsvector(renewed.words)`,
  );
}
