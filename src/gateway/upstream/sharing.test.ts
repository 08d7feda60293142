import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiRequest, type ApiResponse, createReadRequest, type SendRequest } from './practice-api.ts';
import { shareReads } from './sharing.ts';

const body = new TextEncoder().encode('{}');

let now: number;
/** The requests sent upstream, each with functions to answer it. */
let sent: { respond: (status?: number) => void; fail: () => void }[];
let shared: string[];
let send: SendRequest;
let invalidate: ReturnType<typeof shareReads>['invalidate'];

beforeEach(() => {
  now = 0;
  sent = [];
  shared = [];
  const sendUpstream = () =>
    new Promise<ApiResponse>((resolve, reject) => {
      sent.push({
        respond: (status = 200) => resolve({ status, body, message: null, errorInstanceId: null }),
        fail: () => reject(new Error('failed')),
      });
    });
  ({ send, invalidate } = shareReads({
    send: sendUpstream,
    clock: () => now,
    onShared: (how) => shared.push(how),
  }));
});

const credential = { key: 'k', keyHash: 'h' };
const other = { key: 'other', keyHash: 'other' };

function request(change: Partial<ApiRequest> = {}): ApiRequest {
  const { operation = 'listAppointments' } = change;
  return { ...createReadRequest(operation, { target: '/v1/appointments?companyId=c', credential }), ...change };
}
const companies = (change: Partial<ApiRequest> = {}) => request({ operation: 'listCompanies', ...change });
const create = () => request({ operation: 'createAppointment', body });
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('shareReads', () => {
  it('sends one request for equal reads', async () => {
    const responses = [send(request()), send(request()), send(request())];
    expect(sent).toHaveLength(1);
    sent[0]!.respond();
    const [first, ...others] = await Promise.all(responses);
    for (const other of others) expect(other).toBe(first);
    expect(shared).toEqual(['coalesced', 'coalesced']);
  });

  it('shares no read of recalls across a reported change of them, and still shares those of others', async () => {
    const recalls = () => request({ operation: 'listRecalls', target: '/v1/recalls?companyId=c' });
    for (const read of [recalls, companies]) {
      const first = send(read());
      sent.at(-1)!.respond();
      await first;
    }
    expect(sent).toHaveLength(2);
    await send(recalls());
    invalidate(credential.keyHash, { name: 'changed', data: { recalls: true } });
    await send(companies());
    expect(sent).toHaveLength(2);
    void send(recalls());
    expect(sent).toHaveLength(3);
  });

  it('does not wait for a read of appointments that was sent long ago', async () => {
    void send(request());
    now += 2_000;
    void send(request());
    expect(sent).toHaveLength(2);
    void send(request());
    expect(sent).toHaveLength(2);
  });

  it.each([
    { target: '/v1/appointments?companyId=d' },
    { credential: other },
    { operation: 'searchAppointments', body },
    { purpose: 'recheck' },
  ] satisfies Partial<ApiRequest>[])('separates requests with a different %o', (difference) => {
    void send(request());
    void send(request(difference));
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['listAppointments', 2_000],
    ['listPets', 10_000],
    ['listCompanies', 30_000],
  ] as const)('shares a response to %s for %i ms after its request was sent', async (operation, ms) => {
    void send(request({ operation }));
    now += 500;
    sent[0]!.respond();
    await settled();
    now = ms - 1;
    await send(request({ operation }));
    expect(shared).toEqual(['stored']);
    now = ms;
    void send(request({ operation }));
    expect(sent).toHaveLength(2);
  });

  it.each(['started', 'ended'])('reads appointments again once a create is %s', async (when) => {
    void send(request());
    void send(companies());
    sent[0]!.respond();
    sent[1]!.respond();
    await settled();
    const created = send(create());
    if (when === 'ended') {
      void send(request());
      sent[2]!.respond();
      sent[3]!.respond();
      await created;
    }
    const before = sent.length;
    void send(request());
    expect(sent).toHaveLength(before + 1);
    void send(companies());
    expect(sent).toHaveLength(before + 1);
  });

  it.each(['started', 'ended'])(
    'reads everything again, for every key, once a change of the practice is %s',
    async (when) => {
      const all = () => [
        send(companies()),
        send(companies({ credential: other })),
        send(request({ operation: 'listPracticeHistory' })),
      ];
      const first = all();
      for (const { respond } of sent) respond();
      await Promise.all(first);
      const changing = send(request({ operation: 'changeCompany', body }));
      if (when === 'ended') {
        // A response to a pending request may have been read before the change.
        void all();
        sent[3]!.respond();
        await changing;
      }
      const before = sent.length;
      void all();
      expect(sent).toHaveLength(before + 3);
    },
  );

  it('shows no stored responses to a key that was refused', async () => {
    const reference = () => send(companies());
    const others = () => send(companies({ credential: other }));
    void reference();
    void others();
    sent[0]!.respond();
    sent[1]!.respond();
    await settled();
    void send(request());
    sent[2]!.respond(401);
    await settled();
    void reference();
    void others();
    expect(sent).toHaveLength(4);
  });

  it('reads again after a create with an unknown outcome', async () => {
    const created = send(create());
    void send(request());
    sent[0]!.fail();
    await expect(created).rejects.toThrow('failed');
    void send(request());
    expect(sent).toHaveLength(3);
  });

  it('reports a failure to everyone who waits and does not store it', async () => {
    const responses = [send(request()), send(request())];
    sent[0]!.fail();
    for (const response of responses) await expect(response).rejects.toThrow('failed');
    const refused = send(request());
    sent[1]!.respond(404);
    await refused;
    void send(request());
    expect(sent).toHaveLength(3);
  });

  it('shares the response to a fresh request with later reads', async () => {
    const [stale, fresh] = [send(request()), send(request({ purpose: 'recheck' }))];
    const joined = send(request());
    expect(sent).toHaveLength(2);
    sent[1]!.respond();
    expect(await joined).toBe(await fresh);
    sent[0]!.respond();
    expect(await stale).not.toBe(await joined);
    expect(await send(request())).toBe(await fresh);
  });
});
