import { createHash } from 'node:crypto';
import type { RequestKind } from '#gateway/upstream/allowed-requests.ts';
import type { Answer } from '#gateway/upstream/answer.ts';
import type { Send, UpstreamRequest } from '#gateway/upstream/send.ts';

/** How long after it was asked for an answer is shared, in milliseconds; 0: only while it is under way. */
const SHARED_MS: Record<Exclude<RequestKind, 'create'>, number> = {
  appointments: 2_000,
  lookup: 10_000,
  reference: 30_000,
  probe: 0,
};
/** Far more than the boards of a practice show, and little beside what the process uses. */
const MAX_BYTES = 16 * 1024 * 1024;

interface Shared {
  readonly answer: Promise<Answer>;
  /** Creates known of when it was asked for: an answer about appointments is not shared beyond the next one. */
  readonly creates: number;
  readonly askedAt: number;
  /** Null while the answer is under way. */
  bytes: number | null;
}

/**
 * Makes one request of several: those for the same thing with the same key while the first is under way, and for a moment
 * after. A create, when it is sent and when it is over, parts what is asked about appointments before from after; so
 * whoever asks after a booking sees it. Only successful answers are kept.
 */
export function sharing(
  next: Send,
  options: { clock: () => number; onShared: (how: 'coalesced' | 'stored') => void },
): Send {
  const { clock, onShared } = options;
  /** In the order they were asked for. */
  const kept = new Map<string, Shared>();
  let creates = 0;
  let bytes = 0;

  function drop(name: string, entry: Shared): void {
    if (kept.get(name) !== entry) return;
    kept.delete(name);
    bytes -= entry.bytes ?? 0;
  }

  function usable(entry: Shared, request: UpstreamRequest): boolean {
    const { kind, recheck } = request;
    if (recheck || kind === 'create') return false;
    if (kind === 'appointments' && entry.creates !== creates) return false;
    return entry.bytes === null || clock() - entry.askedAt < SHARED_MS[kind];
  }

  function keep(name: string, entry: Shared, answer: Answer, kind: keyof typeof SHARED_MS): void {
    entry.bytes = answer.body.length;
    if (kept.get(name) !== entry) return;
    bytes += entry.bytes;
    if (answer.status >= 300 || SHARED_MS[kind] === 0) drop(name, entry);
    for (const [oldName, old] of kept) {
      if (bytes <= MAX_BYTES && clock() - old.askedAt < SHARED_MS.reference) break;
      if (old.bytes !== null) drop(oldName, old);
    }
  }

  return async function sharingSend(request) {
    const { kind } = request;
    if (kind === 'create') {
      creates += 1;
      try {
        return await next(request);
      } finally {
        creates += 1;
      }
    }
    const name = nameOf(request);
    const known = kept.get(name);
    if (known !== undefined && usable(known, request)) {
      onShared(known.bytes === null ? 'coalesced' : 'stored');
      return await known.answer;
    }
    if (known !== undefined) drop(name, known);
    const entry: Shared = { answer: next(request), creates, askedAt: clock(), bytes: null };
    kept.set(name, entry);
    try {
      const answer = await entry.answer;
      keep(name, entry, answer, kind);
      return answer;
    } catch (error) {
      drop(name, entry);
      throw error;
    }
  };
}

function nameOf({ method, target, contentType, body, credential }: UpstreamRequest): string {
  const content = body === null ? '' : createHash('sha256').update(body).digest('base64');
  return `${credential.holder} ${method} ${target} ${contentType ?? ''} ${content}`;
}
