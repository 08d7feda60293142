import { t } from '@lingui/core/macro';
import { CircleAlert, Copy, Plus, X } from 'lucide-react';
import { useContext, useId } from 'react';
import { Checkbox } from '#app/components/checkbox.tsx';
import { FirstWeekday } from '#app/components/first-weekday.ts';
import { IconButton, iconButtonClass } from '#app/components/icon-button.tsx';
import { Popover } from '#app/components/popover.tsx';
import { TimeField } from '#app/components/time-field.tsx';
import { useBlurred } from '#app/components/use-blurred.ts';
import { words } from '#app/text/shared-texts.ts';
import { weekdayName } from '#app/text/time-text.ts';
import {
  closingOf,
  type HoursFault,
  readHours,
  type TypedHours,
  withBreak,
  withCopies,
  withDay,
  withOpenDay,
  withoutBreak,
} from './hours.ts';

interface HoursFieldProps {
  label: string;
  /** As typed; parsed by {@link readHours} and formatted by `typedHours`. */
  value: readonly TypedHours[];
  onChange: (value: TypedHours[]) => void;
  /** Whether faults are shown before their field was blurred. */
  showFaults: boolean;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const WORKDAYS = WEEKDAYS.slice(0, 5);

/** The hours of a week: each day is closed or has one or more opening times. */
export function HoursField({ label, value, onChange, showFaults }: HoursFieldProps) {
  const firstWeekday = useContext(FirstWeekday)();
  const { faults } = readHours(value);
  const days = WEEKDAYS.map((_, index) => ((firstWeekday - 1 + index) % 7) + 1);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-col divide-y divide-line">
        {days.map((weekday) => (
          <Day key={weekday} {...{ weekday, value, faults, onChange, showFaults }} />
        ))}
      </div>
    </fieldset>
  );
}

interface DayProps extends Pick<HoursFieldProps, 'value' | 'onChange' | 'showFaults'> {
  weekday: number;
  faults: readonly (HoursFault | null)[];
}

function faultText(fault: HoursFault): string {
  switch (fault) {
    case 'order':
      return t`This is before the opening time.`;
    case 'overlap':
      return t`This overlaps other hours of the day.`;
    default:
      return words.notATime;
  }
}

function Day({ weekday, value, faults, onChange, showFaults }: DayProps) {
  const day = weekdayName(weekday);
  const id = useId();
  const times = value.map((hours, at) => ({ hours, at })).filter(({ hours }) => hours.weekday === weekday);
  const blurred = useBlurred();
  const isOpen = times.length > 0;
  function change(at: number, changes: Partial<TypedHours>) {
    onChange(value.map((hours, index) => (index === at ? { ...hours, ...changes } : hours)));
  }
  return (
    <fieldset aria-label={day} className="flex flex-wrap items-start gap-x-2 gap-y-0.5 py-1">
      <label className="flex min-h-9 w-36 grow items-center gap-2 sm:grow-0">
        <Checkbox
          aria-label={t({ message: `${day}: open`, comment: 'Checkbox: whether the practice is open on that weekday' })}
          checked={isOpen}
          onChange={() => onChange(isOpen ? withDay(value, weekday, []) : withOpenDay(value, weekday))}
        />
        <span className={isOpen ? '' : 'text-muted'}>{day}</span>
      </label>
      {isOpen ? (
        // Next to the name on wide screens, below it on narrow ones.
        <div className="order-1 flex w-full flex-col gap-1 sm:order-none sm:w-auto">
          {times.map(({ hours, at }, index) => {
            const fault = faults[at] ?? null;
            // A fault between the two times is shown once the second was blurred.
            const isShown = showFaults || blurred.has(`${fault === 'opens' ? 'opens' : 'closes'} ${index}`);
            const visibleFault = fault && isShown ? faultText(fault) : null;
            const faultId = visibleFault ? `${id}-${index}` : undefined;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a time is identified by its position while it is typed.
              <div key={index} className="flex flex-col gap-0.5">
                <div className="flex items-center gap-1.5">
                  <TimeField
                    label={t({ message: `${day} opens`, comment: 'Field: the time at which the practice opens' })}
                    labelHidden="always"
                    className="w-28"
                    faultId={fault === 'closes' ? undefined : faultId}
                    value={hours.opens}
                    onChange={(opens) => change(at, { opens })}
                    onBlur={() => blurred.mark(`opens ${index}`)}
                  />
                  <span aria-hidden="true">–</span>
                  <TimeField
                    label={t({ message: `${day} closes`, comment: 'Field: the time at which the practice closes' })}
                    labelHidden="always"
                    className="w-28"
                    faultId={fault === 'opens' ? undefined : faultId}
                    value={hours.closes}
                    parse={(closes) => closingOf({ ...hours, closes })}
                    onChange={(closes) => change(at, { closes })}
                    onBlur={() => blurred.mark(`closes ${index}`)}
                  />
                  {index > 0 ? (
                    <IconButton
                      icon={X}
                      label={t`${day}: remove this break`}
                      onClick={() => onChange(withoutBreak(value, weekday, index))}
                    />
                  ) : null}
                </div>
                {faultId ? (
                  <p id={faultId} role="alert" className="flex gap-1 text-xs text-danger">
                    <CircleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
                    {visibleFault}
                  </p>
                ) : null}
              </div>
            );
          })}
        </div>
      ) : (
        <span className="flex min-h-9 items-center text-muted">
          {t({ message: 'Closed', comment: 'a weekday on which the practice does not open' })}
        </span>
      )}
      {isOpen ? (
        <span className="ms-auto flex items-center">
          <IconButton icon={Plus} label={t`${day}: add a break`} onClick={() => onChange(withBreak(value, weekday))} />
          <CopyDay day={day} copy={(weekdays) => onChange(withCopies(value, weekday, weekdays))} value={value} />
        </span>
      ) : null}
    </fieldset>
  );
}

interface CopyDayProps {
  day: string;
  value: readonly TypedHours[];
  copy: (weekdays: readonly number[]) => void;
}

/** Copies the times of a day to others. */
function CopyDay({ day, value, copy }: CopyDayProps) {
  const first = weekdayName(1);
  const last = weekdayName(5);
  const choices = [
    { label: t`To all weekdays, ${first} to ${last}`, weekdays: WORKDAYS },
    { label: t`To all open days`, weekdays: WEEKDAYS.filter((one) => value.some(({ weekday }) => weekday === one)) },
    { label: t`To every day of the week`, weekdays: WEEKDAYS },
  ];
  const name = t`${day}: copy hours`;
  return (
    <Popover label={name} title={name} buttonClass={iconButtonClass} button={<Copy aria-hidden="true" size={15} />}>
      {(close) => (
        <div className="flex min-w-52 flex-col text-sm">
          {choices.map(({ label, weekdays }) => (
            <button
              key={label}
              type="button"
              className="min-h-9 rounded px-2.5 text-start hover:bg-accent-soft"
              onClick={() => {
                copy(weekdays);
                close();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}
