import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useApi } from '#app/api/api-client.ts';
import { shortId } from '#app/api/directory.ts';
import { petById, usePetLookup } from '#app/api/pets.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { Combobox } from '#app/components/combobox.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { durationText } from '#app/scheduling/time-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { matchesWords } from '#app/typed/names.ts';
import { defaultAppointmentStatus } from '#contract/appointment.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import type { BookingForm, BookingLists, BookingPrefill, PetChoice } from './booking-schema.ts';

interface FieldProps {
  onBlur: () => void;
  /** Text left in the field that matches no option. */
  unmatched: string;
  onUnmatched: (text: string) => void;
  onTyping: (typing: boolean) => void;
  hint?: string | undefined;
  error?: ReactNode;
  ref: Ref<HTMLInputElement>;
}

interface PetFieldProps extends FieldProps {
  companyId: string;
  value: PetChoice | null;
  onChange: (pet: PetChoice | null) => void;
  /** Registers a client with a pet by what was typed; undefined where that is not available. */
  onRegister: ((typed: string) => void) | undefined;
  /** Whether what was typed is being registered. */
  registers: boolean;
  /** Rendered below the field once text was left in it that matches no pet and no owner. */
  renderUnknown: (typed: string, onSearchAgain: () => void) => ReactNode;
}

const DEBOUNCE_MS = 120;
const MIN_LETTERS = 2;
const MAX_SHOWN = 50;

