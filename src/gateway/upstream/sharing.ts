import { createHash } from 'node:crypto';
import { ServiceError } from '#contract/error.ts';
import type { Credential } from '#gateway/access/credentials.ts';
import { isWrite, type RequestKind, type Send, type UpstreamRequest } from './upstream-request.ts';
import type { UpstreamResponse } from './upstream-response.ts';

/** How long after its request was sent a response is shared, in milliseconds; 0: only while it is under way. */
const SHARED_MS: Record<Exclude<RequestKind, 'create' | 'change'>, number> = {
  appointments: 2_000,
  lookup: 10_000,
  reference: 30_000,
  probe: 0,
};
/** The kinds of reads that creates and changes make out of date. */
const WRITTEN = new Set<RequestKind>(['appointments', 'lookup']);
/** Far more than the boards of a practice need, and little of the process's memory. */
const MAX_BYTES = 16 * 1024 * 1024;

interface SharedRead {
  readonly response: Promise<UpstreamResponse>;
  readonly keyHash: string;
  /** The value of `writes` when it was sent: such a response is not shared beyond the next write. */
  readonly writes: number;
  readonly sentAt: number;
  /** Null while the response is under way. */
  bytes: number | null;
}

/**
 * Shares responses: equal reads with the same key share the response of the first while it is under way, and for a
 * moment after. Reads of appointments, clients and pets are not shared across the start or the end of a create or
 * change, so that reads after it see its result. Only successful responses are kept.
 */
export function shareReads(options: {
  sendRead: Send;
  sendWrite: Send;
  clock: () => number;
  /** The longest time a response is shared after its request; by default {@link SHARED_MS}. */
  longestMs?: number | undefined;
  /**
   * Whether the practice API still accepts a key, where that costs no budget: checked before a response is shared. By
   * default a key counts as accepted until a response says otherwise.
   */
  isAccepted?: ((credential: Credential) => Promise<boolean>) | undefined;
  onShared: (how: 'coalesced' | 'stored') => void;
}): Send {
  const { sendRead, sendWrite, clock, longestMs = Number.POSITIVE_INFINITY, isAccepted, onShared } = options;
  /** In the order in which they were sent. */
  const reads = new Map<string, SharedRead>();
  /** Counts the starts and ends of creates and changes. */
  let writes = 0;
  let storedBytes = 0;

  function drop(id: string, read: SharedRead): void {
    if (reads.get(id) !== read) return;
    reads.delete(id);
    storedBytes -= read.bytes ?? 0;
  }

  /** Drops all responses of a key once it is refused. */
  function dropAll(keyHash: string): void {
    for (const [id, read] of reads) if (read.keyHash === keyHash) drop(id, read);
  }

  async function sendOwn(request: UpstreamRequest): Promise<UpstreamResponse> {
    const { keyHash } = request.credential;
    try {
      const response = await (isWrite(request.kind) ? sendWrite(request) : sendRead(request));
      if (response.status === 401) dropAll(keyHash);
      return response;
    } catch (error) {
      if (error instanceof ServiceError && error.status === 401) dropAll(keyHash);
      throw error;
    }
  }

  function store(id: string, read: SharedRead, response: UpstreamResponse, kind: keyof typeof SHARED_MS): void {
    read.bytes = response.body.length;
    if (reads.get(id) !== read) return;
    storedBytes += read.bytes;
    if (response.status >= 300 || SHARED_MS[kind] === 0) drop(id, read);
    for (const [oldId, old] of reads) {
      if (storedBytes <= MAX_BYTES && clock() - old.sentAt < SHARED_MS.reference) break;
      if (old.bytes !== null) drop(oldId, old);
    }
  }

  return async function send(request) {
    const { kind, fresh } = request;
    if (isWrite(kind)) {
      writes += 1;
      try {
        return await sendOwn(request);
      } finally {
        writes += 1;
      }
    }
    const id = idOf(request);
    const earlier = reads.get(id);
    if (earlier !== undefined) {
      const outdated = WRITTEN.has(kind) && earlier.writes !== writes;
      const expired = earlier.bytes !== null && clock() - earlier.sentAt >= Math.min(SHARED_MS[kind], longestMs);
      if (!fresh && !outdated && !expired && (isAccepted === undefined || (await isAccepted(request.credential)))) {
        onShared(earlier.bytes === null ? 'coalesced' : 'stored');
        return await earlier.response;
      }
      drop(id, earlier);
    }
    const read: SharedRead = {
      response: sendOwn(request),
      keyHash: request.credential.keyHash,
      writes,
      sentAt: clock(),
      bytes: null,
    };
    reads.set(id, read);
    try {
      const response = await read.response;
      store(id, read, response, kind);
      return response;
    } catch (error) {
      drop(id, read);
      throw error;
    }
  };
}

/** The key of requests that may share a response. */
function idOf({ method, target, contentType, body, credential }: UpstreamRequest): string {
  const content = body === null ? '' : createHash('sha256').update(body).digest('base64');
  return `${credential.keyHash} ${method} ${target} ${contentType ?? ''} ${content}`;
}
