import { Field } from '@base-ui/react/field';
import type { ReactNode, Ref } from 'react';
import { controlClass, FieldFrame } from './field-frame.tsx';

interface TextAreaProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  rows?: number;
  className?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A field for several lines of text. */
export function TextArea({ label, value, onChange, onBlur, rows = 2, ref, ...frame }: TextAreaProps) {
  return (
    <FieldFrame label={label} {...frame}>
      <Field.Control
        render={<textarea ref={ref} rows={rows} />}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className={`${controlClass} resize-y py-1.5 leading-snug`}
      />
    </FieldFrame>
  );
}