/** The pet, found by the beginnings of its or its owner's names. */
export function PetField(props: PetFieldProps) {
  const { companyId, value, hint, onRegister, registers, renderUnknown, ref, ...field } = props;
  const [typed, setTyped] = useState(field.unmatched);
  const lookup = usePetOptions(companyId, typed);
  const input = useRef<HTMLInputElement>(null);
  const left = field.unmatched.trim();
  const isUnknown = left !== '' && left === typed.trim() && lookup.status === null && lookup.pets.length === 0;
  function emptyText(): string {
    if (registers) return '';
    return lookup.pets.length === 0 ? nobodyText(typed.trim()) : t`Choose the pet from the list.`;
  }
  const searchAgain = () => {
    lookup.searchAgain();
    input.current?.focus();
    // A click opens the list, and searches again for clients registered meanwhile.
    input.current?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  };
  return (
    <>
      <Combobox<PetChoice>
        {...field}
        ref={(element) => {
          input.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        label={t`Pet`}
        placeholder={lookup.byPhone ? t`Pet or owner name, or phone number` : t`Pet or owner name`}
        // The one that is registered by what was typed is none of those that are found by it.
        items={registers && left === typed.trim() ? [] : lookup.pets}
        value={value}
        onType={setTyped}
        looking={lookup.looking}
        matches={null}
        idOf={(pet) => pet.id}
        textOf={petText}
        renderOption={(pet) => <PetOption pet={pet} />}
        status={lookup.status}
        empty={emptyText()}
        instead={
          onRegister &&
          ((name) =>
            registers || lookup.status !== null
              ? null
              : { label: t`New client and pet “${name}”`, run: () => onRegister(name) })
        }
        hint={value ? undefined : hint}
      />
      {isUnknown && !lookup.looking ? renderUnknown(left, searchAgain) : null}
    </>
  );
}

function nobodyText(typed: string): string {
  return /\p{L}/u.test(typed)
    ? t`No pet or owner begins with “${typed}”.`
    : t({ message: `No pet or owner has “${typed}”.`, comment: 'what was typed is a phone number' });
}

function usePetOptions(companyId: string, typed: string) {
  const { found, enoughTyped, looking, failed, partly, searchAgain, byPhone } = usePetLookup({
    companyId,
    typed,
    settled: useDebounced(typed, DEBOUNCE_MS).trim(),
    minLetters: MIN_LETTERS,
  });
  let status: string | null = null;
  if (!enoughTyped) status = t`Type at least two letters of the pet or owner name.`;
  else if (failed) status = t`The pets could not be loaded. Type again to try again.`;
  else if (found.length === 0 && looking) status = t`Searching…`;
  else if (partly) status = t`There are too many pets to search all of them. Type more letters.`;
  else if (found.length > MAX_SHOWN) status = t`The first ${MAX_SHOWN}. Type more letters to see others.`;
  return { pets: ownFirst(found, typed).slice(0, MAX_SHOWN), looking, status, searchAgain, byPhone };
}

/** Pets whose own name matches come first, since callers give it first. */
function ownFirst(pets: readonly PetChoice[], typed: string): PetChoice[] {
  const own = pets.filter((pet) => matchesWords([pet.name], typed));
  return [...own, ...pets.filter((pet) => !own.includes(pet))];
}

function petText(pet: PetChoice): string {
  return [pet.name, kindOf(pet), pet.clientName].filter(Boolean).join(' · ');
}

function kindOf(pet: PetChoice): string {
  const { species, breed } = pet;
  return species && breed ? t({ message: `${species}, ${breed}`, comment: 'of a pet' }) : species || (breed ?? '');
}

function PetOption({ pet }: { pet: PetChoice }) {
  return (
    <span className="flex min-w-0 grow items-baseline gap-2">
      <span className="max-w-[45%] shrink-0 truncate font-semibold">{pet.name}</span>
      <span className="min-w-[4ch] shrink truncate text-muted">{kindOf(pet)}</span>
      <span className="ms-auto min-w-[8ch] shrink-[2] truncate text-end">{pet.clientName}</span>
    </span>
  );
}

/** An option with what tells it from others of its name. */
function NamedOption({ name, about }: { name: string; about: string }) {
  return (
    <span className="flex min-w-0 grow items-baseline gap-2">
      <span className="truncate">{name}</span>
      <span className="ms-auto shrink-0 text-xs text-muted">{about}</span>
    </span>
  );
}

interface VisitTypeFieldProps extends FieldProps {
  /** All types, including those that can no longer be booked. */
  types: readonly ReceivedAppointmentType[];
  value: string | null;
  onChange: (type: ReceivedAppointmentType | null) => void;
  categoryLabel: (category: string) => string;
}

/** The field for the visit type, of those that can be booked. */
export function VisitTypeField({ types, value, onChange, categoryLabel, ...field }: VisitTypeFieldProps) {
  const offered = bookable(types);
  return (
    <Combobox<ReceivedAppointmentType>
      {...field}
      label={t`Visit type`}
      items={offered}
      value={chosenOf(value, types, { name: '', category: '', durationMinutes: null, isActive: false })}
      onChange={onChange}
      matches={(type, typed) => matchesWords([type.name, categoryLabel(type.category)], typed)}
      idOf={(type) => type.id}
      textOf={nameOf}
      renderOption={(type) => (
        <NamedOption
          name={nameOf(type)}
          about={[
            isolated(categoryLabel(type.category)),
            type.durationMinutes ? durationText(type.durationMinutes) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      )}
      empty={t`No visit type begins with that.`}
    />
  );
}

interface VetFieldProps extends FieldProps {
  /** All staff, including those who have left. */
  employees: readonly ReceivedEmployee[];
  storeId: string;
  value: string | null;
  onChange: (employeeId: string | null) => void;
}

/** The field for the preferred member of staff; those of the store come first, vets before others. */
export function VetField({ employees, storeId, value, onChange, ...field }: VetFieldProps) {
  const here = (vet: ReceivedEmployee) => vet.storeIds === null || vet.storeIds.includes(storeId);
  const rank = (vet: ReceivedEmployee) => (here(vet) ? 0 : 2) + (vet.role === 'vet' ? 0 : 1);
  const offered = employees
    .filter(({ isActive }) => isActive)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, shownLocale));
  return (
    <Combobox<ReceivedEmployee>
      {...field}
      label={t`Vet`}
      optional
      placeholder={t({ message: 'No preference', comment: 'whichever vet' })}
      items={offered}
      value={chosenOf(value, employees, { name: '', storeIds: null, role: '', isActive: false })}
      onChange={(vet) => onChange(vet?.id ?? null)}
      matches={(vet, typed) => matchesWords([vet.name, vet.role], typed)}
      idOf={(vet) => vet.id}
      textOf={nameOf}
      renderOption={(vet) => <NamedOption name={nameOf(vet)} about={here(vet) ? vet.role : elsewhereText(vet)} />}
      empty={t`No name begins with that.`}
    />
  );
}

function elsewhereText({ role: own }: ReceivedEmployee): string {
  const role = isolated(own);
  return t({ message: `${role} · other store`, comment: 'a member of staff who works at another location' });
}

/** The chosen item. Where no list has it, only its id is known. */
function chosenOf<Item extends { id: string }>(
  id: string | null,
  all: readonly Item[],
  unknown: Omit<Item, 'id'>,
): Item | ({ id: string } & Omit<Item, 'id'>) | null {
  return id === null ? null : (all.find((item) => item.id === id) ?? { ...unknown, id });
}

/** A field with a value must never look empty. */
function nameOf({ id, name }: { id: string; name: string }): string {
  return name || shortId(id);
}

interface Choice {
  id: string;
  name: string;
  isActive: boolean;
}

/** Why a choice from a link, an earlier appointment or a draft is not available; undefined where it is. */
function unavailable(
  asked: string | null | undefined,
  all: readonly Choice[],
  text: (name: string | null) => string,
): string | undefined {
  const known = all.find(({ id }) => id === asked);
  return asked == null || known?.isActive ? undefined : text(known ? isolated(known.name) : null);
}

/** Why a vet cannot be booked; undefined where they can. */
export function unavailableVet(asked: string | null | undefined, employees: readonly Choice[]): string | undefined {
  return unavailable(asked, employees, (name) =>
    name === null
      ? t`The vet that was asked for is not on the staff: choose another, or no preference.`
      : t`${name} no longer takes appointments: choose another, or no preference.`,
  );
}

/** Why a visit type cannot be booked; undefined where it can. */
export function unavailableVisitType(asked: string | null | undefined, types: readonly Choice[]): string | undefined {
  return unavailable(asked, types, (name) =>
    name === null
      ? t`The visit type that was asked for does not exist: choose another.`
      : t({ message: `${name} can no longer be booked: choose another.`, comment: 'a visit type' }),
  );
}

/** The types that can be booked, by name; the service refuses inactive ones. */
function bookable(types: readonly ReceivedAppointmentType[]): ReceivedAppointmentType[] {
  return types.filter(({ isActive }) => isActive).sort((a, b) => a.name.localeCompare(b.name, shownLocale));
}

/** The statuses in the order of the enum, with the service's default even where the enum does not list it. */
export function statusOptions(statuses: EnumDisplays) {
  const displays = statuses.listed.some(({ value }) => value === defaultAppointmentStatus)
    ? statuses.listed
    : [statuses.of(defaultAppointmentStatus), ...statuses.listed];
  return displays.map(({ value, label, color }) => ({
    value,
    label,
    mark: <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full" style={{ backgroundColor: color }} />,
  }));
}

interface Prefilled extends Omit<BookingLists, 'stores'> {
  form: BookingForm;
  prefill: BookingPrefill;
}

/**
 * Hints for a vet and a visit type that a link, an earlier appointment or a draft names but the lists do not offer. A
 * vet from a link is removed from the form; one from a draft stays until it is cleared, since a booking already sent
 * may be identified by it.
 */
export function useUnavailable({ form, prefill, employees, appointmentTypes }: Omit<Prefilled, 'companyId'>) {
  const { control, resetField } = form;
  const [visitTypeId, employeeId] = useWatch({ control, name: ['visitTypeId', 'employeeId'] });
  const notOffered = employeeId === prefill.employeeId && unavailableVet(employeeId, employees) !== undefined;
  useEffect(() => {
    if (notOffered) resetField('employeeId', { defaultValue: null });
  }, [notOffered, resetField]);
  return {
    visitTypeId: unavailableVisitType(visitTypeId ?? prefill.visitTypeId, appointmentTypes),
    employeeId: unavailableVet(employeeId ?? prefill.employeeId, employees),
  };
}

/** Fills in the pet that the form was opened for, as soon as it is loaded and unless another was chosen meanwhile. */
export function usePrefilledPet({ form, companyId, prefill }: Pick<Prefilled, 'form' | 'companyId' | 'prefill'>) {
  const api = useApi();
  const { petId, clientId } = prefill;
  const { data, isLoading, isError } = useQuery({
    ...petById(api, { companyId, petId: petId ?? '', clientId }),
    enabled: petId !== undefined,
  });
  const placed = useRef(false);
  useEffect(() => {
    if (!data || placed.current) return;
    placed.current = true;
    if (form.getValues('pet') === null) form.setValue('pet', data);
  }, [data, form]);
  if (petId === undefined) return undefined;
  if (isLoading) return t`Searching for the pet…`;
  return isError || data === null ? t`The pet of this link was not found. Choose one.` : undefined;
}
