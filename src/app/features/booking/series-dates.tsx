import { plural, t } from '@lingui/core/macro';
import {
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleMinus,
  RotateCcw,
  TriangleAlert,
  X,
} from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { DateField } from '#app/components/date-field.tsx';
import { IconButton, iconButtonClass } from '#app/components/icon-button.tsx';
import { Popover } from '#app/components/popover.tsx';
import { clockError, TimeField } from '#app/components/time-field.tsx';
import { type WarningContext, warningText } from '#app/days/warning-text.ts';
import { factsText, listText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText, dayInYearText, formatClockTime, usesTwelveHours } from '#app/text/time-text.ts';
import type { Interval } from '#contract/interval.ts';
import { dateIn, isUsableDate } from '#scheduling/calendar-day.ts';
import { clockAt, findFirstInstant, resolveWallTime } from '#scheduling/wall-clock.ts';
import { readStart } from './booking-time.ts';
import type { BookingStore } from './booking-values.ts';
import type { SeriesDate } from './repeat.ts';
import { useBookingFormContext } from './use-booking-form.ts';
import type { DateCheck } from './use-date-checks.ts';

interface SeriesDatesProps {
  dates: readonly SeriesDate[];
  /** The availability of each date, in the order of `dates`. */
  checks: readonly DateCheck[];
  /**
   * `button`: the label of the button that leaves a date out; `done`: the text of a date that was left out; `isStruck`:
   * whether that date is struck through.
   */
  leave: { button: string; done: string; isStruck: boolean };
  onMove: (id: string, start: number) => void;
  /** Leaves a date out, or includes it again. */
  onLeave: (id: string, isLeft: boolean) => void;
  onRetry: () => void;
}

/**
 * The dates of a series with their availability. Each can be moved or left out, except the first, which is in the form.
 */
export function SeriesDates(props: SeriesDatesProps) {
  const { dates, checks, onRetry } = props;
  const heading = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2">
        <p id={heading} role="status" className="text-xs font-semibold">
          {summaryText(checks, props.leave)}
        </p>
        {checks.some(({ kind }) => kind === 'unknown') ? (
          <Button compact onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        ) : null}
      </div>
      <ol
        aria-label={t({ message: 'Dates', comment: 'of the appointments of a series' })}
        className="flex flex-col divide-y divide-line rounded-md border border-line"
      >
        {dates.map((date, nth) => (
          <DateRow
            key={date.id}
            {...props}
            date={date}
            check={checks[nth] ?? { kind: 'checking' }}
            isFirst={nth === 0}
          />
        ))}
      </ol>
    </div>
  );
}

/** The number of dates by availability: `4 free, 2 clashes`. */
function summaryText(checks: readonly DateCheck[], leave: SeriesDatesProps['leave']): string {
  const countKinds = (...kinds: DateCheck['kind'][]) => checks.filter(({ kind }) => kinds.includes(kind)).length;
  const [free, clashing, unknown, left] = [
    countKinds('free'),
    countKinds('taken', 'together'),
    countKinds('checking', 'unknown'),
    countKinds('left'),
  ];
  return factsText([
    free > 0 ? t({ message: plural(free, { one: '# free', other: '# free' }), comment: 'dates' }) : '',
    clashing > 0 ? clashesText(clashing) : '',
    unknown > 0
      ? t({ message: plural(unknown, { one: '# not checked yet', other: '# not checked yet' }), comment: 'dates' })
      : '',
    left > 0 ? `${left} ${leave.done}` : '',
  ]);
}

/** Names the dates of a series that clash, near the button that books them all, with a button that shows the first one. */
export function ClashingDates({ dates, checks }: Pick<SeriesDatesProps, 'dates' | 'checks'>) {
  const zone = useBookingFormContext().store.timeZone;
  const textId = useId();
  const clashing = dates.filter((_, nth) => isClash(checks[nth]));
  const [first] = clashing;
  if (first === undefined) return null;
  const count = clashesText(clashing.length);
  const days = listText(clashing.map(({ time }) => dayInYearText(zone, time.start, Date.now())));
  const text =
    clashing.length > MAX_NAMED_DATES
      ? count
      : t({ message: `${count}: ${days}`, comment: '“2 clashes”; on which days' });
  function showFirstClash() {
    const row = document.getElementById(rowId(first?.id ?? ''));
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }
  return (
    <p className="flex items-start gap-2 text-sm font-medium text-warn">
      <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <span id={textId} className="min-w-0 grow break-words">
        {text}
      </span>
      <Button compact onClick={showFirstClash} aria-describedby={textId}>
        {texts.show}
      </Button>
    </p>
  );
}

function clashesText(clashing: number): string {
  return t({
    message: plural(clashing, { one: '# clash', other: '# clashes' }),
    comment: 'dates with something in the way',
  });
}

const MAX_NAMED_DATES = 3;

const isClash = (check: DateCheck | undefined) => check?.kind === 'taken' || check?.kind === 'together';

const rowId = (dateId: string) => `date-of-series-${dateId}`;

const checkIcons = {
  left: { Icon: CircleMinus, tone: 'text-muted' },
  checking: { Icon: CircleDashed, tone: 'text-muted' },
  unknown: { Icon: CircleHelp, tone: 'text-muted' },
  free: { Icon: CircleCheck, tone: 'text-ok' },
  together: { Icon: TriangleAlert, tone: 'text-warn' },
  taken: { Icon: TriangleAlert, tone: 'text-warn' },
} as const;

