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

interface AllowedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string | RegExp;
  readonly kind: RequestKind;
}

/** The document's paths and methods (section 4); nothing else passes. */
const ALLOWED: readonly AllowedRequest[] = [
  { method: 'GET', path: '/ping', kind: 'probe' },
  { method: 'GET', path: '/v1/appointments', kind: 'appointments' },
  { method: 'POST', path: '/v1/appointments', kind: 'create' },
  { method: 'POST', path: '/v1/appointments/search', kind: 'appointments' },
  { method: 'GET', path: '/v1/companies', kind: 'reference' },
  { method: 'GET', path: '/v1/enums', kind: 'reference' },
  { method: 'GET', path: /^\/v1\/enums\/[A-Za-z0-9_-]{1,100}$/, kind: 'reference' },
  { method: 'GET', path: '/v1/employees', kind: 'reference' },
  { method: 'GET', path: '/v1/appointment-types', kind: 'reference' },
  { method: 'GET', path: '/v1/pets', kind: 'lookup' },
  { method: 'GET', path: '/v1/clients', kind: 'lookup' },
];

/** The kind of a request by its method and its path as sent (no prefix, not decoded); null where it may not pass. */
export function requestKind(method: string, path: string): RequestKind | null {
  for (const allowed of ALLOWED) {
    if (allowed.method !== method) continue;
    if (typeof allowed.path === 'string' ? allowed.path === path : allowed.path.test(path)) return allowed.kind;
  }
  return null;
}
