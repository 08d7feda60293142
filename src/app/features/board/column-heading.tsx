import type { BoardColumn } from './board-columns.ts';

/** The heading of a column: its room, vet or day, under the name of the store. */
export function ColumnHeading({ column }: { column: BoardColumn }) {
  return (
    <span className="flex min-w-0 flex-col text-center leading-tight">
      <span className="truncate text-[0.6875rem] font-normal text-muted">{column.group || '\u00a0'}</span>
      <span className="truncate text-[0.8125rem] font-semibold" dir="auto">
        {column.title}
      </span>
    </span>
  );
}
