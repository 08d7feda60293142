import { budgeted } from '#gateway/budget/budgeted.ts';
import type { KeyBudgets } from '#gateway/budget/key-budgets.ts';
import type { Metrics } from '#gateway/operation/metrics.ts';
import { sharing } from '#gateway/sharing/sharing.ts';
import type { World } from '#gateway/world.ts';
import { asking, type UpstreamTimeouts } from './ask.ts';
import type { PracticeClock } from './practice-clock.ts';
import { retrying } from './retrying.ts';
import type { Send } from './send.ts';
import type { Upstream } from './upstream.ts';

/** The way to the practice API: share, retry, count, send; nearest to it last. */
export function createPracticeApi(options: {
  upstream: Upstream;
  timeouts: UpstreamTimeouts;
  budgets: KeyBudgets;
  practiceClock: PracticeClock;
  metrics: Metrics;
  world: World;
}): Send {
  const { upstream, timeouts, budgets, practiceClock, metrics, world } = options;
  const { clock, sleep, random, schedule } = world;
  const ask = metrics.measured(asking({ upstream, timeouts, clock, schedule }));
  const observed: Send = async (request) => {
    const answer = await ask(request);
    practiceClock.observe(answer);
    return answer;
  };
  const counted = budgeted(observed, { budgets, sleep, onRefused: metrics.refused });
  return sharing(retrying(counted, { sleep, random, clock }), { clock, onShared: metrics.shared });
}
