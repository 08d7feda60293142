import { t } from '@lingui/core/macro';
import type { ReactNode, Ref } from 'react';
import { UNASSIGNED } from '#app/addresses/board-search.ts';
import { shortId } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { Combobox } from '#app/components/combobox.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolated } from '#app/text/isolated.ts';
import { durationText } from '#app/text/time-text.ts';
import { defaultAppointmentStatus } from '#contract/appointment.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { matchesWords } from '#reading/text.ts';
import { seesPatients } from '#scheduling/visit.ts';

interface FieldProps {
  value: string | null;
  onBlur: () => void;
  /** Text in the field that matches no option. */
  unmatched: string;
  onUnmatched: (text: string) => void;
  onTyping: (isTyping: boolean) => void;
  hint?: string | undefined;
  error?: ReactNode;
  ref: Ref<HTMLInputElement>;
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

interface VisitTypeFieldProps extends FieldProps {
  /** All visit types, including those that can no longer be booked. */
  types: readonly ReceivedAppointmentType[];
  onChange: (type: ReceivedAppointmentType | null) => void;
  categoryLabel: (category: string) => string;
}

/** The field for the visit type, with the bookable ones as options. */
export function VisitTypeField({ types, value, onChange, categoryLabel, ...field }: VisitTypeFieldProps) {
  return (
    <Combobox<ReceivedAppointmentType>
      {...field}
      label={t`Visit type`}
      items={types.filter(({ isActive }) => isActive).sort((a, b) => a.name.localeCompare(b.name, shownLocale))}
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
      empty={t`No matching visit type.`}
    />
  );
}

interface VetFieldProps extends FieldProps {
  /** All employees, including those who have left. */
  employees: readonly ReceivedEmployee[];
  storeId: string;
  placeholder: string;
  onChange: (employeeId: string | null) => void;
}

/**
 * The field for the preferred employee who sees patients. Those of the store come first, vets before others, last that
 * nobody is yet.
 */
export function VetField({ employees, storeId, value, placeholder, onChange, ...field }: VetFieldProps) {
  const isHere = (employee: ReceivedEmployee) => employee.storeIds === null || employee.storeIds.includes(storeId);
  const nobody = { id: UNASSIGNED, name: t`No vet yet`, storeIds: null, role: '', isActive: true };
  const rank = (employee: ReceivedEmployee) => (isHere(employee) ? 0 : 2) + (employee.role === 'vet' ? 0 : 1);
  return (
    <Combobox<ReceivedEmployee>
      {...field}
      label={t`Vet`}
      optional
      placeholder={placeholder}
      items={[
        ...employees
          .filter((employee) => employee.isActive && seesPatients(employee))
          .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, shownLocale)),
        nobody,
      ]}
      value={chosenOf(value, [...employees, nobody], { name: '', storeIds: null, role: '', isActive: false })}
      onChange={(vet) => onChange(vet?.id ?? null)}
      matches={(vet, typed) => matchesWords([vet.name, vet.role], typed)}
      idOf={(vet) => vet.id}
      textOf={nameOf}
      renderOption={(vet) => <NamedOption name={nameOf(vet)} about={isHere(vet) ? vet.role : elsewhereText(vet)} />}
      empty={t`No matching name.`}
    />
  );
}

function elsewhereText({ role: own }: ReceivedEmployee): string {
  const role = isolated(own);
  return t({ message: `${role} · other store`, comment: 'a member of staff who works at another location' });
}

/** The selected item. If no list contains it, only its id is known. */
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

/**
 * Says that a vet or visit type from a link or an earlier appointment can no longer be selected; undefined if it can.
 */
export function unavailableText(
  id: string | null | undefined,
  all: readonly { id: string; name: string; isActive: boolean }[],
): string | undefined {
  const found = all.find((one) => one.id === id);
  if (id == null || id === UNASSIGNED || found?.isActive) return undefined;
  const name = isolated(found?.name || shortId(id));
  return t({ message: `${name} is no longer available: choose another.`, comment: 'a vet or a visit type' });
}

/** The statuses in the order of the enum, including the service's default even if the enum does not list it. */
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
