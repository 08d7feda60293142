import type { DeskSession } from '#contract/desk.ts';
import { parseUrl } from '#contract/parse-url.ts';

export interface CardAddresses {
  /** Whether only the computer that runs Frontdesk can open the first address. */
  isLocalOnly: boolean;
  /** The origin that people should open. */
  first: string;
  /** At most two alternatives, in case the first origin cannot be opened. */
  others: readonly string[];
}

/**
 * Chooses the addresses on a card from `addresses` of the session and the address of the page. Host names come before IP
 * addresses, which may change. Within each group, the page's address comes first unless it is loopback, since it evidently
 * works: a gateway in a container knows only its addresses within the container's network.
 */
export function chooseCardAddresses(
  knownOrigins: DeskSession['addresses'],
  page: Pick<Location, 'origin' | 'hostname'>,
): CardAddresses {
  if (isLoopback(page.hostname)) {
    if (knownOrigins === null || knownOrigins.length === 0)
      return { isLocalOnly: knownOrigins !== null, first: page.origin, others: [] };
    return { isLocalOnly: false, ...rankOrigins(knownOrigins) };
  }
  return { isLocalOnly: false, ...rankOrigins([page.origin, ...(knownOrigins ?? [])]) };
}

function rankOrigins(origins: readonly string[]): Omit<CardAddresses, 'isLocalOnly'> {
  const unique = [...new Set(origins)];
  const [first = '', ...others] = unique.filter(hasHostName).concat(unique.filter((origin) => !hasHostName(origin)));
  return { first, others: others.slice(0, 2) };
}

const isLoopback = (hostname: string) => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether an origin has a name instead of an IPv4 or IPv6 address. */
function hasHostName(origin: string): boolean {
  const url = parseUrl(origin);
  return url !== null && !/^(?:[\d.]+|\[.*\])$/.test(url.hostname);
}
