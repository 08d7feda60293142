import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { sessionQueries } from '#app/api/session.ts';
import { sessionOf } from '#testing/practice-in-memory.ts';
import { sendingAs } from './sending-as.ts';

/** The person signed in at the gateway; null if it is unreachable. */
let gateway: { person: string | null } | null;
let queryClient: QueryClient;
beforeEach(() => {
  gateway = { person: 'ann' };
  queryClient = new QueryClient();
  seen('ann');
});

const api = createApiClient({
  baseUrl: 'http://desk.test',
  async fetch() {
    if (gateway === null) throw new TypeError('Failed to fetch');
    return Response.json(sessionOf(gateway.person));
  },
});

/** The page learns who is signed in. */
function seen(person: string | null) {
  queryClient.setQueryData(sessionQueries.current(api).queryKey, sessionOf(person));
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const notGivenUp = new AbortController().signal;

/** Sends a request for Ann; each attempt gets the next of `answers`. */
function send(answers: (() => string)[], givenUp = notGivenUp) {
  const sent: string[] = [];
  const answered = sendingAs('ann', api, queryClient).send(async () => {
    sent.push('change');
    return answers[sent.length - 1]?.() ?? 'saved';
  }, givenUp);
  return { sent, answered };
}

function refusal(status: number, messageKey: string) {
  return () => {
    throw new ApiError({ kind: 'http', status, messageKey });
  };
}

test('a person’s changes are sent while they are signed in, and wait while somebody else is', async () => {
  expect(await send([]).answered).toBe('saved');
  seen('bob');
  const { sent, answered } = send([]);
  seen(null);
  await settled();
  expect(sent).toEqual([]);
  seen('ann');
  expect(await answered).toBe('saved');
});

test('a change that is given up while its person is away is not sent', async () => {
  seen('bob');
  const controller = new AbortController();
  const { sent, answered } = send([], controller.signal);
  controller.abort();
  await expect(answered).rejects.toThrow();
  expect(sent).toEqual([]);
});

test.each([
  [401, 'authorization_required', null],
  [409, 'another_person', 'bob'],
] as const)(
  'a request refused with %s because its person has left is sent again when they are back',
  async (...given) => {
    const [status, messageKey, next] = given;
    gateway = { person: next };
    const { sent, answered } = send([refusal(status, messageKey)]);
    await expect.poll(() => sendingAs('ann', api, queryClient).isHere()).toBe(false);
    expect(sent).toHaveLength(1);
    seen('ann');
    expect(await answered).toBe('saved');
  },
);

test('a refused key of a person who is still signed in is reported as refused', async () => {
  const { sent, answered } = send([refusal(401, 'authorization_required')]);
  await expect(answered).rejects.toMatchObject({ status: 401 });
  expect(sent).toHaveLength(1);
});

test('if it cannot be determined whether the person has left, the failure can be retried', async () => {
  gateway = null;
  await expect(send([refusal(401, 'authorization_required')]).answered).rejects.toMatchObject({ kind: 'network' });
});
