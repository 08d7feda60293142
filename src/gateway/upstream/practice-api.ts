import { z } from 'zod';
import type { Capabilities, DeskPurpose } from '#contract/desk.ts';
import type { DeskChangedEvent } from '#contract/desk-events.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { extensionOperations, type Operation, operations } from '#contract/operations.ts';
import { requiresWriteAccess } from '#contract/permissions.ts';

/** The API key that a request is sent with. */
export interface Credential {
  readonly key: string;
  /** A keyed hash (HMAC) of the key, used instead of the key for lookups and storage. */
  readonly keyHash: string;
}

/** The kind of a request, which decides how its response is shared and which errors it may have. */
export type RequestKind =
  /** Reads appointments and what belongs to them, such as availability entries, which change all day. */
  | 'appointments'
  /** Reads reference data: companies, staff, visit types, enums, the owner of a key. */
  | 'reference'
  /** Looks up clients and pets. */
  | 'lookup'
  /** Checks whether the practice API responds. */
  | 'probe'
  /** Reads what only managers of the practice see: permissions, keys, the history. */
  | 'management'
  /** Creates a record, such as an appointment, a client or a pet. */
  | 'create'
  /** Changes a record, such as an appointment. */
  | 'change'
  /** Changes management data: stores, rooms, visit types, people, keys. */
  | 'manage';
export type WriteKind = 'create' | 'change' | 'manage';

/** The permissions of the operations that read rarely changing data; null stands for operations that require none. */
const REFERENCE_PERMISSIONS = new Set([null, 'employees.read', 'appointment_types.read']);

/**
 * The kind of an operation's requests, which follows from what the operation does and from its permission. Operations
 * on keys and other management data are recognised by the permission `practice.write`, which even their reads require.
 */
export function determineRequestKind(name: Operation): RequestKind {
  if (name === 'ping') return 'probe';
  const { creates, permission }: Endpoint = operations[name];
  const isManagement = permission === 'practice.write';
  if (requiresWriteAccess(operations[name])) return isManagement ? 'manage' : creates ? 'create' : 'change';
  if (isManagement) return 'management';
  if (REFERENCE_PERMISSIONS.has(permission)) return 'reference';
  return permission === 'appointments.read' ? 'appointments' : 'lookup';
}

export function isWrite(kind: RequestKind): kind is WriteKind {
  return kind === 'create' || kind === 'change' || kind === 'manage';
}

/** Whether an operation extends the specification, and is therefore used only if the practice API describes it. */
export function isExtension(name: Operation): boolean {
  return Object.hasOwn(extensionOperations, name);
}

/** One request to the practice API. */
export interface ApiRequest {
  readonly operation: Operation;
  readonly kind: RequestKind;
  /** The path of the specification (`/v1/…`) and the query. */
  readonly target: string;
  readonly credential: Credential;
  readonly contentType: string | null;
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** The idempotency key of a request that creates a record; null if it has none. */
  readonly idempotencyKey: string | null;
  /** A poll gives way to other requests; a recheck never shares the response of an earlier request. */
  readonly purpose: DeskPurpose | null;
}

/** Creates a read that the gateway itself sends. */
export function createReadRequest(
  operation: Operation,
  read: Pick<ApiRequest, 'target' | 'credential'> & Partial<Pick<ApiRequest, 'purpose'>>,
): ApiRequest {
  return {
    operation,
    kind: determineRequestKind(operation),
    contentType: null,
    body: null,
    idempotencyKey: null,
    purpose: null,
    ...read,
  };
}

/** A response of the practice API that a browser may receive. */
export interface ApiResponse {
  readonly status: number;
  /** The body exactly as the practice API wrote it, not compressed. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** The message key of an error body (section 7 of the specification); null if there is none. */
  readonly message: string | null;
  /** The id in an error body; null if it has none that can be logged. */
  readonly errorInstanceId: string | null;
  /** The number of whole seconds after which a retry makes sense, if the practice API reports it. */
  readonly retryAfterSeconds?: number;
}

/** Sends a request to the practice API. Throws a `ServiceError` for the browser if there is no usable response. */
export type SendRequest = (request: ApiRequest) => Promise<ApiResponse>;

/**
 * The number of requests that a key may still send, out of `limit`, and the milliseconds until it may send all `limit`
 * requests again.
 */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** An event of the practice API. After a `reset`, anything may have changed; its data is empty. */
export interface PracticeEvent {
  readonly name: 'changed' | 'reset';
  readonly data: DeskChangedEvent;
}

/** The key and the company whose events are read. */
export interface EventSubject {
  readonly credential: Credential;
  readonly companyId: string;
}

export interface EventReader {
  onEvent(event: PracticeEvent): void;
  /** Called for each sign of life that is not a {@link PracticeEvent}, such as a keep-alive comment in the stream. */
  onAlive(): void;
}

/**
 * Reads events until they end or `signal` is aborted. Resolves with the minimum time until they may be read again, in
 * milliseconds. Throws `authorization_required` if the key is refused, and an unspecified error if the events are lost.
 */
export type FollowEvents = (reader: EventReader, signal: AbortSignal) => Promise<number>;

/** The practice API: the service in this process (`embedded.ts`), or a remote one (`vendor.ts`). */
export interface PracticeApi {
  readonly send: SendRequest;
  events(subject: EventSubject): FollowEvents;
  /** The operations of the practice API, and their optional inputs. */
  capabilities(): Capabilities;
  /** The practice API's clock, in milliseconds since 1970. */
  now(): number;
  /** The reason why the practice API cannot be used at the moment, for the operator; null if it can be used. */
  problem(): Promise<string | null>;
  /** The remaining requests of a key; null if unknown. */
  budgetOf(keyHash: string): Budget | null;
  /** Prepares the practice API for the first request, if that is necessary. Never throws. */
  start?(): Promise<void>;
}

/** Sends a request and parses the response; undefined if its status is not 2xx or it does not have the expected shape. */
export async function fetchParsedResponse<Value>(
  send: SendRequest,
  request: ApiRequest,
  schema: z.core.$ZodType<Value>,
): Promise<Value | undefined> {
  const { status, body } = await send(request);
  return status < 300 ? z.safeParse(schema, parseJson(body)).data : undefined;
}

/** The JSON value of a body or text; undefined if it is not JSON. */
export function parseJson(body: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
