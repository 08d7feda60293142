import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { bufferKeystrokes } from '#app/browser/keystroke-buffer.ts';
import { lazy } from './lazy.tsx';
import { Popover } from './popover.tsx';

const DateChoice = lazy({
  load: () => import('./date-choice.tsx').then((module) => module.DateChoice),
  Fallback: ({ children }) => <div className="min-h-80 w-64">{children}</div>,
});

/** Wide enough for most dates of this year, so that the neighbouring controls do not move. */
const DAY_WIDTH = 'min-[832px]:min-w-[14ch] min-[1024px]:min-w-[17ch] min-[1440px]:min-w-[31ch]';
const WEEK_WIDTH = 'min-[832px]:min-w-[14ch] min-[1024px]:min-w-[20ch] min-[1440px]:min-w-[33ch]';

interface DatePickerProps {
  /** `YYYY-MM-DD` */
  date: string;
  today: string;
  /** The date in words: label and accessible name of the button. */
  heading: string;
  /** Whether the whole week of the date is shown. */
  week: boolean;
  /** The ISO weekday on which weeks begin. */
  firstWeekday: number;
  onDate: (date: string) => void;
}

/** The date in words as the heading of the screen. It opens a text field for a date, with a month to choose from. */
export function DatePicker({ date, today, heading, week, firstWeekday, onDate }: DatePickerProps) {
  const chooseText = t`Choose a date`;
  return (
    <h1 aria-live="polite" className="min-w-0 max-sm:grow">
      <Popover
        label={heading}
        panelLabel={chooseText}
        title={chooseText}
        onPress={bufferKeystrokes}
        buttonClass={`flex h-8 max-w-full items-center max-sm:w-full gap-1 rounded-md px-1 text-sm font-semibold sm:px-2 whitespace-nowrap tabular-nums hover:bg-sunken ${week ? WEEK_WIDTH : DAY_WIDTH}`}
        button={
          <>
            <span className="truncate">{heading}</span>
            <ChevronDown aria-hidden="true" size={14} className="shrink-0 text-muted max-lg:hidden" />
          </>
        }
      >
        {(close) => (
          <DateChoice
            date={date}
            today={today}
            week={week}
            firstWeekday={firstWeekday}
            onDate={(chosen) => {
              close();
              onDate(chosen);
            }}
          />
        )}
      </Popover>
    </h1>
  );
}
