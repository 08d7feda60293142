import { Checkbox } from '#app/components/checkbox.tsx';

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
