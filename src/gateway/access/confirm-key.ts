import { z } from 'zod';
import type { Capabilities } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import type { Operation } from '#contract/operations.ts';
import { parseJson } from '#gateway/upstream/practice-api.ts';

/** The time after typing the key during which a person may change others' access or export the data. */
const FRESH_MS = 10 * 60_000;

/** The fields of an employee that define their access. */
const accessFields = ['permissions', 'storeIds', 'isActive'];

/**
 * The operations that manage keys or export all data. A shared key may not use them, except to export the demo.
 */
const personalOperations: ReadonlySet<Operation> = new Set<Operation>([
  'listKeys',
  'issueKey',
  'revokeKey',
  'exportPractice',
]);

/**
 * Removes the capabilities that are not offered with a key that no one types, because desks share it or because it opens
 * the demo: managing people's keys and access, and exporting a real practice.
 */
export function limitToSharedKey(capabilities: Capabilities, { isDemo }: { isDemo: boolean }): Capabilities {
  const { changeEmployee, ...others } = capabilities;
  const isPersonal = (name: string) =>
    personalOperations.has(name as Operation) && !(isDemo && name === 'exportPractice');
  const shared = Object.fromEntries(Object.entries(others).filter(([name]) => !isPersonal(name)));
  if (changeEmployee === undefined) return shared;
  const fields = changeEmployee.fields.filter((field) => !accessFields.includes(field));
  return { ...shared, changeEmployee: { ...changeEmployee, fields } };
}

/** Whether a request may change who has access to what, or exports all data. */
function needsFreshKey(operation: Operation, body: Uint8Array | null): boolean {
  switch (operation) {
    case 'createEmployee':
    case 'issueKey':
    case 'revokeKey':
    case 'exportPractice':
      return true;
    case 'changeEmployee': {
      const change = body === null ? null : parseJson(body);
      // The practice API might still parse a body that cannot be parsed here, so it requires a fresh key as well.
      return (
        typeof change !== 'object' || change === null || accessFields.some((field) => Object.hasOwn(change, field))
      );
    }
    case 'importRecords':
      return importsPeople(body === null ? null : parseJson(body));
    default:
      return false;
  }
}

const importSchema = z.object({ dryRun: z.boolean(), lines: z.array(z.object({ kind: z.string() })) });

/**
 * Whether an import may add people or change their access. True for a body that cannot be parsed here, because the practice API
 * might still parse it.
 */
function importsPeople(body: unknown): boolean {
  const { data } = importSchema.safeParse(body);
  return data === undefined || (!data.dryRun && data.lines.some(({ kind }) => kind === 'employee'));
}

/**
 * Returns a check that throws `confirm_key` if the key was typed too long ago, so that someone who finds an unattended desk
 * or has copied a cookie cannot give or remove access, or export the data. `typedAt` is null for a key that no one types.
 */
export function createRecentKeyCheck({ clock }: { clock: () => number }) {
  return function requireRecentKey(typedAt: number | null): void {
    if (typedAt !== null && clock() - typedAt < FRESH_MS) return;
    throw new ServiceError('confirm_key', 'Type your API key once more, then send the request again.');
  };
}

/**
 * Returns a check that applies {@link createRecentKeyCheck} to requests that give or remove access to the practice, and to its
 * export. Desks that share a key can add people, who have no access before they have a key of their own, and export the demo.
 */
export function createFreshKeyCheck({ clock }: { clock: () => number }) {
  const requireFresh = createRecentKeyCheck({ clock });
  return function requireFreshKey(operation: Operation, body: Uint8Array | null, typedAt: number | null): void {
    if (typedAt === null && sharedKeyOperations.has(operation)) return;
    if (needsFreshKey(operation, body)) requireFresh(typedAt);
  };
}

/** The operations that desks with a shared key may use without typing a key, if they are among their capabilities. */
const sharedKeyOperations: ReadonlySet<Operation> = new Set<Operation>([
  'createEmployee',
  'importRecords',
  'exportPractice',
]);

export type RequireFreshKey = ReturnType<typeof createFreshKeyCheck>;
