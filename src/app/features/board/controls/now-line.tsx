import { plural, t } from '@lingui/core/macro';
import { Children, type ReactNode } from 'react';
import type { NowFilter } from '#app/addresses/board-search.ts';
import type { Directory } from '#app/api/directory.ts';
import { ScrollRow } from '#app/components/scroll-row.tsx';
import { entriesOf, type Plan, unreadableOf } from '#app/days/availability.ts';
import type { StoreDay } from '#app/days/shown-days.ts';
import { type FreeRoom, freeRoomsNow } from '#app/features/board/model/free-time.ts';
import type { NowVisits } from '#app/features/board/model/now-visits.ts';
import { agoText, storeNamesOf } from '#app/features/board/visit-text.tsx';
import { factsText } from '#app/text/list-text.ts';
import { clockText } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type BookingPlace, wallText } from '#scheduling/booking-place.ts';

/** The maximum number of free rooms that are named; the others are counted. */
const MAX_NAMED = 2;
const FINE_STEP_MS = 5 * 60_000;

interface NowLineProps {
  visits: NowVisits;
  /** The active filter. */
  chosen: NowFilter | null;
  days: readonly StoreDay[];
  directory: Directory;
  plan: Plan;
  /** All appointments of the days; null if some are not loaded, so that nothing can be called free. */
  appointments: readonly ReceivedAppointment[] | null;
  /** Milliseconds since 1970. */
  now: number;
  canBook: boolean;
  onChoose: (filter: NowFilter | null) => void;
  onBook: (place: BookingPlace) => void;
  /** Shows all rooms with their free time. */
  onOverview: () => void;
}

function placeOf({ day, room }: FreeRoom, now: number): BookingPlace {
  // Rounded up to five minutes: a start of exactly now would have passed before it is booked.
  const start = Math.ceil(now / FINE_STEP_MS) * FINE_STEP_MS;
  return { storeId: day.store.id, roomId: room.id, start: wallText(day.zone, start) };
}

const ITEM = 'min-h-6 rounded px-1 font-medium whitespace-nowrap';
const BUTTON = `${ITEM} hover:bg-sunken hover:text-ink`;

/** What needs attention now, each as a button that filters for it, and the free rooms. */
export function NowLine(props: NowLineProps) {
  const { visits, chosen, days, directory, appointments, now, canBook, onChoose, onBook } = props;
  const plan = unreadableOf(props.plan) > 0 ? null : entriesOf(props.plan);
  const free = appointments && plan ? freeRoomsNow({ days, appointments, plan, directory }, now) : [];
  const stores = storeNamesOf(days);
  const counts = { late: visits.late.length, waiting: visits.waiting.length, over: visits.over.length };
  const longest = visits.waiting[0] ? agoText(visits.waiting[0].since, now) : '';
  const waiting = t({
    message: plural(counts.waiting, { one: '# waiting', other: '# waiting' }),
    comment: 'patients who have checked in',
  });
  const texts: Readonly<Record<NowFilter, string>> = {
    late: t({ message: plural(counts.late, { one: '# late', other: '# late' }), comment: 'patients who are late' }),
    waiting: longest === '' ? waiting : t`${waiting}, longest ${longest}`,
    over: t({
      message: plural(counts.over, { one: '# running over', other: '# running over' }),
      comment: 'visits that take longer than planned',
    }),
  };
  const tones: Readonly<Record<NowFilter, string>> = { late: 'text-danger', waiting: '', over: 'text-danger' };
  const more = free.length - MAX_NAMED;
  return (
    <ScrollRow className="h-6">
      <fieldset className="flex items-center">
        <legend className="sr-only">
          {t({ message: 'Now', comment: 'heads who is late, who waits, which rooms are free' })}
        </legend>
        <Dotted>
          {(['late', 'waiting', 'over'] as const)
            .filter((kind) => counts[kind] > 0 || chosen === kind)
            .map((kind) => (
              <button
                key={kind}
                type="button"
                aria-pressed={chosen === kind}
                onClick={() => onChoose(chosen === kind ? null : kind)}
                className={`${BUTTON} ${tones[kind]} aria-pressed:ring-2 aria-pressed:ring-current aria-pressed:ring-inset`}
              >
                {texts[kind]}
              </button>
            ))}
          {free.slice(0, MAX_NAMED).map((free) => {
            const room = factsText([free.room.name, stores.get(free.day.store.id)]);
            const time = clockText(free.day.zone, free.until);
            const text = t({ message: `${room} free until ${time}`, comment: 'a room, until a time of day' });
            return canBook ? (
              <button
                key={`${free.day.store.id} ${free.room.id}`}
                type="button"
                onClick={() => onBook(placeOf(free, now))}
                className={`${BUTTON} text-ok`}
              >
                {text}
              </button>
            ) : (
              <span key={`${free.day.store.id} ${free.room.id}`} className={ITEM}>
                {text}
              </span>
            );
          })}
          {more > 0 ? (
            <button type="button" onClick={props.onOverview} className={BUTTON}>
              {t({ message: plural(more, { one: '# more free', other: '# more free' }), comment: 'rooms' })}
            </button>
          ) : null}
        </Dotted>
      </fieldset>
    </ScrollRow>
  );
}

/** Its children, separated by middle dots. */
function Dotted({ children }: { children: ReactNode }) {
  return Children.toArray(children).map((child, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items have no state.
    <span key={index} className="flex items-center">
      {index === 0 ? null : <span aria-hidden="true">·</span>}
      {child}
    </span>
  ));
}
