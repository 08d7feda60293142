import { keepPreviousData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useEffect, useState } from 'react';
import { useApi } from '#app/api/api-context.ts';
import type { ApiClient } from '#app/api/client.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import { Combobox } from '#app/components/combobox.tsx';
import { useDebounced } from '#app/components/use-debounced.ts';
import { matchesWords } from '#app/components/word-match.ts';
import type { PetChoice } from './booking-model.ts';

interface PetFieldProps {
  companyId: string;
  value: PetChoice | null;
  onChange: (pet: PetChoice | null) => void;
  onBlur: () => void;
  hint?: string | undefined;
  error?: string | undefined;
  ref: Ref<HTMLInputElement>;
}

const TYPING_MS = 120;
const FEWEST_LETTERS = 2;
const MOST_SHOWN = 50;
/** An implementation may ignore the text: then its pages are narrowed here, so many of them and no more. */
const MOST_PAGES = 12;
const ENOUGH = 8;

/** The pet, found by the beginnings of its or its owner's names. */
export function PetField({ companyId, value, onChange, onBlur, hint, error, ref }: PetFieldProps) {
  const [typed, setTyped] = useState('');
  const lookup = usePetLookup(companyId, typed);
  return (
    <Combobox<PetChoice>
      ref={ref}
      label="Pet"
      placeholder="Two letters of the pet’s or the owner’s name"
      items={lookup.pets}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      onType={setTyped}
      matches={null}
      idOf={(pet) => pet.id}
      textOf={petText}
      renderOption={(pet) => <PetOption pet={pet} />}
      status={lookup.status}
      empty={`No pet or owner begins with “${typed.trim()}”.`}
      hint={value ? undefined : hint}
      error={error}
    />
  );
}

function usePetLookup(companyId: string, typed: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const settled = useDebounced(typed, TYPING_MS).trim();
  const text = coveringText({ queryClient, api, companyId, typed: settled });
  const enabled = settled.length >= FEWEST_LETTERS;
  const query = useInfiniteQuery({
    ...petQueries.lookup(api, { companyId, text }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const asked = typed.trim();
  const pets = asked.length < FEWEST_LETTERS ? [] : ranked(data?.pages.flatMap((page) => page.records) ?? [], asked);
  const more = enabled && hasNextPage && !isFetching && !isError && pets.length < ENOUGH;
  const pages = data?.pages.length ?? 0;
  useEffect(() => {
    if (more && pages < MOST_PAGES) void fetchNextPage();
  }, [more, pages, fetchNextPage]);

  let status: string | null = null;
  if (asked.length < FEWEST_LETTERS) status = 'Type two letters of the pet’s or the owner’s name.';
  else if (isError) status = 'The pets could not be loaded. Type again to try again.';
  else if (pets.length === 0 && (isFetching || settled !== asked)) status = 'Looking for it…';
  else if (pets.length > MOST_SHOWN) status = `The first ${MOST_SHOWN}. Type more to narrow.`;
  return { pets: pets.slice(0, MOST_SHOWN), status };
}

interface Covering {
  queryClient: QueryClient;
  api: ApiClient;
  companyId: string;
  typed: string;
}

/** The shortest beginning of what is typed whose answer is complete already: everything asked for is in it. */
function coveringText({ queryClient, api, companyId, typed }: Covering): string {
  for (let length = FEWEST_LETTERS; length < typed.length; length += 1) {
    const text = typed.slice(0, length);
    const known = queryClient.getQueryData(petQueries.lookup(api, { companyId, text }).queryKey);
    if (known?.pages.at(-1)?.nextCursor === null) return text;
  }
  return typed;
}

/** The pets that match, those first whose own name does: people on the phone begin with it. */
function ranked(pets: readonly PetChoice[], typed: string): PetChoice[] {
  const matching = pets.filter((pet) => matchesWords([pet.name, pet.clientName], typed));
  const own = matching.filter((pet) => matchesWords([pet.name], typed));
  return [...own, ...matching.filter((pet) => !own.includes(pet))];
}

function petText(pet: PetChoice): string {
  return [pet.name, kindOf(pet), pet.clientName].filter(Boolean).join(' · ');
}

function kindOf(pet: PetChoice): string {
  return [pet.species, pet.breed].filter(Boolean).join(', ');
}

function PetOption({ pet }: { pet: PetChoice }) {
  return (
    <span className="flex min-w-0 grow items-baseline gap-2">
      <span className="max-w-[45%] shrink-0 truncate font-semibold">{pet.name}</span>
      <span className="min-w-[4ch] shrink truncate text-muted">{kindOf(pet)}</span>
      <span className="ml-auto min-w-[8ch] shrink-[2] truncate text-right">{pet.clientName}</span>
    </span>
  );
}
