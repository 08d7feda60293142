import type { Endpoint } from '#contract/endpoint.ts';

/** A request from the app to the gateway. */
export interface DeskRequest {
  method: Endpoint['method'];
  /** The path of the request, with the query if there is one: `/api/v1/enums?companyId=…`. */
  path: string;
  /** The body as JSON; null if the request has none. */
  body: string | null;
}

/** Whether the input of an endpoint is a JSON body; otherwise it is the query. */
export const hasBody = ({ method }: { method: string }): boolean => method !== 'GET' && method !== 'DELETE';

/** Creates the request for an endpoint. `input` contains the path parameters, and the query or the body. */
export function createDeskRequest({ method, path }: Pick<Endpoint, 'method' | 'path'>, input: object): DeskRequest {
  const values = new Map<string, unknown>(Object.entries(input));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(values.get(name)));
    values.delete(name);
    return value;
  });
  const target = filled.startsWith('/desk/') ? filled : `/api${filled}`;
  if (hasBody({ method })) return { method, path: target, body: JSON.stringify(Object.fromEntries(values)) };
  return { method, path: `${target}${queryString(values)}`, body: null };
}

/** Builds a query string: null and undefined are left out, lists are comma-separated. */
function queryString(values: ReadonlyMap<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of values) if (value !== null && value !== undefined) params.set(name, String(value));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Identifies a request: equal requests have equal keys. */
export const requestKey = ({ method, path, body }: DeskRequest) =>
  `${method} ${path}${body === null ? '' : ` ${body}`}`;
