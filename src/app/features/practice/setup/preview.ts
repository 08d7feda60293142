import { minutesOf } from '#app/features/practice/fields/faults.ts';
import { rangeOf } from '#app/features/practice/fields/hours.ts';
import { roomsThatSuit } from '#contract/appointment-rules.ts';
import type { SetupValues } from './setup-values.ts';

interface PreviewVisit {
  name: string;
  /** In minutes after midnight. */
  from: number;
  to: number;
}

/** A look at the board of a practice: its longest day, with one visit of each type in a room that it would get. */
export interface Preview {
  weekday: number;
  /** Whole hours around the opening hours of that day, in minutes after midnight. */
  from: number;
  to: number;
  open: { from: number; to: number }[];
  columns: { key: string; name: string; visits: PreviewVisit[] }[];
  /** The visit types that no room is for. */
  withoutRoom: string[];
}

type Range = { from: number; to: number };

const HOUR = 60;

function longestDay(hours: SetupValues['hours']): { weekday: number; open: Range[] } | null {
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    open: hours
      .filter((one) => one.weekday === weekday)
      .map(rangeOf)
      .filter((range) => range !== null)
      .sort((one, other) => one.from - other.from),
  }));
  const lengthOf = ({ open }: { open: Range[] }) => open.reduce((sum, { from, to }) => sum + to - from, 0);
  const [longest] = days.sort((one, other) => lengthOf(other) - lengthOf(one) || one.weekday - other.weekday);
  return longest && longest.open.length > 0 ? longest : null;
}

/** The first time of a length within the opening hours that begins at or after another; null where there is none. */
function placeIn(open: readonly Range[], after: number, length: number): number | null {
  for (const { from, to } of open) {
    const start = Math.max(from, after);
    if (start + length <= to) return start;
  }
  return null;
}

/** What the board will look like; null while the practice is open on no day. */
export function previewOf({
  hours,
  rooms,
  visitTypes,
}: Pick<SetupValues, 'hours' | 'rooms' | 'visitTypes'>): Preview | null {
  const day = longestDay(hours);
  const [first, last] = [day?.open[0], day?.open.at(-1)];
  if (!day || !first || !last) return null;
  const columns: Preview['columns'] = rooms.map(({ key, name }) => ({ key, name, visits: [] }));
  const withoutRoom: string[] = [];
  for (const { name, minutes, category } of visitTypes) {
    const length = minutesOf(minutes);
    if (name.trim() === '' || length === null) continue;
    const suiting = roomsThatSuit(rooms, category);
    if (suiting.length === 0) withoutRoom.push(name);
    const places = suiting.flatMap(({ key, categories }) => {
      const column = columns.find((one) => one.key === key);
      const start = column && placeIn(day.open, column.visits.at(-1)?.to ?? first.from, length);
      return column && start !== null && start !== undefined
        ? [{ column, start, isMadeFor: categories.length > 0 }]
        : [];
    });
    // As a booking gets a room that is made for it, else the first that is free.
    const [place] = places.sort(
      (one, other) => Number(other.isMadeFor) - Number(one.isMadeFor) || one.start - other.start,
    );
    place?.column.visits.push({ name, from: place.start, to: place.start + length });
  }
  return {
    weekday: day.weekday,
    from: Math.floor(first.from / HOUR) * HOUR,
    to: Math.ceil(last.to / HOUR) * HOUR,
    open: day.open,
    columns,
    withoutRoom,
  };
}
