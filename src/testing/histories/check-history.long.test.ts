import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '#service/db/database.ts';
import { createRandom } from '#service/demo/random.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addPractice, keyOf } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { faultsOf } from './check-history.ts';
import { type Answer, type Ask, createDesk, type DeskRequest, openOffice } from './desks.ts';
import { readEnding } from './endings.ts';
import { type Ending, type History, newHistory, type RecordedPage } from './history.ts';

let database: Database;
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
});

/** Three desks in this process, some of whose responses are lost; `lie` can alter the service's answers. */
async function record(acts: number, lie: (ask: Ask) => Ask = (ask) => ask) {
  const practice = await addPractice(database);
  const key = await keyOf(database, practice.vet);
  const { app, clock } = createTestService(database);
  const random = createRandom('lost');
  const ask: Ask = async ({ method, path, body, idempotencyKey }: DeskRequest): Promise<Answer> => {
    clock.pass(61_000);
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await app.request(path, init);
    return { status: response.status, body: await response.json() };
  };
  const answerOf = lie(ask);
  const history = newHistory();
  const office = openOffice({ practice, history, sharedMs: 0, pauseMs: 0, repeats: 12, sessions: 1 });
  const desks = [0, 1, 2].map((nth) => {
    const desk: Ask = async (request) => {
      const answer = await answerOf(request);
      return random.chance(0.08) ? null : answer;
    };
    return createDesk(office, desk, { nth, seed: 'another day' });
  });
  await Promise.all(
    desks.map(async (desk) => {
      for (let nth = 0; nth < acts; nth += 1) await desk.act();
    }),
  );
  return { history, ending: await readEnding(database, { practice, key }) };
}

let honest: { history: History; ending: Ending };
beforeAll(async () => {
  // Enough acts for every kind of response, whatever the order of the desks.
  honest = await record(200);
});

test('the service’s answers on a day with lost responses break no promise', () => {
  expect(faultsOf(honest.history, honest.ending)).toEqual([]);
  const kinds = honest.history.operations.map(
    ({ of, request, answer }) => `${of} ${request.kind} ${answer?.kind ?? 'lost'}`,
  );
  // Every kind of answer occurred.
  expect([...new Set(kinds)]).toEqual(
    expect.arrayContaining([
      'appointment create done',
      'appointment change record',
      'appointment change conflict',
      'appointment change lost',
      'appointment read record',
      'availability create done',
      'availability change record',
      'availability delete done',
    ]),
  );
  expect(honest.history.walks.length).toBeGreaterThan(20);
});

type Recorded = { history: History; ending: Ending };
type Mutable<Of> = { -readonly [Name in keyof Of]: Of[Name] };

/** The faults found in a modified copy of the honest day. */
function changedDay(change: (day: Recorded) => void): string[] {
  const { history, ending } = honest;
  const copy: Recorded = {
    history: {
      operations: history.operations.map((operation) => ({ ...operation })),
      walks: history.walks.map((walk) => ({ ...walk, pages: walk.pages.map((page) => ({ ...page })) })),
      strange: [],
    },
    ending: structuredClone(ending),
  };
  change(copy);
  return faultsOf(copy.history, copy.ending);
}

/** The last operation of the kind with this answer. */
function last({ history }: Recorded, of: string, requestKind: string, answerKind: string) {
  const found = history.operations.findLast(
    (one) => one.of === of && one.request.kind === requestKind && one.answer?.kind === answerKind && one.id !== null,
  );
  if (found === undefined) throw new Error(`the day has no ${requestKind}`);
  return found as Mutable<typeof found>;
}
const without = <Item extends { id: string }>(items: readonly Item[], id: string | null) =>
  items.filter((item) => item.id !== id);

