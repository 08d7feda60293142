import * as z from 'zod/mini';
import type { Appointment } from '#contract/appointment.ts';
import {
  type ChangeAppointment,
  changeAppointmentSchema,
  emptyHistoryValues,
  findDifferences,
  historyValuesOf,
} from '#contract/appointment-change.ts';
import {
  applyChange,
  composeTitle,
  findSuitableRooms,
  occupies,
  undoBookingMs,
  withVisitType,
} from '#contract/appointment-rules.ts';
import type { CreatedSeries } from '#contract/appointment-series.ts';
import { type Availability, changeAvailabilitySchema } from '#contract/availability.ts';
import { type ClientDuplicates, transferSchema } from '#contract/client-duplicates.ts';
import {
  type AppointmentType,
  type Client,
  type Company,
  changeClientSchema,
  changePetSchema,
  createClientSchema,
  createPetSchema,
  type Employee,
  type Pet,
} from '#contract/clients-pets-staff.ts';
import { instantOf, nextUpdatedAt } from '#contract/date-time.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { operations } from '#contract/operations.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';
import { fullName } from '#contract/practice-setup.ts';
import { createWallClock } from '#scheduling/wall-clock.ts';
import { type CandidateGroup, findDuplicatePairs } from '#service/domain/duplicates.ts';

import { byStart, hasTerms } from './appointment-model.ts';
import type { CheckedRequest } from './check-request.ts';
import { createFeedsInMemory } from './feeds-in-memory.ts';
import { createHistoryInMemory } from './history-in-memory.ts';
import { createMessagesInMemory } from './messages-in-memory.ts';
import { createOnlineBookingInMemory } from './online-booking-in-memory.ts';
import { createOnlineRequestsInMemory } from './online-requests-in-memory.ts';
import { createPlanInMemory, type PlanInMemory } from './plan-in-memory.ts';
import { createRecallsInMemory } from './recalls-in-memory.ts';
import type { CompleteAppointment } from './sample-practice.ts';
import { changeRecord, findRecord, replaceRecord } from './versions-in-memory.ts';
import { createWaitingListInMemory } from './waiting-list-in-memory.ts';

// The practice in memory sends no events.
const { listEvents: _, ...withoutEvents } = operations;
const endpoints: Readonly<Record<string, Endpoint>> = withoutEvents;

/** All capabilities of our own practice API except events. */
export const allCapabilities: Capabilities = Object.fromEntries(
  Object.entries(endpoints).map(([name, { input, creates = false }]) => {
    const optional = Object.entries(input.shape).filter(([, schema]) => z.safeParse(schema, undefined).success);
    const searched = name === 'listClients' || name === 'listPets' ? ['name', 'phone', 'email'] : ['query'];
    const fields = optional.flatMap(([field]) => (field === 'query' ? searched : [field]));
    return [name, { fields, idempotent: creates }];
  }),
);

/** The capabilities with a shared key, which cannot manage the practice. */
export const sharedCapabilities: Capabilities = Object.fromEntries(
  Object.entries(allCapabilities).filter(
    ([name]) => !(name in practiceEndpoints) && endpoints[name]?.permission !== 'practice.write',
  ),
);

/**
 * Whether a query matches a client or one of their pets with these names: a query is the end of a phone number, or
 * terms; a term with an @ is the beginning of an email address.
 */
export function matchesPerson(query: string, client: Client | undefined, names: readonly string[]): boolean {
  const digits = query.replace(/\D/g, '');
  if (/^[\d\s+\-()/.]*$/.test(query) && digits.length >= 4) {
    return (client?.phone ?? '').replace(/\D/g, '').endsWith(digits.replace(/^0/, ''));
  }
  const terms = query.toLowerCase().split(/\s+/);
  const isAddress = (term: string) => term.includes('@');
  return (
    terms.filter(isAddress).every((term) => (client?.email ?? '').toLowerCase().startsWith(term)) &&
    hasTerms(terms.filter((term) => !isAddress(term)).join(' '), ...names)
  );
}

/** Throws 400 for an employee who does not exist in the practice or is inactive. */
export function checkEmployee(employees: readonly Employee[], id: string, field = 'employeeId'): void {
  const employee = employees.find((one) => one.id === id);
  if (employee?.isActive) return;
  throw invalidInput(field, employee ? 'the employee is inactive' : 'the company has no such employee');
}

