import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { SignInKeyring } from '#gateway/access/keyring.ts';
import { openFileKeyring } from '#gateway/access/session-store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createRemoteUpstream } from '#gateway/upstream/remote.ts';
import { createVendorGateway, upstreamOver, type VendorGatewayOptions } from './gateways.ts';
import { createHostileUpstream, type HostileUpstream } from './hostile-upstream.ts';

export const sharedKey = 'fd_a-shared-key-for-tests';
export const gatewayOrigin = 'http://127.0.0.1:4100';

/** For tests with many PINs: a check takes no noticeable time. */
export const cheapPins = { N: 16, r: 1, p: 1 };

const started = Date.UTC(2026, 2, 29, 7, 30);

export interface GatewayHarness {
  readonly gateway: Gateway;
  readonly hostile: HostileUpstream;
  /** Every sleep of the gateway, in milliseconds; none takes real time. */
  readonly sleeps: number[];
  /** The log as one text. */
  logged(): string;
  /** Advances the gateway's clock. */
  advance(ms: number): void;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** An in-process gateway for a hostile upstream over real HTTP. Sleeps and timeouts take no time. */
export async function createGatewayHarness(
  options: Partial<VendorGatewayOptions> & { service?: (request: Request) => Response | Promise<Response> } = {},
): Promise<GatewayHarness> {
  const { service, ...gatewayOptions } = options;
  /** The active timeouts. They fire when the upstream stalls, and never before, however busy the machine is. */
  const timeouts = new Set<() => void>();
  const onStalled = () => {
    for (const end of timeouts) end();
  };
  const hostile = await createHostileUpstream(service === undefined ? { onStalled } : { service, onStalled });
  const sleeps: number[] = [];
  const lines: string[] = [];
  let now = started;
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const gateway = createVendorGateway({
    upstream: createRemoteUpstream({ baseUrl: hostile.url }),
    keyring: { access: 'shared', key: () => sharedKey },
    logger: pino({ level: 'trace' }, sink),
    schedule: (_ms, end) => {
      timeouts.add(end);
      return () => timeouts.delete(end);
    },
    clock: () => now,
    random: () => 0.5,
    pinCost: cheapPins,
    sleep: async (ms) => {
      sleeps.push(ms);
      now += ms;
    },
    ...gatewayOptions,
  });
  return {
    gateway,
    hostile,
    sleeps,
    logged: () => lines.join(''),
    advance: (ms) => {
      now += ms;
    },
    get: async (path, headers = {}) => await gateway.request(`${gatewayOrigin}${path}`, { headers }),
    post: async (path, body, headers = {}) =>
      await gateway.request(`${gatewayOrigin}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    close: () => hostile.close(),
  };
}

/** A response without records. */
export const emptyPage = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };

/** A practice API that always gives the same response. */
export const answering = (body: unknown, init?: ResponseInit) => async () => Response.json(body, init);

/** A gateway for `service` as the practice API of a vendor, without a network. */
export function gatewayOver(
  service: (request: Request) => Promise<Response>,
  options: Partial<VendorGatewayOptions> = {},
) {
  const seen: Request[] = [];
  const gateway = createVendorGateway({
    upstream: upstreamOver(async (request) => {
      seen.push(request.clone());
      return await service(request);
    }),
    sleep: async () => undefined,
    pinCost: cheapPins,
    keyring: { access: 'shared', key: () => sharedKey },
    timeZone: 'Europe/Paris',
    practiceSystemUrl: 'https://vendor.example/{id}',
    calendarLicenseKey: 'bought',
    databaseContent: async () => 'demo',
    ...options,
  });
  return {
    gateway,
    seen,
    request: (path: string, init?: RequestInit) => gateway.request(`${gatewayOrigin}${path}`, init),
  };
}

/** Runs `use` with a sign-in keyring in a temporary folder. */
export async function withSignIn<Result>(
  use: (keyring: SignInKeyring, directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'sign-in-'));
  try {
    return await use(await openFileKeyring({ directory }), directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}
