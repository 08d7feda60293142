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

/** How long is remembered what a key may do, which rarely changes. */
const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 500;
/** The timeout of asking, for which the session request waits. */
const TIMEOUT_MS = 2_000;

/** What tells whose a key is and what it may do, of our own practice API or one that describes the same. */
const holderSchema = z.object({
  access: keyAccessSchema,
  firstName: z.string().catch(''),
  lastName: z.string().catch(''),
  permissions: z.array(z.string()).nullable().catch(null),
});
const companiesSchema = z.object({ data: z.tuple([z.object({ id: z.string() })], z.unknown()) });
const refusalSchema = z.object({ message: z.literal('read_only_key' satisfies ErrorMessageKey) });

/** What is known of a key. */
export interface Rights {
  /** Whether it may book; null while that is not known. */
  readonly canWrite: boolean | null;
  /** What its person is called; null where that is not told. */
  readonly name: string | null;
  /** Null where they are not told. */
  readonly permissions: readonly string[] | null;
}

interface Remembered {
  /** Null where they could not be found out. */
  readonly rights: Promise<Rights | null>;
  /** When they are read again, in epoch milliseconds. */
  readonly until: number;
}

/** The rights of a key of which nothing is known. */
export const unknownRights: Rights = { canWrite: null, name: null, permissions: null };

/**
 * What API keys may do, told by reads of the practice API, and by what becomes of the writes that people make. Its requests go
 * through `send` like all others.
 */
export function createKeyRights(options: {
  send: Send;
  /** What the practice API can do beyond the document. */
  capabilities: () => Capabilities;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
}) {
  const { send, capabilities, clock, schedule } = options;
  const remembered = new Map<string, Remembered>();
  /** Whether the practice API reports whose key it is. */
  const isReported = () => capabilities().getMe !== undefined;

  function remember(
    { keyHash }: Credential,
    rights: Remembered['rights'],
    until: number = clock() + REMEMBERED_MS,
  ): void {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(keyHash, { rights, until });
  }

  function recall({ keyHash }: Credential): Remembered | null {
    const known = remembered.get(keyHash);
    return known !== undefined && clock() < known.until ? known : null;
  }

  async function ask(credential: Credential): Promise<Rights | null> {
    const read = (target: string) => referenceRead({ target, credential, priority: 'lookup' });
    try {
      // Any company of the key will do.
      const companies = await readAs(send, read('/v1/companies?limit=1'), companiesSchema);
      if (companies !== undefined) {
        const query = new URLSearchParams({ companyId: companies.data[0].id });
        const told = await readAs(send, read(`/v1/me?${query}`), holderSchema);
        if (told !== undefined) {
          const { access, permissions } = told;
          return { canWrite: access === 'read_write', name: fullName(told) || null, permissions };
        }
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
    remembered.delete(credential.keyHash);
    return null;
  }

  /**
   * Remembers whether a write was accepted, beside what the practice API reported of the key. Reported rights are read again when they
   * would have been without the write, so that a key that writes all day also gets its new rights.
   */
  function note(credential: Credential, canWrite: boolean): void {
    const known = recall(credential);
    if (known === null && isReported()) return;
    const rights = Promise.resolve(known?.rights).then((reported) => ({ ...(reported ?? unknownRights), canWrite }));
    remember(credential, rights, isReported() ? known?.until : undefined);
  }

  /**
   * Remembers what a write tells of its key; `body` is null where there was no usable answer. A 403 may be about one store alone: it counts for the key where the practice API says so, or where
   * nothing else is known of it.
   */
  async function learn({ credential, kind }: UpstreamRequest, status: number, body: Uint8Array | null): Promise<void> {
    if (status < 300) {
      // It may be about the person of any key.
      if (kind === 'manage') remembered.clear();
      else note(credential, true);
      return;
    }
    if (status !== 403) return;
    const saysSo = body !== null && refusalSchema.safeParse(parseJson(body)).success;
    if (saysSo) return note(credential, false);
    // Somebody may have changed what it may do.
    if (isReported() || kind === 'manage') remembered.delete(credential.keyHash);
    else if ((await recall(credential)?.rights)?.canWrite !== true) note(credential, false);
  }

  return {
    /** Whether the practice API accepts a key. Throws a `ServiceError` when it cannot say. */
    async isAccepted(credential: Credential): Promise<boolean> {
      if (!KEY.test(credential.key)) return false;
      try {
        // The one list that takes no company (section 1).
        const read = referenceRead({ target: '/v1/companies?limit=1', credential, priority: 'lookup' });
        const { status } = await send({ ...read, fresh: true });
        if (status === 401) return false;
        if (status < 300 || status === 403) return true;
      } catch (error) {
        if (error instanceof ServiceError && error.status === 401) return false;
        throw error;
      }
      throw new ServiceError('upstream_unavailable', 'The practice API cannot check the key now. Try again.');
    },
    /** What is known of a key. Nothing is ever written to find out. */
    async of(credential: Credential): Promise<Rights> {
      const known = recall(credential);
      if (known === null && !isReported()) return unknownRights;
      const rights = known?.rights ?? ask(credential);
      if (known === null) remember(credential, rights);
      return (await withTimeout(rights, { ms: TIMEOUT_MS, schedule, onTimeout: () => null })) ?? unknownRights;
    },
    learn,
  };
}

export type KeyRights = ReturnType<typeof createKeyRights>;
