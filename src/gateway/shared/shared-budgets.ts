import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type postgres from 'postgres';
import {
  type Counted,
  countedSchema,
  createRequestBudget,
  createRequestCounter,
  documentLimit,
  type KeyBudgets,
  keepBudgets,
  nothingCounted,
  type RequestBudget,
  type RequestCounter,
  type RequestLimit,
} from '#gateway/upstream/request-budget.ts';
import { runStatement } from './run-statement.ts';

/** Longer than any attempt may take: after this a request that was not settled counts as lost. */
const LEASE_MS = 30_000;
/** While the database does not answer each gateway counts for itself; it is tried again after this time. */
const ALONE_MS = 5_000;

/** What the database has for a key, which never had any where `version` is null. */
interface CountedRow {
  version: string | null;
  /** Absent where the version is the one just written. */
  counted: unknown;
  now_ms: number;
}

/** A change of what is counted, which waits for its turn. */
interface Change {
  /** May be called again, on what another gateway has counted meanwhile. Returns what ends the wait. */
  apply(counter: RequestCounter): () => void;
  fail(error: unknown): void;
}

export interface SharedBudgets extends KeyBudgets {
  /** Waits until the database knows of every request that is over. */
  settled(): Promise<void>;
}

/**
 * The request budgets of keys, counted for all gateways together: what is counted for a key is a row in PostgreSQL
 * (`schema.sql`). A gateway counts from the version that it knows, and replaces that, in one round trip; where another gateway
 * was faster, it counts again from that one's. What comes meanwhile is counted with the next replacement, all at once. No
 * request waits for its settlement.
 *
 * The time is the server's, estimated from its last answer, or `givenAt`. While the database does not answer, each gateway
 * counts for itself; for how long, is told by `clock`, in milliseconds.
 */
export function createSharedBudgets(options: {
  sql: postgres.Sql;
  clock: () => number;
  limit?: RequestLimit | undefined;
  logger?: Logger | undefined;
  leaseMs?: number;
  givenAt?: () => number;
}): SharedBudgets {
  const { sql, clock, limit = documentLimit, logger, leaseMs = LEASE_MS, givenAt } = options;
  const settling = new Set<Promise<void>>();
  let aloneUntil = Number.NEGATIVE_INFINITY;
  /** How far the server's clock is ahead of `performance.now()`, which nobody sets. */
  let offset = 0;
  const now = givenAt ?? (() => Math.round(performance.now() + offset));

  function standAlone(err: unknown): void {
    aloneUntil = clock() + ALONE_MS;
    logger?.warn({ err }, 'the shared request budget cannot be reached; this gateway counts for itself');
  }

  function createBudget(keyHash: string): RequestBudget {
    const own = createRequestBudget({ clock, limit });
    let known: { version: string | null; counted: Counted } | null = null;
    let waiting: Change[] = [];
    let replacing = false;

    const counterOf = (counted: Counted) => createRequestCounter({ counted, clock: now, limit, leaseMs });

    /** Replaces what the database has, if it has what is known. */
    async function replace(version: string | null, counted: unknown): Promise<CountedRow> {
      const seen = known?.version ?? null;
      const [row] = await runStatement(
        () => sql<CountedRow[]>`select * from frontdesk_gateway.replace_counted(
          ${keyHash}, ${seen}::uuid, ${version}::uuid, ${JSON.stringify(counted)}::text::jsonb
        )`,
      );
      if (row === undefined) throw new Error('a function gives a row');
      offset = row.now_ms - performance.now();
      return row;
    }

    /** Makes the changes where the database has them, too. */
    async function make(changes: readonly Change[]): Promise<void> {
      for (;;) {
        const version = known === null ? null : randomUUID();
        const counted = structuredClone(known?.counted ?? nothingCounted());
        const ends = version === null ? [] : changes.map((change) => change.apply(counterOf(counted)));
        const row = await replace(version, counted);
        if (version !== null && row.version === version) {
          known = { version, counted };
          for (const end of ends) end();
          return;
        }
        known = { version: row.version, counted: countedSchema.safeParse(row.counted).data ?? nothingCounted() };
      }
    }

    async function makeWaiting(): Promise<void> {
      if (replacing) return;
      replacing = true;
      while (waiting.length > 0) {
        const changes = waiting;
        waiting = [];
        try {
          await make(changes);
        } catch (error) {
          standAlone(error);
          for (const { fail } of changes) fail(error);
        }
      }
      replacing = false;
    }

    function change<Result>(work: (counter: RequestCounter) => Result): Promise<Result> {
      return new Promise((resolve, fail) => {
        const apply = (counter: RequestCounter) => {
          const result = work(counter);
          return () => resolve(result);
        };
        waiting.push({ apply, fail });
        void makeWaiting();
      });
    }

    return {
      async take(priority) {
        const taken = clock() < aloneUntil ? null : await change((counter) => counter.take(priority)).catch(() => null);
        if (taken === null) return own.take(priority);
        if ('retryAfterMs' in taken) return { granted: false, ...taken };
        return {
          granted: true,
          settle(outcome) {
            const settled = change((counter) => counter.settle(taken.lease, outcome))
              .catch(() => undefined)
              .finally(() => settling.delete(settled));
            settling.add(settled);
          },
        };
      },
      state: () => (known === null || clock() < aloneUntil ? own.state() : counterOf(known.counted).state()),
      unused: () => own.unused() && (known === null || counterOf(known.counted).unused()),
    };
  }

  return {
    ...keepBudgets(limit, createBudget),
    async settled() {
      await Promise.all(settling);
    },
  };
}
