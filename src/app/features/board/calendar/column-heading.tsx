import { plural, t } from '@lingui/core/macro';
import { createContext, use } from 'react';
import type { BoardSection } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { factsText } from '#app/text/list-text.ts';
import { occupies } from '#contract/appointment-rules.ts';

/** What a heading shows beside its title: the number of appointments, and what the plan says. */
export interface ColumnSummary {
  /** The number of appointments that take place. */
  count: number;
  /** What the plan says about the column. */
  note?: string | undefined;
}

/**
 * Provides what the headings show, keyed by the ids of columns and sections; empty while it is unknown. It is a context, so
 * that it can change without a redraw of the calendars.
 */
export const ColumnSummaries = createContext<ReadonlyMap<string, ColumnSummary>>(new Map());

export function summarizeColumns(
  sections: readonly BoardSection[],
  items: readonly BoardItem[],
  notes?: ReadonlyMap<string, string>,
): ReadonlyMap<string, ColumnSummary> {
  const occupyingItems = items.filter(({ appointment }) => occupies(appointment));
  const counts = new Map<string, number>();
  for (const { columnId } of occupyingItems) counts.set(columnId, (counts.get(columnId) ?? 0) + 1);
  return new Map(
    sections.flatMap(({ id, columns }): [string, ColumnSummary][] => {
      const loads = columns.map((column): [string, ColumnSummary] => [
        column.id,
        { count: counts.get(column.id) ?? 0, note: notes?.get(column.id) },
      ]);
      return [...loads, [id, { count: loads.reduce((sum, [, { count }]) => sum + count, 0) }]];
    }),
  );
}

const countFormat = new Intl.NumberFormat(shownLocale);

/** The heading of a column or section, with its count. */
export function ColumnHeading({ id, title }: { id: string; title: string }) {
  const load = use(ColumnSummaries).get(id);
  if (load === undefined) return <bdi>{title}</bdi>;
  const { count, note } = load;
  const facts = factsText([note, t`${plural(count, { one: '# appointment', other: '# appointments' })}`]);
  return (
    <span title={factsText([title, facts])}>
      {/* A count that does not fit beside the name wraps to a second line, which is hidden. */}
      <bdi>{title}</bdi> <span className="sr-only">{facts}</span>
      <span
        aria-hidden="true"
        className="ms-1.5 text-[0.6875rem] font-normal text-muted tabular-nums in-[.calendar-heading]:float-end"
      >
        {countFormat.format(count)}
      </span>
    </span>
  );
}
