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

/** The outline of the rows of a list, in their place while they load. */
export function ListSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same bar eight times.
        <div key={index} className="flex flex-col gap-2 border-b border-line px-3 py-3">
          <div className="h-3 w-40 rounded bg-sunken" />
          <div className="h-3 w-64 max-w-full rounded bg-sunken" />
        </div>
      ))}
    </div>
  );
}
