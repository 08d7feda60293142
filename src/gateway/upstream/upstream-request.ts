import type { Capabilities } from '#contract/desk.ts';
import { additions, endpoints } from '#contract/endpoints.ts';
import type { Credential } from '#gateway/access/credentials.ts';
import type { UpstreamResponse } from './upstream-response.ts';

/** What a request to the practice API is, for sharing, retrying and budgeting. */
export type RequestKind =
  /** Reads appointments, which change all day. */
  | 'appointments'
  /** Reads what hardly changes in a day: companies, staff, visit types, enums. */
  | 'reference'
  /** Looks up clients and pets. */
  | 'lookup'
  /** Checks whether the practice API answers, or what a key may do. */
  | 'probe'
  /** Creates an appointment, a client or a pet. */
  | 'create'
  /** Changes an appointment. */
  | 'change';

/** Who goes first when the request budget runs short: what writes first, polling last. */
export type Priority = 'write' | 'lookup' | 'poll';

export function isWrite(kind: RequestKind): kind is 'create' | 'change' {
  return kind === 'create' || kind === 'change';
}

/** One request to the practice API, with all that decides how it is treated on the way. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** The document's path with its query as sent. */
  readonly target: string;
  readonly contentType: string | null;
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** Names a create to a practice API that takes such names. */
  readonly idempotencyKey: string | null;
  /** Whether sent twice it does no more than sent once. */
  readonly repeatable: boolean;
  readonly credential: Credential;
  readonly kind: RequestKind;
  readonly priority: Priority;
  /** Takes no response to a request that was sent before this one came. */
  readonly fresh: boolean;
}

/**
 * Sends a request to the practice API. Throws a `ServiceError` that the browser can be told where no response can be
 * passed on.
 */
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
  getAppointment: 'appointments',
  listAppointmentHistory: 'appointments',
  changeAppointment: 'change',
  createClient: 'create',
  createPet: 'create',
};

/** What may stand in place of a path parameter. */
const SEGMENT = '[A-Za-z0-9_-]{1,100}';

/** An operation of the contract as requests ask for it. */
export interface Operation {
  readonly name: OperationName;
  readonly method: UpstreamRequest['method'];
  /** As the contract has it, parameters in braces. */
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

/** The operations of the contract; nothing else passes. */
const OPERATIONS = allOperations(KINDS);

/** What a request asks for by its method and its path as sent (no prefix, not decoded); null where the contract has no such operation. */
export function operationOf(method: string, path: string): Operation | null {
  return OPERATIONS.find((operation) => operation.method === method && operation.pattern.test(path)) ?? null;
}

/** Whether an operation is beyond the document, so that only a practice API that describes it is asked for it. */
export function isAddition(name: OperationName): name is keyof typeof additions {
  return Object.hasOwn(additions, name);
}

/** Whether the practice API has an operation: one of the document, or one that it describes. */
export function isOffered(name: OperationName, capabilities: Capabilities): boolean {
  if (!isAddition(name)) return true;
  const offered = capabilities[name];
  return offered !== null && offered !== false;
}
