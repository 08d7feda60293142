import { Field } from '@base-ui/react/field';
import { type ReactNode, type Ref, useImperativeHandle } from 'react';
import { notADate, whichDay } from '#app/text/typed-date-texts.ts';
import { DateReadings, MonthButton } from './date-parts.tsx';
import { controlClass, FieldFrame } from './field-frame.tsx';
import { useTypedDate } from './use-typed-date.ts';

interface DateFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or a text that is not read as a date yet, as typed. */
  value: string;
  /** The IANA zone whose today counts. */
  zone: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  ref?: Ref<HTMLInputElement | null>;
}

/**
 * A date, typed freely and shown in the words and the order of the page's language once it is read: on leaving the
 * field or with Enter. The arrow keys step by a day.
 */
export function DateField({ label, value, zone, onChange, onBlur, error, ref }: DateFieldProps) {
  const { input, choices, readings, isWrong, choose, props } = useTypedDate({ value, zone, onChange, onBlur });
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current, [input]);
  return (
    <FieldFrame
      label={label}
      error={readings.length > 0 ? whichDay() : isWrong ? notADate() : error}
      remedy={<DateReadings ref={choices} readings={readings} onDate={choose} />}
    >
      <div className="relative">
        <Field.Control
          {...props}
          ref={input}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className={`${controlClass} pe-9 tabular-nums`}
        />
        <MonthButton
          {...{ value, zone }}
          onDate={choose}
          className="absolute inset-y-0 end-0 grid w-8 place-items-center rounded-md text-muted hover:text-ink"
        />
      </div>
    </FieldFrame>
  );
}
