import { type EndpointName, endpoints } from '#contract/endpoints.ts';

/** What a request to the practice API is, for sharing, retrying and budgeting. */
export type RequestKind =
  /** Reads appointments, which change all day. */
  | 'appointments'
  /** Reads what hardly changes in a day: companies, staff, visit types, enums. */
  | 'reference'
  /** Looks up clients and pets. */
  | 'lookup'
  /** Asks whether the practice API answers, or what a key may do. */
  | 'probe'
  /** Creates an appointment: the only request that writes. */
  | 'create';

/** The kind of each endpoint of the contract; requests to anything else do not pass. */
const kinds: Record<EndpointName, RequestKind> = {
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

interface AllowedRequest {
  readonly method: string;
  readonly path: RegExp;
  readonly kind: RequestKind;
}

function allowedRequests<Name extends EndpointName>(kindOf: Record<Name, RequestKind>): AllowedRequest[] {
  const allowed: AllowedRequest[] = [];
  for (const name in kindOf) {
    const { method, path } = endpoints[name];
    allowed.push({ method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, SEGMENT)}$`), kind: kindOf[name] });
  }
  return allowed;
}

const allowed = allowedRequests(kinds);

/** The kind of a request by its method and its path as sent (no prefix, not decoded); null where it may not pass. */
export function requestKind(method: string, path: string): RequestKind | null {
  return allowed.find((request) => request.method === method && request.path.test(path))?.kind ?? null;
}
