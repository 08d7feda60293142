import type { Logger } from 'pino';
import type postgres from 'postgres';
import {
  type BudgetState,
  createRequestBudget,
  defaultPausesMs,
  documentLimit,
  type Grant,
  type KeyBudgets,
  keepBudgets,
  type Outcome,
  type Priority,
  type RequestBudget,
  type RequestLimit,
  reserveOf,
  sameWindowMs,
} from '#gateway/upstream/request-budget.ts';
import { runStatement } from './run-statement.ts';

/** Longer than any attempt may take: after this a request that was not settled counts as lost. */
const LEASE_MS = 30_000;
/** While the database does not answer each gateway counts for itself; it is tried again after this time. */
const ALONE_MS = 5_000;

interface StateRow {
  turn: number;
  remaining: number;
  reset_ms: number;
}
interface TakeRow extends StateRow {
  lease: number | null;
  wait_ms: number | null;
}

export interface SharedBudgets extends KeyBudgets {
  /** Waits until the database knows of every request that is over. */
  settled(): Promise<void>;
}

/**
 * The request budgets of keys, kept in PostgreSQL for all gateways together (`schema.sql`). Taking a request is one round
 * trip; settling it is another, which no request waits for. While the database does not answer, each gateway counts for
 * itself. `clock` is in milliseconds and says only how old the last known state is, unless `givenAt` puts it in the place of
 * the server's.
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
  const { requests, windowMs } = limit;
  const settling = new Set<Promise<void>>();
  let aloneUntil = Number.NEGATIVE_INFINITY;

  function standAlone(err: unknown): void {
    aloneUntil = clock() + ALONE_MS;
    logger?.warn({ err }, 'the shared request budget cannot be reached; this gateway counts for itself');
  }

  function createBudget(keyHash: string): RequestBudget {
    const own = createRequestBudget({ clock, limit });
    let known = { turn: 0, remaining: requests, at: 0, until: 0 };

    /** Asks for a row that tells what is left. Answers may overtake each other, so an older one does not undo a later. */
    async function learn<Row extends StateRow>(statement: () => Promise<Row[]>): Promise<Row | undefined> {
      const before = known;
      const [row] = await runStatement(statement);
      // Unless something was learnt meanwhile, turns are not compared: they begin anew where the database forgot the key.
      if (row !== undefined && (known === before || row.turn > known.turn)) {
        known = { turn: row.turn, remaining: row.remaining, at: clock(), until: clock() + row.reset_ms };
      }
      return row;
    }

    async function settle(lease: number, outcome: Outcome): Promise<void> {
      const answer = typeof outcome === 'string' ? null : outcome;
      const { remaining = null, resetMs = null, retryAfterMs = null } = answer?.rateLimit ?? {};
      try {
        await learn(
          () => sql<StateRow[]>`select * from frontdesk_gateway.settle(
            ${keyHash}, ${lease}::bigint, ${typeof outcome === 'string' ? outcome : 'answered'}, ${answer?.status === 429},
            ${remaining}::integer, ${round(resetMs)}::bigint, ${round(retryAfterMs)}::bigint,
            ${requests}::integer, ${windowMs}::bigint, ${sameWindowMs}::bigint, ${`{${defaultPausesMs.join()}}`}::bigint[],
            ${givenAt?.() ?? null}::bigint
          )`,
        );
      } catch (error) {
        standAlone(error);
      }
    }

    function state(): BudgetState {
      const now = clock();
      if (now < aloneUntil) return own.state();
      // With only requests under way the time until the budget is full again is unknown.
      const over = now >= known.until && known.until > known.at;
      const remaining = over ? requests : known.remaining;
      return { limit: requests, remaining, resetMs: Math.max(known.until - now, 0) };
    }

    return {
      async take(priority: Priority): Promise<Grant> {
        if (clock() < aloneUntil) return own.take(priority);
        let row: TakeRow | undefined;
        try {
          row = await learn(
            () => sql<TakeRow[]>`select * from frontdesk_gateway.take(
              ${keyHash}, ${reserveOf(priority, requests)}::integer, ${requests}::integer, ${windowMs}::bigint,
              ${leaseMs}::bigint, ${givenAt?.() ?? null}::bigint
            )`,
          );
        } catch (error) {
          standAlone(error);
        }
        if (row === undefined) return own.take(priority);
        const { lease, wait_ms } = row;
        if (lease === null) return { granted: false, retryAfterMs: wait_ms ?? windowMs };
        return {
          granted: true,
          settle(outcome) {
            const settled = settle(lease, outcome).finally(() => settling.delete(settled));
            settling.add(settled);
          },
        };
      },
      state,
      unused: () => state().resetMs === 0 && own.unused(),
    };
  }

  return {
    ...keepBudgets(limit, createBudget),
    async settled() {
      await Promise.all(settling);
    },
  };
}

function round(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}
