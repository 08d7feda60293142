import { type EndpointName, endpoints } from '#contract/endpoints.ts';
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
  /** Creates an appointment: the only request that writes. */
  | 'create';

/** Who goes first when the request budget runs short: a create first, polling last. */
export type Priority = 'create' | 'lookup' | 'poll';

/** One request to the practice API, with all that decides how it is treated on the way. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** The document's path with its query as sent. */
  readonly target: string;
  readonly contentType: string | null;
  readonly body: Uint8Array<ArrayBuffer> | null;
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

const KINDS: Record<EndpointName, RequestKind> = {
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
};

/** What may stand in place of a path parameter. */
const SEGMENT = '[A-Za-z0-9_-]{1,100}';

function allowedRequests<Name extends EndpointName>(kinds: Record<Name, RequestKind>) {
  const allowed: { method: string; path: RegExp; kind: RequestKind }[] = [];
  for (const name in kinds) {
    const { method, path } = endpoints[name];
    allowed.push({ method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, SEGMENT)}$`), kind: kinds[name] });
  }
  return allowed;
}

/** The endpoints of the contract; nothing else passes. */
const ALLOWED = allowedRequests(KINDS);

/** The kind of a request by its method and its path as sent (no prefix, not decoded); null where it may not pass. */
export function requestKind(method: string, path: string): RequestKind | null {
  return ALLOWED.find((allowed) => allowed.method === method && allowed.path.test(path))?.kind ?? null;
}
