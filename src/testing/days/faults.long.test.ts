import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { readCurrentAppointment } from '#app/api/appointments.ts';
import { deskHeaders } from '#contract/desk.ts';
import { livePolling } from '#contract/live-polling.ts';
import { firstDate, runDay, WrongDay } from './day.ts';
import type { DeskParts } from './desk.ts';
import { practiceSystemInMemory } from './practice-systems.ts';
import { virtualizeTests } from './virtual-time.ts';

virtualizeTests();

/** Changes polls before they are sent, or their responses. */
const polls =
  (change: (url: string) => string): DeskParts['fetch'] =>
  (usual) =>
  (input, init) =>
    usual(String(input).startsWith('/api/v1/appointments?') ? change(String(input)) : input, init);

/** Faulty parts of a desk, and the error that the days must report for each. */
const faults: readonly (readonly [string, RegExp, Partial<DeskParts>])[] = [
  [
    'a store that keeps the older version',
    /is live as of|out of date/,
    {
      queryClient(created) {
        const set = created.setQueryData.bind(created);
        created.setQueryData = ((key: readonly unknown[], data: unknown, options: object) => {
          const before = created.getQueryData(key);
          const isStore = data instanceof Map && before instanceof Map;
          return set(key, isStore ? new Map([...data, ...before]) : data, options);
        }) as typeof created.setQueryData;
        return created;
      },
    },
  ],
  [
    'a poll without overlap',
    /is live as of/,
    {
      fetch: polls((url) =>
        url.replace(/updatedSince=([^&]+)/, (_, since) => {
          const at = Date.parse(decodeURIComponent(since)) + livePolling.overlapMs;
          return `updatedSince=${encodeURIComponent(new Date(at).toISOString())}`;
        }),
      ),
    },
  ],
  [
    'a desk that polls by its own clock',
    /is live as of/,
    {
      fetch: (usual) => async (input, init) => {
        const answer = await usual(input, init);
        answer.headers.delete(deskHeaders.clock);
        return answer;
      },
    },
  ],
  [
    'a store that loses some of the answers',
    /is live as of|out of date|missing|not there/,
    {
      queryClient(created) {
        const set = created.setQueryData.bind(created);
        created.setQueryData = ((key: readonly unknown[], data: unknown, options: object) =>
          data instanceof Map && Math.random() < 0.2 ? data : set(key, data, options)) as typeof created.setQueryData;
        return created;
      },
    },
  ],
  [
    'a change or undo that does not care which version was seen',
    /a version that no one had seen/,
    {
      changesPorts: (ports) => ({
        ...ports,
        send: (request, signal) =>
          ports.send(request, signal).catch((error: unknown) => {
            const current = readCurrentAppointment(error);
            if (!current) throw error;
            return ports.send({ ...request, expectedUpdatedAt: current.updatedAt ?? '' }, signal);
          }),
      }),
    },
  ],
  [
    'a change that is told as saved before it is',
    // Its version is newer than any in the practice system.
    /never saved|is live as of/,
    {
      changesPorts: (ports) => ({
        ...ports,
        send: (request, signal) =>
          ports.send(request, signal).catch(async (error: unknown) => {
            const record = error instanceof ApiError && error.kind === 'network' && ports.read?.(request.id, signal);
            if (!record) throw error;
            return { ...(await record), ...request.changes, updatedAt: new Date().toISOString() };
          }),
      }),
    },
  ],
  [
    'a create that is repeated without its key',
    /booked 2 times/,
    {
      bookingPorts: (ports) => ({
        ...ports,
        create: { ...ports.create, appointments: (request) => ports.create.appointments(request, null) },
      }),
    },
  ],
  [
    'a status bar that says "Live" whatever the polls bring',
    /is live as of/,
    { freshness: (told, now) => ({ ...told, connection: 'live', asOf: now }) },
  ],
];

/** Among this number of days at least one must reveal the fault. */
const DAYS = 40;

test.each(faults)('finds %s', async (_, says, parts) => {
  let found: unknown = null;
  for (let seed = 1; seed <= DAYS && found === null; seed += 1) {
    const system = practiceSystemInMemory({ today: firstDate, appointments: 24 });
    found = await runDay({ seed, system, parts }).then(
      () => null,
      (error: unknown) => error,
    );
  }
  expect(found).toBeInstanceOf(WrongDay);
  expect(String(found)).toMatch(says);
});
