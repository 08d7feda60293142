import { Field } from '@base-ui/react/field';
import type { Ref } from 'react';
import { normalizeText } from '#reading/text.ts';
import { controlClass, FieldFrame, type FieldProps } from './field-frame.tsx';

const MAX_DIGITS = 12;

/**
 * Attributes that keep password managers from filling the field and from offering to save it. Each manager recognises
 * only its own.
 */
const passwordManagerOptOut = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
  'data-form-type': 'other',
} as const;

/** Returns at most {@link MAX_DIGITS} digits of a text, as 0 to 9, even if other digits were typed, such as Arabic ones. */
export const extractDigits = (text: string) => normalizeText(text).replace(/\D/g, '').slice(0, MAX_DIGITS);

interface PinFieldProps extends FieldProps {
  value: string;
  onChange: (digits: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A field for a PIN. It shows dots, but is not a password field, because browsers offer to save a password. Several
 * people use this browser, so a saved PIN would protect nothing.
 */
export function PinField({ value, onChange, ref, ...frame }: PinFieldProps) {
  return (
    <FieldFrame {...frame}>
      <Field.Control
        ref={ref}
        type="text"
        inputMode="numeric"
        spellCheck={false}
        dir="ltr"
        {...(frame.errorId === undefined ? {} : { 'aria-describedby': frame.errorId })}
        {...passwordManagerOptOut}
        value={value}
        onChange={(event) => onChange(extractDigits(event.target.value))}
        className={`${controlClass} tracking-widest tabular-nums [-webkit-text-security:disc] rtl:text-right`}
      />
    </FieldFrame>
  );
}
