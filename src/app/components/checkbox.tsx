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
    <span className="relative grid size-4 shrink-0 place-items-center text-on-accent">
      <input
        {...props}
        type="checkbox"
        // The click is handled instead of the change event, which React misses if it renders between the press and the
        // event, for example when a list closes.
        readOnly
        onClick={() => onChange(!props.checked)}
        className="peer absolute inset-0 appearance-none rounded-sm border border-line-strong bg-surface checked:border-accent checked:bg-accent disabled:opacity-60"
      />
      <Check
        aria-hidden="true"
        size={12}
        strokeWidth={3}
        className="pointer-events-none invisible relative peer-checked:visible"
      />
    </span>
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
