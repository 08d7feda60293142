import { plural, t } from '@lingui/core/macro';
import { useMemo, useRef } from 'react';
import { entriesOf, unreadableOf, useRetryPlan } from '#app/api/availability.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { Texts } from '#app/components/texts.tsx';
import type { DayViewProps } from '#app/features/board/board-views.ts';
import { type FreeDay, type FreeRow, freeTime } from '#app/features/board/model/free-time.ts';
import { useFocusVisit } from '#app/features/board/visit-elements.ts';
import { clockOwner } from '#app/features/board/visit-text.tsx';
import { type BookingPlace, wallText } from '#app/scheduling/booking-place.ts';
import { isInDay } from '#app/scheduling/calendar-day.ts';
import { durationBetween, durationText } from '#app/scheduling/duration.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { QUARTER } from '#app/scheduling/opening-hours.ts';
import { clockText } from '#app/scheduling/time-text.ts';
import { instantReached } from '#app/scheduling/wall-clock.ts';
import type { BoardFilters } from '#app/session/board-search.ts';
import { type OverviewLength, overviewLengths, viewLabels } from '#app/session/board-search.ts';
import { words } from '#app/text/shared-texts.ts';
import { dutyUnknownText, plannedText } from '#app/text/time-warnings.ts';
import { Late, Waiting } from './waiting.tsx';

const MINUTE = 60_000;

interface DayOverviewProps extends DayViewProps {
  filters: Pick<BoardFilters, 'vets' | 'types'>;
  /** The length of the appointments for which time is free, in minutes. */
  length: OverviewLength;
  onLength: (length: OverviewLength) => void;
}

