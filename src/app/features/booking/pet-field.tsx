import { type Ref, useState } from 'react';
import { usePetLookup } from '#app/api/use-pet-lookup.ts';
import { Combobox } from '#app/components/combobox.tsx';
import { useDebounced } from '#app/components/use-debounced.ts';
import { matchesWords } from '#app/components/word-match.ts';
import type { PetChoice } from './booking-model.ts';

interface PetFieldProps {
  companyId: string;
  value: PetChoice | null;
  onChange: (pet: PetChoice | null) => void;
  onBlur: () => void;
  /** Text that was left in the field and stands for no pet. */
  unmatched: string;
  onUnmatched: (text: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  ref: Ref<HTMLInputElement>;
}

const TYPING_MS = 120;
const FEWEST_LETTERS = 2;
const MOST_SHOWN = 50;

/** The pet, found by the beginnings of its or its owner's names. */
export function PetField({ companyId, value, hint, ...field }: PetFieldProps) {
  const [typed, setTyped] = useState(field.unmatched);
  const lookup = usePetOptions(companyId, typed);
  return (
    <Combobox<PetChoice>
      {...field}
      label="Pet"
      placeholder="Two letters of the pet’s or the owner’s name"
      items={lookup.pets}
      value={value}
      onType={setTyped}
      looking={lookup.looking}
      matches={null}
      idOf={(pet) => pet.id}
      textOf={petText}
      renderOption={(pet) => <PetOption pet={pet} />}
      status={lookup.status}
      empty={`No pet or owner begins with “${typed.trim()}”.`}
      hint={value ? undefined : hint}
    />
  );
}

function usePetOptions(companyId: string, typed: string) {
  const { found, enoughTyped, looking, failed, partly } = usePetLookup({
    companyId,
    typed,
    settled: useDebounced(typed, TYPING_MS).trim(),
    fewestLetters: FEWEST_LETTERS,
    matchesWords,
  });
  let status: string | null = null;
  if (!enoughTyped) status = 'Type two letters of the pet’s or the owner’s name.';
  else if (failed) status = 'The pets could not be loaded. Type again to try again.';
  else if (found.length === 0 && looking) status = 'Looking for it…';
  else if (partly) status = 'There are too many pets to look through all of them. Type more to narrow.';
  else if (found.length > MOST_SHOWN) status = `The first ${MOST_SHOWN}. Type more to narrow.`;
  return { pets: ownFirst(found, typed).slice(0, MOST_SHOWN), looking, status };
}

/** Those first whose own name matches: people on the phone begin with it. */
function ownFirst(pets: readonly PetChoice[], typed: string): PetChoice[] {
  const own = pets.filter((pet) => matchesWords([pet.name], typed));
  return [...own, ...pets.filter((pet) => !own.includes(pet))];
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
