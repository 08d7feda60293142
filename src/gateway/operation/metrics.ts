import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { KeyBudgets } from '#gateway/budget/key-budgets.ts';
import type { Priority } from '#gateway/budget/request-budget.ts';
import type { Answer } from '#gateway/upstream/answer.ts';
import type { Send } from '#gateway/upstream/send.ts';
import { UnusableAnswer, UpstreamFailure } from '#gateway/upstream/upstream.ts';

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** What the gateway counts for Prometheus. No label holds a key, a path parameter or anything else a person wrote. */
export function createMetrics(options: { budgets: KeyBudgets; clock: () => number }) {
  const { budgets, clock } = options;
  const register = new Registry();
  const registers = [register];
  const upstreamSeconds = new Histogram({
    name: 'frontdesk_upstream_request_duration_seconds',
    help: 'Requests to the practice API by kind and outcome (status class, or why there was no answer).',
    labelNames: ['kind', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'frontdesk_request_duration_seconds',
    help: 'Requests of browsers by area and status class.',
    labelNames: ['area', 'status'],
    buckets: SECONDS,
    registers,
  });
  const sharedAnswers = new Counter({
    name: 'frontdesk_shared_answers_total',
    help: 'Reads answered without a request of their own: coalesced with one under way, or from one just stored.',
    labelNames: ['how'],
    registers,
  });
  const refusals = new Counter({
    name: 'frontdesk_budget_refusals_total',
    help: 'Requests refused because the budget of the key had no room for their priority.',
    labelNames: ['priority'],
    registers,
  });
  new Gauge({
    name: 'frontdesk_budget_remaining',
    help: 'Requests left in the present window, of the key that has the fewest.',
    registers,
    collect() {
      this.set(budgets.lowestRemaining());
    },
  });
  let scraped = false;

  return {
    contentType: register.contentType,
    /** The exposition text. What the process itself uses is watched from the first time on that someone asks. */
    async text(): Promise<string> {
      if (!scraped) collectDefaultMetrics({ register });
      scraped = true;
      return await register.metrics();
    },
    measured(ask: Send): Send {
      return async function measuredAsk(request) {
        const began = clock();
        const done = (outcome: string) =>
          upstreamSeconds.observe({ kind: request.kind, outcome }, (clock() - began) / 1_000);
        try {
          const answer: Answer = await ask(request);
          done(statusClass(answer.status));
          return answer;
        } catch (error) {
          done(failureClass(error));
          throw error;
        }
      };
    },
    request: (area: string, status: number, ms: number) => {
      requestSeconds.observe({ area, status: statusClass(status) }, ms / 1_000);
    },
    shared: (how: 'coalesced' | 'stored') => sharedAnswers.inc({ how }),
    refused: (priority: Priority) => refusals.inc({ priority }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

function statusClass(status: number): string {
  return status === 429 ? '429' : `${Math.floor(status / 100)}xx`;
}

function failureClass(error: unknown): string {
  if (error instanceof UnusableAnswer) return 'unusable';
  if (!(error instanceof UpstreamFailure)) return 'failed';
  if (error.timedOut) return 'timeout';
  return error.sent ? 'lost' : 'not_sent';
}
