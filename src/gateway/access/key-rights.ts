import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { keyAccessSchema } from '#contract/clients-pets-staff.ts';
import { type ErrorMessageKey, ServiceError } from '#contract/error.ts';
import { fullName } from '#contract/practice-setup.ts';
import { type Environment, withTimeout } from '#gateway/clock-and-timers.ts';
import {
  type ApiRequest,
  type Credential,
  createReadRequest,
  fetchParsedResponse,
  type PracticeApi,
} from '#gateway/upstream/practice-api.ts';

/** The characters of a key that can be sent in an Authorization header. */
const SENDABLE_KEY = /^[\x21-\x7e]+$/;

/** The time for which the rights of a key are cached. It is long, because rights rarely change. */
const CACHE_MS = 10 * 60_000;
const MAX_CACHED_KEYS = 5_000;
/** The timeout for reading the rights, which the session request waits for. */
const TIMEOUT_MS = 2_000;

/** The response of `GET /v1/me`: the owner of a key, and its rights. */
const holderSchema = z.object({
  employeeId: z.string().nullable().catch(null),
  access: keyAccessSchema,
  firstName: z.string().catch(''),
  lastName: z.string().catch(''),
  permissions: z.array(z.string()).nullable().catch(null),
});
const companiesSchema = z.object({ data: z.tuple([z.object({ id: z.string() })], z.unknown()) });

/** The rights of a key, as far as they are known. */
export interface Rights {
  /** Whether the key may write; null if unknown. */
  readonly canWrite: boolean | null;
  /** The name of the key's owner; null if the practice API does not report it. */
  readonly name: string | null;
  /** The employee id of the key's owner; null if it is not reported. */
  readonly employeeId: string | null;
  /** The permissions of the key's owner; null if the practice API does not report them. */
  readonly permissions: readonly string[] | null;
}

/** The rights of a key about which nothing is known. */
export const unknownRights: Rights = { canWrite: null, name: null, employeeId: null, permissions: null };

/**
 * Keeps track of the rights of API keys: as reported by the practice API (`GET /v1/me`), and as concluded from its responses
 * to writes.
 */
export function createKeyRights(options: {
  practiceApi: Pick<PracticeApi, 'send' | 'capabilities'>;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
}) {
  const { clock, schedule } = options;
  const { send, capabilities } = options.practiceApi;
  /** Whether the practice API reports the owner of a key. */
  const reportsOwner = () => capabilities().getMe !== undefined;
  const cache = new LRUCache<string, Rights, Credential>({
    max: MAX_CACHED_KEYS,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: clock },
    ignoreFetchAbort: true,
    fetchMethod: (_keyHash, _stale, { context: credential }) => readRights(credential),
  });

  /** Reads the rights of a key. Throws a `ServiceError` if they cannot be read. */
  async function readRights(credential: Credential): Promise<Rights> {
    // Any company of the key is sufficient.
    const companies = await fetchParsedResponse(send, companyRequest(credential), companiesSchema);
    const query = companies && new URLSearchParams({ companyId: companies.data[0].id });
    const holder =
      query &&
      (await fetchParsedResponse(
        send,
        createReadRequest('getMe', { target: `/v1/me?${query}`, credential }),
        holderSchema,
      ));
    if (holder === undefined)
      throw new ServiceError('upstream_invalid', 'The practice API does not say whose key it is.');
    const { access, employeeId, permissions } = holder;
    return { canWrite: access === 'read_write', name: fullName(holder) || null, employeeId, permissions };
  }

  /**
   * Records whether the practice API accepted a write. Reported rights are still read again at the usual time, so that a key
   * that writes all day also receives its new rights.
   */
  function recordCanWrite({ keyHash }: Credential, canWrite: boolean): void {
    const cached = cache.get(keyHash);
    if (cached === undefined && reportsOwner()) return;
    cache.set(keyHash, { ...(cached ?? unknownRights), canWrite }, { noUpdateTTL: reportsOwner() });
  }

  return {
    /** Returns whether the practice API accepts a key. Throws a `ServiceError` if that cannot be determined. */
    async isAccepted(credential: Credential): Promise<boolean> {
      if (!SENDABLE_KEY.test(credential.key)) return false;
      let wait: { retryAfterSeconds?: number } = {};
      try {
        const { status, retryAfterSeconds } = await send({ ...companyRequest(credential), purpose: 'recheck' });
        if (status === 401) return false;
        if (status < 300 || status === 403) return true;
        if (retryAfterSeconds !== undefined) wait = { retryAfterSeconds };
      } catch (error) {
        if (error instanceof ServiceError && error.status === 401) return false;
        throw error;
      }
      throw new ServiceError('upstream_unavailable', 'The practice API cannot check the key now. Try again.', wait);
    },
    /** Returns what is known about the rights of a key. Never sends a write to find out. */
    async get(credential: Credential): Promise<Rights> {
      const { keyHash } = credential;
      if (!reportsOwner()) return cache.get(keyHash) ?? unknownRights;
      const rights = cache.fetch(keyHash, { context: credential }).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        return unknownRights;
      });
      return (await withTimeout(rights, { ms: TIMEOUT_MS, schedule, onTimeout: () => unknownRights })) ?? unknownRights;
    },
    /**
     * Updates the rights of a key from the response to a write; `message` is the message of an error body. A 403 may concern a
     * single store: it applies to the key if the practice API says so, or if nothing else is known about it.
     */
    onWritten({ credential, kind }: ApiRequest, status: number, message: string | null): void {
      if (status < 300) {
        // A change to the practice may affect the owner of any key.
        if (kind === 'manage') cache.clear();
        else recordCanWrite(credential, true);
        return;
      }
      if (status !== 403) return;
      const isReadOnly = message === ('read_only_key' satisfies ErrorMessageKey);
      if (isReadOnly) recordCanWrite(credential, false);
      // The cached rights may be out of date, so they are read again.
      else if (reportsOwner() || kind === 'manage') cache.delete(credential.keyHash);
      else if (cache.get(credential.keyHash)?.canWrite !== true) recordCanWrite(credential, false);
    },
  };
}

/** Requests one company of the key. No other list can be read without a company id (section 1 of the specification). */
const companyRequest = (credential: Credential) =>
  createReadRequest('listCompanies', { target: '/v1/companies?limit=1', credential });

export type KeyRights = ReturnType<typeof createKeyRights>;
