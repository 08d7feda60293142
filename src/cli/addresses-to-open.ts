import { networkInterfaces } from 'node:os';
import { isLoopback } from '#gateway/access/addresses.ts';

const EVERYWHERE: Record<string, 'IPv4' | 'both'> = { '0.0.0.0': 'IPv4', '::': 'both' };

/** Where browsers open what listens on a host and port, in sentences: on this machine first. */
export function addressesToOpen(
  { host, port, publicOrigin }: { host: string; port: number; publicOrigin: string | null },
  interfaces = interfacesHere(),
): { here: string; elsewhere: string | null; warning: string | null } {
  const families = EVERYWHERE[host];
  const here = urlOf(families === undefined ? host : 'localhost', port);
  if (isLoopback(host)) return { here, elsewhere: null, warning: null };
  const warning = publicOrigin?.startsWith('https:')
    ? null
    : 'Keys and appointments cross the network unencrypted, and everybody on it can read them. Put a reverse proxy with TLS in front: “TLS and a reverse proxy” in docs/operations.md.';
  if (publicOrigin !== null) return { here, elsewhere: `Desks open ${publicOrigin}`, warning };
  if (families === undefined) return { here, elsewhere: null, warning };
  const urls = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    // Addresses of a single link work only with the name of an interface, which browsers do not take.
    .filter(
      ({ family, internal, address }) =>
        !internal && (families === 'both' || family === families) && !/^fe[89ab]/i.test(address),
    )
    .map(({ address }) => urlOf(address, port));
  return { here, elsewhere: urls.length === 0 ? null : `Other machines open ${urls.join(' or ')}`, warning };
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** None where the system keeps them from this process, as a hardened service manager may. */
function interfacesHere(): ReturnType<typeof networkInterfaces> {
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}
