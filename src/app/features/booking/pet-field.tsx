import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { contactByIdQuery, useClientsOfPets } from '#app/api/clients.ts';
import { petByIdQuery, usePetLookup } from '#app/api/pets.ts';
import { useDebouncedValue } from '#app/browser/use-debounced-value.ts';
import { Alerts } from '#app/components/alerts.tsx';
import { Combobox } from '#app/components/combobox.tsx';
import { deadOrInactiveText, isDeadOrInactive } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { isBeginningOfPhone } from '#reading/phone.ts';
import { matchesWords, normalizeText } from '#reading/text.ts';
import type { PetChoice } from './booking-values.ts';
import { useComboboxField } from './choice-fields.tsx';
import { parseNewPetText } from './registration.ts';
import { useBookingFormContext } from './use-booking-form.ts';

const DEBOUNCE_MS = 120;
const MIN_LETTERS = 2;
const MAX_SHOWN_PETS = 50;

/**
 * The field for the pet, which is found by the beginning of the pet's or the client's name, or by phone number. A pet
 * that died or is inactive is listed only if its whole name is typed.
 */
export function PetField() {
  const { lists, values, day, freeTimes, newPetFields, change, setIsTyping } = useBookingFormContext();
  const { companyId } = lists;
  const value = values.pet;
  const field = useComboboxField('pet');
  const hint = usePrefilledPet();
  const [typed, setTyped] = useState(field.unmatched);
  const lookup = usePetOptions(companyId, typed, freeTimes.petIds);
  const clients = useClientsOfPets(companyId, lookup.pets);
  const newClientAndPet = (name: string) => ({
    label: t`New client and pet “${name}”`,
    run() {
      setIsTyping(false);
      change({ newPet: parseNewPetText(name) });
    },
  });
  return (
    <>
      <Combobox<PetChoice>
        {...field}
        label={t`Pet`}
        placeholder={lookup.byPhone ? t`Pet, client or phone number` : t`Pet or client name`}
        items={lookup.pets}
        value={value}
        onChange={(pet) => change({ pet })}
        onType={setTyped}
        isLooking={lookup.isLooking}
        isIncomplete={lookup.hasFailed || lookup.isFormerHidden || lookup.isBeginningOfPhone}
        isUnlikely={isDeadOrInactive}
        matches={null}
        idOf={(pet) => pet.id}
        textOf={petText}
        renderOption={(pet) => <PetOption pet={pet} today={day} phone={clients.get(pet.clientId ?? '')?.phone ?? ''} />}
        status={lookup.status}
        empty={lookup.pets.length === 0 ? noMatchText(typed.trim()) : t`Choose a pet from the list.`}
        instead={newPetFields === null ? undefined : newClientAndPet}
        hint={value ? undefined : hint}
      />
      {value ? <PetAlerts companyId={companyId} today={day} pet={value} /> : null}
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
  const contact = contactByIdQuery(useApi(), { companyId, clientId: clientId ?? '', name: clientName });
  const { data: client } = useQuery({ ...contact, retry: false, enabled: clientId !== null });
  return <Alerts {...{ pet, client, today }} className="rounded-md px-2.5 py-1.5" />;
}

function noMatchText(typed: string): string {
  return /\p{L}/u.test(typed)
    ? t`No pet or client matches “${typed}”.`
    : t({ message: `No pet or client has the number “${typed}”.`, comment: 'what was typed is a phone number' });
}

function usePetOptions(companyId: string, typed: string, ofDay: ReadonlySet<string>) {
  const {
    found,
    enoughTyped: hasEnoughLetters,
    isLooking: isSearching,
    hasFailed,
    isPartial,
    byPhone,
  } = usePetLookup({
    companyId,
    typed,
    settled: useDebouncedValue(typed, DEBOUNCE_MS).trim(),
    minLetters: MIN_LETTERS,
  });
  const listed = found.filter((pet) => !isDeadOrInactive(pet) || containsFullName(pet, typed));
  const isFormerHidden = listed.length === 0 && found.length > 0;
  const isBeginning = byPhone && listed.length === 0 && isBeginningOfPhone(typed);
  let status: string | null = null;
  if (!hasEnoughLetters) status = t`Type at least two letters of the pet or client name.`;
  else if (hasFailed) status = t`The pets couldn’t be loaded. Type again to try again.`;
  else if (found.length === 0 && isSearching) status = texts.looking;
  else if (isPartial) status = t`There are too many pets to search them all. Type more letters.`;
  else if (isFormerHidden) status = t`Pets that died or are inactive are listed once their full name is typed.`;
  else if (isBeginning) status = texts.keepTypingPhone;
  else if (listed.length > MAX_SHOWN_PETS)
    status = t`Showing the first ${MAX_SHOWN_PETS}. Type more letters to see others.`;
  const pets = rankPets(listed, typed, ofDay).slice(0, MAX_SHOWN_PETS);
  return { pets, isLooking: isSearching, hasFailed, isFormerHidden, isBeginningOfPhone: isBeginning, status, byPhone };
}

/** Whether the typed text contains every word of a pet's name, and so means exactly this pet. */
function containsFullName({ name }: ReceivedPet, typed: string): boolean {
  const terms = new Set(normalizeText(typed).split(' '));
  return normalizeText(name)
    .split(' ')
    .every((word) => terms.has(word));
}

/**
 * Sorts the pets of a list. Pets with an appointment on the day come first, then those whose own name matches, since
 * callers usually give the pet's name. Pets that died or are inactive come last.
 */
function rankPets(pets: readonly ReceivedPet[], typed: string, ofDay: ReadonlySet<string>): ReceivedPet[] {
  const rankPet = (pet: ReceivedPet) =>
    (isDeadOrInactive(pet) ? 4 : 0) + (ofDay.has(pet.id) ? 0 : 2) + (matchesWords([pet.name], typed) ? 0 : 1);
  return pets
    .map((pet) => ({ pet, rank: rankPet(pet) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ pet }) => pet);
}

/** The text of the selected pet. It omits the breed, so that the client's name fits. */
function petText({ name, species, clientName }: PetChoice): string {
  return [name, species, clientName].filter(Boolean).join(' · ');
}

function speciesAndBreed(pet: PetChoice): string {
  const { species, breed } = pet;
  return species && breed ? t({ message: `${species}, ${breed}`, comment: 'of a pet' }) : species || (breed ?? '');
}

function PetOption({ pet, phone, today }: { pet: PetChoice; phone: string; today: string }) {
  const mark = deadOrInactiveText(pet, today);
  return (
    <span className={`grid min-w-0 grow grid-cols-[1fr_auto] gap-x-2 ${mark === '' ? '' : 'text-muted'}`}>
      <span className="truncate font-semibold">{pet.name}</span>
      <span className="max-w-44 truncate text-end">{pet.clientName}</span>
      <span className="truncate text-xs text-muted">{[speciesAndBreed(pet), mark].filter(Boolean).join(' · ')}</span>
      <bdi className="text-end text-xs text-muted tabular-nums">{phone}</bdi>
    </span>
  );
}

/**
 * Selects the pet that the panel was opened for as soon as it is loaded, unless another was selected in the meantime.
 * Returns a hint while it is loading or if it was not found.
 */
function usePrefilledPet(): string | undefined {
  const api = useApi();
  const { form, lists, panel } = useBookingFormContext();
  const { petId, clientId } = panel.prefill;
  const { data, isLoading, isError } = useQuery({
    ...petByIdQuery(api, { companyId: lists.companyId, petId: petId ?? '', clientId }),
    enabled: petId !== undefined,
  });
  const fillIn = useEffectEvent((pet: PetChoice) => {
    if (form.getValues('pet') === null) form.setValue('pet', pet);
  });
  useEffect(() => {
    if (data) fillIn(data);
  }, [data]);
  if (petId === undefined) return undefined;
  if (isLoading) return t`Loading the pet…`;
  return isError || data === null ? t`The pet in this link was not found. Choose one.` : undefined;
}
