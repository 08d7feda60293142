import { beforeEach, describe, expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { type AppointmentDay, listKeys, loadedContent, oldestReadTime } from '#app/api/appointment-store.ts';
import { petQueries } from '#app/api/pets.ts';
import { employeeQueries } from '#app/api/reference.ts';
import { sessionQueries } from '#app/api/session.ts';
import { createQueryClient } from '#app/query-client.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { appointment } from '#testing/changing-practice.ts';
import { sessionOf } from '#testing/desk-sessions.ts';
import { createStorage } from '#testing/storage-in-memory.ts';
import { deleteLastDay, LAST_DAY_LIFETIME_MS, restoreLastDay, saveLastDay } from './last-day.ts';

const api = createApiClient({
  baseUrl: 'http://desk.test',
  fetch: async () => {
    throw new TypeError('no network');
  },
});
const companyId = '00000000-0000-4000-8000-000000000001';
const day: AppointmentDay = {
  ...{ companyId, storeIds: [] },
  ...{ from: '2026-06-01T00:00:00.000Z', to: '2026-06-30T00:00:00.000Z' },
};
const sessionKey = sessionQueries.current(api).queryKey;
const STAFF = employeeQueries.ofCompany(api, companyId).queryKey;
const READ_AT = 1_780_000_000_000;

let storage: ReturnType<typeof createStorage>;
beforeEach(() => {
  storage = createStorage();
});

const pet = (id: string): ReceivedPet => ({
  id,
  name: 'Bella',
  clientId: 'c1',
  clientName: 'Ann Lee',
  species: 'dog',
  breed: null,
  sex: null,
  dateOfBirth: null,
  deceasedOn: null,
  updatedAt: null,
  alert: null,
  isActive: true,
});
const booked = appointment('a');
const content = { appointments: [booked], unresolvedIds: ['broken'], isComplete: true, missing: 0 };

/** A tab in which a person read a day. */
function tabOf(person: string | null) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(sessionKey, sessionOf(person, { signedIn: true }), { updatedAt: READ_AT });
  queryClient.setQueryData<unknown>(STAFF, [], { updatedAt: READ_AT });
  return {
    queryClient,
    store: (more = {}) =>
      saveLastDay({ api, queryClient, storage, day, content, readAt: READ_AT, pets: [pet('p1')], ...more }),
  };
}

/** The browser knows who signed in last. */
function signIn(person: string | null) {
  if (person === null) storage.removeItem('frontdesk.person');
  else storage.setItem('frontdesk.person', person);
}

function reload(now = READ_AT) {
  const queryClient = createQueryClient();
  restoreLastDay(queryClient, storage, now);
  return queryClient;
}

describe('a stored day', () => {
  test.each(['ann', null])('is restored for %s with the time of its reading, to be read again', (person) => {
    signIn(person);
    tabOf(person).store();
    const queryClient = reload();
    expect(loadedContent(queryClient, day)).toMatchObject({
      ...{ appointments: [booked], unresolvedIds: ['broken'], isComplete: true },
    });
    expect(oldestReadTime(queryClient, companyId)).toBe(READ_AT);
    const restored = queryClient.getQueryCache().getAll();
    expect(restored.map(({ queryKey }) => queryKey)).toContainEqual(STAFF);
    expect(restored.filter((query) => !query.state.isInvalidated)).toEqual([]);
  });

  test('knows who was signed in, but reloads the session', () => {
    signIn('ann');
    tabOf('ann').store();
    const state = reload().getQueryState(sessionKey);
    expect([state?.data, state?.dataUpdatedAt]).toEqual([expect.objectContaining({ person: 'ann' }), 0]);
  });

  test('is not restored for a person who signed in after it was stored', () => {
    signIn('ann');
    tabOf('ann').store();
    signIn('bob');
    expect(reload().getQueryCache().getAll()).toEqual([]);
  });

  test('is not stored by a tab that has not noticed a new sign-in', () => {
    signIn('ann');
    const tab = tabOf('ann');
    signIn('bob');
    tab.store();
    expect(storage.getItem('frontdesk.last-day')).toBeNull();
    signIn(null);
    tab.store();
    expect(storage.getItem('frontdesk.last-day')).toBeNull();
  });

  test('includes only the names of its pets, which are reloaded soon', () => {
    signIn('ann');
    const tab = tabOf('ann');
    const namesKey = petQueries.names(api, { companyId }).queryKey;
    tab.store();
    const state = reload().getQueryState(namesKey);
    expect(state?.data).toMatchObject({ pages: [{ records: [{ id: 'p1' }], nextCursor: null }] });
    expect(state?.dataUpdatedAt).toBe(0);
  });

  test.each([
    [LAST_DAY_LIFETIME_MS - 1, true],
    [LAST_DAY_LIFETIME_MS, false],
    // By a clock that was set back.
    [-LAST_DAY_LIFETIME_MS, false],
  ])('that was loaded %d ms ago is restored: %s', (age, isThere) => {
    tabOf(null).store();
    // Restoring it again does not extend its lifetime.
    reload(READ_AT + 1);
    const state = reload(READ_AT + age).getQueryState(listKeys.of(day));
    expect([state?.data !== undefined, storage.getItem('frontdesk.last-day') !== null]).toEqual([isThere, isThere]);
  });

  test('is deleted when a person signs in after it was stored', () => {
    signIn('ann');
    tabOf('ann').store();
    signIn('bob');
    reload();
    expect(storage.getItem('frontdesk.last-day')).toBeNull();
  });

  test('is deleted at sign-out', () => {
    tabOf(null).store();
    deleteLastDay(storage);
    expect(reload().getQueryCache().getAll()).toEqual([]);
  });

  test('is not stored if it is too long', () => {
    tabOf(null).store({ content: { ...content, appointments: [appointment('b', { notes: 'x'.repeat(3_000_001) })] } });
    expect(storage.getItem('frontdesk.last-day')).toBeNull();
  });

  test('is restored as its records were checked when they were received, without checking them again', () => {
    const checked = Object.assign(appointment('b', {}), { onlyUncheckedHas: true });
    tabOf(null).store({ content: { ...content, appointments: [checked] } });
    expect(loadedContent(reload(), day)?.appointments).toEqual([checked]);
  });

  test.each(['nonsense', '5', '{"shape":5,"queries":[]}', '{"version":"0.0.0","person":null,"queries":[{}]}'])(
    'is not restored from another version: %s',
    (text) => {
      storage.setItem('frontdesk.last-day', text);
      expect(reload().getQueryCache().getAll()).toEqual([]);
    },
  );
});
