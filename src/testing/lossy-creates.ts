import { ApiError } from '#app/api/api-error.ts';
import { type RequestOutcome, requestOutcomes } from './outcomes.ts';

/** `left`: the page is reloaded before the response arrives; whether the request is carried out is as for `silent`. */
export const createOutcomes = [...requestOutcomes, 'left', 'made-and-left'] as const;
export type CreateOutcome = RequestOutcome | 'left' | 'made-and-left';

/** The page was reloaded while a request was pending. */
export const LEFT = 'left';

/** A broken connection. */
export const lost = () => new ApiError({ kind: 'network', status: null });

interface Created<Body> {
  id: string;
  body: Body;
  key: string | null;
  /** The time from which it can be found. */
  from: number;
}

interface LossyOptions {
  outcomes?: readonly CreateOutcome[];
  /** How long after a request with a lost response its record becomes visible, in milliseconds. */
  delayMs?: number;
  /** How the practice system refuses a request. */
  refusal?: () => ApiError;
}

/** A practice system with its own clock: each request gets the next outcome; when there are no more, it is answered. */
export function createLossySystem(options: LossyOptions = {}) {
  const { delayMs = 0, refusal = () => new ApiError({ kind: 'http', status: 429 }) } = options;
  const remaining = [...(options.outcomes ?? [])];
  let leave: () => void = () => undefined;
  const system = {
    /** Milliseconds since 1970-01-01T00:00Z. */
    now: Date.parse('2026-05-30T10:00:00Z'),
    requests: 0,
    pauses: [] as number[],
    /** Runs the work of a page until it has finished or the page is left. */
    run<Result>(work: () => Promise<Result>): Promise<Result | typeof LEFT> {
      const left = new Promise<typeof LEFT>((resolve) => {
        leave = () => resolve(LEFT);
      });
      return Promise.race([work(), left]);
    },
    /** Applies the next outcome to a request. */
    async applyOutcome<Answer>(carryOut: (from: number) => Answer): Promise<Answer> {
      system.requests += 1;
      const outcome = remaining.shift() ?? 'answered';
      if (outcome === 'answered') return carryOut(system.now);
      if (outcome === 'refused') throw refusal();
      if (outcome.startsWith('made')) carryOut(system.now + delayMs);
      if (outcome.endsWith('left')) {
        leave();
        return new Promise<never>(() => undefined);
      }
      if (outcome.endsWith('silent')) {
        system.now += 45_000;
        throw new DOMException('too long', 'TimeoutError');
      }
      throw outcome.endsWith('unreadable') ? new ApiError({ kind: 'invalid', status: 200 }) : lost();
    },
    clock: () => system.now,
    async sleep(milliseconds: number) {
      system.pauses.push(milliseconds);
      system.now += milliseconds;
    },
    /** Records of one kind, created once per key. `idOf` returns the id of the first record, the second and so on. */
    records<Body>(idOf: (number: number) => string) {
      const created: Created<Body>[] = [];
      return {
        created,
        create: (body: Body, key: string | null) =>
          system.applyOutcome((from) => {
            const before = key === null ? undefined : created.find((one) => one.key === key);
            if (before && before.from > system.now)
              throw new ApiError({ kind: 'http', status: 409, messageKey: 'request_in_progress' });
            if (before) return before.id;
            const id = idOf(created.length + 1);
            created.push({ id, body, key, from });
            return id;
          }),
        /** The records that exist and are visible by now. */
        find: () => system.applyOutcome(() => created.filter(({ from }) => from <= system.now)),
      };
    },
  };
  return system;
}
