import { z } from 'zod';
import { ServiceError } from '#contract/error.ts';
import type { Operation } from '#contract/operations.ts';
import { parseJson } from '#gateway/upstream/connection.ts';

/** The maximum age of a typed key in a session that gives others access or removes it. */
const FRESH_MS = 10 * 60_000;

/** The fields of an employee that define their access. */
const REACH = ['permissions', 'storeIds', 'isActive'];

/** Whether a request gives somebody access, removes it, or extends or reduces it. */
function changesAccess(operation: Operation, body: Uint8Array | null): boolean {
  switch (operation) {
    case 'createEmployee':
    case 'issueKey':
    case 'revokeKey':
      return true;
    case 'changeEmployee': {
      const change = body === null ? null : parseJson(body);
      // A body that cannot be parsed here might be parsed elsewhere.
      return typeof change !== 'object' || change === null || REACH.some((field) => Object.hasOwn(change, field));
    }
    case 'importRecords':
      return bringsPeople(body === null ? null : parseJson(body));
    default:
      return false;
  }
}

const importSchema = z.object({ dryRun: z.boolean(), lines: z.array(z.object({ kind: z.string() })) });

/** Whether an import may add people or change their access. A body that cannot be parsed here might be parsed elsewhere. */
function bringsPeople(body: unknown): boolean {
  const { data } = importSchema.safeParse(body);
  return data === undefined || (!data.dryRun && data.lines.some(({ kind }) => kind === 'employee'));
}

/**
 * Throws `confirm_key` if the key was typed too long ago, so that a person with an unattended desk or a copied cookie cannot
 * give or remove access. `typedAt` is null for a shared key, which nobody types.
 */
export function requireTypedJustNow({ clock }: { clock: () => number }) {
  return function requireTypedJustNow(typedAt: number | null): void {
    if (typedAt !== null && clock() - typedAt < FRESH_MS) return;
    throw new ServiceError('confirm_key', 'Type your API key once more, then send the request again.');
  };
}

/** Applies {@link requireTypedJustNow} to requests that give or remove access to the practice. */
export function requireFreshKey({ clock }: { clock: () => number }) {
  const requireFresh = requireTypedJustNow({ clock });
  return function requireFreshKey(operation: Operation, body: Uint8Array | null, typedAt: number | null): void {
    if (changesAccess(operation, body)) requireFresh(typedAt);
  };
}

export type RequireFreshKey = ReturnType<typeof requireFreshKey>;
