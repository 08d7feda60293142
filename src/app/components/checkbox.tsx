import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';

interface CheckboxProps {
  'aria-label'?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A checkbox. Its label surrounds it unless `aria-label` is given. */
export function Checkbox({ onChange, ...props }: CheckboxProps) {
  return (
    <BaseCheckbox.Root
      {...props}
      onCheckedChange={(isChecked) => onChange(isChecked)}
      className="grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface text-on-accent data-checked:border-accent data-checked:bg-accent data-disabled:opacity-60"
    >
      <BaseCheckbox.Indicator>
        <Check aria-hidden="true" size={12} strokeWidth={3} />
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  );
}

interface LabelledCheckboxProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function LabelledCheckbox({ label, isChecked, onChange }: LabelledCheckboxProps) {
  return (
    <label className="flex min-h-8 w-fit items-center gap-2">
      <Checkbox checked={isChecked} onChange={onChange} />
      <bdi>{label}</bdi>
    </label>
  );
}
