import { t } from '@lingui/core/macro';
import { useClientLookup } from '#app/api/clients.ts';
import { usePetLookup } from '#app/api/pets.ts';
import { AppLink } from '#app/components/app-link.tsx';
import type { FinderAddresses } from './finder-table.tsx';

const MAX_SUGGESTIONS = 6;
const MIN_LETTERS = 2;

interface NameSuggestionsProps {
  companyId: string;
  text: string;
  addresses: FinderAddresses;
}

/** Suggests pets and clients whose names match the search text, which searches only titles. */
export function NameSuggestions({ companyId, text, addresses }: NameSuggestionsProps) {
  const typing = { companyId, typed: text, settled: text.trim(), minLetters: MIN_LETTERS };
  const pets = usePetLookup(typing);
  const clients = useClientLookup(typing);
  const lookups = [pets, clients];
  const found = pets.found.length + clients.found.length;
  if (!pets.enoughTyped) return null;
  if (found === 0) {
    const looking = lookups.some((lookup) => lookup.looking);
    const failed = lookups.some((lookup) => lookup.failed);
    return (
      <p role="status">
        {looking
          ? t`Looking for pets and clients of that name…`
          : failed
            ? t`Pets and clients could not be looked up.`
            : t`No pet or client has that name either.`}
      </p>
    );
  }
  return (
    <section aria-label={t`Pets and clients of that name`} className="w-full text-start">
      <h3 className="text-xs font-semibold">{t`Pets and clients of that name`}</h3>
      <ul className="mt-1 divide-y divide-line rounded-lg border border-line bg-surface text-ink">
        {pets.found.slice(0, MAX_SUGGESTIONS).map(({ id, name, clientName }) => (
          <li key={id}>
            <AppLink to={addresses.pet(id)} className="flex min-h-9 items-center gap-2 px-3">
              <bdi className="font-medium">{name}</bdi> <bdi className="text-muted">{clientName}</bdi>
            </AppLink>
          </li>
        ))}
        {clients.found.slice(0, MAX_SUGGESTIONS).map(({ id, name, phone }) => (
          <li key={id}>
            <AppLink to={addresses.client(id)} className="flex min-h-9 items-center gap-2 px-3">
              <bdi className="font-medium">{name}</bdi> <bdi className="text-muted">{phone ?? t`Client`}</bdi>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
