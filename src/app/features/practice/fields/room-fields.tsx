import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { Checkbox } from '#app/components/checkbox.tsx';
import { controlClass } from '#app/components/field-frame.tsx';
import { Popover } from '#app/components/popover.tsx';
import { TextField } from '#app/components/text-field.tsx';
import type { Option } from '#app/editor/field.ts';
import { nameFault } from '#app/editor/name-fault.ts';
import { isolated } from '#app/text/isolated.ts';
import { categoriesText } from './categories.ts';
import { useTouched } from './use-touched.ts';

/** A room while it is edited. Without categories it is for all visits. */
export interface TypedRoom {
  readonly name: string;
  readonly categories: readonly string[];
}

interface RoomFieldsProps {
  value: TypedRoom;
  onChange: (value: TypedRoom) => void;
  /** The names of the other rooms of the store. */
  others: readonly string[];
  categories: readonly Option[];
  showFaults: boolean;
  /** The label of the name is shown, where no heading says it. */
  labelled?: boolean;
}

/** The name of a room, and the visits that it is for. */
export function RoomFields({ value, onChange, others, categories, showFaults, labelled }: RoomFieldsProps) {
  const { leave, told } = useTouched(showFaults);
  return (
    <div className="grid items-end gap-2 sm:grid-cols-2">
      <TextField
        label={t({ message: 'Name', comment: 'of a room, a visit type, or a store' })}
        {...(labelled ? {} : { labelHidden: 'always' as const })}
        className="self-start"
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        onBlur={() => leave('name')}
        error={told('name', nameFault(value.name, others))}
      />
      <div className="flex flex-col gap-1 self-start">
        {labelled ? (
          <span aria-hidden="true" className="text-xs font-semibold">
            {t`Visits that the room is for`}
          </span>
        ) : null}
        <CategoryChoice
          room={value.name}
          chosen={value.categories}
          options={categories}
          onChange={(chosen) => onChange({ ...value, categories: chosen })}
        />
      </div>
    </div>
  );
}

interface CategoryChoiceProps {
  room: string;
  chosen: readonly string[];
  options: readonly Option[];
  onChange: (chosen: string[]) => void;
}

/** The categories of visits that a room is for, in words: all, or only some. */
function CategoryChoice({ room, chosen, options, onChange }: CategoryChoiceProps) {
  const text = categoriesText(chosen, options);
  const name = isolated(room);
  return (
    <Popover
      label={
        room.trim() === '' ? text : t({ message: `${text} (${name})`, comment: 'what a room is for, and the room' })
      }
      panelLabel={t`Visits that the room is for`}
      title={text}
      buttonClass={`${controlClass} flex items-center justify-between gap-2 self-start text-start`}
      button={
        <>
          <span className="truncate">{text}</span>
          <ChevronDown aria-hidden="true" size={16} className="shrink-0 text-muted" />
        </>
      }
    >
      <div className="flex w-72 max-w-full flex-col text-sm sm:w-96">
        <label className="flex min-h-8 items-center gap-2 rounded px-2 hover:bg-accent-soft">
          <Checkbox checked={chosen.length === 0} disabled={chosen.length === 0} onChange={() => onChange([])} />
          {t({ message: 'All visits', comment: 'what a room is for' })}
        </label>
        <fieldset className="mt-1 grid border-t border-line pt-1 sm:grid-cols-2">
          <legend className="sr-only">{t({ message: 'Only for', comment: 'heading: categories of visits' })}</legend>
          {options.map(({ value, label }) => (
            <label key={value} className="flex min-h-8 items-center gap-2 rounded px-2 hover:bg-accent-soft">
              <Checkbox
                checked={chosen.includes(value)}
                onChange={(isChecked) =>
                  onChange(
                    options
                      .filter((one) => (one.value === value ? isChecked : chosen.includes(one.value)))
                      .map((one) => one.value),
                  )
                }
              />
              <bdi>{label}</bdi>
            </label>
          ))}
        </fieldset>
      </div>
    </Popover>
  );
}
