import './board.css';

/** Headings of columns whose number and names are not known: the days of a week, or some columns. */
export function unknownHeadings(view: string): string[] {
  return Array.from({ length: view === 'week' ? 7 : 5 }, () => '');
}

/** The outline of a calendar, in its place until it is drawn. */
export function CalendarSkeleton({ headings }: { headings: readonly string[] }) {
  return (
    <div aria-hidden="true" className="calendar-skeleton">
      {headings.map((heading, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings may be the same.
        <div key={index}>
          <bdi>{heading}</bdi>
        </div>
      ))}
    </div>
  );
}
