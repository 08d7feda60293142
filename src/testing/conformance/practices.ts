import { beforeEach, describe } from 'vitest';
import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { operations } from '#contract/operations.ts';
import { createManagedPractice, type ManagedPractice } from '#testing/management-in-memory.ts';
import { idOf } from '#testing/practice-in-memory.ts';

/*
 * Sends the same requests to the real service and to the practice in memory, which the component tests use. The cases contain
 * the expected responses, so that a failing test says which of the two is wrong: `in-memory.test.ts`, which `npm test` runs,
 * or `service.postgres.test.ts`, which the matrix runs.
 */

export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** A Wednesday, on which twelve appointments start every half hour from 8:00 in the first store. */
export const today = '2030-06-05';
export const at = (time: string) => `${today}T${time}:00.000Z`;
export const company = idOf(1, 1);
export const [north, south] = [idOf(2, 1), idOf(2, 2)];
export const [room1, room2, southRoom] = [idOf(3, 11), idOf(3, 12), idOf(3, 21)];
export const [ada, bram, chiara, left] = [idOf(6, 1), idOf(6, 2), idOf(6, 3), idOf(6, 4)];
export const [consultation, dental, notOffered] = [idOf(7, 1), idOf(7, 3), idOf(7, 6)];
export const [ann, bob] = [idOf(5, 1), idOf(5, 2)];
export const bella = idOf(4, 1);
export const visit = (number: number) => idOf(8, number);
/** Requests from the web site. */
export const [asked, expired] = [idOf(10, 1), idOf(10, 2)];
export const nobody = idOf(9, 9);

type Operations = typeof operations;
type Name = keyof Operations;
/** The `id` in the path, and the idempotency key. */
interface Options {
  id?: string;
  once?: string;
}

let send: Send;

/** Sends a request for the company of the practice, and checks that the response matches the contract. */
export async function ask<Of extends Name>(name: Of, given: object = {}, { id = '', once }: Options = {}) {
  const { method, path, response, conflict }: Endpoint = operations[name];
  const input = { companyId: company, ...given };
  const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT';
  const query = new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)]));
  const answer = await send(`${path.replace('{id}', id)}${hasBody ? '' : `?${query}`}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(once !== undefined && { 'Idempotency-Key': once }) },
    ...(hasBody && { body: JSON.stringify(input) }),
  });
  const body: unknown = await answer.json();
  if (answer.status === 200)
    return { body: response.parse(body) as z.output<Operations[Of]['response']>, refusal: null };
  const { message, data } = ((answer.status === 409 && conflict?.body) || serviceErrorSchema).parse(body) as z.output<
    typeof serviceErrorSchema
  >;
  const [, field = ''] = /^([\w.[\]-]+): /.exec(data.suggestion) ?? [];
  return { body: null, refusal: `${answer.status} ${message} ${field}`.trim(), data };
}

/** The body of a successful response. */
export async function got<Of extends Name>(name: Of, given?: object, options?: Options) {
  const { body, refusal } = await ask(name, given, options);
  if (refusal !== null) throw new Error(`${name} is refused: ${refusal}`);
  return body as z.output<Operations[Of]['response']>;
}
/** The status, the message and the field of an error; null if the request succeeds. */
export const refusal = async (...request: Parameters<typeof ask>) => (await ask(...request)).refusal;
export const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

/** Runs the cases against a practice, each with the same records. `open` returns how requests are sent to it. */
export function describePractice(
  name: string,
  open: (practice: ManagedPractice) => Promise<Send> | Send,
  cases: readonly (() => void)[],
): void {
  describe(name, () => {
    beforeEach(async () => {
      const practice = createManagedPractice({ appointments: 12, today });
      practice.onlineRequests.add({ id: asked, start: at('18:00'), note: 'She limps.' });
      practice.onlineRequests.add({ id: expired, start: at('16:00'), createdAt: '2020-05-01T08:00:00.000Z' });
      send = await open(practice);
    });
    for (const register of cases) register();
  });
}

/** A request for a new appointment. */
export const booking = {
  storeIds: [north],
  petId: bella,
  visitTypeId: consultation,
  start: at('20:00'),
  end: at('20:30'),
};

/** An appointment by its id. */
export async function read(id: string) {
  const record = await got('getAppointment', {}, { id });
  if (!('status' in record)) throw new Error('the appointment is unresolved');
  return record;
}

/** Books an appointment and reads it. */
export const book = async (given: object = {}) => read(await got('createAppointment', { ...booking, ...given }));
