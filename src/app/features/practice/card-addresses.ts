import type { DeskSession } from '#contract/desk.ts';

export interface CardAddresses {
  /** Whether Frontdesk answers only the computer that it runs on. */
  isOnlyHere: boolean;
  /** The origin to open. */
  first: string;
  /** Further ones, in case the first one does not open; at most two, since people read them off a card. */
  others: readonly string[];
}

/**
 * The addresses on a card, from those that the session has (`DeskSession`) and that of the page. An address of the page
 * that is not this computer's alone is known to work, such as that of a container whose own addresses nobody reaches. A
 * name comes before an IP address, which may become another machine's.
 */
export function cardAddresses(
  elsewhere: DeskSession['addresses'],
  page: Pick<Location, 'origin' | 'hostname'>,
): CardAddresses {
  if (isLoopback(page.hostname)) {
    if (elsewhere === null || elsewhere.length === 0)
      return { isOnlyHere: elsewhere !== null, first: page.origin, others: [] };
    return { isOnlyHere: false, ...ranked(elsewhere) };
  }
  return { isOnlyHere: false, ...ranked([page.origin, ...(elsewhere ?? [])]) };
}

function ranked(origins: readonly string[]): Omit<CardAddresses, 'isOnlyHere'> {
  const unique = [...new Set(origins)];
  const [first = '', ...others] = unique.filter(isNamed).concat(unique.filter((origin) => !isNamed(origin)));
  return { first, others: others.slice(0, 2) };
}

const isLoopback = (hostname: string) => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether an origin has a name instead of an IPv4 or IPv6 address. */
const isNamed = (origin: string) => URL.canParse(origin) && !/^(?:[\d.]+|\[.*\])$/.test(new URL(origin).hostname);
