import { plural, t } from '@lingui/core/macro';
import { useBoard } from '#app/features/board/board-context.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { shortDateText } from '#app/text/time-text.ts';
import { useWeek } from './week-context.ts';

const percents = new Intl.NumberFormat(shownLocale, { style: 'percent' });
const counts = new Intl.NumberFormat(shownLocale);

/** The heading of a day: its date as a link, its number of appointments, and how full it is. */
export function WeekHeading({ date }: { date: string }) {
  const { choice, onChange } = useBoard();
  const { days, loaded } = useWeek();
  const day = days.find(({ column }) => column.date === date);
  if (!day) return null;
  const { count, isClosed } = day;
  const title = shortDateText(date);
  // An incomplete week shows no share, since it would look emptier than it is.
  const share = loaded === 'all' && !isClosed ? day.share : null;
  const full = share === null ? '' : percents.format(share);
  const fullText = t({ message: `${full} full`, comment: 'how much of a day is booked; a percentage' });
  const state =
    loaded === 'failed'
      ? t({ message: 'Incomplete', comment: 'a day that could not be loaded as a whole' })
      : loaded === 'not yet'
        ? words.loading
        : isClosed
          ? t({ message: 'Closed', comment: 'a store' })
          : share === null
            ? ''
            : fullText;
  const countText = t`${plural(count, { one: '# appointment', other: '# appointments' })}`;
  return (
    <button
      type="button"
      data-today={date === choice.today || undefined}
      aria-label={factsText([title, loaded === 'all' ? countText : '', state])}
      title={t({ message: `Show ${title}`, comment: 'leads to the calendar of that day' })}
      onClick={() => onChange({ date, view: 'rooms' })}
      className="group flex w-full flex-col gap-0.5 px-2 pt-1 pb-1.5 text-start hover:bg-accent-soft focus-visible:-outline-offset-2"
    >
      <span className="flex w-full items-baseline gap-2">
        <span className="min-w-0 grow text-[0.8125rem] leading-4 whitespace-normal font-semibold group-data-today:text-accent">
          {title}
        </span>
        {loaded === 'all' ? <span className="text-xs font-semibold tabular-nums">{counts.format(count)}</span> : null}
      </span>
      <span className="flex h-3.5 w-full items-center gap-2 text-[0.6875rem] leading-none text-muted">
        {share === null ? null : (
          <span className="h-1 grow overflow-hidden rounded-xs bg-line">
            <span className="block h-full bg-accent" style={{ width: `${Math.round(share * 100)}%` }} />
          </span>
        )}
        <span className="truncate tabular-nums">{state}</span>
      </span>
    </button>
  );
}
