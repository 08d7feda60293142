import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { later } from '#app/components/later.tsx';
import { usePopover } from '#app/components/popover.tsx';
import { headings } from './date-heading.ts';

const readsDates = () => import('#app/components/date-text.ts');

const MonthGrid = later({
  load: async () => {
    // What is typed is read as soon as there is a month to show it in.
    const [{ MonthGrid }] = await Promise.all([import('./month-grid.tsx'), readsDates()]);
    return MonthGrid;
  },
  Frame: ({ children }: { children: ReactNode }) => <div>{children}</div>,
});

/** As wide as the arrow beside the date: an em space and a space. */
const BESIDE = '\u2003 ';

interface DatePickerProps {
  /** `YYYY-MM-DD` */
  date: string;
  today: string;
  /** The date in words, which is what the button shows and is called. */
  heading: string;
  /** The longest headings that there are, one a line. */
  widest: string;
  /** Whether the whole week of the date is shown. */
  week: boolean;
  onDate: (date: string) => void;
}

/** The date in words, as the heading of the screen; it opens a month to choose from and a field to type in. */
export function DatePicker({ date, today, heading, widest, week, onDate }: DatePickerProps) {
  // On a touch screen the keyboard would cover the month.
  const { open, close, button, panel } = usePopover((element) => {
    if (!matchMedia('(pointer: coarse)').matches) element.querySelector('input')?.focus();
  });
  return (
    <>
      <h1 aria-live="polite" className="min-w-0 max-sm:grow">
        <button
          {...button}
          title="Choose a date"
          className="h-8 max-w-full rounded-md px-2 text-sm font-semibold whitespace-nowrap tabular-nums hover:bg-sunken"
        >
          <span data-widest={widest.replaceAll(/$/gm, BESIDE)} className="block">
            <span className="flex items-center gap-1">
              <span className="truncate">{heading}</span>
              <ChevronDown aria-hidden="true" size={14} className="shrink-0 text-muted" />
            </span>
          </span>
        </button>
      </h1>
      <div {...panel} role="dialog" aria-label="Choose a date">
        {open ? (
          <DateChoice
            date={date}
            today={today}
            week={week}
            onDate={(chosen) => {
              close();
              onDate(chosen);
            }}
          />
        ) : null}
      </div>
    </>
  );
}

/** What was typed when it was read, and the day that it means: null where it means none, or where it could not be read. */
interface Reading {
  typed: string;
  date: string | null;
  failed: boolean;
}

/** Reads a date with the code that comes with the first letter. */
async function read(typed: string, today: string): Promise<Reading> {
  try {
    const { readDate } = await readsDates();
    return { typed, date: readDate(typed, { today }), failed: false };
  } catch {
    return { typed, date: null, failed: true };
  }
}

function DateChoice({ date, today, week, onDate }: Pick<DatePickerProps, 'date' | 'today' | 'week' | 'onDate'>) {
  const hintId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [reading, setReading] = useState<Reading | null>(null);
  /** The text that was sent and is no date. */
  const [refused, setRefused] = useState('');
  const text = typed.trim();
  const known = reading?.typed === text ? reading : null;

  useEffect(() => {
    if (text === '') return;
    let dropped = false;
    void read(text, today).then((found) => (dropped ? undefined : setReading(found)));
    return () => {
      dropped = true;
    };
  }, [text, today]);

  async function send() {
    if (text === '') return onDate(date);
    const found = await read(text, today);
    if (found.date !== null) return onDate(found.date);
    setReading(found);
    setRefused(text);
  }

  const wrong = refused !== '' && refused === text;
  return (
    <form
      noValidate
      className="flex w-64 flex-col gap-2 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        aria-label="Date"
        aria-describedby={hintId}
        aria-invalid={wrong}
        placeholder="fri, 24.12., +3, next week"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          grid.current?.querySelector<HTMLElement>('[role="gridcell"] [tabindex="0"]')?.focus();
        }}
        className="h-8 w-full rounded-md border border-line-strong bg-surface px-2 text-sm placeholder:text-muted pointer-coarse:text-base aria-invalid:border-danger"
      />
      <p id={hintId} role="status" className={`min-h-4 text-xs ${wrong ? 'text-danger' : 'text-muted'}`}>
        {hintOf(text, known, wrong)}
      </p>
      <div ref={grid} className="min-h-63">
        <MonthGrid date={known?.date ?? date} today={today} week={week} onDate={onDate} />
      </div>
    </form>
  );
}

function hintOf(text: string, reading: Reading | null, wrong: boolean): string {
  if (text === '') return 'Type a date, or choose a day below';
  if (!reading) return 'Reading…';
  if (reading.date !== null) return `Enter goes to ${headings.dayHeading(reading.date, 'long')}`;
  if (reading.failed) return 'What you typed could not be read just now. Choose a day below';
  return wrong ? 'This is not a date. Try 24.12., fri, +3 or next week' : 'Not a date yet';
}
