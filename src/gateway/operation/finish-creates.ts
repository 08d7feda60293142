import { GatewayError } from '#gateway/gateway-error.ts';
import type { Send } from '#gateway/upstream/send.ts';

/** Lets creates under way finish before the process ends. */
export interface CreateDrain {
  readonly send: Send;
  /** Takes no further create and resolves when those under way are over. Reads go on. */
  drain(): Promise<void>;
  draining(): boolean;
}

/** Watches the creates that pass to `next`. */
export function finishCreates(next: Send): CreateDrain {
  const underWay = new Set<Promise<unknown>>();
  let draining = false;

  return {
    async send(request) {
      if (request.kind !== 'create') return await next(request);
      if (draining) {
        throw new GatewayError(
          'upstream_unavailable',
          'The front desk is being restarted. Nothing was booked. Try again.',
        );
      }
      const create = next(request);
      underWay.add(create);
      try {
        return await create;
      } finally {
        underWay.delete(create);
      }
    },
    async drain() {
      draining = true;
      await Promise.allSettled(underWay);
    },
    draining: () => draining,
  };
}
