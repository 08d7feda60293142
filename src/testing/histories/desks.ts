import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Appointment, appointmentSchema } from '#contract/appointment.ts';
import { type Availability, availabilitySchema } from '#contract/availability.ts';
import { createRandom } from '#service/demo/random.ts';
import type { TestPractice } from '#testing/practice-rows.ts';
import type { History, Kind, Listed, RecordedPage } from './history.ts';
import type { RecordAnswer, RecordRequest, Values } from './versioned-record.ts';

/** A request to the practice API; only the API itself answers `fresh` reads. A create is repeated in the same session. */
export interface DeskRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly fresh: boolean;
  readonly session: number;
}

/** The response; null if none arrived. */
export type Answer = { readonly status: number; readonly body: unknown } | null;
export type Ask = (request: DeskRequest) => Promise<Answer>;

export const valuesOfAppointment = ({ storeId, start, end, status, roomId, notes }: Appointment): Values => ({
  end,
  notes,
  roomId,
  start,
  status,
  storeId,
});
export const valuesOfEntry = ({ start, end, title, employeeId, roomId }: Availability): Values => ({
  employeeId,
  end,
  roomId,
  start,
  title,
});

const appointmentAsListed = (record: Appointment): Listed => ({
  id: record.id,
  updatedAt: record.updatedAt,
  values: valuesOfAppointment(record),
});
const entryAsListed = (entry: Availability): Listed => ({
  id: entry.id,
  updatedAt: entry.updatedAt,
  values: valuesOfEntry(entry),
});

const changesPath = '/v1/availability/changes';
const changedPlanSchema = z.object({ put: z.array(availabilitySchema) });
const conflictSchema = z.tuple([z.object({ entry: z.nullable(availabilitySchema) })]);

/** The parts of an error body that a client needs. */
const faultSchema = z.object({
  message: z.string(),
  data: z.object({ suggestion: z.string(), current: z.optional(z.unknown()) }),
});

type Meaning =
  | { is: 'done'; body: unknown }
  | { is: 'conflict'; body: unknown }
  | { is: 'nothing' | 'refused' | 'lost' | 'again' };

/** Null: an inexplicable response. */
function meaningOf(answer: Answer): Meaning | null {
  if (answer === null) return { is: 'lost' };
  if (answer.status === 200) return { is: 'done', body: answer.body };
  const { message = '', data } = faultSchema.safeParse(answer.body).data ?? {};
  const suggestion = data?.suggestion ?? '';
  if (message === 'changed_meanwhile') return { is: 'conflict', body: data?.current };
  if (message === 'request_in_progress') return { is: 'again' };
  // The desk ignores responses that say that nothing was done; if it was done nevertheless, the check finds it.
  if (message === 'rate_limit_exceeded' || message === 'upstream_unavailable') return { is: 'refused' };
  // A gateway that has just started does not know the service's capabilities yet.
  if (message === 'not_found') return { is: suggestion.startsWith('The practice API has no') ? 'refused' : 'nothing' };
  if (message === 'invalid_input' && suggestion.includes('does not take it')) return { is: 'refused' };
  return answer.status >= 500 ? { is: 'lost' } : null;
}

/** What the desks of a practice share. */
export interface Office {
  readonly practice: TestPractice;
  readonly history: History;
  /** How old a shared response may be, in milliseconds. */
  readonly sharedMs: number;
  /** The maximum time between a create and its repetition, in milliseconds. */
  readonly pauseMs: number;
  /** How often a create without a response is repeated. */
  readonly repeats: number;
  /** The number of sessions per desk. */
  readonly sessions: number;
  /** The appointments and entries that desks currently work with, oldest first. */
  readonly recent: Record<Kind, string[]>;
  createdCount: number;
}

export const openOffice = (
  options: Pick<Office, 'practice' | 'history' | 'sharedMs' | 'pauseMs' | 'repeats' | 'sessions'>,
): Office => ({
  ...options,
  recent: { appointment: [], availability: [] },
  createdCount: 0,
});

/** The number of records that desks work with at a time: few, so that they interfere. */
const RECENT = 8;
/** The number of appointments booked on a day before the next day begins: slightly more than there is room for. */
const A_DAY = 30;
const FIRST_DAY = Date.parse('2027-03-01T00:00:00Z');
const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

