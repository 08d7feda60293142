import { plural, t } from '@lingui/core/macro';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { timeText } from '#app/scheduling/time-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/words.ts';
import type { DayWindow } from './day-window.ts';

interface FoldedHoursProps {
  range: DayWindow;
  side: 'before' | 'after';
  /** The visits in these hours. */
  visits: readonly BoardItem[];
  /** Ids of appointments that others changed a moment ago. */
  freshIds: ReadonlySet<string>;
  /** Whether all of the day is loaded. */
  known: boolean;
  onOpen: () => void;
}

/** The number of visits, with the first start and the last end. */
function visitsText(visits: readonly BoardItem[]): string {
  const start = timeText(Math.min(...visits.map(({ fromMinute }) => fromMinute)));
  const end = timeText(Math.max(...visits.map(({ toMinute }) => toMinute)));
  const count = visits.length;
  return t({
    message: plural(count, {
      one: `# appointment, ${start} – ${end}`,
      other: `# appointments, ${start} – ${end}`,
    }),
    comment: 'what lies in the folded hours of the board, from when until when',
  });
}

/** The folded hours before or after the drawn ones: a line that says what is in them and opens them. */
export function FoldedHours({ range, side, visits, freshIds, known, onOpen }: FoldedHoursProps) {
  const there = visits.length === 0 ? null : visitsText(visits);
  const what = known ? (there ?? t`nothing booked`) : factsText([there, t`not all loaded`]);
  const time = timeText(side === 'before' ? range.toMinute : range.fromMinute);
  const when =
    side === 'before'
      ? t({ message: `Before ${time}`, comment: 'the hours before a time of day' })
      : t({ message: `After ${time}`, comment: 'the hours after a time of day' });
  const said = `${when} · ${what}`;
  const fresh = visits.some(({ appointment }) => freshIds.has(appointment.id));
  return (
    <>
      <button
        type="button"
        className="calendar-band"
        title={said}
        data-side={side}
        data-taken={there === null ? undefined : true}
        data-fresh={fresh || undefined}
        onClick={onOpen}
      >
        {/* One text, of which nothing moves when it becomes longer. */}
        {`${said} · ${words.show}`}
      </button>
      {/* What others book here has no block that is marked: it is said. */}
      <span aria-live="polite" className="sr-only">
        {fresh ? said : ''}
      </span>
    </>
  );
}
