import { t } from '@lingui/core/macro';
import { ScrollRegion } from '#app/components/scroll-region.tsx';
import { texts } from '#app/text/shared-texts.ts';
import type { ReportColumn, ReportSource } from './columns.ts';
import type { ReportNumbers, ReportRow } from './reports.ts';

interface ReportTableProps {
  /** The caption, such as `Numbers by vet`. */
  caption: string;
  /** The heading of the first column, such as `Vet`. */
  heading: string;
  columns: readonly ReportColumn[];
  rows: readonly (ReportRow & { name: string })[];
  total: ReportNumbers;
  /** Whether the data from each source is still loading. */
  isReading: Readonly<Record<ReportSource, boolean>>;
}

const headClass = 'sticky start-0 z-10 bg-surface px-3 py-1.5 text-start max-w-48 wrap-anywhere';

/** The table of a report, with bars in some columns. On a narrow screen the table scrolls sideways. */
export function ReportTable({ caption, heading, columns, rows, total, isReading }: ReportTableProps) {
  const most = Math.max(1, ...rows.map(({ booked }) => booked));
  const renderCells = (numbers: ReportNumbers, isTotal: boolean) =>
    columns.map((column) => (
      <Cell
        key={column.heading}
        {...{ column, numbers }}
        bar={isTotal && column.source === undefined ? undefined : column.bar?.(numbers, most)}
        isReading={column.source !== undefined && isReading[column.source]}
      />
    ));
  return (
    <ScrollRegion label={caption} className="overflow-x-auto border-y border-line bg-surface print:border-0">
      <table className="w-full text-sm whitespace-nowrap tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            <th scope="col" className={`${headClass} font-medium`}>
              {heading}
            </th>
            {columns.map((column) => (
              <th key={column.heading} scope="col" className="px-3 py-1.5 text-end font-medium">
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, ...numbers }) => (
            <tr key={numbers.id} className="border-b border-line/60">
              <th scope="row" className={`${headClass} font-normal`}>
                <bdi>{name}</bdi>
              </th>
              {renderCells(numbers, false)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className={headClass}>
              {texts.total}
            </th>
            {renderCells(total, true)}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}

interface CellProps {
  column: ReportColumn;
  numbers: ReportNumbers;
  bar: number | undefined;
  isReading: boolean;
}

function Cell({ column, numbers, bar, isReading }: CellProps) {
  const text = column.text(numbers);
  const detail = column.detail?.(numbers);
  return (
    <td className="px-3 py-1.5">
      <div className="flex items-center justify-end gap-2">
        {bar === undefined || text === null ? null : (
          <div aria-hidden="true" className="h-1.5 w-20 rounded-full bg-sunken forced-color-adjust-none max-sm:w-10">
            <div
              className="h-full rounded-full bg-accent [print-color-adjust:exact]"
              style={{ width: `${bar * 100}%` }}
            />
          </div>
        )}
        <span className={`text-end ${column.bar ? 'min-w-9' : ''} ${text === null ? 'text-muted' : ''}`}>
          {text ?? (isReading ? '…' : t({ message: '–', comment: 'in place of a number that is not known' }))}
        </span>
        {column.detail ? (
          <span
            className={`text-end text-xs font-normal text-muted ${column.source === 'plan' ? 'min-w-22' : 'min-w-9'}`}
          >
            {detail}
          </span>
        ) : null}
      </div>
    </td>
  );
}
