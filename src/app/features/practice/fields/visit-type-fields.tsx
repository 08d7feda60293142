import { t } from '@lingui/core/macro';
import { Select } from '#app/components/select.tsx';
import { TextField } from '#app/components/text-field.tsx';
import type { Option } from '#app/editor/field.ts';
import { nameFault } from '#app/editor/name-fault.ts';
import { durationText } from '#app/scheduling/time-text.ts';
import { minutesFault, minutesOf } from './faults.ts';
import { useTouched } from './use-touched.ts';

/** A visit type while it is edited; the length is as typed. */
export interface TypedVisitType {
  readonly name: string;
  readonly minutes: string;
  readonly category: string;
}

interface VisitTypeFieldsProps {
  value: TypedVisitType;
  onChange: (value: TypedVisitType) => void;
  /** The names of the other visit types, also of those that are no longer offered. */
  others: readonly string[];
  categories: readonly Option[];
  showFaults: boolean;
  /** The labels are shown, where no heading says them. */
  labelled?: boolean;
}

export const visitTypeColumns =
  'grid items-start gap-2 grid-cols-[6.5rem_minmax(0,1fr)] sm:grid-cols-[minmax(0,1fr)_6.5rem_13rem]';

/** The name, length and category of a visit type. */
export function VisitTypeFields(props: VisitTypeFieldsProps) {
  const { value, onChange, others, categories, showFaults, labelled } = props;
  const { leave, told } = useTouched(showFaults);
  const label = labelled ? {} : ({ labelHidden: 'always' } as const);
  return (
    <div className={visitTypeColumns}>
      <TextField
        label={t({ message: 'Name', comment: 'of a room, a visit type, or a store' })}
        {...label}
        className="col-span-2 sm:col-span-1"
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        onBlur={() => leave('name')}
        error={told('name', nameFault(value.name, others))}
      />
      <TextField
        label={t({ message: 'Length', comment: 'of a visit type' })}
        {...label}
        value={value.minutes}
        onChange={(minutes) => onChange({ ...value, minutes })}
        onBlur={() => {
          leave('minutes');
          const read = minutesOf(value.minutes);
          if (read !== null && durationText(read) !== value.minutes)
            onChange({ ...value, minutes: durationText(read) });
        }}
        error={told('minutes', minutesFault(value.minutes))}
      />
      <Select
        label={t({ message: 'Category', comment: 'of a visit type' })}
        {...label}
        options={categories}
        value={value.category}
        onChange={(category) => onChange({ ...value, category })}
      />
    </div>
  );
}
