import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { Checkbox } from '#app/components/checkbox.tsx';
import { controlClass } from '#app/components/field-frame.tsx';
import { Popover } from '#app/components/popover.tsx';
import type { Option } from '#app/editor/field.ts';
import { categoriesText } from './categories.ts';

interface CategoryChoiceProps {
  label: string;
  chosen: readonly string[];
  options: readonly Option[];
  onChange: (chosen: string[]) => void;
}

/** The categories of appointments that a room is used for, in words: all, or only some. */
export function CategoryChoice({ label, chosen, options, onChange }: CategoryChoiceProps) {
  const text = categoriesText(chosen, options);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span aria-hidden="true" className="text-xs font-semibold">
        {label}
      </span>
      <Popover
        label={t({ message: `${label}: ${text}`, comment: 'a field and its value' })}
        panelLabel={label}
        title={text}
        buttonClass={`${controlClass} flex items-center justify-between gap-2 text-start`}
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
            {categoriesText([], options)}
          </label>
          <fieldset className="mt-1 grid border-t border-line pt-1 sm:grid-cols-2">
            <legend className="sr-only">{t({ message: 'Only for', comment: 'heading: categories of visits' })}</legend>
            {options.map(({ value, label }) => (
              <label key={value} className="flex min-h-8 items-center gap-2 rounded px-2 hover:bg-accent-soft">
                <Checkbox
                  checked={chosen.includes(value)}
                  onChange={(isChecked) => {
                    const isOn = (one: Option) => (one.value === value ? isChecked : chosen.includes(one.value));
                    onChange(options.filter(isOn).map((one) => one.value));
                  }}
                />
                <bdi>{label}</bdi>
              </label>
            ))}
          </fieldset>
        </div>
      </Popover>
    </div>
  );
}