/** The visit type of an appointment. Throws 400 for a type that does not exist in the practice or is inactive. */
export function checkVisitType(types: readonly AppointmentType[], id: string): AppointmentType {
  const type = types.find((one) => one.id === id);
  if (type?.isActive) return type;
  const problem = type ? 'the appointment type is inactive' : 'the company has no such appointment type';
  throw invalidInput('visitTypeId', problem);
}

/** The first suitable room that is neither occupied nor blocked between start and end; null if there is none. */
export function freeRoom(
  { plan, company, appointments }: { plan: PlanInMemory; company: Company; appointments: readonly Appointment[] },
  wanted: { storeId: string; category: string; start: string; end: string },
): string | null {
  const { storeId, category, start, end } = wanted;
  const isBlocked = plan
    .between(start, end)
    .filter((entry) => entry.kind === 'unavailable' && entry.storeId === storeId)
    .filter(({ roomId, employeeId }) => roomId !== null || employeeId === null);
  if (isBlocked.some(({ roomId }) => roomId === null)) return null;
  const isTaken = appointments.filter((other) => occupies(other) && other.start < end && other.end > start);
  const unfree = [...isBlocked, ...isTaken].map(({ roomId }) => roomId);
  const rooms = company.stores.find(({ id }) => id === storeId)?.rooms ?? [];
  return findSuitableRooms(rooms, category).find(({ id }) => !unfree.includes(id))?.id ?? null;
}

/** The requested page of records; its cursor is their offset. */
export function pageOf(records: readonly unknown[], query: URLSearchParams) {
  const cursor = query.get('cursor') ?? '';
  if (!/^(?:\d*|null)$/.test(cursor)) throw invalidInput('cursor', 'is not a cursor of this list');
  const from = Number.parseInt(cursor, 10) || 0;
  const next = from + Number(query.get('limit') ?? 100);
  const hasMore = next < records.length;
  const nextCursor = hasMore ? String(next) : null;
  return { data: records.slice(from, next), nextCursor, hasMore, totalCount: records.length };
}

/**
 * The endpoints of a practice in memory beyond the specification: `answer` returns null for any other request. `change`
 * makes a change as if by a colleague at another desk; `once` runs a create once per idempotency key.
 */
