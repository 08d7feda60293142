import { type FocusEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { addDays, dateIn, isUsableDate } from '#app/scheduling/calendar-day.ts';
import { mediumDateText } from '#app/scheduling/time-text.ts';
import { readDates } from '#app/text/typed-date.ts';
import { useAfterPress } from './use-after-press.ts';

interface TypedDateInput {
  /** `YYYY-MM-DD`, or a text that is not read as a date yet, as typed. */
  value: string;
  /** The IANA zone whose today counts. */
  zone: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
}

interface Question {
  text: string;
  readings: readonly string[];
}

/**
 * The state of a field whose value is a date, or the text typed for one until the field is left or Enter is pressed:
 * it shows nothing but its value, so that a date on the screen is the one that counts. A text that may mean several
 * days stays, with the days to choose from, and so does one that means none.
 */
export function useTypedDate({ value, zone, onChange, onBlur }: TypedDateInput) {
  const input = useRef<HTMLInputElement>(null);
  const choices = useRef<HTMLFieldSetElement>(null);
  const isRead = isUsableDate(value);
  const readingsOf = (text: string) =>
    text.trim() === '' ? [] : readDates(text.trim(), { today: dateIn(zone, Date.now()) });
  const ask = (): Question => ({ text: value, readings: isRead ? [] : readingsOf(value) });
  // A text that was left in a draft is asked about at once: what was tomorrow may be today.
  const [asked, setAsked] = useState(ask);
  const isAsked = !isRead && value.trim() !== '' && asked.text === value;
  const afterPress = useAfterPress();

  /** Makes the text the date that it means; false where it is to be asked about. */
  function read(): boolean {
    if (isRead || value.trim() === '') return true;
    const question = ask();
    const [date, ...others] = question.readings;
    if (date === undefined || others.length > 0) setAsked(question);
    else onChange(date);
    return question.readings.length < 2;
  }

  function step(days: number): void {
    const [date, ...others] = isRead ? [value] : readingsOf(value);
    if (date === undefined || others.length > 0) return;
    const next = addDays(date, days);
    if (isUsableDate(next)) onChange(next);
  }

  useLayoutEffect(() => {
    // What is typed next replaces a date that was just read or stepped to.
    if (isUsableDate(value) && document.activeElement === input.current) input.current?.select();
  }, [value]);

  return {
    input,
    choices,
    /** The days to choose from, and whether the text is no date at all. */
    readings: isAsked ? asked.readings : [],
    isWrong: isAsked && asked.readings.length === 0,
    isRead,
    choose: (date: string) => {
      onChange(date);
      input.current?.focus();
    },
    props: {
      value: isRead ? mediumDateText(value) : value,
      onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
      // The press that focuses the field would otherwise put the caret into the text.
      onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
        if (document.activeElement === event.currentTarget) return;
        event.preventDefault();
        event.currentTarget.focus();
      },
      onBlur: () => {
        afterPress(() => read());
        onBlur?.();
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') {
          // Before the form, which is sent with what is read.
          if (read() || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          choices.current?.querySelector('button')?.focus();
        } else if (
          (event.key === 'ArrowUp' || event.key === 'ArrowDown') &&
          !event.altKey &&
          !event.ctrlKey &&
          !event.metaKey
        ) {
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }
      },
    },
  };
}
