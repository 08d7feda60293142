import { useRef } from 'react';
import { FIRST_DATE, LAST_DATE } from '#app/scheduling/calendar-day.ts';
import { useBufferedText } from './use-buffered-text.ts';

interface DateInputProps {
  /** The accessible name. */
  label: string;
  /** `YYYY-MM-DD`, empty for none. */
  value: string;
  required?: boolean;
  className: string;
  onDate: (date: string) => void;
}

const PAUSE_MS = 700;

/**
 * A date, picked or typed. While the year is typed digit by digit the value passes through wrong years, so only a date
 * within the bounds counts, and only after a pause, with Enter, or when the field is left. A picked date counts at
 * once.
 */
export function DateInput({ label, value, required = false, className, onDate }: DateInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const typing = useRef(false);
  const { text, onType, commit, reset } = useBufferedText({
    value,
    settle: (typed) => (input.current?.validity.valid ? typed : null),
    pauseMs: PAUSE_MS,
    onCommit: onDate,
  });
  return (
    <input
      ref={input}
      type="date"
      aria-label={label}
      required={required}
      min={FIRST_DATE}
      max={LAST_DATE}
      value={text}
      onPointerDown={() => {
        typing.current = false;
      }}
      onChange={({ target }) => (typing.current ? onType(target.value) : commit(target.value))}
      onBlur={(event) => (event.target.validity.valid ? commit() : reset())}
      onKeyDown={(event) => {
        typing.current = true;
        if (event.key === 'Enter') commit();
      }}
      className={className}
    />
  );
}
