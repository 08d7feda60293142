import type { Capabilities } from '#contract/desk.ts';
import { additions, endpoints } from '#contract/endpoints.ts';
import type { Credential } from '#gateway/access/credentials.ts';
import type { UpstreamResponse } from './upstream-response.ts';

/** The kind of a request, which decides how it is shared, retried and budgeted. */
export type RequestKind =
  /** Reads appointments, which change all day. */
  | 'appointments'
  /** Reads reference data: companies, staff, visit types, enums. */
  | 'reference'
  /** Looks up clients and pets. */
  | 'lookup'
  /** Checks whether the practice API answers, or what a key may do. */
  | 'probe'
  /** Creates an appointment, a client or a pet. */
  | 'create'
  /** Changes an appointment. */
  | 'change';

/** The priority when the request budget runs low: writes first, polling last. */
export type Priority = 'write' | 'lookup' | 'poll';

export function isWrite(kind: RequestKind): kind is 'create' | 'change' {
  return kind === 'create' || kind === 'change';
}

/** One request to the practice API, with all that decides how it is sent. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** The document's path with its query as sent. */
  readonly target: string;
  readonly contentType: string | null;
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** The idempotency key of a create. */
  readonly idempotencyKey: string | null;
  /** Whether it is idempotent. */
  readonly repeatable: boolean;
  readonly credential: Credential;
  readonly kind: RequestKind;
  readonly priority: Priority;
  /** Whether it must not share the response of an earlier request. */
  readonly fresh: boolean;
}

/** Sends a request to the practice API. Throws a `ServiceError` for the browser where there is no usable response. */
export type Send = (request: UpstreamRequest) => Promise<UpstreamResponse>;

const operations = { ...endpoints, ...additions };
export type OperationName = keyof typeof operations;

const KINDS: Record<OperationName, RequestKind> = {
  ping: 'probe',
  listAppointments: 'appointments',
  createAppointment: 'create',
  searchAppointments: 'appointments',
  listCompanies: 'reference',
  listEnums: 'reference',
  getEnum: 'reference',
  listEmployees: 'reference',
  listAppointmentTypes: 'reference',
  listPets: 'lookup',
  listClients: 'lookup',
  getMe: 'reference',
  getAppointment: 'appointments',
  listAppointmentHistory: 'appointments',
  changeAppointment: 'change',
  createClient: 'create',
  createPet: 'create',
};

/** The pattern of a path parameter. */
const SEGMENT = '[A-Za-z0-9_-]{1,100}';

/** An operation of the contract, for matching requests. */
export interface Operation {
  readonly name: OperationName;
  readonly method: UpstreamRequest['method'];
  /** The path as in the contract, parameters in braces. */
  readonly path: string;
  readonly kind: RequestKind;
}

function allOperations<Name extends OperationName>(kinds: Record<Name, RequestKind>) {
  const all: (Operation & { readonly pattern: RegExp })[] = [];
  for (const name in kinds) {
    const { method, path } = operations[name];
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, SEGMENT)}$`);
    all.push({ name, method, path, kind: kinds[name], pattern });
  }
  return all;
}

/** The operations of the contract; other requests are refused. */
const OPERATIONS = allOperations(KINDS);

/** The operation of a method and a path as sent (without prefix, not decoded); null where the contract has none. */
export function operationOf(method: string, path: string): Operation | null {
  return OPERATIONS.find((operation) => operation.method === method && operation.pattern.test(path)) ?? null;
}

/** Whether an operation is beyond the document, and so used only where the practice API describes it. */
export function isAddition(name: OperationName): name is keyof typeof additions {
  return Object.hasOwn(additions, name);
}

/** Whether the practice API has an operation: one of the document, or one that it describes. */
export function isOffered(name: OperationName, capabilities: Capabilities): boolean {
  if (!isAddition(name)) return true;
  const offered = capabilities[name];
  return offered !== null && offered !== false;
}
