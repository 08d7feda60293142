import { describe, expect, it } from 'vitest';
import { deskSessionSchema } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { ownDescription } from '#testing/days/practice-systems.ts';
import { createEventsHarness, settled } from '#testing/events-harness.ts';
import { emptyPage, gatewayOrigin, sharedKey } from '#testing/gateway-harness.ts';
import { createServiceGateway } from '#testing/gateways.ts';
import { readCapabilities } from './capabilities.ts';
import { embeddedCapabilities } from './embedded.ts';
import type { EventReader } from './practice-api.ts';

const COMPANY = '0191d2f4-0000-7000-8000-00000000000a';
const shared = { access: 'shared', key: () => sharedKey } as const;
const notFollowed = () => Promise.reject(new Error('not used'));

/** A gateway for a service in this process that responds to every request with `answer`. */
function gatewayOn(answer: (request: Request) => Response | Promise<Response>) {
  const seen: Request[] = [];
  let elapse = () => {};
  const gateway = createServiceGateway({
    service: {
      follow: notFollowed,
      fetch(request) {
        seen.push(request.clone());
        return answer(request);
      },
    },
    keyring: shared,
    clock: () => 1_000,
    schedule(_ms, end) {
      elapse = end;
      return () => undefined;
    },
  });
  const request = (path: string, init?: RequestInit) => gateway.request(`${gatewayOrigin}${path}`, init);
  return {
    ...{ seen, request },
    elapse: () => elapse(),
    book: () => request('/api/v1/appointments', { method: 'POST', body: '{}' }),
  };
}
const answerTo = async (response: Response | Promise<Response>) => {
  const { status, headers } = await response;
  return { status, headers, body: await (await response).json() };
};

