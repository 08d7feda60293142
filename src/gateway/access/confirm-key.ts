import { z } from 'zod';
import { ServiceError } from '#contract/error.ts';
import type { Operation } from '#contract/operations.ts';
import { parseJson } from '#gateway/upstream/connection.ts';

/** How long ago the key of a session may have been typed when it lets others in, or locks them out. */
const FRESH_MS = 10 * 60_000;

/** The fields of an employee that say what they reach. */
const REACH = ['permissions', 'storeIds', 'isActive'];

/** Whether a request lets somebody in, locks them out, or lets them reach more or less than before. */
function changesAccess(operation: Operation, body: Uint8Array | null): boolean {
  switch (operation) {
    case 'createEmployee':
    case 'issueKey':
    case 'revokeKey':
      return true;
    case 'changeEmployee': {
      const change = body === null ? null : parseJson(body);
      // What cannot be read here might be read elsewhere.
      return typeof change !== 'object' || change === null || REACH.some((field) => Object.hasOwn(change, field));
    }
    case 'importRecords':
      return bringsPeople(body === null ? null : parseJson(body));
    default:
      return false;
  }
}

const importSchema = z.object({ dryRun: z.boolean(), lines: z.array(z.object({ kind: z.string() })) });

/** Whether an import may add people, or change what they reach. What cannot be read here might be read elsewhere. */
function bringsPeople(body: unknown): boolean {
  const { data } = importSchema.safeParse(body);
  return data === undefined || (!data.dryRun && data.lines.some(({ kind }) => kind === 'employee'));
}

/**
 * Throws `confirm_key` where a key was typed too long ago: whoever finds a desk unattended, or a copy of a cookie, cannot let others in with
 * it, nor lock anybody out. `typedAt` is null with a shared key, which nobody typed.
 */
export function requireTypedJustNow({ clock }: { clock: () => number }) {
  return function requireTypedJustNow(typedAt: number | null): void {
    if (typedAt !== null && clock() - typedAt < FRESH_MS) return;
    throw new ServiceError('confirm_key', 'Type your API key once more, then send the request again.');
  };
}

/** The same for a request that gives or ends access to the practice. */
export function requireFreshKey({ clock }: { clock: () => number }) {
  const requireFresh = requireTypedJustNow({ clock });
  return function requireFreshKey(operation: Operation, body: Uint8Array | null, typedAt: number | null): void {
    if (changesAccess(operation, body)) requireFresh(typedAt);
  };
}

export type RequireFreshKey = ReturnType<typeof requireFreshKey>;