interface DateRowProps extends SeriesDatesProps {
  date: SeriesDate;
  check: DateCheck;
  isFirst: boolean;
}

function DateRow({ date, check, isFirst, leave, onMove, onLeave }: DateRowProps) {
  const { id, time, isLeft } = date;
  const { store, lists, petName } = useBookingFormContext();
  const zone = store.timeZone;
  const { Icon, tone } = checkIcons[check.kind];
  const day = dayInYearText(zone, time.start, Date.now());
  const clock = clockText(zone, time.start);
  const dateText = factsText([day, clock]);
  const reason =
    check.kind === 'left'
      ? leave.done
      : dateCheckText(check, { store, stores: lists.stores, petName, pets: lists.pets, time });
  const next = check.kind === 'taken' ? check.next : null;
  const nextClock = next === null ? '' : clockText(zone, next.start);
  return (
    <li
      id={rowId(id)}
      tabIndex={-1}
      className="grid scroll-my-2 grid-cols-[auto_1fr_auto] items-center gap-x-1.5 px-2 py-0.5"
    >
      <Icon aria-hidden="true" size={15} className={tone} />
      <span
        className={`min-h-7 min-w-0 content-center text-sm tabular-nums ${isLeft ? 'text-muted' : ''} ${isLeft && leave.isStruck ? 'line-through' : ''}`}
      >
        {day} <span className="font-medium">{clock}</span>
      </span>
      <div className="flex min-h-7">
        {isFirst ? null : isLeft ? (
          <IconButton
            label={t`Include ${dateText} again`}
            icon={RotateCcw}
            className={rowButtonClass}
            onClick={() => onLeave(id, false)}
          />
        ) : (
          <>
            <Popover
              label={t({ message: `Move ${dateText}`, comment: 'a date of a series, to another time or date' })}
              button={<CalendarClock aria-hidden="true" size={15} />}
              buttonClass={rowButtonClass}
              panelClass="w-64"
            >
              {(close) => (
                <OtherTimeFields
                  {...{ store, time }}
                  onMove={(start) => {
                    onMove(id, start);
                    close();
                  }}
                />
              )}
            </Popover>
            <IconButton
              label={`${leave.button}: ${dateText}`}
              icon={X}
              className={rowButtonClass}
              onClick={() => onLeave(id, true)}
            />
          </>
        )}
      </div>
      <div className={check.kind === 'free' ? 'sr-only' : 'col-span-2 col-start-2 flex flex-wrap items-center gap-x-2'}>
        <span className={`min-w-0 text-xs break-words ${tone}`}>{reason}</span>
        {next === null || isFirst ? null : (
          <Button
            compact
            tone="quiet"
            className="-mx-2 -my-0.5"
            onClick={() => onMove(id, next.start)}
            aria-label={t`Move ${dateText} to ${nextClock}`}
          >
            {t({ message: `Take ${nextClock}`, comment: 'button: takes this free time of the day instead' })}
          </Button>
        )}
      </div>
    </li>
  );
}

const rowButtonClass = iconButtonClass.replace('size-8', 'size-7');

/** Briefly says whether a date is free, and if not, why. */
function dateCheckText(check: Exclude<DateCheck, { kind: 'left' }>, place: WarningContext): string {
  switch (check.kind) {
    case 'checking':
      return texts.checkingClashes;
    case 'unknown':
      return texts.clashesUnknown;
    case 'free':
      return texts.timeIsFree;
    case 'together':
      return t`Overlaps another of these dates`;
    case 'taken': {
      const [first] = check.warnings;
      return first ? warningText(first, place).title : '';
    }
  }
}

interface OtherTimeFieldsProps {
  store: BookingStore;
  time: Interval;
  onMove: (start: number) => void;
}

/** Fields for another date and time of an appointment in the series. */
function OtherTimeFields({ store, time, onMove }: OtherTimeFieldsProps) {
  const zone = store.timeZone;
  const [date, setDate] = useState(() => dateIn(zone, time.start));
  const [start, setStart] = useState(() => formatClockTime(clockAt(zone, time.start), usesTwelveHours()));
  const parseStart = (text: string) => (isUsableDate(date) ? readStart(text, { store, day: date }) : null);
  const clock = parseStart(start);
  const wall = clock && resolveWallTime(zone, date, clock);
  const error = clockError(wall, 'first');
  const isReady = clock !== null && error === undefined;
  const moveDate = () => (isReady ? onMove(findFirstInstant(zone, date, clock)) : undefined);
  return (
    <form
      noValidate
      className="flex flex-col gap-2 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        // React's submit events bubble through portals, so this form would also submit the booking form.
        event.stopPropagation();
        moveDate();
      }}
    >
      <DateField label={t`Date`} value={date} zone={zone} onChange={setDate} />
      <TimeField
        label={t({ message: 'Start', comment: 'when an appointment starts' })}
        value={start}
        parse={parseStart}
        onChange={setStart}
        error={error}
      />
      <Button tone="primary" type="submit" aria-disabled={!isReady}>
        {t({ message: 'Move', comment: 'button: a date of a series, to the time that was typed' })}
      </Button>
    </form>
  );
}
