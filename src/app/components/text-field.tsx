import { Field } from '@base-ui/react/field';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { controlClass, FieldFrame } from './field-frame.tsx';

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  type?: 'text' | 'search' | 'password';
  hint?: ReactNode;
  error?: ReactNode;
  remedy?: ReactNode;
  optional?: boolean;
  placeholder?: string;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A field for a line of text. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, onBlur, onKeyDown, type = 'text', ref, placeholder, ...frame } = props;
  return (
    <FieldFrame label={label} {...frame}>
      <Field.Control
        ref={ref}
        type={type}
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        className={`${controlClass} tabular-nums`}
      />
    </FieldFrame>
  );
}