const changes: readonly [what: string, expected: RegExp, change: (day: Recorded) => void][] = [
  [
    'an acknowledged booking is not there',
    /not linearizable|nowhere else/,
    (day) => {
      const { id } = last(day, 'appointment', 'create', 'done');
      (day.ending as Mutable<Ending>).appointments = without(day.ending.appointments, id);
    },
  ],
  [
    'an acknowledged change is not there',
    /not linearizable/,
    (day) => {
      const change = last(day, 'appointment', 'change', 'record');
      const { history, ending } = day;
      const after = history.operations.filter((one) => one.id === change.id && one.return >= change.return);
      for (const one of after) if (one !== change) history.operations.splice(history.operations.indexOf(one), 1);
      const record = ending.appointments.find(({ id }) => id === change.id);
      Object.assign(record ?? {}, { values: { ...record?.values, notes: 'as before' } });
    },
  ],
  [
    'a booking is made twice',
    /was made twice/,
    (day) => {
      const [one] = day.ending.appointments;
      if (one !== undefined)
        (day.ending.appointments as Recorded['ending']['appointments'][number][]).push({ ...one, id: randomUUID() });
    },
  ],
  [
    'an appointment appears that no one booked',
    /requested by no one/,
    (day) => {
      const { operations } = day.history;
      operations.splice(operations.indexOf(last(day, 'appointment', 'create', 'done')), 1);
    },
  ],
  [
    'a change is refused without a reason',
    /not linearizable/,
    (day) => {
      const conflict = last(day, 'appointment', 'change', 'conflict');
      const { request, answer } = conflict;
      if (request.kind === 'change' && answer?.kind === 'conflict')
        conflict.request = { ...request, expected: answer.record.updatedAt };
    },
  ],
  [
    'a stale record is returned',
    /not linearizable/,
    (day) => {
      const { id, answer } = last(day, 'appointment', 'change', 'record');
      const at = Math.max(...day.history.operations.map((one) => one.return));
      if (answer?.kind !== 'record') return;
      const record = { ...answer.record, updatedAt: '2026-03-02T08:00:00.000Z' };
      day.history.operations.push({
        of: 'appointment',
        id,
        name: null,
        desk: 9,
        request: { kind: 'read' },
        answer: { kind: 'record', record },
        call: at + 1,
        return: at + 2,
      });
    },
  ],
  [
    'a visit that is there is not found',
    /not linearizable/,
    (day) => {
      const { id } = last(day, 'appointment', 'read', 'record');
      const at = Math.max(...day.history.operations.map((one) => one.return));
      day.history.operations.push({
        of: 'appointment',
        id,
        name: null,
        desk: 9,
        request: { kind: 'read' },
        answer: { kind: 'nothing' },
        call: at + 1,
        return: at + 2,
      });
    },
  ],
  [
    'an acknowledged block is not there',
    /not linearizable/,
    (day) => {
      const deleted = new Set(
        day.history.operations.filter(({ request }) => request.kind === 'delete').map(({ id }) => id),
      );
      const remaining = day.ending.availability.find(({ id }) => !deleted.has(id));
      (day.ending as Mutable<Ending>).availability = without(day.ending.availability, remaining?.id ?? null);
    },
  ],
  [
    'a deleted block is back',
    /not linearizable/,
    (day) => {
      const { id } = last(day, 'availability', 'delete', 'done');
      const seen = day.history.walks
        .flatMap(({ pages }) => pages.flatMap(({ records }) => records))
        .find((one) => one.id === id);
      (day.ending as Mutable<Ending>).availability = [...day.ending.availability, seen!];
    },
  ],
  [
    'a page leaves a visit out',
    /leaves out|not linearizable/,
    (day) => {
      // Only an appointment whose booking was answered before the walk began must be in it, and only in a complete
      // walk.
      const isCertain = (page: RecordedPage, id: string) =>
        day.history.operations.some(
          (one) => one.id === id && one.request.kind === 'create' && one.answer !== null && one.return < page.call,
        );
      const [page, visit] = day.history.walks
        .filter(({ of, isComplete }) => of === 'appointment' && isComplete)
        .flatMap(({ pages: [first] }) => (first ? first.records.map((record) => [first, record] as const) : []))
        .findLast(([first, { id }]) => isCertain(first, id))!;
      Object.assign(page, { records: without(page.records, visit.id) });
    },
  ],
  [
    'a page has a visit twice',
    /twice/,
    (day) => {
      const page = day.history.walks.flatMap(({ pages }) => pages).find(({ records }) => records.length > 0);
      Object.assign(page ?? {}, { records: [...(page?.records ?? []), page?.records[0]] });
    },
  ],
  [
    'a total is too small',
    /counts/,
    (day) => {
      const page = day.history.walks.findLast(
        ({ of, pages }) => of === 'appointment' && (pages[0]?.totalCount ?? 0) > 3,
      )?.pages[0];
      Object.assign(page ?? {}, { totalCount: 1 });
    },
  ],
  [
    'a room is given twice',
    /was given to/,
    (day) => {
      const { ending } = day;
      const inRooms = ending.appointments.filter(
        ({ values }) => values['storeId'] === ending.steadyStore && values['roomId'],
      );
      const [one, other] = inRooms;
      for (const same of [one, other]) {
        Object.assign(same ?? {}, {
          values: { ...same?.values, start: '2027-03-01T09:00:00.000Z', end: '2027-03-01T10:00:00.000Z' },
        });
        const roomChange = same?.history.at(-1)?.changes.find(({ field }) => field === 'roomId');
        Object.assign(roomChange ?? {}, { to: ending.rooms[0] });
      }
    },
  ],
  [
    'a change is not in the history',
    /the history of/,
    (day) => {
      const changed = day.ending.appointments.find(({ history }) => history.length > 2);
      Object.assign(changed ?? {}, { history: changed?.history.filter((_, nth) => nth !== 1) });
    },
  ],
  [
    'someone is signed out',
    /received 401/,
    (day) => {
      day.history.strange.push({ desk: 1, what: '401' });
    },
  ],
];