export function createPracticeExtensions(held: {
  company: Company;
  appointments: Appointment[];
  clients: Client[];
  pets: Pet[];
  employees: Employee[];
  types: AppointmentType[];
  /** The current user, and the colleague at the other desk. */
  people: readonly [mine: string, theirs: string];
  completed: CompleteAppointment;
}) {
  const { appointments, clients, pets, employees, types } = held;
  const [mine, theirs] = held.people;
  const history = createHistoryInMemory(appointments);
  const once = createOnce();
  const { company } = held;
  const plan = createPlanInMemory(company.id);
  const waitingList = createWaitingListInMemory({
    ...held,
    checkEmployee: (id) => checkEmployee(employees, id),
    checkVisitType: (id) => checkVisitType(types, id),
  });
  const recalls = createRecallsInMemory({
    ...held,
    checkVisitType: (id) => checkVisitType(types, id),
    employeeId: mine,
  });
  const feeds = createFeedsInMemory({ employeeId: mine });
  const messages = createMessagesInMemory({
    ...held,
    cancel: (id) => change(id, { status: 'cancelled', reason: 'Client' }, null),
  });
  const onlineBooking = createOnlineBookingInMemory(held);
  const onlineRequests = createOnlineRequestsInMemory({
    ...held,
    checkEmployee: (id) => checkEmployee(employees, id),
    checkVisitType: (id) => checkVisitType(types, id),
    checkRoom,
    freeRoom: (wanted) => freeRoom({ plan, company, appointments }, wanted),
    register,
    recordBooking,
  });
  /** The appointments of each series, in the order of its times. */
  const series = new Map<string, string[]>();

  const find = (id: string) => {
    const found = appointments.find((appointment) => appointment.id === id.toLowerCase());
    if (found === undefined) throw new ServiceError('not_found', 'id: there is no such appointment');
    return found;
  };

  function change(
    id: string,
    wanted: Omit<ChangeAppointment, 'companyId' | 'expectedUpdatedAt'>,
    by: string | null = theirs,
  ) {
    const before = find(id);
    const applied = applyChange(before, wanted, new Date().toISOString());
    if (applied === before) return before;
    const pet = pets.find(({ id: petId }) => petId === before.petId);
    const isSameType = applied.visitTypeId === before.visitTypeId;
    const after = isSameType
      ? applied
      : withVisitType(applied, checkVisitType(types, wanted.visitTypeId ?? ''), pet?.name ?? null);
    const at = new Date(Math.max(Date.now(), instantOf(before.updatedAt) + 1)).toISOString();
    const next: Appointment = { ...after, updatedAt: at };
    const changes = findDifferences(historyValuesOf(before), historyValuesOf(next));
    history.add(before, { at, employeeId: by, changes, reason: wanted.reason });
    appointments.splice(appointments.indexOf(before), 1, next);
    if (next.status === 'completed' && before.status !== 'completed') recalls.complete(next);
    return next;
  }

  function patch(id: string, body: unknown) {
    const { expectedUpdatedAt, companyId: _, ...wanted } = changeAppointmentSchema.parse(body);
    const current = find(id);
    const next = applyChange(current, wanted, '');
    if (next === current) return current;
    checkVersion(current, expectedUpdatedAt);
    if (next.end <= next.start)
      throw invalidInput(next.end === current.end ? 'start' : 'end', 'the end must be after the start');
    if (next.roomId !== null && next.roomId !== current.roomId) checkRoom(next.storeId, next.roomId);
    if (wanted.employeeId && next.employees !== current.employees) checkEmployee(employees, wanted.employeeId);
    return change(id, wanted, mine);
  }

  function checkVersion(current: Appointment, expectedUpdatedAt: string): void {
    if (instantOf(expectedUpdatedAt) === instantOf(current.updatedAt)) return;
    throw new ServiceError('changed_meanwhile', 'look at the appointment as it is now', { current });
  }

  function undoBooking(id: string, expectedUpdatedAt: string): true {
    const current = find(id);
    checkVersion(current, expectedUpdatedAt);
    const isByMe = history.of(current).every(({ employeeId }) => employeeId === mine);
    if (!isByMe || Date.now() - instantOf(current.createdAt) > undoBookingMs)
      throw new ServiceError('not_removable', 'cancel the appointment instead');
    appointments.splice(appointments.indexOf(current), 1);
    history.remove(current.id);
    waitingList.waitAgain(current.id);
    return true;
  }

  /** Joins appointments into a series, in the order of their times. */
  function join(ids: readonly string[]): string {
    const seriesId = crypto.randomUUID();
    series.set(seriesId, [...ids]);
    return seriesId;
  }

  function seriesOf(appointment: Appointment): Appointment[] {
    const ids = [...series.values()].find((all) => all.includes(appointment.id)) ?? [appointment.id];
    return appointments.filter(({ id }) => ids.includes(id)).sort(byStart);
  }

  /** Throws 400 for a room that does not belong to the store. */
  function checkRoom(storeId: string | null, roomId: string, field = 'roomId'): void {
    const rooms = company.stores.find(({ id }) => id === storeId)?.rooms ?? [];
    if (!rooms.some(({ id }) => id === roomId)) throw invalidInput(field, 'the store has no such room');
  }

  /** Throws 400 for a date that is in the future in all stores. */
  function checkDates(dates: { dateOfBirth?: string | null | undefined; deceasedOn?: string | null | undefined }) {
    const { dateOfBirth, deceasedOn } = dates;
    const today = company.stores.map(({ timeZone }) =>
      new Date(createWallClock(timeZone).toWall(Date.now())).toISOString().slice(0, 10),
    );
    for (const [field, date] of Object.entries({ dateOfBirth, deceasedOn }))
      if (date && today.every((day) => date > day)) throw invalidInput(field, 'must not be in the future');
  }

  function ownerOf(clientId: string): Client {
    const client = clients.find(({ id }) => id === clientId);
    if (client === undefined) throw invalidInput('clientId', 'the company has no such client');
    return client;
  }

  /** Adds a client or a pet as requested by `POST` to their list, and returns the id. */
  function register(name: string, body: unknown): string {
    const now = new Date().toISOString();
    const row = { id: crypto.randomUUID(), isActive: true, createdAt: now, updatedAt: now };
    if (name === 'POST /v1/clients') {
      const client = createClientSchema.parse(body);
      const { email = null, phone = null, alert = null, contactBy = null, recallsBy = null, language = null } = client;
      clients.push({ ...row, ...client, email, phone, alert, contactBy, recallsBy, language });
      return row.id;
    }
    const pet = createPetSchema.parse(body);
    checkDates(pet);
    const clientName = fullName(ownerOf(pet.clientId));
    const { breed = null, sex = null, dateOfBirth = null, alert = null } = pet;
    pets.push({ ...row, ...pet, breed, sex, dateOfBirth, alert, deceasedOn: null, clientName });
    return row.id;
  }

  function correctClient(id: string, body: unknown): Client {
    const client = changeRecord(clients, id, changeClientSchema.parse(body));
    for (const pet of pets) if (pet.clientId === id) pet.clientName = fullName(client);
    return client;
  }

  function correctPet(id: string, body: unknown): Pet {
    const request = changePetSchema.parse(body);
    checkDates(request);
    const corrected = changeRecord(pets, id, request, (next, before) => {
      const { dateOfBirth, deceasedOn } = next;
      if (dateOfBirth && deceasedOn && deceasedOn < dateOfBirth)
        throw invalidInput(
          deceasedOn === before.deceasedOn ? 'dateOfBirth' : 'deceasedOn',
          'the pet died before its birth',
        );
      const clientName = next.clientId === before.clientId ? next.clientName : fullName(ownerOf(next.clientId));
      for (const [nth, one] of appointments.entries()) {
        const isComposed = one.title === composeTitle(before.name, one.visitTypeName ?? '');
        if (one.petId !== id || !isComposed || instantOf(one.start) <= Date.now() || next.name === before.name)
          continue;
        const updatedAt = new Date(nextUpdatedAt(Date.now(), one.updatedAt)).toISOString();
        appointments[nth] = { ...one, title: composeTitle(next.name, one.visitTypeName ?? ''), updatedAt };
      }
      return { ...next, clientName };
    });
    waitingList.follow(corrected);
    return corrected;
  }

  function transfer(body: unknown) {
    const { from, to, petIds, appointmentIds } = transferSchema.parse(body);
    const current = { from: findRecord(clients, from.id), to: findRecord(clients, to.id) };
    const listed = [
      ...petIds.map((id) => pets.find((pet) => pet.id === id)),
      ...appointmentIds.map((id) => appointments.find((one) => one.id === id)),
    ];
    const differs = (side: typeof from, now: Client) =>
      JSON.stringify({ ...now, ...side, expectedUpdatedAt: undefined }) !== JSON.stringify(now);
    const isThere = listed.every((one) => one?.clientId === to.id);
    if (isThere && !differs(from, current.from) && !differs(to, current.to)) return current;
    const isStale = (side: typeof from, now: Client) => instantOf(side.expectedUpdatedAt) !== instantOf(now.updatedAt);
    const own = [...pets, ...appointments].filter(({ clientId }) => clientId === from.id);
    const isLeft = from.isActive === false && own.length > listed.length;
    const isAway = listed.some((one) => one?.clientId !== from.id);
    if (isStale(from, current.from) || isStale(to, current.to) || isLeft || isAway)
      throw new ServiceError('changed_meanwhile', 'decide again', { current });
    for (const [nth, one] of appointments.entries()) {
      if (!appointmentIds.includes(one.id)) continue;
      const updatedAt = new Date(nextUpdatedAt(Date.now(), one.updatedAt)).toISOString();
      appointments[nth] = { ...one, clientId: to.id, updatedAt };
    }
    const companyId = company.id;
    const change = ({ id, ...changes }: typeof from) => changeRecord(clients, id, { ...changes, companyId });
    const after = { from: change(from), to: change(to) };
    for (const id of petIds) {
      const pet = findRecord(pets, id);
      waitingList.follow(replaceRecord(pets, { ...pet, clientId: to.id, clientName: fullName(after.to) }));
    }
    return after;
  }

  function listDuplicates(): ClientDuplicates {
    const active = clients.filter(({ isActive }) => isActive);
    const petsOf = (client: Client) => pets.filter(({ clientId }) => clientId === client.id);
    const lower = (text: string) => text.toLowerCase();
    const groupsBy = (reason: CandidateGroup['reason'], keysOf: (client: Client) => string[]) => {
      const groups = new Map<string, Client[]>();
      for (const client of active)
        for (const key of new Set(keysOf(client))) groups.set(key, [...(groups.get(key) ?? []), client]);
      return [...groups.values()].map(
        (group): CandidateGroup => ({
          reason,
          clients: group.map((one) => ({ id: one.id, phone: one.phone, name: lower(fullName(one)) })),
        }),
      );
    };
    const pairs = findDuplicatePairs([
      ...groupsBy('name_and_pet', (one) => petsOf(one).map(({ name }) => lower(`${fullName(one)} ${name}`))),
      ...groupsBy('phone', ({ phone }) => (phone === null ? [] : [phone.replace(/\D/g, '').slice(-6)])),
    ]);
    const described = (id: string) => {
      const client = findRecord(clients, id);
      const own = appointments.filter(({ clientId }) => clientId === id);
      const next = own.map(({ start }) => start).filter((start) => instantOf(start) > Date.now());
      const listed = petsOf(client).map(({ id, name, species, deceasedOn, isActive }) => ({
        ...{ id, name, species, deceasedOn, isActive },
      }));
      return { ...client, pets: listed, appointments: own.length, nextAppointment: next.sort()[0] ?? null };
    };
    const shown = pairs.map(({ ids, reasons }) => ({ reasons, clients: ids.map(described) }));
    return { pairs: shown, total: pairs.length };
  }

  /** Throws 400 for a new room or employee of an availability entry that does not fit. */
  function checkPlace(
    place: string,
    { storeId, roomId, employeeId }: Pick<Availability, 'storeId' | 'roomId' | 'employeeId'>,
    before: Availability | undefined,
  ): void {
    if (roomId !== null && (roomId !== before?.roomId || storeId !== before.storeId))
      checkRoom(storeId, roomId, `${place}.roomId`);
    if (employeeId !== null && employeeId !== before?.employeeId)
      checkEmployee(employees, employeeId, `${place}.employeeId`);
  }

  /** The response to an availability request; null for any other. */
  function respondOnPlan(request: CheckedRequest): unknown {
    const { name, query, body } = request;
    if (name === 'GET /v1/availability') {
      const { start = '', end = '', storeIds, ...others } = Object.fromEntries(query);
      const isOf = (entry: Availability, field: 'kind' | 'employeeId' | 'roomId' | 'seriesId') =>
        others[field] === undefined || entry[field] === others[field];
      const found = plan
        .between(start, end)
        .filter(({ storeId }) => storeId === null || storeIds === undefined || storeIds.split(',').includes(storeId))
        .filter((entry) =>
          (['kind', 'employeeId', 'roomId', 'seriesId'] as const).every((field) => isOf(entry, field)),
        );
      return pageOf(found, query);
    }
    if (name !== 'POST /v1/availability/changes') return null;
    const isThere = (storeId: string | null | undefined) =>
      storeId == null || company.stores.some(({ id }) => id === storeId);
    const far = (changeAvailabilitySchema.parse(body).put ?? []).findIndex(({ storeId }) => !isThere(storeId));
    if (far >= 0)
      throw new ServiceError('not_found', `put[${far}].storeId: no such store, or this key cannot access it`);
    return plan.request(body, checkPlace);
  }

  function respond(request: CheckedRequest): unknown {
    const { name, query, body } = request;
    if (name.includes(' /v1/availability')) return respondOnPlan(request);
    if (/ \/v1\/(?:messages?|client-answers)\b/.test(name))
      return messages.respond(request, {
        page: (records) => pageOf(records, query),
        once: (create) => once(request, create),
      });
    if (name.includes(' /v1/online-booking')) return onlineBooking.respond(request);
    if (name.includes(' /v1/online-requests'))
      return onlineRequests.respond(request, {
        page: (records) => pageOf(records, query),
        once: (create) => once(request, create),
      });
    if (name.includes(' /v1/recalls'))
      return recalls.respond(request, {
        page: (records) => pageOf(records, query),
        once: (create) => once(request, create),
      });
    if (/ \/v1\/(?:feeds|me)\b/.test(name))
      return feeds.respond(request, {
        page: (records) => pageOf(records, query),
        once: (create) => once(request, create),
      });
    if (name === 'POST /v1/clients' || name === 'POST /v1/pets') return once(request, () => register(name, body));
    if (name === 'GET /v1/client-duplicates') return listDuplicates();
    if (name === 'POST /v1/client-transfers') return transfer(body);
    const [, how, list, person = ''] = /^(GET|PATCH) \/v1\/(clients|pets)\/([^/]+)$/.exec(name) ?? [];
    if (how === 'PATCH') return list === 'clients' ? correctClient(person, body) : correctPet(person, body);
    if (how === 'GET') return list === 'clients' ? findRecord(clients, person) : findRecord(pets, person);
    if (name === 'GET /v1/appointment-history') return pageOf(history.between(query), query);
    if (name === 'GET /v1/waiting-list') return pageOf(waitingList.list(query), query);
    if (name === 'POST /v1/waiting-list') return once(request, () => waitingList.create(body));
    const [, entry] = /^PATCH \/v1\/waiting-list\/([^/]+)$/.exec(name) ?? [];
    if (entry !== undefined) return waitingList.patch(entry, body);
    const [, method, id = '', part] = /^(GET|POST|PATCH|DELETE) \/v1\/appointments\/([^/]+)(\/\w+)?$/.exec(name) ?? [];
    switch (method === undefined ? '' : `${method} ${part ?? ''}`) {
      case 'GET ':
        return find(id);
      case 'PATCH ':
        return patch(id, body);
      case 'DELETE ':
        return undoBooking(id, query.get('expectedUpdatedAt') ?? '');
      case 'GET /history':
        return pageOf(history.of(find(id)), query);
      case 'GET /series':
        return pageOf(seriesOf(find(id)), query);
      case 'POST /reason':
        return history.giveReason(find(id), body, { employeeId: mine, now: Date.now() });
      default:
        return null;
    }
  }

  /** Records the create of an appointment in its history. */
  function recordBooking(appointment: Appointment) {
    const changes = findDifferences(emptyHistoryValues, historyValuesOf(appointment));
    history.set(appointment.id, [{ at: appointment.createdAt, employeeId: mine, changes }]);
    if (appointment.status === 'completed') recalls.complete(appointment);
  }

  return {
    change,
    plan,
    waitingList,
    recalls,
    messages,
    feeds,
    onlineBooking,
    onlineRequests,
    setHistory: history.set,
    once,
    join,
    /** The response to the create of a series, whatever happened to its appointments. */
    created: (seriesId: string): CreatedSeries => ({ seriesId, appointmentIds: series.get(seriesId) ?? [] }),
    booked: recordBooking,
    answer(request: CheckedRequest): Response | null {
      try {
        const body = respond(request);
        return body === null ? null : Response.json(body);
      } catch (error) {
        return errorResponse(error);
      }
    },
  };
}

/** Runs a create once per idempotency key, and returns its id. */
export function createOnce() {
  const created = new Map<string, { request: string; id: string }>();

  return function once({ name, body, headers }: CheckedRequest, create: () => string): string {
    const key = headers.get(idempotencyKeyHeader);
    if (key === null) return create();
    const request = JSON.stringify([name, body], sortProperties);
    const earlier = created.get(key);
    if (earlier !== undefined && earlier.request !== request)
      throw new ServiceError('idempotency_key_reused', `${idempotencyKeyHeader}: take a new one`);
    const id = earlier?.id ?? create();
    created.set(key, { request, id });
    return id;
  };
}

/** Sorts the properties of objects; a replacer for `JSON.stringify`. */
export function sortProperties(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The error response for a thrown value. */
export function errorResponse(error: unknown): Response {
  if (!(error instanceof ServiceError)) throw error;
  return Response.json(error.body(crypto.randomUUID()), { status: error.status });
}
