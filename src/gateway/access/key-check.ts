import { ServiceError } from '#contract/error.ts';
import { type Environment, withTimeout } from '#gateway/environment.ts';
import type { Send } from '#gateway/upstream/upstream-request.ts';
import type { Credential } from './credentials.ts';

/** The characters of a key that can be sent in an Authorization header. */
const KEY = /^[\x21-\x7e]+$/;

/** How long the result of a write check is cached, which rarely changes. */
const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 500;
/** The timeout of a write check, for which the session request waits. */
const TIMEOUT_MS = 2_000;
const EMPTY_OBJECT = new TextEncoder().encode('{}');

/** Checks API keys by requests to the practice API. */
export interface KeyCheck {
  /** Whether the practice API accepts a key. Throws a `ServiceError` when it cannot say. */
  isAccepted(credential: Credential): Promise<boolean>;
  /** Whether a key may book; null after a timeout or an inconclusive answer. */
  canWrite(credential: Credential): Promise<boolean | null>;
}

/** Creates the check; its requests go through `send` like all others. */
export function createKeyCheck(options: {
  send: Send;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
}): KeyCheck {
  const { send, clock, schedule } = options;
  const remembered = new Map<string, { canWrite: Promise<boolean | null>; until: number }>();

  /** Reads the one list that takes no company (section 1). */
  const readCompanies = (credential: Credential) =>
    send({
      method: 'GET',
      target: '/v1/companies?limit=1',
      contentType: null,
      body: null,
      idempotencyKey: null,
      repeatable: true,
      credential,
      kind: 'reference',
      priority: 'lookup',
      fresh: true,
    });

  /**
   * Sends a create with an empty object, which is never valid: a key that may not write is refused with 403 before the
   * body is rejected with 400.
   */
  const createNothing = (credential: Credential) =>
    send({
      method: 'POST',
      target: '/v1/appointments',
      contentType: 'application/json',
      body: EMPTY_OBJECT,
      idempotencyKey: null,
      repeatable: true,
      credential,
      kind: 'probe',
      priority: 'lookup',
      fresh: false,
    });

  async function checkWrite(credential: Credential): Promise<boolean | null> {
    const status = await statusOf(createNothing(credential));
    if (status === 400 || status === 403) return status === 400;
    remembered.delete(credential.keyHash);
    return null;
  }

  return {
    async isAccepted(credential) {
      if (!KEY.test(credential.key)) return false;
      try {
        const { status } = await readCompanies(credential);
        if (status === 401) return false;
        if (status < 300 || status === 403) return true;
      } catch (error) {
        if (error instanceof ServiceError && error.status === 401) return false;
        throw error;
      }
      throw new ServiceError('upstream_unavailable', 'The practice API cannot check the key now. Try again.');
    },
    async canWrite(credential) {
      const { keyHash } = credential;
      const now = clock();
      const known = remembered.get(keyHash);
      const canWrite = known !== undefined && now < known.until ? known.canWrite : checkWrite(credential);
      if (canWrite !== known?.canWrite) {
        if (remembered.size >= MAX_REMEMBERED) remembered.clear();
        remembered.set(keyHash, { canWrite, until: now + REMEMBERED_MS });
      }
      return await withTimeout(canWrite, { ms: TIMEOUT_MS, schedule, onTimeout: () => null });
    },
  };
}

async function statusOf(response: Promise<{ status: number }>): Promise<number> {
  try {
    return (await response).status;
  } catch (error) {
    if (error instanceof ServiceError) return error.status;
    throw error;
  }
}
