import { planZoneOf, wallClockOf } from '#app/scheduling/plan-clock.ts';
import type { Appointment } from '#contract/appointment.ts';
import {
  type ChangeAppointment,
  changeAppointmentSchema,
  differences,
  type HistoryEntry,
  noValues,
  valuesOf,
} from '#contract/appointment-change.ts';
import { applyChange, changeableFields } from '#contract/appointment-rules.ts';
import { availabilityQuerySchema, availabilityScopes, createAvailabilitySchema } from '#contract/availability.ts';
import {
  type Client,
  type Company,
  createClientSchema,
  createPetSchema,
  type Pet,
} from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import {
  availabilityOperations,
  type Capabilities,
  idempotentOperations,
  managementOperations,
} from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { createPlanInMemory } from './plan-in-memory.ts';

/** All that our own practice API can do beyond the document. */
export const allCapabilities: Capabilities = {
  changeAppointment: [...changeableFields],
  getMe: true,
  getAppointment: true,
  listAppointmentHistory: true,
  createClient: ['email', 'phone'],
  createPet: ['breed', 'sex', 'dateOfBirth'],
  idempotencyKey: [...idempotentOperations],
  findClientsBy: ['name', 'phone', 'email'],
  findPetsBy: ['name', 'phone', 'email'],
  practice: [...managementOperations],
  availability: [...availabilityOperations],
  events: null,
};

/**
 * Whether a query matches a client's phone number or the beginning of their e-mail address; null where it is neither.
 */
export function matchesContact(query: string, { phone, email }: Pick<Client, 'phone' | 'email'>): boolean | null {
  const digits = query.replace(/\D/g, '');
  if (/^[\d\s+\-()/.]*$/.test(query) && digits.length >= 4) {
    return (phone ?? '').replace(/\D/g, '').endsWith(digits.replace(/^0/, ''));
  }
  return query.includes('@') ? (email ?? '').toLowerCase().startsWith(query.trim().toLowerCase()) : null;
}

/** The page of records that a query asks for; its cursor is their offset. */
export function pageOf(records: readonly unknown[], query: URLSearchParams) {
  const from = Number(query.get('cursor') ?? 0);
  const next = from + Number(query.get('limit') ?? 100);
  const hasMore = next < records.length;
  const nextCursor = hasMore ? String(next) : null;
  return { data: records.slice(from, next), nextCursor, hasMore, totalCount: records.length };
}

