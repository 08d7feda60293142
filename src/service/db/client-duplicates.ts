import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type ClientDuplicates,
  type DuplicatePair,
  duplicateClientSchema,
  MAX_DUPLICATES,
} from '#contract/client-duplicates.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import { type CandidateGroup, findDuplicatePairs } from '#service/domain/duplicates.ts';
import { arrayLiteral, instantLiteral, isoInstant } from './column-types.ts';
import type { Database } from './database.ts';
import { findClientsById } from './lookups.ts';
import { runQuery } from './run-query.ts';

type GroupRow = { clients: CandidateGroup['clients'] };

const schema = z.object({
  ...duplicateClientSchema.shape,
  nextAppointment: z.nullable(z.string().transform(isoInstant)),
});

/** The statuses of appointments that do not take place. */
const CALLED_OFF_STATUSES = ['cancelled', 'no_show'] as const satisfies readonly AppointmentStatus[];

/**
 * The pairs of active clients who may be the same person. Candidates are the active clients whose phone numbers have
 * the same last six digits, or who share their name and the name of a pet. Both kinds are found by one pass over the
 * clients of the company, so nothing has to be stored for this search.
 */
export async function findDuplicates(
  { sql: executor }: Database,
  { companyId, now }: { companyId: string; now: number },
): Promise<ClientDuplicates> {
  const ofCompany = sql`company_id = ${companyId}::uuid and is_active`;
  const [byPhone, byName] = await Promise.all([
    runQuery<GroupRow>(
      executor,
      sql`select json_agg(json_build_object('id', id, 'phone', phone, 'name', sort_name)) as clients
        from clients where ${ofCompany} and length(phone_key) >= 6
        group by left(phone_key, 6) having count(*) > 1 order by min(sort_name), left(phone_key, 6)`,
    ),
    runQuery<GroupRow>(
      executor,
      sql`with namesakes as (
          select id, sort_name from (
            select id, sort_name, count(*) over (partition by sort_name) as clients
            from clients where ${ofCompany} and sort_name <> ''
          ) as counted where clients > 1
        ), named as (
          select distinct n.id, n.sort_name, p.sort_name as pet
          from namesakes n join pets p on p.company_id = ${companyId}::uuid and p.client_id = n.id and p.sort_name <> ''
        )
        select json_agg(json_build_object('id', id, 'phone', null, 'name', sort_name)) as clients
        from named group by sort_name, pet having count(*) > 1 order by sort_name, pet`,
    ),
  ]);
  const pairs = findDuplicatePairs([
    ...byName.map(({ clients }): CandidateGroup => ({ reason: 'name_and_pet', clients })),
    ...byPhone.map(({ clients }): CandidateGroup => ({ reason: 'phone', clients })),
  ]);
  const likeliest = pairs.slice(0, MAX_DUPLICATES);
  const found = await findClientsById(executor, {
    companyId,
    ids: [...new Set(likeliest.flatMap(({ ids }) => ids))],
    more: sql`,
      (select count(*)::int from appointments a where a.company_id = ${companyId}::uuid and a.client_id = clients.id)
        as appointments,
      (select min(a.start_at)::text from appointments a where a.company_id = ${companyId}::uuid
        and a.client_id = clients.id and a.start_at > ${instantLiteral(now)}::timestamptz
        and a.status <> all(${arrayLiteral(CALLED_OFF_STATUSES)}::text[])) as "nextAppointment"`,
    schema,
  });
  const byId = new Map(found.map((client) => [client.id, client]));
  return {
    pairs: likeliest.flatMap(({ ids, reasons }): DuplicatePair[] => {
      const clients = ids.flatMap((id) => byId.get(id) ?? []);
      return clients.length === ids.length ? [{ reasons, clients }] : [];
    }),
    total: pairs.length,
  };
}
