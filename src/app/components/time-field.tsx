import type { Ref } from 'react';
import { type ClockTime, formatClockTime, stepClockTime, usesTwelveHours } from '#app/scheduling/wall-clock.ts';
import { parseClockTime } from '#app/typed/times.ts';
import type { FieldProps } from './field-frame.tsx';
import { TextField } from './text-field.tsx';

interface TimeFieldProps extends FieldProps {
  /** As typed; {@link parseClockTime} reads it, unless `parse` does. */
  value: string;
  parse?: (text: string) => ClockTime | null;
  onChange: (text: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

const STEP_MINUTES = 15;

/** A time of day, typed freely and formatted for the locale on blur; the arrow keys step by quarters of an hour. */
export function TimeField({ value, parse = parseClockTime, onChange, onBlur, ...props }: TimeFieldProps) {
  const show = (time: ClockTime | null) => {
    if (time) onChange(formatClockTime(time, usesTwelveHours()));
  };
  return (
    <TextField
      {...props}
      value={value}
      onChange={onChange}
      onBlur={() => {
        const time = parse(value);
        if (time && formatClockTime(time, usesTwelveHours()) !== value) show(time);
        onBlur?.();
      }}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowUp' ? -STEP_MINUTES : event.key === 'ArrowDown' ? STEP_MINUTES : 0;
        const time = parse(value);
        if (step === 0 || !time || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        show(stepClockTime(time, step));
      }}
    />
  );
}
