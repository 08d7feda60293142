import type { Ref } from 'react';
import { headOfId } from '#app/api/directory.ts';
import { Combobox } from '#app/components/combobox.tsx';
import { matchesWords } from '#app/components/word-match.ts';
import { durationText } from '#app/scheduling/duration.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';

interface FieldProps {
  onBlur: () => void;
  /** Text that was left in the field and is in no list. */
  unmatched: string;
  onUnmatched: (text: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  ref: Ref<HTMLInputElement>;
}

interface VisitTypeFieldProps extends FieldProps {
  types: readonly ReceivedAppointmentType[];
  /** Also those that cannot be booked any more. */
  all: readonly ReceivedAppointmentType[];
  value: string | null;
  onChange: (type: ReceivedAppointmentType | null) => void;
  categoryLabel: (category: string) => string;
}

/** The visit type, of those that can be booked. */
export function VisitTypeField({ types, all, value, onChange, categoryLabel, ...field }: VisitTypeFieldProps) {
  return (
    <Combobox<ReceivedAppointmentType>
      {...field}
      label="Visit type"
      items={types}
      value={chosenOf(value, all, { name: '', category: '', durationMinutes: null, isActive: false })}
      onChange={onChange}
      matches={(type, typed) => matchesWords([type.name, categoryLabel(type.category)], typed)}
      idOf={(type) => type.id}
      textOf={nameOf}
      renderOption={(type) => (
        <span className="flex min-w-0 grow items-baseline gap-2">
          <span className="truncate">{type.name}</span>
          <span className="ml-auto shrink-0 text-xs text-muted">
            {[categoryLabel(type.category), type.durationMinutes ? durationText(type.durationMinutes) : '']
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      )}
      empty="No visit type begins like that."
    />
  );
}

interface VetFieldProps extends FieldProps {
  vets: readonly ReceivedEmployee[];
  /** Also those who have left. */
  all: readonly ReceivedEmployee[];
  storeId: string;
  value: string | null;
  onChange: (employeeId: string | null) => void;
}

/** The preferred member of staff; those of the store come first, vets before others. */
export function VetField({ vets, all, storeId, value, onChange, ...field }: VetFieldProps) {
  const here = (vet: ReceivedEmployee) => vet.storeIds === null || vet.storeIds.includes(storeId);
  const rank = (vet: ReceivedEmployee) => (here(vet) ? 0 : 2) + (vet.role === 'vet' ? 0 : 1);
  const sorted = [...vets].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  return (
    <Combobox<ReceivedEmployee>
      {...field}
      label="Vet"
      optional
      placeholder="Anyone"
      items={sorted}
      value={chosenOf(value, all, { name: '', storeIds: null, role: '', isActive: false })}
      onChange={(vet) => onChange(vet?.id ?? null)}
      matches={(vet, typed) => matchesWords([vet.name, vet.role], typed)}
      idOf={(vet) => vet.id}
      textOf={nameOf}
      renderOption={(vet) => (
        <span className="flex min-w-0 grow items-baseline gap-2">
          <span className="truncate">{vet.name}</span>
          <span className="ml-auto shrink-0 text-xs text-muted">
            {here(vet) ? vet.role : `${vet.role} · other store`}
          </span>
        </span>
      )}
      empty="Nobody’s name begins like that."
    />
  );
}

/** What is chosen. Where no list knows it, all that is known of it is its id. */
function chosenOf<Item extends { id: string }>(
  id: string | null,
  all: readonly Item[],
  unknown: Omit<Item, 'id'>,
): Item | ({ id: string } & Omit<Item, 'id'>) | null {
  return id === null ? null : (all.find((item) => item.id === id) ?? { ...unknown, id });
}

/** A field that holds something must never look empty. */
function nameOf({ id, name }: { id: string; name: string }): string {
  return name || headOfId(id);
}