interface AskedBeyond {
  name: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

/**
 * The endpoints of a practice in memory beyond the document: `answer` is null for any other request. `change` makes a
 * change as a colleague at another desk; `once` runs a create once for an idempotency key.
 */
export function createPracticeExtensions(held: {
  company: Company;
  appointments: Appointment[];
  clients: Client[];
  pets: Pet[];
  /** The current user, and the colleague at the other desk. */
  employees: readonly [mine: string, theirs: string];
}) {
  const { appointments, clients, pets } = held;
  const [mine, theirs] = held.employees;
  const histories = new Map<string, HistoryEntry[]>();
  const created = new Map<string, { request: string; id: string }>();
  const { company } = held;
  const plan = createPlanInMemory(company.id, (storeId) =>
    wallClockOf(planZoneOf(storeId, { company, fallbackZone: 'UTC' })),
  );

  const find = (id: string) => {
    const found = appointments.find((appointment) => appointment.id === id.toLowerCase());
    if (found === undefined) throw new ServiceError('not_found', 'id: there is no such appointment');
    return found;
  };
  const historyOf = ({ id, createdAt }: Appointment) =>
    histories.get(id) ?? [{ at: createdAt, employeeId: null, changes: [] }];

  function change(id: string, wanted: Omit<ChangeAppointment, 'companyId' | 'expectedUpdatedAt'>, by = theirs) {
    const before = find(id);
    const after = applyChange(before, wanted, new Date().toISOString());
    if (after === before) return before;
    const at = new Date(Math.max(Date.now(), instantOf(before.updatedAt) + 1)).toISOString();
    const next: Appointment = { ...after, updatedAt: at };
    if (next.end <= next.start) throw new ServiceError('invalid_input', 'end: must be after start');
    const changes = differences(valuesOf(before), valuesOf(next));
    histories.set(id, [{ at, employeeId: by, changes }, ...historyOf(before)]);
    appointments.splice(appointments.indexOf(before), 1, next);
    return next;
  }

  function patch(id: string, body: unknown) {
    const { expectedUpdatedAt, companyId: _, ...wanted } = changeAppointmentSchema.parse(body);
    const current = find(id);
    const isThere = applyChange(current, wanted, '') === current;
    if (!isThere && instantOf(expectedUpdatedAt) !== instantOf(current.updatedAt)) {
      throw new ServiceError('changed_meanwhile', 'look at the appointment as it is now', { current });
    }
    return change(id, wanted, mine);
  }

  function register(name: string, body: unknown): string {
    const now = new Date().toISOString();
    const row = { id: crypto.randomUUID(), createdAt: now, updatedAt: now };
    if (name === 'POST /v1/clients') {
      const client = createClientSchema.parse(body);
      clients.push({ ...row, ...client, email: client.email ?? null, phone: client.phone ?? null });
      return row.id;
    }
    const pet = createPetSchema.parse(body);
    const client = clients.find(({ id }) => id === pet.clientId);
    if (client === undefined) throw new ServiceError('invalid_input', 'clientId: the company has no such client');
    const { breed = null, sex = null, dateOfBirth = null } = pet;
    pets.push({ ...row, ...pet, breed, sex, dateOfBirth, clientName: `${client.firstName} ${client.lastName}` });
    return row.id;
  }

  function once({ name, body, headers }: AskedBeyond, create: () => string): string {
    const key = headers.get(idempotencyKeyHeader);
    if (key === null) return create();
    const request = `${name} ${JSON.stringify(body)}`;
    const known = created.get(key);
    if (known !== undefined && known.request !== request) {
      throw new ServiceError('idempotency_key_reused', 'take a new key');
    }
    const id = known?.id ?? create();
    created.set(key, { request, id });
    return id;
  }

  /** What is answered to a request for the plan; null for any other. */
  function respondOnPlan(asked: AskedBeyond): unknown {
    const { name, query, body } = asked;
    if (name === 'GET /v1/availability') {
      const { start = '', end = '' } = Object.fromEntries(query);
      const { shape } = availabilityQuerySchema;
      return pageOf(plan.between(shape.start.parse(start), shape.end.parse(end)), query);
    }
    if (name === 'POST /v1/availability')
      return once(asked, () => plan.create(createAvailabilitySchema.parse(body)).id);
    const [, method, id = ''] = /^(PATCH|DELETE) \/v1\/availability\/([^/]+)$/.exec(name) ?? [];
    if (method === 'PATCH') return plan.patch(id, body);
    if (method !== 'DELETE') return null;
    const scope = availabilityScopes.find((one) => one === query.get('scope')) ?? 'this';
    return plan.delete(id, query.get('expectedUpdatedAt') ?? '', scope);
  }

  function respond(asked: AskedBeyond): unknown {
    const { name, query, body } = asked;
    if (name.includes(' /v1/availability')) return respondOnPlan(asked);
    if (name === 'POST /v1/clients' || name === 'POST /v1/pets') return once(asked, () => register(name, body));
    const [, method, id = '', history] = /^(GET|PATCH) \/v1\/appointments\/([^/]+)(\/history)?$/.exec(name) ?? [];
    if (method === 'PATCH' && history === undefined) return patch(id, body);
    if (method !== 'GET') return null;
    if (history === undefined) return find(id);
    return pageOf(historyOf(find(id)), query);
  }

  return {
    change,
    plan,
    once,
    /** Records the create of an appointment in its history. */
    booked(appointment: Appointment) {
      const changes = differences(noValues, valuesOf(appointment));
      histories.set(appointment.id, [{ at: appointment.createdAt, employeeId: mine, changes }]);
    },
    answer(asked: AskedBeyond): Response | null {
      try {
        const body = respond(asked);
        return body === null ? null : Response.json(body);
      } catch (error) {
        return faultOf(error);
      }
    },
  };
}

/** The error response for a thrown value. */
export function faultOf(error: unknown): Response {
  if (!(error instanceof ServiceError)) throw error;
  return Response.json(error.body(crypto.randomUUID()), { status: error.status });
}
