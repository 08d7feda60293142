import { Field } from '@base-ui/react/field';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type Ref, useId } from 'react';
import { controlClass, FieldFrame, type FieldProps } from './field-frame.tsx';

interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  type?: 'text' | 'search' | 'password';
  placeholder?: string;
  /** Texts that are suggested while typing. */
  suggestions?: readonly string[];
  /** The name by which password managers find the field. */
  name?: string;
  /** What password managers may fill in; nothing by default. */
  autoComplete?: string;
  maxLength?: number;
  /** Whether the field's text is selected on focus, so that typing replaces it. */
  selects?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Event handlers that select the text of a field when it gets the focus, so that typing replaces the text. */
export const selectingHandlers = {
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  // Otherwise the press that focuses the field would place the caret inside the text.
  onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
    if (document.activeElement === event.currentTarget) return;
    event.preventDefault();
    event.currentTarget.focus();
  },
};

export function TextField(props: TextFieldProps) {
  const {
    label,
    value,
    onChange,
    onBlur,
    onKeyDown,
    type = 'text',
    ref,
    placeholder,
    suggestions = [],
    selects = false,
    name,
    autoComplete = 'off',
    maxLength,
    ...frame
  } = props;
  const list = useId();
  return (
    <FieldFrame label={label} {...frame}>
      <Field.Control
        ref={ref}
        type={type}
        dir="auto"
        {...(frame.errorId === undefined ? {} : { 'aria-describedby': frame.errorId })}
        {...{ name, autoComplete, maxLength, placeholder, value }}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        {...(selects ? selectingHandlers : {})}
        className={`${controlClass} tabular-nums`}
        {...(suggestions.length > 0 ? { list } : {})}
      />
      {suggestions.length > 0 ? (
        <datalist id={list}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      ) : null}
    </FieldFrame>
  );
}

interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  rows?: number;
  /** Whether the area can grow taller than usual, so that more of a long text is visible. */
  isTall?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea(props: TextAreaProps) {
  const { label, value, onChange, onBlur, rows = 2, isTall = false, ref, ...frame } = props;
  return (
    <FieldFrame label={label} {...frame}>
      <Field.Control
        render={<textarea ref={ref} rows={rows} />}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className={`${controlClass} field-sizing-content min-h-9 resize-y ${isTall ? 'max-h-[32rem]' : 'max-h-48'} py-1.5 leading-snug`}
      />
    </FieldFrame>
  );
}
