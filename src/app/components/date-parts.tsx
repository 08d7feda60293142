import { t } from '@lingui/core/macro';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useContext, useState } from 'react';
import { dateIn, isUsableDate } from '#app/scheduling/calendar-day.ts';
import { dateText } from '#app/scheduling/time-text.ts';
import { whichDay } from '#app/text/typed-date-texts.ts';
import { Button } from './button.tsx';
import { FirstWeekday } from './first-weekday.ts';
import { lazyPart } from './lazy-part.tsx';
import { usePopover } from './popover.tsx';

const MonthGrid = lazyPart({
  load: () => import('./month-grid.tsx').then((module) => module.MonthGrid),
  Frame: ({ children }) => <div className="min-h-63">{children}</div>,
});

interface DateReadingsProps {
  readings: readonly string[];
  ref: RefObject<HTMLFieldSetElement | null>;
  onDate: (date: string) => void;
}

/** The days that a typed text may mean, to choose one of. */
export function DateReadings({ readings, ref, onDate }: DateReadingsProps) {
  if (readings.length === 0) return null;
  return (
    <fieldset ref={ref} aria-label={whichDay()} className="flex flex-col items-start gap-1">
      {readings.map((reading) => (
        <Button key={reading} compact onClick={() => onDate(reading)} className="max-w-full whitespace-normal">
          {dateText(reading)}
        </Button>
      ))}
    </fieldset>
  );
}

interface MonthButtonProps {
  /** `YYYY-MM-DD`; any other text shows the month of today. */
  value: string;
  /** The IANA zone whose today is marked. */
  zone: string;
  className: string;
  onDate: (date: string) => void;
}

/** A button that opens the month of a date, to choose a day of. */
export function MonthButton({ value, zone, className, onDate }: MonthButtonProps) {
  const { open, close, button, panel } = usePopover();
  const firstWeekday = useContext(FirstWeekday);
  const label = t({ message: 'Calendar', comment: 'button beside a date: opens the month to choose a day' });
  // Escape closes the month, not the dialog around it.
  const keepEscape = (event: KeyboardEvent) => {
    if (open && event.key === 'Escape') event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a key from what is around it.
    <span onKeyDown={keepEscape}>
      <button {...button} aria-label={label} title={label} className={className}>
        <CalendarDays aria-hidden="true" size={16} />
      </button>
      <div {...panel} role="dialog" aria-label={label}>
        {open ? (
          <OpenMonth
            {...{ value, zone }}
            firstWeekday={firstWeekday()}
            onDate={(date) => {
              close();
              onDate(date);
            }}
          />
        ) : null}
      </div>
    </span>
  );
}

function OpenMonth({
  value,
  zone,
  firstWeekday,
  onDate,
}: Omit<MonthButtonProps, 'className'> & { firstWeekday: number }) {
  const [today] = useState(() => dateIn(zone, Date.now()));
  return (
    <div className="w-64 p-1">
      <MonthGrid date={isUsableDate(value) ? value : today} week={false} {...{ today, firstWeekday, onDate }} />
    </div>
  );
}
