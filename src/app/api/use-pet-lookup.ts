import { useQuery } from '@tanstack/react-query';
import { useApi } from '#app/api/api-context.ts';
import { clientQueries } from '#app/api/client-queries.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { type Typing, useLookup } from '#app/api/use-lookup.ts';

interface NameLookupInput extends Typing {
  companyId: string;
  /** Whether the typed terms are prefixes of words in the texts. */
  matchesWords: (texts: readonly string[], typed: string) => boolean;
}

/** The fewest digits of a text that is searched as a phone number. */
const MIN_DIGITS = 4;

/** Whether a text is a phone number or an e-mail address; null for a name. */
function contactOf(text: string): 'phone' | 'email' | null {
  if (text.includes('@')) return 'email';
  const isNumber = /^[\d\s+\-()/.]+$/.test(text) && text.replace(/\D/g, '').length >= MIN_DIGITS;
  return isNumber ? 'phone' : null;
}

/**
 * The pets whose own or whose owner's name matches a text; also by their owner's phone number or e-mail address where
 * the practice API supports it.
 */
export function usePetLookup({ companyId, matchesWords, ...typing }: NameLookupInput) {
  const api = useApi();
  const { data: session } = useQuery(sessionQueries.current(api));
  const findBy = session?.capabilities.findPetsBy ?? ['name'];
  const isOpaque = (text: string) => {
    const contact = contactOf(text);
    return contact !== null && findBy.includes(contact);
  };
  const lookup = useLookup({
    ...typing,
    search: (text) => petQueries.lookup(api, { companyId, text }),
    all: petQueries.names(api, { companyId }),
    matches: ({ name, clientName }, text) => isOpaque(text) || matchesWords([name, clientName], text),
    isOpaque,
  });
  return { ...lookup, byPhone: findBy.includes('phone') };
}

/** The clients whose name matches a text. */
export function useClientLookup({ companyId, matchesWords, ...typing }: NameLookupInput) {
  const api = useApi();
  return useLookup({
    ...typing,
    search: (text) => clientQueries.lookup(api, { companyId, text }),
    all: clientQueries.names(api, { companyId }),
    matches: ({ name }, text) => matchesWords([name], text),
  });
}