const iso = (time: number) => new Date(time).toISOString();

/** A desk whose choices depend on the seed: it books, changes and reads, and records its requests and the responses. */
export function createDesk(office: Office, ask: Ask, { nth, seed }: { nth: number; seed: string }) {
  const { practice, history, recent, sharedMs } = office;
  const { companyId } = practice;
  const [steady, moving] = practice.stores;
  const random = createRandom(seed, 'desk', nth);
  /** The records as this desk last saw them. */
  const lastSeen: Record<Kind, Map<string, Listed>> = { appointment: new Map(), availability: new Map() };
  let turn = 0;

  const nextSession = () => {
    turn += 1;
    return turn % office.sessions;
  };

  async function send(request: Omit<DeskRequest, 'session' | 'fresh'> & Partial<DeskRequest>) {
    const deskRequest = { session: nextSession(), fresh: true, ...request };
    const call = performance.now() - (deskRequest.fresh ? 0 : sharedMs);
    const answer = await ask(deskRequest);
    const end = performance.now();
    const meaning = meaningOf(answer);
    if (meaning === null) {
      const what = `${answer?.status} ${JSON.stringify(answer?.body)} for ${deskRequest.method} ${deskRequest.path}`;
      history.strange.push({ desk: nth, what });
    }
    return { call, end, meaning: meaning ?? ({ is: 'lost' } as const) };
  }

  const listed = (kind: Kind, body: unknown): Listed =>
    kind === 'appointment'
      ? appointmentAsListed(appointmentSchema.parse(body))
      : entryAsListed(availabilitySchema.parse(body));

  function note(
    common: { of: Kind; id: string | null; name?: string; request: RecordRequest },
    { call, end, answer }: { call: number; end: number; answer: RecordAnswer | null },
  ) {
    if (common.id !== null && answer !== null && 'record' in answer) {
      lastSeen[common.of].set(common.id, { id: common.id, ...answer.record });
    }
    history.operations.push({ name: null, ...common, desk: nth, call, return: end, answer });
  }

  const dayOf = (count: number) => FIRST_DAY + Math.floor(count / A_DAY) * DAY_MS;
  const today = () => dayOf(office.createdCount);
  function someTime(day: number) {
    const start = day + random.integer(16, 27) * HALF_HOUR_MS;
    return { start: iso(start), end: iso(start + random.integer(1, 2) * HALF_HOUR_MS) };
  }

  /** Repeats a create until it is answered, or gives up; the outcome is recorded as that of one request. */
  async function create(
    of: Kind,
    sent: Pick<DeskRequest, 'path' | 'body' | 'idempotencyKey'>,
    values: Values,
    { name, idIn }: { name: string; idIn: (body: unknown) => string },
  ): Promise<void> {
    office.createdCount += of === 'appointment' ? 1 : 0;
    const deskRequest = { method: 'POST', ...sent, session: nextSession() } as const;
    const request: RecordRequest = { kind: 'create', values };
    let startedAt: number | null = null;
    for (let repeats = 0; repeats < office.repeats; repeats += 1) {
      const { call, end, meaning } = await send(deskRequest);
      startedAt ??= call;
      if (meaning.is === 'done') {
        const id = idIn(meaning.body);
        note({ of, id, name, request }, { call: startedAt, end, answer: { kind: 'done' } });
        recent[of].push(id);
        if (recent[of].length > RECENT) recent[of].shift();
        return;
      }
      await pause(random.fraction() * office.pauseMs);
    }
    if (startedAt !== null) note({ of, id: null, name, request }, { call: startedAt, end: startedAt, answer: null });
  }

  function book(): Promise<void> {
    const storeId = random.chance(0.75) ? steady : moving;
    const name = `visit-${nth}-${history.operations.length}`;
    const values = { storeId, ...someTime(today()), status: 'requested', notes: name };
    const { pet: petId, visitType: visitTypeId } = practice;
    const { storeId: _, ...fields } = values;
    const body = { companyId, storeIds: [storeId], petId, visitTypeId, ...fields };
    const request = { path: '/v1/appointments', body, idempotencyKey: randomUUID() };
    return create('appointment', request, values, { name, idIn: (id) => z.uuid().parse(id) });
  }

  function block(): Promise<void> {
    const name = `block-${nth}-${history.operations.length}`;
    const roomId = random.pick(practice.rooms[0]);
    const values = { ...someTime(today()), title: `${name} as made`, employeeId: null, roomId };
    const body = { companyId, put: [{ id: randomUUID(), ...ofBlock, ...values }] };
    return create('availability', { path: changesPath, body }, values, {
      name,
      idIn: (answer) =>
        changedPlanSchema
          .parse(answer)
          .put.map(({ id }) => id)
          .join(),
    });
  }

  const ofBlock = { kind: 'unavailable', storeId: steady };

  /** One of several recent records; a record that the desk does not know is usually read first. */
  function someone(of: Kind): Listed | string | null {
    const id = recent[of].length === 0 ? null : random.pick(recent[of]);
    return id === null ? null : (lastSeen[of].get(id) ?? id);
  }

  async function read(id: string): Promise<void> {
    const path = `/v1/appointments/${id}?companyId=${companyId}`;
    const { call, end, meaning } = await send({ method: 'GET', path, fresh: random.chance(0.6) });
    const common = { of: 'appointment', id, request: { kind: 'read' } } as const;
    if (meaning.is === 'nothing') note(common, { call, end, answer: { kind: 'nothing' } });
    if (meaning.is === 'done')
      note(common, { call, end, answer: { kind: 'record', record: listed('appointment', meaning.body) } });
  }

  async function changeVisit(): Promise<void> {
    const seen = someone('appointment');
    if (seen === null) return;
    if (typeof seen === 'string') return read(seen);
    const values = newVisitValues(seen);
    const request: RecordRequest = { kind: 'change', expected: seen.updatedAt, values };
    const body = { companyId, expectedUpdatedAt: seen.updatedAt, ...values };
    const outcome = await send({ method: 'PATCH', path: `/v1/appointments/${seen.id}`, body });
    noteOutcome({ of: 'appointment', id: seen.id, request }, outcome);
  }

  /** Replaces or removes a block. */
  async function changeBlock(removes: boolean): Promise<void> {
    const seen = someone('availability');
    if (seen === null || typeof seen === 'string') return plan();
    const { id, updatedAt: expectedUpdatedAt } = seen;
    const values = { ...seen.values, ...newEntryValues(seen) };
    const changes = removes
      ? { remove: [{ id, expectedUpdatedAt }] }
      : { put: [{ id, expectedUpdatedAt, ...ofBlock, ...values }] };
    const { meaning, ...when } = await send({ method: 'POST', path: changesPath, body: { companyId, ...changes } });
    const request: RecordRequest = removes
      ? { kind: 'delete', expected: expectedUpdatedAt }
      : { kind: 'change', expected: expectedUpdatedAt, values };
    noteOutcome({ of: 'availability', id, request }, { ...when, meaning: ofOneEntry(meaning) });
  }

  /** The meaning of a response to a change of one availability entry. */
  function ofOneEntry(meaning: Meaning): Meaning {
    if (meaning.is === 'done') return { is: 'done', body: changedPlanSchema.parse(meaning.body).put[0] };
    if (meaning.is !== 'conflict') return meaning;
    const [{ entry }] = conflictSchema.parse(meaning.body);
    return entry === null ? { is: 'nothing' } : { is: 'conflict', body: entry };
  }

  function noteOutcome(
    common: { of: Kind; id: string; request: RecordRequest },
    { call, end, meaning }: { call: number; end: number; meaning: Meaning },
  ) {
    const { of, request } = common;
    if (meaning.is === 'lost') note(common, { call, end, answer: null });
    if (meaning.is === 'nothing') note(common, { call, end, answer: { kind: 'nothing' } });
    if (meaning.is === 'conflict')
      note(common, { call, end, answer: { kind: 'conflict', record: listed(of, meaning.body) } });
    if (meaning.is !== 'done') return;
    const answer: RecordAnswer =
      request.kind === 'delete' ? { kind: 'done' } : { kind: 'record', record: listed(of, meaning.body) };
    note(common, { call, end, answer });
  }

  function newVisitValues({ values: before }: Listed): Values {
    const notes = `${(before['notes'] ?? '').split(' ')[0]} by ${nth}-${history.operations.length}`;
    const status = random.pick(['requested', 'confirmed', 'checked_in', 'in_progress', 'completed']);
    // A change without notes may leave the record as it is.
    if (before['storeId'] === steady) return random.chance(0.25) ? { status } : { status, notes };
    const day = Date.parse((before['start'] ?? '').slice(0, 10));
    const roomId = random.pick([...practice.rooms[1], null]);
    return random.pick([
      { ...someTime(day), notes },
      { roomId, notes },
      { status: 'cancelled', notes },
      { roomId, status },
    ]);
  }

  function newEntryValues({ values: before }: Listed): Values {
    const title = `${(before['title'] ?? '').split(' ')[0]} by ${nth}-${history.operations.length}`;
    const times = someTime(Date.parse((before['start'] ?? '').slice(0, 10)));
    return random.pick<Values>([
      { title },
      { title, ...times },
      { employeeId: practice.vet },
      { employeeId: null, title },
    ]);
  }

  /** Reads all pages until one is not answered. */
  async function walk(
    { of, what, has }: { of: Kind; what: string; has: (values: Values) => boolean },
    request: (cursor: string | null) => Pick<DeskRequest, 'method' | 'path' | 'body'>,
  ): Promise<void> {
    const pages: RecordedPage[] = [];
    const fresh = random.chance(0.7);
    let cursor: string | null = null;
    do {
      const { call, end, meaning } = await send({ ...request(cursor), fresh });
      if (meaning.is !== 'done') break;
      const { data, totalCount, nextCursor } = pageSchema.parse(meaning.body);
      const records = data.map((record) => listed(of, record));
      for (const record of records) lastSeen[of].set(record.id, record);
      pages.push({ call, return: end, totalCount, records });
      cursor = nextCursor;
    } while (cursor !== null);
    if (pages.length > 0) history.walks.push({ of, what, has, desk: nth, pages, isComplete: cursor === null });
  }

  const onDay = (day: number) => (values: Values) => Date.parse((values['start'] ?? '').slice(0, 10)) === day;

  function someDay() {
    const day = dayOf(Math.max(0, office.createdCount - random.pick([0, 0, A_DAY])));
    return { day, from: iso(day), to: iso(day + DAY_MS - 1) };
  }

  function search(): Promise<void> {
    const { day, from, to } = someDay();
    const body = { companyId, filter: { start: { between: [from, to] } }, limit: 500 };
    return walk({ of: 'appointment', what: `the search of ${from.slice(0, 10)}`, has: onDay(day) }, (cursor) => ({
      method: 'POST',
      path: '/v1/appointments/search',
      body: { ...body, ...(cursor !== null && { cursor }) },
    }));
  }

  function list(): Promise<void> {
    const query = { companyId, storeIds: steady, direction: random.pick(['asc', 'desc']), limit: '60' };
    const has = (values: Values) => values['storeId'] === steady;
    return walk({ of: 'appointment', what: 'the list of all visits', has }, (cursor) => ({
      method: 'GET',
      path: `/v1/appointments?${new URLSearchParams({ ...query, cursor: cursor ?? '' })}`,
    }));
  }

  function plan(): Promise<void> {
    const { day, from } = someDay();
    const query = { companyId, start: from, end: iso(day + DAY_MS), limit: '500' };
    return walk({ of: 'availability', what: `the plan of ${from.slice(0, 10)}`, has: onDay(day) }, () => ({
      method: 'GET',
      path: `/v1/availability?${new URLSearchParams(query)}`,
    }));
  }

  const acts: readonly (readonly [() => Promise<void>, number])[] = [
    [book, 30],
    [changeVisit, 26],
    [
      async () => {
        const seen = someone('appointment');
        if (seen !== null) await read(typeof seen === 'string' ? seen : seen.id);
      },
      12,
    ],
    [search, 10],
    [list, 3],
    [block, 5],
    [() => changeBlock(false), 6],
    [() => changeBlock(true), 3],
    [plan, 5],
  ];
  return {
    /** Performs one random act. */
    act: () => random.weighted(acts)(),
  };
}

const pageSchema = z.object({
  data: z.array(z.unknown()),
  totalCount: z.number(),
  nextCursor: z.nullable(z.string()),
});
