import { type SQL, sql } from 'drizzle-orm';
import type { ClientLanguage, ContactChoice, MessageKind } from '#contract/enums.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';
import { latestStatusReason } from '#service/db/appointment-history.ts';
import { isoInstant } from '#service/db/column-types.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import type { MessageableAppointment } from '#service/domain/messages-due.ts';
import { createSendingHours, type SendingHours } from '#service/domain/sending-hours.ts';
import type { MessageContent, MessagedAppointment } from '#service/sending/transport.ts';
import { databaseIdentity } from './message-settings.ts';

/** An appointment with everything that determines which messages are sent about it, and everything that they mention. */
export interface AppointmentForMessages extends MessageableAppointment {
  readonly clientName: MessageContent['client'];
  readonly store: MessageContent['store'];
  readonly content: MessagedAppointment;
}

interface AppointmentRow {
  id: string;
  store_id: string;
  client_id: string;
  start_at: string;
  end_at: string;
  status: string;
  created_at: string;
  updated_at: string;
  is_imported: boolean;
  first_name: string;
  last_name: string;
  client_is_active: boolean;
  email: string | null;
  phone: string | null;
  contact_by: ContactChoice | null;
  recalls_by: ContactChoice | null;
  language: ClientLanguage | null;
  pet_name: string;
  pet_is_alive: boolean;
  pet_is_active: boolean;
  type_name: string | null;
  is_messaged: boolean | null;
  preparation: string | null;
  store: MessageContent['store'];
  status_changed_at: string | null;
  status_reason: string | null;
  moves: { at: string; from: string; to: string }[];
  messages: { id: string; kind: MessageKind; forStart: string; isFailed: boolean }[];
  request: { answeredAt: string; isMessageAhead: boolean } | null;
}

/**
 * The condition for an appointment `a` that was booked in Frontdesk, and neither imported nor restored from exported records.
 */
export const isNotImported = sql`a.created_from is distinct from 'migration' and not exists (
  select from imported_records i where i.company_id = a.company_id and i.id = a.id
)`;

/**
 * The appointments of a company for which a condition on the aliases `a` (appointment), `c` (client), `p` (pet) and `t` (visit
 * type) holds. Unresolved appointments are left out.
 */
export async function readAppointmentsForMessages(
  executor: Executor,
  companyId: string,
  condition: SQL,
): Promise<AppointmentForMessages[]> {
  const rows = await runQuery<AppointmentRow>(
    executor,
    sql`select a.id, a.store_id, a.client_id, a.start_at, a.end_at, a.status, a.created_at, a.updated_at,
        not (${isNotImported}) as is_imported,
        c.first_name, c.last_name, c.is_active as client_is_active, c.email, c.phone, c.contact_by, c.recalls_by, c.language,
        p.name as pet_name, p.deceased_on is null as pet_is_alive, p.is_active as pet_is_active,
        t.name as type_name, t.is_messaged, t.preparation,
        json_build_object('name', s.name, 'timeZone', s.time_zone, 'phone', s.phone, 'email', s.email,
          'address', s.address, 'website', s.website) as store,
        changed.at as status_changed_at, changed.reason as status_reason,
        (select coalesce(json_agg(json_build_object('at', h.at, 'from', m -> 'from', 'to', m -> 'to')), '[]'::json)
          from appointment_history h
          cross join lateral jsonb_path_query(h.changes, '$[*] ? (@.field == "start" && @.from != null && @.to != null)') m
          where h.company_id = a.company_id and h.appointment_id = a.id and h.changes @> '[{"field": "start"}]') as moves,
        (select coalesce(json_agg(json_build_object('id', am.message_id, 'kind', am.kind, 'forStart', am.for_start,
            'isFailed', coalesce(m.status = 'failed', false))
            order by case m.status when 'sent' then m.updated_at else m.created_at end), '[]'::json)
          from appointment_messages am
          left join messages m on m.company_id = am.company_id and m.id = am.message_id
          where am.company_id = a.company_id and am.appointment_id = a.id) as messages,
        (select json_build_object('answeredAt', r.answered_at, 'isMessageAhead', coalesce(
            r.answered_in = ${databaseIdentity} and (r.message_id is null or m.retry_at is not null), false))
          from online_requests r
          left join messages m on m.company_id = r.company_id and m.id = r.message_id
          where r.company_id = a.company_id and r.appointment_id = a.id and r.answered_at is not null limit 1) as request
      from appointments a
      join clients c on c.company_id = a.company_id and c.id = a.client_id
      join pets p on p.company_id = a.company_id and p.id = a.pet_id
      join stores s on s.company_id = a.company_id and s.id = a.store_id
      left join appointment_types t on t.company_id = a.company_id and t.id = a.visit_type_id
      left join lateral ${latestStatusReason(sql`a`)} as changed on true
      where a.company_id = ${companyId}::uuid and a.start_at is not null and a.end_at is not null
        and a.status is not null and ${condition}`,
  );
  return rows.map(toAppointment);
}

