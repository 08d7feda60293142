import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { UNASSIGNED } from '#app/addresses/board-search.ts';
import { shortId } from '#app/api/directory.ts';
import { synonymsOfVisitType } from '#app/commands/visit-type-words.ts';
import { Combobox } from '#app/components/combobox.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { durationText } from '#app/text/time-text.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { matchesWords } from '#reading/text.ts';
import { seesPatients } from '#scheduling/visit.ts';
import type { ComboboxField } from './booking-values.ts';
import { useBookingFormContext } from './use-booking-form.ts';

/**
 * The props that connect a combobox to the form. Their `ref` also registers the first field, which gets the focus when
 * the panel opens.
 */
export function useComboboxField(name: ComboboxField) {
  const { form, values, errors, change, setIsTyping, firstInput, purpose, panel } = useBookingFormContext();
  const { ref, onBlur } = useController({ control: form.control, name }).field;
  const isPetKnown = purpose.kind === 'move' || panel.prefill.petId !== undefined;
  return {
    onBlur,
    error: errors[name],
    onTyping: setIsTyping,
    unmatched: values.unmatched[name],
    onUnmatched: (text: string) => change({ unmatched: { ...values.unmatched, [name]: text } }),
    ref(input: HTMLInputElement | null) {
      ref(input);
      if (name === (isPetKnown ? 'visitTypeId' : 'pet')) firstInput.current = input;
    },
  };
}

/** An option with details that distinguish it from others with the same name. */
function NamedOption({ name, about }: { name: string; about: string }) {
  return (
    <span className="flex min-w-0 grow items-baseline gap-2">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className="ms-auto shrink-0 text-xs text-muted">{about}</span>
    </span>
  );
}

/**
 * The field for the visit type, which sets the length. Its options are the bookable visit types, found by name,
 * category or synonym.
 */
export function VisitTypeField() {
  const { lists, values, panel, change } = useBookingFormContext();
  const { types, categories } = lists;
  const value = values.visitTypeId;
  const field = useComboboxField('visitTypeId');
  const [typed, setTyped] = useState(field.unmatched);
  const categoryLabel = (category: string) => categories.of(category).label;
  const namesOf = ({ name, category }: ReceivedAppointmentType) => [name, categoryLabel(category)];
  // Types that match by their own name come first, then those that match by their category, then those that match by synonyms.
  const rankType = (type: ReceivedAppointmentType) =>
    [[type.name], namesOf(type), ...synonymsOfVisitType(namesOf(type)).map((word) => [word])].findIndex((names) =>
      matchesWords(names, typed),
    );
  return (
    <Combobox<ReceivedAppointmentType>
      {...field}
      label={t`Visit type`}
      hint={unavailableText(value ?? panel.prefill.visitTypeId, types)}
      items={types
        .filter(({ isActive }) => isActive)
        .sort((a, b) => rankType(a) - rankType(b) || a.name.localeCompare(b.name, shownLocale))}
      onType={setTyped}
      value={findSelected(value, types, {
        ...{ name: '', category: '', durationMinutes: null },
        ...{ isMessaged: true, preparation: null, recallMonths: null, isActive: false },
      })}
      onChange={(chosen) => change({ visitTypeId: chosen?.id ?? null, length: '' })}
      matches={(type, text) => matchesWords([...namesOf(type), ...synonymsOfVisitType(namesOf(type))], text)}
      idOf={(type) => type.id}
      textOf={nameOrShortId}
      renderOption={(type) => (
        <NamedOption
          name={nameOrShortId(type)}
          about={[
            isolateText(categoryLabel(type.category)),
            type.durationMinutes ? durationText(type.durationMinutes) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      )}
      empty={t`No matching visit type.`}
    />
  );
}

/**
 * The field for the preferred vet, or another employee who sees patients. Employees of the store come first, vets before
 * others, and **No vet yet** comes last.
 */
export function VetField() {
  const { lists, values, store, purpose, check, change } = useBookingFormContext();
  const { employees } = lists;
  const value = values.employeeId;
  const worksAtStore = ({ storeIds }: ReceivedEmployee) => storeIds === null || storeIds.includes(store.id);
  const proposed = purpose.kind === 'walk-in' ? employees.find(({ id }) => id === check.employeeId)?.name : undefined;
  const noVet = { id: UNASSIGNED, name: t`No vet yet`, storeIds: null, role: '', isActive: true };
  const rankEmployee = (employee: ReceivedEmployee) =>
    (worksAtStore(employee) ? 0 : 2) + (employee.role === 'vet' ? 0 : 1);
  return (
    <Combobox<ReceivedEmployee>
      {...useComboboxField('employeeId')}
      label={t`Vet`}
      optional
      placeholder={proposed ?? t({ message: 'No preference', comment: 'whichever vet' })}
      hint={unavailableText(value, employees)}
      items={[
        ...employees
          .filter((employee) => employee.isActive && seesPatients(employee))
          .sort((a, b) => rankEmployee(a) - rankEmployee(b) || a.name.localeCompare(b.name, shownLocale)),
        noVet,
      ]}
      value={findSelected(value, [...employees, noVet], { name: '', storeIds: null, role: '', isActive: false })}
      onChange={(vet) => change({ employeeId: vet?.id ?? null })}
      matches={(vet, typed) => matchesWords([vet.name, vet.role], typed)}
      idOf={(vet) => vet.id}
      textOf={nameOrShortId}
      renderOption={(vet) => (
        <NamedOption name={nameOrShortId(vet)} about={worksAtStore(vet) ? vet.role : elsewhereText(vet)} />
      )}
      empty={t`No matching name.`}
    />
  );
}

function elsewhereText({ role: own }: ReceivedEmployee): string {
  const role = isolateText(own);
  return t({ message: `${role} · other store`, comment: 'a member of staff who works at another location' });
}

/**
 * Finds the selected item; null if none is selected. If the list does not have it, returns its id with the values of
 * `unknown`.
 */
function findSelected<Item extends { id: string }>(
  id: string | null,
  all: readonly Item[],
  unknown: Omit<Item, 'id'>,
): Item | ({ id: string } & Omit<Item, 'id'>) | null {
  return id === null ? null : (all.find((item) => item.id === id) ?? { ...unknown, id });
}

/** The name, or a short id in its place, since a field with a value must not look empty. */
function nameOrShortId({ id, name }: { id: string; name: string }): string {
  return name || shortId(id);
}

/**
 * Says that a vet or visit type from a link or an earlier appointment can no longer be selected; undefined if it can.
 */
function unavailableText(
  id: string | null | undefined,
  all: readonly { id: string; name: string; isActive: boolean }[],
): string | undefined {
  const found = all.find((one) => one.id === id);
  if (id == null || id === UNASSIGNED || found?.isActive) return undefined;
  const name = isolateText(found?.name || shortId(id));
  return t({ message: `${name} is no longer available: choose another.`, comment: 'a vet or a visit type' });
}
