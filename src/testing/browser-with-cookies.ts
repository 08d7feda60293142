import { gatewayOrigin } from './gateway-harness.ts';

/** What browsers send requests to: a gateway, or a whole product. */
interface Served {
  request(url: string, init: RequestInit): Response | Promise<Response>;
}

/** A browser that keeps the gateway's cookie as a real one does. */
export function browserAt(served: Served) {
  let cookie = '';
  return {
    cookie: () => cookie,
    steal: (other: string) => {
      cookie = other;
    },
    async request(method: string, path: string, body?: unknown): Promise<Response> {
      const response = await served.request(`${gatewayOrigin}${path}`, {
        method,
        headers: { cookie, 'content-type': 'application/json', origin: gatewayOrigin, host: '127.0.0.1:4100' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const set = response.headers.get('set-cookie');
      if (set !== null) cookie = /max-age=0/i.test(set) ? '' : (set.split(';')[0] ?? '');
      return response;
    },
  };
}
