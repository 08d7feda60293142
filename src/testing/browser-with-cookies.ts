import { deskHeaders, deskSessionSchema } from '#contract/desk.ts';
import { gatewayOrigin } from './gateway-harness.ts';

/** The server that browsers send requests to: a gateway or a whole product. */
interface Served {
  request(url: string, init: RequestInit): Response | Promise<Response>;
}

/**
 * A browser that stores the gateway's cookies as a real one does. Its tabs name the person of the session that they
 * read last, as the app does.
 */
export function browserAt(served: Served) {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  function store(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/max-age=0/i.test(cookie)) jar.delete(name);
    else jar.set(name, value);
  }

  function openTab() {
    let person: string | null = null;
    return {
      async request(method: string, path: string, body?: unknown): Promise<Response> {
        const response = await served.request(`${gatewayOrigin}${path}`, {
          method,
          headers: {
            cookie: cookies(),
            'content-type': 'application/json',
            origin: gatewayOrigin,
            host: '127.0.0.1:4100',
            ...(person !== null && { [deskHeaders.person]: person }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        for (const cookie of response.headers.getSetCookie()) store(cookie);
        if (/^\/desk\/(session|setup|pin)/.test(path) && response.ok) {
          const answer = await response.clone().json();
          // The response to a set-up contains the session.
          const session = deskSessionSchema.safeParse(answer.session ?? answer);
          if (session.success) ({ person } = session.data);
        }
        return response;
      },
    };
  }

  return {
    /** Its cookies, as it sends them. */
    cookie: cookies,
    /** Replaces its cookies. */
    steal: (other: string) => {
      jar.clear();
      for (const one of other.split('; ')) store(one);
    },
    /** Opens another tab, which has not read a session yet. */
    openTab,
    ...openTab(),
  };
}
