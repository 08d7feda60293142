import { z } from 'zod';
import { keyAccessSchema } from '#contract/clients-pets-staff.ts';
import type { Capabilities } from '#contract/desk.ts';
import { type ErrorMessageKey, ServiceError } from '#contract/error.ts';
import { type Environment, withTimeout } from '#gateway/clock-and-timers.ts';
import {
  type Credential,
  isWrite,
  parseJson,
  type Send,
  type UpstreamRequest,
  type UpstreamResponse,
} from '#gateway/upstream/connection.ts';

/** The characters of a key that can be sent in an Authorization header. */
const KEY = /^[\x21-\x7e]+$/;

/** How long is remembered whether a key may write, which rarely changes. */
const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 500;
/** The timeout of asking, for which the session request waits. */
const TIMEOUT_MS = 2_000;

/** What tells whether a key may write, of our own practice API or one that describes the same. */
const accessSchema = z.object({ access: keyAccessSchema });
const companiesSchema = z.object({ data: z.tuple([z.object({ id: z.string() })], z.unknown()) });
const refusalSchema = z.object({ message: z.literal('read_only_key' satisfies ErrorMessageKey) });

/**
 * What API keys may do, told by reads of the practice API, and by what becomes of the writes that people make. Its requests go
 * through `send` like all others.
 */
export function createKeyRights(options: {
  send: Send;
  /** What the practice API can do beyond the document. */
  capabilities: () => Pick<Capabilities, 'getMe'>;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
}) {
  const { send, capabilities, clock, schedule } = options;
  const remembered = new Map<string, { canWrite: Promise<boolean | null>; until: number }>();

  const read = (credential: Credential, target: string, fresh: boolean) =>
    send({
      method: 'GET',
      target,
      contentType: null,
      body: null,
      idempotencyKey: null,
      repeatable: true,
      credential,
      kind: 'reference',
      priority: 'lookup',
      fresh,
    });

  function remember({ keyHash }: Credential, canWrite: Promise<boolean | null>): void {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(keyHash, { canWrite, until: clock() + REMEMBERED_MS });
  }

  function recall({ keyHash }: Credential): Promise<boolean | null> | null {
    const known = remembered.get(keyHash);
    return known !== undefined && clock() < known.until ? known.canWrite : null;
  }

  /** What a read answers, if it is of that shape. */
  async function readAs<Answer>(credential: Credential, target: string, schema: z.ZodType<Answer>) {
    const { status, body } = await read(credential, target, false);
    return status < 300 ? schema.safeParse(parseJson(body)).data : undefined;
  }

  async function askAccess(credential: Credential): Promise<boolean | null> {
    try {
      // Any company of the key will do.
      const companies = await readAs(credential, '/v1/companies?limit=1', companiesSchema);
      if (companies !== undefined) {
        const query = new URLSearchParams({ companyId: companies.data[0].id });
        const told = await readAs(credential, `/v1/me?${query}`, accessSchema);
        if (told !== undefined) return told.access === 'read_write';
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
    remembered.delete(credential.keyHash);
    return null;
  }

  /**
   * What a write tells of its key. A 403 may be about one store alone: it counts for the key where the practice API says so, or where
   * nothing else is known of it.
   */
  async function learn(credential: Credential, status: number, body: Uint8Array | null): Promise<void> {
    if (status < 300) return remember(credential, Promise.resolve(true));
    if (status !== 403) return;
    const saysSo = body !== null && refusalSchema.safeParse(parseJson(body)).success;
    if (saysSo || (!capabilities().getMe && (await recall(credential)) !== true)) {
      remember(credential, Promise.resolve(false));
    }
  }

  return {
    /** Whether the practice API accepts a key. Throws a `ServiceError` when it cannot say. */
    async isAccepted(credential: Credential): Promise<boolean> {
      if (!KEY.test(credential.key)) return false;
      try {
        // The one list that takes no company (section 1).
        const { status } = await read(credential, '/v1/companies?limit=1', true);
        if (status === 401) return false;
        if (status < 300 || status === 403) return true;
      } catch (error) {
        if (error instanceof ServiceError && error.status === 401) return false;
        throw error;
      }
      throw new ServiceError('upstream_unavailable', 'The practice API cannot check the key now. Try again.');
    },
    /** Whether a key may book; null while that is not known. Nothing is ever written to find out. */
    async canWrite(credential: Credential): Promise<boolean | null> {
      const known = recall(credential);
      if (known === null && !capabilities().getMe) return null;
      const canWrite = known ?? askAccess(credential);
      if (known === null) remember(credential, canWrite);
      return await withTimeout(canWrite, { ms: TIMEOUT_MS, schedule, onTimeout: () => null });
    },
    /** Sends a request of a person, and remembers what its answer tells about the key. */
    async send(request: UpstreamRequest): Promise<UpstreamResponse> {
      const { credential, kind } = request;
      if (!isWrite(kind)) return await send(request);
      try {
        const response = await send(request);
        await learn(credential, response.status, response.body);
        return response;
      } catch (error) {
        if (error instanceof ServiceError) await learn(credential, error.status, null);
        throw error;
      }
    },
  };
}

export type KeyRights = ReturnType<typeof createKeyRights>;
