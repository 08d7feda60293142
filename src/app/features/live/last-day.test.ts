import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import { byId } from '#app/api/directory.ts';
import { petQueries } from '#app/api/pets.ts';
import { employeeQueries } from '#app/api/reference.ts';
import { sessionQueries } from '#app/api/session.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { createStorage, sessionOf } from '#testing/fake-practice.ts';
import { keepLastDay } from './keep-last-day.ts';
import { forgetLastDay, LAST_DAY_LIFETIME_MS, restoreLastDay } from './last-day.ts';

const api = createApiClient({
  baseUrl: 'http://desk.test',
  fetch: async () => {
    throw new TypeError('no network');
  },
});
const companyId = '00000000-0000-4000-8000-000000000001';
const DAY = [...appointmentQueries.days(), '2026-06-01'];
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
  alert: null,
  isActive: true,
});
const pets = byId([pet('p1'), pet('p2')]);

/** A tab in which a person read a day. */
function tabOf(person: string | null) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(sessionKey, sessionOf(person, { signedIn: true }), { updatedAt: READ_AT });
  queryClient.setQueryData<unknown>(STAFF, [], { updatedAt: READ_AT });
  queryClient.setQueryData(DAY, { pages: ['the day'] }, { updatedAt: READ_AT });
  return {
    queryClient,
    keep: () => keepLastDay({ api, queryClient, storage, companyId, dayKey: DAY, petIds: new Set(['p1']), pets }),
  };
}

/** The browser knows who signed in last. */
function signIn(person: string | null) {
  if (person === null) storage.removeItem('frontdesk.person');
  else storage.setItem('frontdesk.person', person);
}

function reload(now = READ_AT) {
  const queryClient = new QueryClient();
  restoreLastDay(queryClient, storage, now);
  return queryClient;
}

describe('a kept day', () => {
  test.each(['ann', null])('comes back to %s with the time at which it was read, to be read again', (person) => {
    signIn(person);
    tabOf(person).keep();
    const state = reload().getQueryState(DAY);
    expect([state?.data, state?.dataUpdatedAt]).toEqual([{ pages: ['the day'] }, READ_AT]);
    const kept = reload().getQueryCache().getAll();
    expect(kept.map(({ queryKey }) => queryKey)).toContainEqual(STAFF);
    expect(kept.filter((query) => !query.state.isInvalidated)).toEqual([]);
  });

  test('says who was there, but has it asked again', () => {
    signIn('ann');
    tabOf('ann').keep();
    const state = reload().getQueryState(sessionKey);
    expect([state?.data, state?.dataUpdatedAt]).toEqual([expect.objectContaining({ person: 'ann' }), 0]);
  });

  test('is not there for who signed in after it was kept', () => {
    signIn('ann');
    tabOf('ann').keep();
    signIn('bob');
    expect(reload().getQueryCache().getAll()).toEqual([]);
  });

  test('is not kept by a tab that does not know yet of who signed in', () => {
    signIn('ann');
    const tab = tabOf('ann');
    signIn('bob');
    tab.keep();
    expect(storage.getItem('frontdesk.last-day')).toBeNull();
    signIn(null);
    tab.keep();
    expect(storage.getItem('frontdesk.last-day')).toBeNull();
  });

  test('has the names of its pets alone, which are soon read again', () => {
    signIn('ann');
    const tab = tabOf('ann');
    const namesKey = petQueries.names(api, { companyId }).queryKey;
    tab.keep();
    const state = reload().getQueryState(namesKey);
    expect(state?.data).toMatchObject({ pages: [{ records: [{ id: 'p1' }], nextCursor: null }] });
    expect(state?.dataUpdatedAt).toBe(0);
  });

  test.each([
    [LAST_DAY_LIFETIME_MS - 1, true],
    [LAST_DAY_LIFETIME_MS, false],
    // By a clock that was set back.
    [-LAST_DAY_LIFETIME_MS, false],
  ])('that was loaded %d ms ago is there: %s', (age, isThere) => {
    tabOf(null).keep();
    // A start does not make it younger.
    reload(READ_AT + 1);
    const state = reload(READ_AT + age).getQueryState(DAY);
    expect([state?.data !== undefined, storage.getItem('frontdesk.last-day') !== null]).toEqual([isThere, isThere]);
  });

  test('is deleted for who signed in after it was kept', () => {
    signIn('ann');
    tabOf('ann').keep();
    signIn('bob');
    reload();
    expect(storage.getItem('frontdesk.last-day')).toBeNull();
  });

  test('is forgotten', () => {
    tabOf(null).keep();
    forgetLastDay(storage);
    expect(reload().getQueryCache().getAll()).toEqual([]);
  });

  test('that is too long is not kept', () => {
    const tab = tabOf(null);
    tab.queryClient.setQueryData(DAY, 'x'.repeat(3_000_001));
    tab.keep();
    expect(storage.getItem('frontdesk.last-day')).toBeNull();
  });

  test.each(['nonsense', '5', '{"shape":2,"queries":[]}', '{"shape":3,"person":null,"queries":[{}]}'])(
    'of another shape is no day: %s',
    (text) => {
      storage.setItem('frontdesk.last-day', text);
      expect(reload().getQueryCache().getAll()).toEqual([]);
    },
  );
});