test.each(changes)('finds that %s', (_what, expected, change) => {
  const found = changedDay(change);
  expect(found.join('\n')).toMatch(expected);
});

test('a block that its own late request made again after it was deleted is no fault', () => {
  const found = changedDay((day) => {
    const { id } = last(day, 'availability', 'delete', 'done');
    const create = day.history.operations.find((one) => one.id === id && one.request.kind === 'create');
    if (id === null || create?.request.kind !== 'create') throw new Error('the deleted block was not created');
    const madeAgain = { id, values: create.request.values, updatedAt: '2030-01-01T00:00:00.000Z' };
    (day.ending as Mutable<Ending>).availability = [...day.ending.availability, madeAgain];
  });
  expect(found).toEqual([]);
});

/** Functions between desks and service that falsify responses. */
const lies: readonly [what: string, expected: RegExp, lie: (ask: Ask) => Ask][] = [
  [
    'bookings are acknowledged that were never sent',
    /not linearizable/,
    (ask) => async (request) =>
      request.path === '/v1/appointments' && request.method === 'POST'
        ? { status: 200, body: randomUUID() }
        : ask(request),
  ],
  [
    'bookings are sent twice as two',
    /was made twice/,
    (ask) => async (request) => {
      if (request.path === '/v1/appointments' && request.method === 'POST')
        await ask({ ...request, idempotencyKey: randomUUID() });
      return ask(request);
    },
  ],
  [
    'changes are acknowledged that were never sent',
    /not linearizable/,
    (ask) => async (request) => {
      if (request.method !== 'PATCH' || !request.path.startsWith('/v1/appointments')) return ask(request);
      const { companyId, expectedUpdatedAt, ...values } = request.body as Record<string, unknown>;
      const { body } =
        (await ask({ ...request, method: 'GET', path: `${request.path}?companyId=${companyId}`, body: undefined })) ??
        {};
      return { status: 200, body: { ...Object(body), ...values, updatedAt: '2030-01-01T00:00:00.000Z' } };
    },
  ],
  [
    'reads are answered as they once were',
    /not linearizable/,
    (ask) => {
      const first = new Map<string, Answer>();
      return async (request) => {
        if (request.method !== 'GET') return ask(request);
        const answer = first.get(request.path) ?? (await ask(request));
        first.set(request.path, answer);
        return answer;
      };
    },
  ],
];

test.each(lies)('finds a gateway by which %s', async (_what, expected, lie) => {
  const { history, ending } = await record(25, lie);
  expect(faultsOf(history, ending).join('\n')).toMatch(expected);
});
