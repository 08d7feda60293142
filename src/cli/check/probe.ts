import { errorCode } from '#cli/open-database.ts';
import type { HttpResponse, Upstream } from '#gateway/upstream/connection.ts';
import { createRemoteUpstream } from '#gateway/upstream/remote.ts';

/** A response of the practice API with its duration in milliseconds, or the reason why there is none. */
export type ProbeResult =
  | (HttpResponse & { readonly ms: number; readonly receivedAt: number; readonly failure?: never })
  | { readonly failure: string };

/** Sends a GET request with the key, or without one, and never throws. */
export type SendProbe = (target: string, key: string | null) => Promise<ProbeResult>;

/**
 * Creates a function that sends requests to a practice API as the gateway does: redirects are not followed. `timeoutMs`
 * limits each request.
 */
export function createProbe(address: string, timeoutMs: number, upstream?: Pick<Upstream, 'send'>): SendProbe {
  const { send } = upstream ?? createRemoteUpstream({ baseUrl: address });
  return async function probe(target, key) {
    const headers = { accept: 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) };
    const timeout = AbortSignal.timeout(timeoutMs);
    const sentAt = Date.now();
    try {
      const response = await send({ method: 'GET', target, headers, body: null, isWrite: false }, timeout);
      const receivedAt = Date.now();
      return { ...response, receivedAt, ms: receivedAt - sentAt };
    } catch (error) {
      if (timeout.aborted) return { failure: `no answer within ${timeoutMs / 1_000} s` };
      return { failure: connectionProblem(error, new URL(address).host) };
    }
  };
}

/** Explains why a connection failed. */
function connectionProblem(error: unknown, host: string): string {
  const code = error instanceof Error ? errorCode(error) : '';
  if (code === 'ECONNREFUSED') return `nothing listens at ${host}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no computer called ${host}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the certificate of ${host} is for another name`;
  if (/CERT|SELF_SIGNED|ISSUER/.test(code)) {
    return `${host} presented a certificate that isn't trusted (${code}). Point NODE_EXTRA_CA_CERTS at its CA certificate`;
  }
  if (/SSL|TLS|EPROTO/.test(code)) return `${host} doesn't speak TLS (${code}). Does its address begin with http://?`;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return `${host} doesn't accept connections`;
  return `the connection to ${host} broke off${code === '' ? '' : ` (${code})`}`;
}
