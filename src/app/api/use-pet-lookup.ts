import { useApi } from '#app/api/api-context.ts';
import { clientQueries } from '#app/api/client-queries.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import { type Typing, useLookup } from '#app/api/use-lookup.ts';

interface NameLookupInput extends Typing {
  companyId: string;
  /** Whether what is typed begins words of the texts. */
  matchesWords: (texts: readonly string[], typed: string) => boolean;
}

/** The pets whose own or whose owner's name matches what is typed. */
export function usePetLookup({ companyId, matchesWords, ...typing }: NameLookupInput) {
  const api = useApi();
  return useLookup({
    ...typing,
    search: (text) => petQueries.lookup(api, { companyId, text }),
    all: petQueries.names(api, { companyId }),
    matches: ({ name, clientName }, text) => matchesWords([name, clientName], text),
  });
}

/** The clients whose name matches what is typed. */
export function useClientLookup({ companyId, matchesWords, ...typing }: NameLookupInput) {
  const api = useApi();
  return useLookup({
    ...typing,
    search: (text) => clientQueries.lookup(api, { companyId, text }),
    all: clientQueries.names(api, { companyId }),
    matches: ({ name }, text) => matchesWords([name], text),
  });
}