describe('the service in this process', () => {
  it('can do what its description says', () => {
    expect(embeddedCapabilities).toEqual(readCapabilities(JSON.parse(ownDescription({ hasEvents: true }))));
  });

  it('receives only the requests of browsers, and each one separately', async () => {
    const { seen, request } = gatewayOn(() => Response.json(emptyPage));
    const { capabilities } = deskSessionSchema.parse((await answerTo(request('/desk/session'))).body);
    expect(capabilities.listWaitingList).toBeDefined();
    seen.length = 0;
    for (let nth = 0; nth < 2; nth += 1) expect((await request('/api/v1/waiting-list?companyId=c')).status).toBe(200);
    expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/waiting-list', '/v1/waiting-list']);
    expect(Object.fromEntries(seen[0]!.headers)).toEqual({
      authorization: `Bearer ${sharedKey}`,
      accept: 'application/json',
    });
  });

  it('has its responses passed on unchanged, with its rate limit and this computer’s clock', async () => {
    const headers = {
      RateLimit: '"default";r=2999;t=60',
      'RateLimit-Policy': '"default";q=3000;w=60',
      date: 'ignored',
    };
    const { request } = gatewayOn(() => new Response('{"not": "read"', { headers }));
    const response = await request('/api/v1/pets?companyId=c');
    expect(await response.text()).toBe('{"not": "read"');
    expect(response.headers.get('x-frontdesk-budget')).toBe('limit=3000, remaining=2999, reset=60');
    expect(response.headers.get('x-frontdesk-clock')).toBe('1000');
    expect(response.headers.has('date')).toBe(false);
  });

  it('is limited by its own rate limit alone', async () => {
    const { request, seen } = gatewayOn(() => Response.json(emptyPage));
    for (let nth = 0; nth < 150; nth += 1) expect((await request('/api/ping?companyId=c')).status).toBe(200);
    expect(seen).toHaveLength(150);
    const body = new ServiceError('rate_limit_exceeded', 'wait').body('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    const refusing = gatewayOn(() => Response.json(body, { status: 429, headers: { 'retry-after': '7' } }));
    const refused = await answerTo(refusing.book());
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([429, '7', body]);
  });

  it('has its errors passed on, and the gateway concludes from them what the key may do', async () => {
    const refusal = { message: 'read_only_key' };
    const { request, book } = gatewayOn(({ method }) =>
      method === 'POST' ? Response.json(refusal, { status: 403 }) : Response.json({ data: [{ id: COMPANY }] }),
    );
    expect(await answerTo(book())).toMatchObject({ status: 403, body: refusal });
    expect(await answerTo(request('/desk/session'))).toMatchObject({ body: { canWrite: null } });
  });

  it.each([
    ['throws', () => Promise.reject(new Error('broken')), [503, 'upstream_unavailable']],
    ['fails without an error body', () => new Response('broken', { status: 500 }), [502, 'upstream_invalid']],
    ['does not answer', () => new Promise<Response>(() => undefined), [504, 'upstream_timeout']],
  ])('that %s leaves the outcome of a create unknown, and is not asked again', async (_how, answer, expected) => {
    const { request, book, elapse, seen } = gatewayOn(answer);
    async function outcomeOf(send: () => Response | Promise<Response>) {
      const sending = send();
      await settled();
      elapse();
      const { status, body } = await answerTo(sending);
      return [status, body.message];
    }
    expect(await outcomeOf(() => request('/api/v1/pets?companyId=c'))).toEqual(expected);
    expect(await outcomeOf(book)).toEqual([504, 'outcome_unknown']);
    expect(seen).toHaveLength(2);
  });

  it('is ready if its database responds', async () => {
    let status = 200;
    const { request, seen } = gatewayOn(() => Response.json({}, { status }));
    expect((await request('/readyz')).status).toBe(200);
    status = 503;
    expect((await request('/readyz')).status).toBe(503);
    expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(['/readyz', '/readyz']);
    expect((await gatewayOn(() => Promise.reject(new Error('broken'))).request('/readyz')).status).toBe(503);
  });
});

describe('the events of the service in this process', () => {
  async function followed(refuse: (nth: number) => Error | null = () => null) {
    const readers: (EventReader & { onEnd: () => void; signal: AbortSignal; key: string })[] = [];
    let attempts = 0;
    const harness = await createEventsHarness({
      service: {
        fetch: () => Response.json(emptyPage),
        follow: async ({ key }, reader, signal) => {
          attempts += 1;
          const refusal = refuse(attempts);
          if (refusal !== null) throw refusal;
          reader.onEvent({ name: 'reset', data: {} });
          await new Promise<void>((onEnd) => readers.push({ ...reader, onEnd, signal, key }));
        },
      },
    });
    return { ...harness, readers, attempts: () => attempts };
  }

  it('are passed on to every desk of the key as they are reported, by one reader', async () => {
    const { listen, readers, pass } = await followed();
    const [board, other] = [await listen(COMPANY), await listen(COMPANY)];
    expect(readers.map(({ key }) => key)).toEqual([sharedKey]);
    readers[0]!.onEvent({ name: 'changed', data: { appointments: ['Ω'], clients: true } });
    await settled();
    const changed = { name: 'changed', data: { appointments: ['Ω'], clients: true } };
    expect(other.events).toEqual([{ name: 'state', data: { live: true } }, changed]);
    expect(board.events.at(-1)).toEqual(changed);
    for (let nth = 0; nth < 4; nth += 1) {
      await pass(15_000);
      readers[0]!.onAlive();
    }
    expect(board.data('state').at(-1)).toEqual({ live: true });
    await board.leave();
    await other.leave();
    await pass(11_000);
    expect(readers[0]!.signal.aborted).toBe(true);
  });

  it('are followed again after they end, with a reset', async () => {
    const { listen, readers, pass } = await followed();
    const board = await listen(COMPANY);
    board.events.length = 0;
    readers[0]!.onEnd();
    await pass(1_000);
    expect(board.events.map(({ name, data }) => `${name} ${JSON.stringify(data)}`)).toEqual([
      'state {"live":false}',
      'reset {}',
      'state {"live":true}',
    ]);
    expect(readers).toHaveLength(2);
  });

  it.each([
    [
      'the time that a refusal gives',
      new ServiceError('upstream_unavailable', 'away', { retryAfterSeconds: 5 }),
      5_000,
    ],
    ['half a second after another failure', new Error('broken'), 500],
  ])('are followed again %s', async (_when, error, ms) => {
    const { listen, attempts, pass } = await followed((nth) => (nth === 1 ? error : null));
    const board = await listen(COMPANY);
    await pass(ms - 500);
    expect([attempts(), board.data('state').at(-1)]).toEqual([1, { live: false }]);
    await pass(1_000);
    expect([attempts(), board.data('state').at(-1)]).toEqual([2, { live: true }]);
  });
});
