import type { ComponentProps } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> {
  onChange: (isChecked: boolean) => void;
}

/** A checkbox, whose label is around it unless it is given as `aria-label`. */
export function Checkbox({ onChange, ...props }: CheckboxProps) {
  return (
    <input
      {...props}
      type="checkbox"
      className="size-4 shrink-0 accent-(--accent)"
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