/** An overview of the day: free time by room and by vet, and who is late or waiting. */
export function DayOverview(props: DayOverviewProps) {
  const { board, plan, directory, incomplete, failed, canBook, focus, length, onOpen, onBook } = props;
  const { vets, types } = props.filters;
  const root = useRef<HTMLElement>(null);
  useFocusVisit(root, focus);
  const now = useMinute();
  // Visits begin on quarters of an hour, which every zone's wall clock shares with UTC.
  const from = Math.ceil(now / QUARTER) * QUARTER;
  const { days, columns, appointments } = board;
  const unread = board.unresolvedIds.length + unreadableOf(plan);
  const entries = entriesOf(plan);
  const free = useMemo(
    () =>
      entries === null
        ? []
        : freeTime({
            ...{ days, columns, appointments, plan: entries, directory, now, from },
            length: length * MINUTE,
            filters: { vets, types },
          }),
    [days, columns, appointments, entries, directory, now, from, length, vets, types],
  );
  const past = days.every(({ clock }) => clock.end <= now);
  const unknown = failed
    ? t`Part of this day could not be loaded, so nobody can say what is free. Try again above.`
    : words.loading;
  const isPlanLost = plan.state === 'failed' && !past && !incomplete;
  const told = past
    ? t`This day is over: there is no time left to book.`
    : incomplete
      ? unknown
      : isPlanLost
        ? ''
        : entries === null
          ? words.loading
          : null;
  const placeOf = (storeId: string) => directory.company.stores.find(({ id }) => id === storeId)?.name ?? '';
  const shared = { free, from, canBook, onBook, placeOf, length: length * MINUTE };
  return (
    <section
      ref={root}
      aria-label={viewLabels.overview}
      className="min-h-0 min-w-0 grow overflow-auto p-4 group-data-cramped/screen:overflow-visible"
    >
      <div className="flex flex-col gap-x-8 gap-y-6 lg:flex-row lg:items-start">
        <div className="@container flex min-w-0 grow flex-col gap-6">
          {told === null ? <LengthChoice length={length} onLength={props.onLength} /> : null}
          <section aria-labelledby="free-by-room">
            <h2 id="free-by-room" className="text-sm font-semibold">
              {t`Free time by room`}
            </h2>
            {told === null ? (
              <>
                {unread > 0 ? (
                  <p className="mt-1 text-sm font-medium text-warn">
                    {t`${plural(unread, {
                      one: '# record of this day could not be read: some of this time may be taken.',
                      other: '# records of this day could not be read: some of this time may be taken.',
                    })}`}
                  </p>
                ) : null}
                <FreeTable
                  {...shared}
                  rowsOf={(store) => store.rooms}
                  none={
                    types.length > 0 ? t`No room here is for these visit types.` : t`No rooms are known at this store.`
                  }
                />
              </>
            ) : (
              <p className="mt-1 text-sm text-muted">{isPlanLost ? <DutyUnknown /> : told}</p>
            )}
          </section>
          {told === null ? (
            <section aria-labelledby="free-by-vet">
              <h2 id="free-by-vet" className="text-sm font-semibold">
                {t`Free time by vet`}
              </h2>
              <p className="mt-0.5 text-xs text-muted">
                {vetsNote(
                  plan.state !== 'none',
                  free.some(({ vetsElsewhere }) => vetsElsewhere),
                )}
              </p>
              <FreeTable
                {...shared}
                rowsOf={(store) => store.vets}
                none={
                  vets.length > 0 ? t`None of these vets works at this store.` : t`No vets are known at this store.`
                }
              />
            </section>
          ) : null}
        </div>
        {days.some(({ clock }) => isInDay(clock, now)) ? (
          <div className="flex w-full shrink-0 flex-col gap-6 lg:w-72">
            <Late board={board} now={now} onOpen={onOpen} />
            <Waiting board={board} now={now} incomplete={incomplete} onOpen={onOpen} />
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** The length of the appointments for which time is free. */
function LengthChoice({ length, onLength }: Pick<DayOverviewProps, 'length' | 'onLength'>) {
  return (
    <fieldset className="-mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      <legend className="float-start pe-1 text-xs font-semibold">
        {t({ message: 'Length', comment: 'how long an appointment takes' })}
      </legend>
      {overviewLengths.map((minutes) => (
        <label
          key={minutes}
          className="flex h-7 cursor-pointer items-center rounded-md border border-line-strong px-2 tabular-nums has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="length"
            checked={minutes === length}
            onChange={() => onLength(minutes)}
            className="sr-only"
          />
          {durationText(minutes)}
        </label>
      ))}
    </fieldset>
  );
}

interface FreeTableProps {
  free: readonly FreeDay[];
  from: number;
  /** How long an appointment is to be, in milliseconds. */
  length: number;
  canBook: boolean;
  onBook: (place: BookingPlace) => void;
  rowsOf: (store: FreeDay) => readonly FreeRow[];
  /** Shown for a store without rows. */
  none: string;
  /** The name of a store. */
  placeOf: (storeId: string) => string;
}

/** In place of free time, where the plan could not be loaded. */
function DutyUnknown() {
  const retry = useRetryPlan();
  return (
    <span className="flex flex-wrap items-center gap-2">
      {dutyUnknownText()}
      <Button compact onClick={retry}>
        {words.tryAgain}
      </Button>
    </span>
  );
}

/** What the free time of the vets is made of. */
function vetsNote(hasPlan: boolean, vetsElsewhere: boolean): string {
  if (!hasPlan)
    return vetsElsewhere
      ? t`Opening hours without bookings. Who is on duty is not known here, nor are visits at stores that are not shown.`
      : t`Opening hours without bookings. Who is on duty is not known here.`;
  return vetsElsewhere
    ? t`Duty within opening hours, without bookings. Visits at stores that are not shown are not known here.`
    : t`Duty within opening hours, without bookings.`;
}

function FreeTable({ free, from, length, canBook, onBook, rowsOf, none, placeOf }: FreeTableProps) {
  return free.map((store) => {
    const { day, open } = store;
    const rows = rowsOf(store);
    const hours = hoursOf(store, rows);
    const notes = [
      hoursNote(store, from),
      store.closure === null ? '' : plannedText(day.store.name, store.closure, placeOf),
      store.isAnybodyThere ? '' : t`No vet is on duty for the rest of the day.`,
    ].filter((note) => note !== '');
    return (
      <div key={`${day.store.id} ${day.clock.date}`} className="mt-2">
        {free.length > 1 ? (
          <h3 className="text-xs font-semibold text-muted">
            <Texts of={[day.store.name, clockOwner(day.zone)]} />
          </h3>
        ) : (
          <p className="text-xs text-muted empty:hidden">{clockOwner(day.zone)}</p>
        )}
        {notes.map((note) => (
          <p key={note} className="text-xs text-muted">
            {note}
          </p>
        ))}
        {rows.length === 0 ? <p className="text-sm text-muted">{none}</p> : null}
        {rows.length > 0 && (open === null || open.some(({ end }) => end > from)) ? (
          <>
            <HourScale day={day} hours={hours} />
            <ul>
              {rows.map((row) => (
                <Free key={row.id} {...{ row, store, hours, length, canBook, onBook, placeOf }} />
              ))}
            </ul>
          </>
        ) : null}
      </div>
    );
  });
}

/** A note on the store's opening hours, shown before its free time. */
function hoursNote({ open }: FreeDay, from: number): string {
  if (open === null) return t`Opening hours are not known: a usual day is assumed.`;
  if (open.length === 0) return t`Closed this day.`;
  return open.every(({ end }) => end <= from) ? t`Closed for the rest of the day.` : '';
}

/** The range of the scale: from the first opening to the last closing. */
function hoursOf({ day, open }: FreeDay, rows: readonly FreeRow[]): Interval {
  const shown = open ?? rows.flatMap(({ free }) => free);
  return {
    start: Math.min(...shown.map(({ start }) => start), day.clock.end),
    end: Math.max(...shown.map(({ end }) => end), day.clock.start),
  };
}

const HOUR = 60 * MINUTE;
const ROW = 'grid grid-cols-1 items-center gap-x-3 @xl:grid-cols-[9rem_minmax(0,1fr)]';

function share(instant: number, { start, end }: Interval): string {
  return `${((instant - start) / (end - start)) * 100}%`;
}

/** Full hours of the store's clock, every second or fourth. */
function HourScale({ day: { zone, clock }, hours }: { day: FreeDay['day']; hours: Interval }) {
  const step = hours.end - hours.start > 12 * HOUR ? 4 : 2;
  const ticks = Array.from({ length: 24 }, (_, hour) => instantReached(zone, clock.date, { hour, minute: 0 }))
    .filter((tick) => tick >= hours.start && tick < hours.end)
    .filter((_, index) => index % step === 0);
  return (
    <div aria-hidden="true" className={ROW}>
      <div className="relative h-4 text-[0.6875rem] text-muted tabular-nums @xl:col-start-2">
        {ticks.map((tick) => (
          <span key={tick} className="absolute" style={{ insetInlineStart: share(tick, hours) }}>
            {clockText(zone, tick)}
          </span>
        ))}
      </div>
    </div>
  );
}

interface FreeProps {
  row: FreeRow;
  store: FreeDay;
  hours: Interval;
  /** How long an appointment is to be, in milliseconds. */
  length: number;
  canBook: boolean;
  onBook: (place: BookingPlace) => void;
  placeOf: (storeId: string) => string;
}

const CHIP = 'inline-flex min-h-7 items-center gap-1.5 rounded-md border px-2 text-xs whitespace-nowrap tabular-nums';

/** A room or a vet: a bar of the day, and buttons for the free periods. */
function Free({ row, store: { day }, hours, length, canBook, onBook, placeOf }: FreeProps) {
  const { name, free: periods } = row;
  return (
    <li className={`border-t border-line py-1.5 gap-y-1 ${ROW}`}>
      <span className="truncate text-sm font-medium" dir="auto">
        {name}
      </span>
      <div className="min-w-0">
        <div aria-hidden="true" className="relative h-1.5 overflow-hidden rounded-full bg-line">
          {periods.map((stretch) => (
            <span
              key={stretch.start}
              className="absolute inset-y-0 bg-accent"
              style={{
                insetInlineStart: share(stretch.start, hours),
                insetInlineEnd: `calc(100% - ${share(stretch.end, hours)})`,
              }}
            />
          ))}
        </div>
        {periods.length === 0 ? (
          <p className="pt-1 text-xs text-muted">
            {row.planned ? plannedText(name, row.planned, placeOf) : t`No free time`}
          </p>
        ) : (
          <ul
            aria-label={t({ message: `Free: ${name}`, comment: 'free times of a room or a vet' })}
            className="flex flex-wrap gap-1.5 pt-1.5"
          >
            {periods.map(({ start, end }) => {
              const times = `${clockText(day.zone, start)} – ${clockText(day.zone, end)}`;
              const duration = durationBetween(start, end);
              const shownDuration = <span className="text-muted">{duration}</span>;
              return (
                <li key={start}>
                  {canBook ? (
                    <button
                      type="button"
                      aria-label={t({
                        message: `${times}, ${duration} free, ${name}: book`,
                        comment: 'A button. Name: of a room or a vet. Times: such as 9:00 – 9:30',
                      })}
                      onClick={() =>
                        onBook({
                          ...(day.store.id === '' ? {} : { storeId: day.store.id }),
                          ...(row.roomId === null ? {} : { roomId: row.roomId }),
                          ...(row.employeeId === null ? {} : { employeeId: row.employeeId }),
                          start: wallText(day.zone, start),
                          end: wallText(day.zone, start + length),
                        })
                      }
                      className={`${CHIP} border-line-strong bg-surface hover:border-accent hover:bg-accent-soft`}
                    >
                      <span className="font-semibold text-accent">{times}</span>
                      {shownDuration}
                    </button>
                  ) : (
                    <span className={`${CHIP} border-line bg-surface`}>
                      <span className="font-semibold">{times}</span>
                      {shownDuration}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </li>
  );
}
