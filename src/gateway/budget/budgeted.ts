import { GatewayError } from '#gateway/gateway-error.ts';
import type { Answer } from '#gateway/upstream/answer.ts';
import { judgeAnswer, judgeFailure } from '#gateway/upstream/judge.ts';
import type { Send, UpstreamRequest } from '#gateway/upstream/send.ts';
import { UpstreamFailure } from '#gateway/upstream/upstream.ts';
import type { KeyBudgets } from './key-budgets.ts';
import type { Outcome, Priority } from './request-budget.ts';

/** A create waits this long, not yet sent, for the budget before it is refused. */
const PATIENCE_MS = 8_000;

/**
 * Counts every request against the budget of its key, and refuses with 429 what the budget has no room for. A create may
 * wait a little, since it has not been sent; nothing else waits. Judges what comes back: the answer passes, or what the
 * browser is told instead is thrown.
 */
export function budgeted(
  ask: (request: UpstreamRequest) => Promise<Answer>,
  options: { budgets: KeyBudgets; sleep: (ms: number) => Promise<void>; onRefused: (priority: Priority) => void },
): Send {
  const { budgets, sleep, onRefused } = options;

  return async function budgetedSend(request) {
    const { kind, priority } = request;
    const create = kind === 'create';
    const budget = budgets.of(request.credential.holder);
    let grant = budget.take(priority);
    if (!grant.granted && create && grant.retryAfterMs <= PATIENCE_MS) {
      await sleep(grant.retryAfterMs);
      grant = budget.take(priority);
    }
    if (!grant.granted) {
      onRefused(priority);
      throw tooMany(grant.retryAfterMs, create);
    }
    const answer = await settling(ask(request), grant.settle, create);
    if (answer.status !== 429) return judgeAnswer(answer, { create });
    const { resetMs } = budget.state();
    if (!answer.explains) throw tooMany(resetMs, create);
    return { ...answer, retryAfterSeconds: Math.ceil(resetMs / 1_000) };
  };
}

async function settling(asked: Promise<Answer>, settle: (outcome: Outcome) => void, create: boolean): Promise<Answer> {
  try {
    const answer = await asked;
    settle(answer);
    return answer;
  } catch (error) {
    settle(error instanceof UpstreamFailure && !error.sent ? 'not-sent' : 'lost');
    throw judgeFailure(error, { create });
  }
}

function tooMany(waitMs: number, create: boolean): GatewayError {
  const seconds = Math.ceil(waitMs / 1_000);
  const notDone = create ? 'Nothing was booked. ' : '';
  return new GatewayError(
    'rate_limit_exceeded',
    `${notDone}The API key's requests are used up. Try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}
