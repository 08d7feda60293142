import { t } from '@lingui/core/macro';
import { useId } from 'react';
import type { Directory } from '#app/api/directory.ts';
import { Texts } from '#app/components/texts.tsx';
import type { FreeDay, FreeRow } from '#app/features/board/model/free-time.ts';
import { clockOwner } from '#app/features/board/visit-text.tsx';
import { clockText, durationBetween, durationText } from '#app/text/time-text.ts';
import { plannedText } from '#app/text/time-warnings.ts';
import type { Planned } from '#scheduling/bookable.ts';
import { type BookingPlace, wallText } from '#scheduling/booking-place.ts';
import type { Interval } from '#scheduling/interval.ts';

interface FreeTableProps {
  heading: string;
  /** Shown below the heading; empty for no note. */
  note?: string;
  free: readonly FreeDay[];
  rowsOf: (store: FreeDay) => readonly FreeRow[];
  /** Shown for a store without rows. */
  none: string;
  /** Why nothing is free although the row itself is: no vet remains for a room, or no room for a vet. */
  noneLeft: string;
  /** Nothing before this is free; milliseconds since 1970. */
  from: number;
  /** The length of the appointment, in minutes. */
  length: number;
  directory: Directory;
  canBook: boolean;
  onBook: (place: BookingPlace) => void;
}

/** The free time of all rooms, or of all vets, store by store. */
export function FreeTable(props: FreeTableProps) {
  const { heading, note = '', free, rowsOf, none, from, directory } = props;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-sm font-semibold">
        {heading}
      </h2>
      {note.trim() === '' ? null : <p className="mt-0.5 text-xs text-muted">{note}</p>}
      {free.map((store) => {
        const { day, open } = store;
        const rows = rowsOf(store);
        const isOver = open?.every(({ end }) => end <= from) ?? false;
        const notes = [
          hoursNote(store, isOver),
          store.closure === null ? '' : plannedText(day.store.name, store.closure, placeIn(directory)),
          store.isAnybodyThere ? '' : t`No vet is on duty for the rest of the day.`,
        ].filter((text) => text !== '');
        return (
          <div key={`${day.store.id} ${day.clock.date}`} className="mt-1.5">
            <h3 className="text-xs font-semibold text-muted empty:hidden">
              <Texts of={[free.length > 1 ? day.store.name : '', clockOwner(day.zone)]} />
            </h3>
            {notes.map((text) => (
              <p key={text} className="text-xs text-muted">
                {text}
              </p>
            ))}
            {rows.length === 0 ? <p className="text-sm text-muted">{none}</p> : null}
            {isOver ? null : (
              <ul className="divide-y divide-line empty:hidden">
                {rows.map((row) => (
                  <Free key={row.id} row={row} store={store} table={props} />
                ))}
              </ul>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** Returns a function that names a store. */
function placeIn({ company }: Directory): (storeId: string) => string {
  return (storeId) => company.stores.find(({ id }) => id === storeId)?.name ?? '';
}

/** A note about the store's opening hours, shown before its free time. */
function hoursNote({ open }: FreeDay, isOver: boolean): string {
  if (open === null) return t`Opening hours are unknown, so usual hours are assumed.`;
  if (open.length === 0) return t`Closed on this day.`;
  return isOver ? t`Closed for the rest of the day.` : '';
}

/** Describes planned time, without the person or thing whose name is beside it. */
function plannedShort(planned: Planned, placeOf: (storeId: string) => string): string {
  if (planned.kind === 'off') return t({ message: 'No duty', comment: 'a vet, on this day' });
  if (planned.kind === 'elsewhere') {
    const place = placeOf(planned.entry.storeId ?? '');
    return place === '' ? t`On duty at another store` : t`On duty at ${place}`;
  }
  return planned.entry.title ?? t({ message: 'Not available', comment: 'somebody or something that cannot be booked' });
}

/** Why a row has no free time. */
function whyText({ why }: FreeRow, { day }: FreeDay, { length, noneLeft, directory }: FreeTableProps): string {
  switch (why?.kind) {
    case 'planned':
      return plannedShort(why.planned, placeIn(directory));
    case 'booked': {
      const until = clockText(day.zone, why.until);
      return t({ message: `Booked until ${until}`, comment: 'a room or a vet, until a time of day' });
    }
    case 'short': {
      const duration = durationText(length);
      return t({ message: `Nothing free for ${duration}`, comment: 'how long an appointment is to be' });
    }
    case 'other':
      return noneLeft;
    default:
      return t`No free time`;
  }
}

/** A room or a vet with its free time. */
function Free({ row, store, table }: { row: FreeRow; store: FreeDay; table: FreeTableProps }) {
  const { name } = row;
  return (
    <li className="grid grid-cols-1 items-center gap-x-3 gap-y-1 py-1.5 @xl:grid-cols-[9rem_minmax(0,1fr)]">
      <span className="truncate text-sm font-medium" dir="auto" title={name}>
        {name}
      </span>
      {row.free.length === 0 ? (
        <p className="flex min-h-7 items-center text-xs text-muted">{whyText(row, store, table)}</p>
      ) : (
        <ul
          aria-label={t({ message: `Free: ${name}`, comment: 'free times of a room or a vet' })}
          className="flex flex-wrap gap-1.5"
        >
          {row.free.map((stretch) => (
            <li key={stretch.start}>
              <Stretch stretch={stretch} row={row} store={store} table={table} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const CHIP =
  'inline-flex min-h-7 items-center gap-1.5 rounded-md border bg-surface px-2 text-xs whitespace-nowrap tabular-nums';
/** From this length on, a stretch of free time shows only its start and end. */
const LONG_MS = 2 * 3_600_000;

interface StretchProps {
  stretch: Interval;
  row: FreeRow;
  store: FreeDay;
  table: FreeTableProps;
}

/** A stretch of free time, with a button that books its beginning. */
function Stretch({ stretch: { start, end }, row, store: { day }, table }: StretchProps) {
  const { canBook, onBook, length } = table;
  const { name } = row;
  const times = `${clockText(day.zone, start)} – ${clockText(day.zone, end)}`;
  const duration = durationBetween(start, end);
  const text = (
    <>
      <span className={`font-semibold ${canBook ? 'text-accent' : ''}`}>{times}</span>
      {end - start < LONG_MS ? <span className="text-muted">{duration}</span> : null}
    </>
  );
  if (!canBook) return <span className={`${CHIP} border-line`}>{text}</span>;
  return (
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
          end: wallText(day.zone, start + length * 60_000),
        })
      }
      className={`${CHIP} border-line-strong hover:border-accent hover:bg-accent-soft`}
    >
      {text}
    </button>
  );
}