function toAppointment(row: AppointmentRow): AppointmentForMessages {
  const [start, createdAt] = [isoInstant(row.start_at), isoInstant(row.created_at)];
  return {
    id: row.id,
    storeId: row.store_id,
    client: {
      id: row.client_id,
      isActive: row.client_is_active,
      contactBy: row.contact_by,
      recallsBy: row.recalls_by,
      email: row.email,
      phone: row.phone,
      language: row.language,
    },
    pet: { isAlive: row.pet_is_alive, isActive: row.pet_is_active },
    isTypeMessaged: row.is_messaged ?? false,
    isImported: row.is_imported,
    status: row.status,
    start: Date.parse(start),
    createdAt: Date.parse(createdAt),
    moves: row.moves.map(({ at, from, to }) => ({ at: Date.parse(at), from: Date.parse(from), to: Date.parse(to) })),
    statusChange:
      row.status_changed_at === null
        ? null
        : { at: Date.parse(isoInstant(row.status_changed_at)), reason: row.status_reason },
    messages: row.messages.map(({ forStart, ...message }) => ({ ...message, forStart: Date.parse(forStart) })),
    request: row.request && { ...row.request, answeredAt: Date.parse(row.request.answeredAt) },
    clientName: { firstName: row.first_name, lastName: row.last_name },
    store: row.store,
    content: {
      id: row.id,
      petName: row.pet_name,
      typeName: row.type_name,
      preparation: row.preparation,
      start,
      end: isoInstant(row.end_at),
      isCancelled: row.status === 'cancelled',
      createdAt,
      updatedAt: isoInstant(row.updated_at),
    },
  };
}

/** Returns a function that gives the sending hours in a store's time zone. An unknown zone counts as UTC. */
export function createSendingHoursByZone({ earliest, latest }: { earliest: string; latest: string }) {
  const hours = new Map<string, SendingHours>();
  return function hoursIn(store: { timeZone: string }): SendingHours {
    const timeZone = zoneOfStore(store, 'UTC');
    let found = hours.get(timeZone);
    if (found === undefined) {
      found = createSendingHours({ timeZone, earliest, latest });
      hours.set(timeZone, found);
    }
    return found;
  };
}

/**
 * Returns a function that gives the sending hours of a store by its id. It knows only the stores of the given appointments
 * or recalls.
 */
export function createHoursByStore(
  records: readonly { readonly storeId: string; readonly store: { readonly timeZone: string } }[],
  settings: { earliest: string; latest: string },
): (storeId: string) => SendingHours {
  const hoursIn = createSendingHoursByZone(settings);
  const stores = new Map(records.map(({ storeId, store }) => [storeId, store]));
  return (storeId) => hoursIn(stores.get(storeId) ?? { timeZone: 'UTC' });
}
