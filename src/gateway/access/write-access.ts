import { GatewayError } from '#gateway/gateway-error.ts';
import type { Credential } from '#gateway/keyring.ts';
import type { Send } from '#gateway/upstream/send.ts';
import { type World, within } from '#gateway/world.ts';

/** How long an answer holds: a key's rights change rarely. */
const FRESH_MS = 10 * 60_000;
/** The session does not wait longer for it. */
const PATIENCE_MS = 2_000;
const MANY = 500;
const EMPTY_OBJECT = new TextEncoder().encode('{}');

export type WriteAccess = (credential: Credential) => Promise<boolean | null>;

/**
 * Finds out whether a key may book. Keys do not say so themselves, so a create is sent whose body can never be valid, an
 * empty object: a key that may not write is refused with 403 before the body is looked at with 400.
 * Null where the practice API did not answer soon, or answered otherwise.
 */
export function createWriteAccess(options: { send: Send; world: World }): WriteAccess {
  const { send, world } = options;
  const { clock, schedule } = world;
  const known = new Map<string, { canWrite: Promise<boolean | null>; until: number }>();

  async function probe(credential: Credential): Promise<boolean | null> {
    const status = await statusOf(
      send({
        method: 'POST',
        target: '/v1/appointments',
        contentType: 'application/json',
        body: EMPTY_OBJECT,
        credential,
        kind: 'probe',
        priority: 'lookup',
        recheck: false,
      }),
    );
    const canWrite = status === 400 ? true : status === 403 ? false : null;
    if (canWrite === null) known.delete(credential.holder);
    return canWrite;
  }

  return async function canWrite(credential) {
    const { holder } = credential;
    const now = clock();
    const memo = known.get(holder);
    const answer = memo !== undefined && now < memo.until ? memo.canWrite : probe(credential);
    if (answer !== memo?.canWrite) {
      if (known.size >= MANY) known.clear();
      known.set(holder, { canWrite: answer, until: now + FRESH_MS });
    }
    return await within(answer, { ms: PATIENCE_MS, schedule, late: () => null });
  };
}

async function statusOf(answer: Promise<{ status: number }>): Promise<number> {
  try {
    return (await answer).status;
  } catch (error) {
    if (error instanceof GatewayError) return error.status;
    throw error;
  }
}
