import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { keyAccessSchema } from '#contract/clients-pets-staff.ts';
import type { Capabilities } from '#contract/desk.ts';
import { type ErrorMessageKey, ServiceError } from '#contract/error.ts';
import { fullName } from '#contract/practice-setup.ts';
import { type Environment, withTimeout } from '#gateway/clock-and-timers.ts';
import {
  type Credential,
  parseJson,
  readAs,
  referenceRead,
  type Send,
  type UpstreamRequest,
} from '#gateway/upstream/connection.ts';

/** The characters of a key that can be sent in an Authorization header. */
const KEY = /^[\x21-\x7e]+$/;

/** How long it is cached what a key may do, which rarely changes. */
const CACHED_MS = 10 * 60_000;
const MAX_CACHED = 5_000;
/** The timeout of reading it, for which the session request waits. */
const TIMEOUT_MS = 2_000;

/** Whose a key is and what it may do (`GET /v1/me`). */
const holderSchema = z.object({
  employeeId: z.string().nullable().catch(null),
  access: keyAccessSchema,
  firstName: z.string().catch(''),
  lastName: z.string().catch(''),
  permissions: z.array(z.string()).nullable().catch(null),
});
const companiesSchema = z.object({ data: z.tuple([z.object({ id: z.string() })], z.unknown()) });
const refusalSchema = z.object({ message: z.literal('read_only_key' satisfies ErrorMessageKey) });

/** What a key may do, as far as it is known. */
export interface Rights {
  /** Whether it may book; null while that is not known. */
  readonly canWrite: boolean | null;
  /** The name of its person; null where the practice API does not report it. */
  readonly name: string | null;
  /** The same of the person as an employee. */
  readonly employeeId: string | null;
  /** Null where the practice API does not report them. */
  readonly permissions: readonly string[] | null;
}

/** The rights of a key that nothing is known about. */
export const unknownRights: Rights = { canWrite: null, name: null, employeeId: null, permissions: null };

/**
 * What API keys may do, as reported by the practice API (`GET /v1/me`), and as seen from the responses to the writes that people make. Its
 * requests go through `send` like all others.
 */
export function createKeyRights(options: {
  send: Send;
  /** What the practice API can do beyond the document. */
  capabilities: () => Capabilities;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
}) {
  const { send, capabilities, clock, schedule } = options;
  /** Whether the practice API reports whose key it is. */
  const isReported = () => capabilities().getMe !== undefined;
  const cache = new LRUCache<string, Rights, Credential>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now: clock },
    ignoreFetchAbort: true,
    fetchMethod: (_keyHash, _stale, { context: credential }) => read(credential),
  });

  /** Throws a `ServiceError` where it cannot be read. */
  async function read(credential: Credential): Promise<Rights> {
    const readTarget = (target: string) => referenceRead({ target, credential, priority: 'lookup' });
    // Any company of the key will do.
    const companies = await readAs(send, readTarget('/v1/companies?limit=1'), companiesSchema);
    const query = companies && new URLSearchParams({ companyId: companies.data[0].id });
    const holder = query && (await readAs(send, readTarget(`/v1/me?${query}`), holderSchema));
    if (holder === undefined)
      throw new ServiceError('upstream_invalid', 'The practice API does not say whose key it is.');
    const { access, employeeId, permissions } = holder;
    return { canWrite: access === 'read_write', name: fullName(holder) || null, employeeId, permissions };
  }

  /**
   * Notes whether the practice API accepted a write. Rights that it reports are read again when they would have been without the write, so
   * that a key that writes all day also gets its new rights.
   */
  function noteCanWrite({ keyHash }: Credential, canWrite: boolean): void {
    const cached = cache.get(keyHash);
    if (cached === undefined && isReported()) return;
    cache.set(keyHash, { ...(cached ?? unknownRights), canWrite }, { noUpdateTTL: isReported() });
  }

  return {
    /** Whether the practice API accepts a key. Throws a `ServiceError` when it cannot say. */
    async isAccepted(credential: Credential): Promise<boolean> {
      if (!KEY.test(credential.key)) return false;
      let wait: { retryAfterSeconds?: number } = {};
      try {
        // The one list that takes no company (section 1).
        const read = referenceRead({ target: '/v1/companies?limit=1', credential, priority: 'lookup' });
        const { status, retryAfterSeconds } = await send({ ...read, fresh: true });
        if (status === 401) return false;
        if (status < 300 || status === 403) return true;
        if (retryAfterSeconds !== undefined) wait = { retryAfterSeconds };
      } catch (error) {
        if (error instanceof ServiceError && error.status === 401) return false;
        throw error;
      }
      throw new ServiceError('upstream_unavailable', 'The practice API cannot check the key now. Try again.', wait);
    },
    /** What a key may do, as far as it is known. Nothing is ever written to find out. */
    async of(credential: Credential): Promise<Rights> {
      const { keyHash } = credential;
      if (!isReported()) return cache.get(keyHash) ?? unknownRights;
      const rights = cache.fetch(keyHash, { context: credential }).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        return unknownRights;
      });
      return (await withTimeout(rights, { ms: TIMEOUT_MS, schedule, onTimeout: () => unknownRights })) ?? unknownRights;
    },
    /**
     * Notes what the response to a write says about its key; `body` is null where there was no usable response. A 403 may be about one store
     * alone: it counts for the key where the practice API says so, or where nothing else is known of it.
     */
    onWritten({ credential, kind }: UpstreamRequest, status: number, body: Uint8Array | null): void {
      if (status < 300) {
        // A change of the practice may concern the person of any key.
        if (kind === 'manage') cache.clear();
        else noteCanWrite(credential, true);
        return;
      }
      if (status !== 403) return;
      const isReadOnly = body !== null && refusalSchema.safeParse(parseJson(body)).success;
      if (isReadOnly) noteCanWrite(credential, false);
      // Somebody may have changed what it may do.
      else if (isReported() || kind === 'manage') cache.delete(credential.keyHash);
      else if (cache.get(credential.keyHash)?.canWrite !== true) noteCanWrite(credential, false);
    },
  };
}

export type KeyRights = ReturnType<typeof createKeyRights>;
