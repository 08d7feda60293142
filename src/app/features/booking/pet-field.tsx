import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useApi } from '#app/api/api-client.ts';
import { contactById, useOwners } from '#app/api/clients.ts';
import { petById, usePetLookup } from '#app/api/pets.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { Alerts } from '#app/components/alerts.tsx';
import { Combobox } from '#app/components/combobox.tsx';
import { isolated } from '#app/text/isolated.ts';
import { formerText, isFormer } from '#app/text/pet-text.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { matchesWords } from '#reading/text.ts';
import type { BookingPrefill, BookingValues, PetChoice } from './booking-values.ts';

interface PetFieldProps {
  companyId: string;
  /** `YYYY-MM-DD` */
  today: string;
  value: PetChoice | null;
  /** Text in the field that matches no pet. */
  unmatched: string;
  /** Pets with an appointment on the day, which come first. */
  ofDay: ReadonlySet<string>;
  hint: string | undefined;
  error: ReactNode;
  ref: Ref<HTMLInputElement>;
  onBlur: () => void;
  onChange: (pet: PetChoice | null) => void;
  onUnmatched: (text: string) => void;
  onTyping: (isTyping: boolean) => void;
  /** Opens the fields for a new client and pet, filled from the typed text; undefined if they cannot be registered. */
  onNew: ((typed: string) => void) | undefined;
}

const DEBOUNCE_MS = 120;
const MIN_LETTERS = 2;
const MAX_SHOWN = 50;

/** The pet, found by the beginning of its or its owner's name, or by phone number. */
export function PetField({ companyId, today, value, ofDay, hint, onNew, ...field }: PetFieldProps) {
  const [typed, setTyped] = useState(field.unmatched);
  const lookup = usePetOptions(companyId, typed, ofDay);
  const clients = useOwners(companyId, lookup.pets);
  return (
    <>
      <Combobox<PetChoice>
        {...field}
        label={t`Pet`}
        placeholder={lookup.byPhone ? t`Pet or owner name, or phone number` : t`Pet or owner name`}
        items={lookup.pets}
        value={value}
        onType={setTyped}
        looking={lookup.looking}
        isUnanswered={lookup.failed}
        matches={null}
        idOf={(pet) => pet.id}
        textOf={petText}
        renderOption={(pet) => <PetOption {...{ pet, today }} phone={clients.get(pet.clientId ?? '')?.phone ?? ''} />}
        status={lookup.status}
        empty={lookup.pets.length === 0 ? nobodyText(typed.trim()) : t`Choose a pet from the list.`}
        instead={onNew && ((name) => ({ label: t`New client and pet “${name}”`, run: () => onNew(name) }))}
        hint={value ? undefined : hint}
      />
      {value ? <PetAlerts {...{ companyId, today }} pet={value} /> : null}
    </>
  );
}

interface PetAlertsProps {
  companyId: string;
  today: string;
  pet: PetChoice;
}

/** The alerts of the selected pet and its client. */
function PetAlerts({ companyId, today, pet }: PetAlertsProps) {
  const { clientId, clientName } = pet;
  const contact = contactById(useApi(), { companyId, clientId: clientId ?? '', name: clientName });
  const { data: client } = useQuery({ ...contact, retry: false, enabled: clientId !== null });
  return <Alerts {...{ pet, client, today }} className="rounded-md px-2.5 py-1.5" />;
}

function nobodyText(typed: string): string {
  return /\p{L}/u.test(typed)
    ? t`No pet or owner matches “${typed}”.`
    : t({ message: `No pet or owner has the number “${typed}”.`, comment: 'what was typed is a phone number' });
}

function usePetOptions(companyId: string, typed: string, ofDay: ReadonlySet<string>) {
  const {
    found,
    enoughTyped: hasEnoughLetters,
    looking: isSearching,
    failed,
    partly: isPartial,
    byPhone,
  } = usePetLookup({
    companyId,
    typed,
    settled: useDebounced(typed, DEBOUNCE_MS).trim(),
    minLetters: MIN_LETTERS,
  });
  let status: string | null = null;
  if (!hasEnoughLetters) status = t`Type at least two letters of the pet or owner name.`;
  else if (failed) status = t`The pets could not be loaded. Type again to try again.`;
  else if (found.length === 0 && isSearching) status = t`Searching…`;
  else if (isPartial) status = t`There are too many pets to search all of them. Type more letters.`;
  else if (found.length > MAX_SHOWN) status = t`Showing the first ${MAX_SHOWN}. Type more letters to see others.`;
  return { pets: ranked(found, typed, ofDay).slice(0, MAX_SHOWN), looking: isSearching, failed, status, byPhone };
}

/**
 * Pets with an appointment on the day come first, then those whose own name matches, since callers give it first.
 * Deceased and inactive pets come last.
 */
function ranked(pets: readonly ReceivedPet[], typed: string, ofDay: ReadonlySet<string>): ReceivedPet[] {
  const rank = (pet: ReceivedPet) =>
    (isFormer(pet) ? 4 : 0) + (ofDay.has(pet.id) ? 0 : 2) + (matchesWords([pet.name], typed) ? 0 : 1);
  return pets
    .map((pet) => ({ pet, rank: rank(pet) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ pet }) => pet);
}

/** Without the breed, so that the owner is in sight. */
function petText({ name, species, clientName }: PetChoice): string {
  return [name, species, clientName].filter(Boolean).join(' · ');
}

function kindOf(pet: PetChoice): string {
  const { species, breed } = pet;
  return species && breed ? t({ message: `${species}, ${breed}`, comment: 'of a pet' }) : species || (breed ?? '');
}

function PetOption({ pet, phone, today }: { pet: PetChoice; phone: string; today: string }) {
  const mark = formerText(pet, today);
  return (
    <span className={`grid min-w-0 grow grid-cols-[1fr_auto] gap-x-2 ${mark === '' ? '' : 'text-muted'}`}>
      <span className="truncate font-semibold">{pet.name}</span>
      <span className="max-w-44 truncate text-end">{pet.clientName}</span>
      <span className="truncate text-xs text-muted">{[kindOf(pet), mark].filter(Boolean).join(' · ')}</span>
      <bdi className="text-end text-xs text-muted tabular-nums">{phone}</bdi>
    </span>
  );
}

/** Fills in the pet that the panel was opened for once it is loaded, unless another was selected in the meantime. */
export function usePrefilledPet(companyId: string, { petId, clientId }: BookingPrefill): string | undefined {
  const api = useApi();
  const { getValues, setValue } = useFormContext<BookingValues>();
  const { data, isLoading, isError } = useQuery({
    ...petById(api, { companyId, petId: petId ?? '', clientId }),
    enabled: petId !== undefined,
  });
  const place = useEffectEvent((pet: PetChoice) => {
    if (getValues('pet') === null) setValue('pet', pet);
  });
  useEffect(() => {
    if (data) place(data);
  }, [data]);
  if (petId === undefined) return undefined;
  if (isLoading) return t`Searching for the pet…`;
  return isError || data === null ? t`The pet in this link was not found. Choose one.` : undefined;
}

/** The name of a pet for use in a sentence; empty if none is selected. */
export function petNameOf({ pet, newPet }: Pick<BookingValues, 'pet' | 'newPet'>): string {
  return isolated(pet?.name ?? newPet?.petName.trim() ?? '');
}
