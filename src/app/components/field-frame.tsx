import { Field } from '@base-ui/react/field';
import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The props that every field has in addition to its control's. */
export interface FieldProps {
  label: string;
  /** Shown below the control while there is no error. */
  hint?: ReactNode;
  error?: ReactNode;
  /** Controls that resolve an error, such as a choice between two times. */
  remedy?: ReactNode;
  optional?: boolean | undefined;
  /** Hides the label visually: `always` or, if a heading shows it on wide screens, only there (`wide`). */
  labelHidden?: 'always' | 'wide' | undefined;
  /** The id of another element that describes the error. */
  errorId?: string | undefined;
  className?: string | undefined;
}

const hiddenLabel = { always: 'sr-only', wide: 'sm:sr-only' } as const;

/** A control with label, hint and error, linked for assistive technology. */
export function FieldFrame({
  label,
  hint,
  error,
  remedy,
  optional,
  labelHidden,
  errorId,
  className = '',
  children,
}: FieldProps & { children: ReactNode }) {
  const wrong = error !== undefined && error !== null && error !== '';
  return (
    <Field.Root
      data-field=""
      invalid={wrong || errorId !== undefined}
      className={`flex min-w-0 flex-col gap-1 ${className}`}
    >
      <div
        className={`flex items-baseline justify-between gap-2 ${labelHidden === undefined ? '' : hiddenLabel[labelHidden]}`}
      >
        <Field.Label className="text-xs font-semibold text-ink">{label}</Field.Label>
        {optional ? (
          <span aria-hidden="true" className="text-xs text-muted">
            {t({ message: 'optional', comment: 'Beside the label of a field that may be left empty' })}
          </span>
        ) : null}
      </div>
      {children}
      {hint && !wrong ? <Field.Description className="text-xs text-muted">{hint}</Field.Description> : null}
      {wrong ? (
        <Field.Error match className="flex gap-1 text-xs text-danger">
          <CircleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
          <span>{error}</span>
        </Field.Error>
      ) : null}
      {remedy}
    </Field.Root>
  );
}

/** The style of a one-line control, shared by inputs, comboboxes and selects. */
export const controlClass =
  'min-h-9 w-full rounded-md border border-line-strong bg-surface px-2.5 py-1 text-base text-ink placeholder:text-muted focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent data-invalid:border-danger sm:text-sm';

/** The style of a list below a control. */
export const popupClass =
  'w-(--anchor-width) min-w-56 max-w-(--available-width) rounded-md border border-line bg-raised py-1 text-ink shadow-raised outline-none';

/** The style of an option in a list below a control. */
export const optionClass =
  'flex cursor-default items-center gap-2 px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-accent-soft data-selected:font-semibold';
