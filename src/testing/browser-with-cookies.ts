import { deskHeaders, deskSessionSchema } from '#contract/desk.ts';
import { gatewayOrigin } from './gateway-harness.ts';

/** What browsers send requests to: a gateway, or a whole product. */
interface Served {
  request(url: string, init: RequestInit): Response | Promise<Response>;
}

/** A browser that stores the gateway's cookie as a real one does. Its tabs name the person of the session that they read last, as the app does. */
export function browserAt(served: Served) {
  let cookie = '';

  function openTab() {
    let person: string | null = null;
    return {
      async request(method: string, path: string, body?: unknown): Promise<Response> {
        const response = await served.request(`${gatewayOrigin}${path}`, {
          method,
          headers: {
            cookie,
            'content-type': 'application/json',
            origin: gatewayOrigin,
            host: '127.0.0.1:4100',
            ...(person !== null && { [deskHeaders.person]: person }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const set = response.headers.get('set-cookie');
        if (set !== null) cookie = /max-age=0/i.test(set) ? '' : (set.split(';')[0] ?? '');
        if (/^\/desk\/(session|setup)/.test(path) && response.ok) {
          const answer = await response.clone().json();
          // The answer to a set-up contains the session.
          const session = deskSessionSchema.safeParse(answer.session ?? answer);
          if (session.success) ({ person } = session.data);
        }
        return response;
      },
    };
  }

  return {
    cookie: () => cookie,
    steal: (other: string) => {
      cookie = other;
    },
    /** Opens another tab, which has read no session yet. */
    openTab,
    ...openTab(),
  };
}
