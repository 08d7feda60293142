/** A skeleton of the calendars, shown until they are drawn. It stays in view if their columns are scrolled. */
export function CalendarSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="calendar-skeleton pointer-events-none sticky inset-0 -me-[100%] flex w-full flex-none ps-(--axis) pt-(--name)"
    >
      {Array.from({ length: 5 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: five identical columns.
        <div key={index} className="flex-[1_0_0] border-s border-line" />
      ))}
    </div>
  );
}

/** A skeleton of list rows, shown while they load. */
export function ListSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: eight identical bars.
        <div key={index} className="flex flex-col gap-2 border-b border-line px-3 py-3">
          <div className="h-3 w-40 rounded bg-sunken" />
          <div className="h-3 w-64 max-w-full rounded bg-sunken" />
        </div>
      ))}
    </div>
  );
}
