import { t } from '@lingui/core/macro';
import { CircleAlert, CopyPlus, Plus, X } from 'lucide-react';
import { useContext, useId, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#app/components/button.tsx';
import { Checkbox } from '#app/components/checkbox.tsx';
import { FirstWeekdayContext } from '#app/components/first-weekday.ts';
import { IconButton } from '#app/components/icon-button.tsx';
import { TimeField } from '#app/components/time-field.tsx';
import { useBlurredFields } from '#app/components/use-blurred-fields.ts';
import type { Field, FieldInputProps } from '#app/editor/field.ts';
import { texts } from '#app/text/shared-texts.ts';
import { weekdayName } from '#app/text/time-text.ts';
import { type OpeningHours, openingHoursSchema } from '#contract/clients-pets-staff.ts';
import {
  addBreak,
  copyDay,
  type HoursProblem,
  hoursOfDay,
  openDay,
  parseClosingTime,
  readHours,
  removeBreak,
  replaceDay,
  type TypedHours,
  toTypedHours,
} from './hours.ts';
import { openingHoursText } from './hours-text.ts';

/** The field for opening hours that always shows the inputs for the times. */
export const hoursField: Field<OpeningHours[], TypedHours[]> = {
  label: () => t`Opening hours`,
  value: z.array(openingHoursSchema),
  input: z.array(z.object({ weekday: z.int(), opens: z.string(), closes: z.string() })),
  text: openingHoursText,
  begin: toTypedHours,
  read(typed) {
    const { hours } = readHours(typed);
    return hours === null ? { problem: t`Check the opening hours.` } : { value: hours };
  },
  Input: HoursInput,
  isWide: true,
};

/** The field for opening hours that shows them in one line, with a button that opens the inputs. */
export const foldedHoursField: typeof hoursField = { ...hoursField, Input: FoldedHoursInput };

type HoursInputProps = FieldInputProps<TypedHours[]>;

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

function HoursInput(props: HoursInputProps) {
  return (
    <>
      <p aria-hidden="true" className="text-xs font-semibold">
        {props.label}
      </p>
      <WeekFields {...props} />
    </>
  );
}

function FoldedHoursInput(props: HoursInputProps) {
  const { label, value } = props;
  const { hours } = readHours(value);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p aria-hidden="true" className="text-xs font-semibold">
        {label}
      </p>
      <p className="-my-1.5 flex flex-wrap items-center gap-x-2">
        {hours === null ? <span className="text-danger">{props.error}</span> : openingHoursText(hours)}
        <span aria-hidden="true">·</span>
        <Button
          compact
          tone="quiet"
          className="-ms-2"
          aria-expanded={isOpen || hours === null}
          onClick={() => setOpen(!isOpen)}
        >
          {t({ message: 'Change', context: 'button: the opening hours' })}
        </Button>
      </p>
      {isOpen || hours === null ? <WeekFields {...props} /> : null}
    </>
  );
}

/** The fields of a week, in which each day is closed or has one or more opening times. */
function WeekFields({ label, value, onChange, showProblems }: HoursInputProps) {
  const firstWeekday = useContext(FirstWeekdayContext)();
  const { problems } = readHours(value);
  const days = WEEKDAYS.map((_, index) => ((firstWeekday - 1 + index) % 7) + 1);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-col divide-y divide-line">
        {days.map((weekday, index) => (
          <DayFields
            key={weekday}
            {...{ weekday, value, problems, onChange, showProblems }}
            following={days.slice(index + 1).filter((day) => hoursOfDay(value, day).length > 0)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface DayFieldsProps extends Pick<HoursInputProps, 'value' | 'onChange' | 'showProblems'> {
  weekday: number;
  problems: readonly (HoursProblem | null)[];
  /** The open weekdays after this one, to which its times can be copied. */
  following: readonly number[];
}

function problemText(problem: HoursProblem): string {
  switch (problem) {
    case 'order':
      return t`This is before the opening time.`;
    case 'overlap':
      return t`This overlaps other opening hours on the same day.`;
    default:
      return texts.notATime;
  }
}

function DayFields({ weekday, value, problems, following, onChange, showProblems }: DayFieldsProps) {
  const day = weekdayName(weekday);
  const id = useId();
  const times = value.map((hours, at) => ({ hours, at })).filter(({ hours }) => hours.weekday === weekday);
  const blurred = useBlurredFields();
  const isOpen = times.length > 0;
  function changeTimes(at: number, changes: Partial<TypedHours>) {
    onChange(value.map((hours, index) => (index === at ? { ...hours, ...changes } : hours)));
  }
  return (
    <fieldset aria-label={day} className="flex flex-wrap items-start gap-x-2 gap-y-0.5 py-1">
      <label className="flex min-h-9 w-36 grow items-center gap-2 sm:grow-0">
        <Checkbox
          aria-label={t({ message: `${day}: open`, comment: 'Checkbox: whether the practice is open on that weekday' })}
          checked={isOpen}
          onChange={() => onChange(isOpen ? replaceDay(value, weekday, []) : openDay(value, weekday))}
        />
        <span className={isOpen ? '' : 'text-muted'}>{day}</span>
      </label>
      {isOpen ? (
        // On wide screens, the times are next to the name of the day; on narrow ones, they are below it.
        <div className="order-1 flex w-full flex-col gap-1 sm:order-none sm:w-auto">
          {times.map(({ hours, at }, index) => {
            const problem = problems[at] ?? null;
            // A problem that concerns both times is shown once the field of the closing time has lost the focus.
            const isShown = showProblems || blurred.has(`${problem === 'opens' ? 'opens' : 'closes'} ${index}`);
            const visibleProblem = problem && isShown ? problemText(problem) : null;
            const errorId = visibleProblem ? `${id}-${index}` : undefined;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a time is identified by its position while it is typed.
              <div key={index} className="flex flex-col gap-0.5">
                <div className="flex items-center gap-1.5">
                  <TimeField
                    label={t({ message: `${day} opens`, comment: 'Field: the time at which the practice opens' })}
                    labelHidden="always"
                    className="w-28"
                    errorId={problem === 'closes' ? undefined : errorId}
                    value={hours.opens}
                    onChange={(opens) => changeTimes(at, { opens })}
                    onBlur={() => blurred.mark(`opens ${index}`)}
                  />
                  <span aria-hidden="true">–</span>
                  <TimeField
                    label={t({ message: `${day} closes`, comment: 'Field: the time at which the practice closes' })}
                    labelHidden="always"
                    className="w-28"
                    errorId={problem === 'opens' ? undefined : errorId}
                    value={hours.closes}
                    parse={(closes) => parseClosingTime({ ...hours, closes })}
                    onChange={(closes) => changeTimes(at, { closes })}
                    onBlur={() => blurred.mark(`closes ${index}`)}
                  />
                  {index > 0 ? (
                    <IconButton
                      icon={X}
                      label={t`${day}: remove this break`}
                      onClick={() => onChange(removeBreak(value, weekday, index))}
                    />
                  ) : null}
                </div>
                {errorId ? (
                  <p id={errorId} role="alert" className="flex gap-1 text-xs text-danger">
                    <CircleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
                    {visibleProblem}
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
          {following.length > 0 ? (
            <IconButton
              icon={CopyPlus}
              label={t`${day}: copy to the following days`}
              onClick={() => onChange(copyDay(value, weekday, following))}
            />
          ) : null}
          <IconButton icon={Plus} label={t`${day}: add a break`} onClick={() => onChange(addBreak(value, weekday))} />
        </span>
      ) : null}
    </fieldset>
  );
}
