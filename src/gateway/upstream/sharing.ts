import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '#contract/error.ts';
import {
  type ApiRequest,
  type ApiResponse,
  isWrite,
  type PracticeEvent,
  type RequestKind,
  type SendRequest,
  type WriteKind,
} from './practice-api.ts';

/**
 * The time during which a response may be shared, in milliseconds from when its request was sent; 0 if it is shared only while
 * the request is pending.
 */
const SHARING_MS: Record<Exclude<RequestKind, WriteKind>, number> = {
  appointments: 2_000,
  lookup: 10_000,
  reference: 30_000,
  probe: 0,
  management: 0,
};
/**
 * The kinds of reads that creates and changes make out of date. A change to the practice itself makes all kinds out of date.
 */
const KINDS_OUTDATED_BY_WRITES = new Set<RequestKind>(['appointments', 'lookup']);
/**
 * The maximum size of all stored responses: far more than the calendars of a practice need, and little of the process's memory.
 */
const MAX_BYTES = 16 * 1024 * 1024;
/** The approximate size of a stored response without its body. */
const ENTRY_BYTES = 1024;

interface SharedRead {
  readonly response: Promise<ApiResponse>;
  readonly keyHash: string;
  readonly kind: RequestKind;
  /** The value of `writes` when the request was sent: the response is not shared beyond the next write. */
  readonly writes: number;
  readonly sentAt: number;
  /** The size of the response; null while the request is pending. */
  readonly bytes: number | null;
}

/**
 * Shares responses: equal reads with the same key share the response of the first read while it is pending, and until a
 * short time after it was sent. A pending read of appointments is shared only for that short time, too.
 *
 * After the start or the end of a write, later reads must see its result. A create or a change therefore ends the
 * sharing of earlier reads of appointments, clients and pets, and a change to the practice itself the sharing of all
 * earlier reads. Changes that the practice API reports end it as well (`invalidate`). Only successful responses are
 * stored.
 */
export function shareReads(options: {
  send: SendRequest;
  clock: () => number;
  onShared: (how: 'coalesced' | 'stored') => void;
}) {
  const { clock, onShared } = options;
  const reads = new LRUCache<string, SharedRead>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => ENTRY_BYTES + (bytes ?? 0),
  });
  /** Counts the starts and ends of writes. */
  let writes = 0;

  function dropReads(isObsolete: (read: SharedRead) => boolean): void {
    for (const [id, read] of [...reads.entries()]) if (isObsolete(read)) reads.delete(id);
  }

  function outdateReads(kind: WriteKind): void {
    writes += 1;
    if (kind === 'manage') reads.clear();
  }

  /** Sends a request. Once its key is refused, no response that was read with it is shared any more. */
  async function sendUnshared(request: ApiRequest): Promise<ApiResponse> {
    const dropReadsOfKey = () => dropReads(({ keyHash }) => keyHash === request.credential.keyHash);
    try {
      const response = await options.send(request);
      if (response.status === 401) dropReadsOfKey();
      return response;
    } catch (error) {
      if (error instanceof ServiceError && error.status === 401) dropReadsOfKey();
      throw error;
    }
  }

  async function sendOrShare(request: ApiRequest): Promise<ApiResponse> {
    const { kind, purpose } = request;
    if (isWrite(kind)) {
      outdateReads(kind);
      try {
        return await sendUnshared(request);
      } finally {
        outdateReads(kind);
      }
    }
    const id = sharingKey(request);
    const earlier = reads.get(id);
    if (earlier !== undefined && purpose !== 'recheck') {
      const isInvalid = KINDS_OUTDATED_BY_WRITES.has(kind) && earlier.writes !== writes;
      const isOld = clock() - earlier.sentAt >= SHARING_MS[kind];
      // A pending read of appointments expires as well: when its response arrives, the data may be as old as the request.
      const expired = isOld && (earlier.bytes !== null || kind === 'appointments');
      if (!isInvalid && !expired) {
        onShared(earlier.bytes === null ? 'coalesced' : 'stored');
        return await earlier.response;
      }
    }
    const read: SharedRead = {
      response: sendUnshared(request),
      keyHash: request.credential.keyHash,
      kind,
      writes,
      sentAt: clock(),
      bytes: null,
    };
    reads.set(id, read);
    const isCurrent = () => reads.peek(id) === read;
    try {
      const response = await read.response;
      const isWorthSharing = response.status < 300 && SHARING_MS[kind] > 0;
      if (isCurrent() && isWorthSharing) reads.set(id, { ...read, bytes: response.body.length });
      return response;
    } finally {
      // Removes an entry that neither its response nor a later read has replaced.
      if (isCurrent()) reads.delete(id);
    }
  }

  return {
    send: sendOrShare satisfies SendRequest,
    /** Drops the stored responses of a key that an event makes out of date. */
    invalidate(keyHash: string, { name, data }: PracticeEvent): void {
      const all = name === 'reset' || data.practice === true;
      const kinds = new Set<RequestKind>();
      if (data.appointments || data.availability || data.waitingList || data.messages || data.recalls)
        kinds.add('appointments');
      if (data.clients || data.pets || data.messages || data.onlineRequests) kinds.add('lookup');
      dropReads((read) => read.keyHash === keyHash && (all || kinds.has(read.kind)));
    },
  };
}

/** Returns the key of a read. Reads with equal keys may share a response. */
function sharingKey({ operation, target, contentType, body, credential }: ApiRequest): string {
  const content = body === null ? '' : createHash('sha256').update(body).digest('base64');
  return `${credential.keyHash} ${operation} ${target} ${contentType ?? ''} ${content}`;
}
