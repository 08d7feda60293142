import './shifts.css';
import { t } from '@lingui/core/macro';
import { EllipsisVertical } from 'lucide-react';
import type { ComponentProps, CSSProperties } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { browserZone, shortDateText, zoneCity } from '#app/text/time-text.ts';
import { MINUTES_PER_DAY, weekdayOf } from '#scheduling/calendar-day.ts';
import { axisPosition, cellSpan } from './hours-axis.ts';
import { ShiftBar, spanStyle } from './shift-bar.tsx';
import { useShiftMenuItems } from './shift-menu.tsx';
import {
  conflictingAppointmentsText,
  describeCell,
  minutesText,
  ownerName,
  staffingText,
  timeOffNamesText,
  workText,
} from './shift-text.ts';
import { cellId, NAME_COLUMN, useShiftsTable } from './shifts-context.ts';
import type { DayCell, ShiftsRow } from './shifts-week.ts';

/** The style of the second line of a heading or name. */
const SECOND_LINE_CLASS =
  'block truncate text-[0.6875rem] font-normal text-muted tabular-nums data-missing:text-danger';

type ShiftsTableProps = Pick<
  ComponentProps<'table'>,
  'onKeyDown' | 'onClick' | 'onContextMenu' | 'onPointerDown' | 'onFocus' | 'onBlur'
>;

/** The table of a store's week, with a row for each person or room and a column for each day. */
export function ShiftsTable(handlers: ShiftsTableProps) {
  const { group, rows, days, isNamed } = useShiftsTable();
  const { store, axis } = group;
  const storeTitle = store.name;
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keyboard navigation is a grid.
      role="grid"
      aria-label={t({ message: `Shifts at ${storeTitle}`, comment: 'the table of who works when at a store' })}
      data-store={store.id}
      data-one-day={days.length === 1 || undefined}
      className="shifts-table"
      {...handlers}
    >
      <thead>
        <tr>
          <th scope="col" className="shift-name">
            <bdi className="block truncate" title={isNamed ? store.name : undefined}>
              {isNamed ? store.name : t`Person`}
            </bdi>
            <span className={SECOND_LINE_CLASS}>
              {minutesText(axis.fromMinute, axis.toMinute)}
              {store.timeZone === browserZone ? null : ` · ${zoneCity(store.timeZone)}`}
            </span>
          </th>
          {days.map((day) => (
            <DayHeading key={day} day={day} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.key} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** The heading of a day: its date, and who is present and who is missing. */
function DayHeading({ day }: { day: number }) {
  const { group, today } = useShiftsTable();
  const { date = '' } = group.days[day] ?? {};
  const staffing = group.staffing[day];
  const open = group.openings.get(date);
  const isOpen = open === undefined || open.toMinute > open.fromMinute;
  return (
    <th
      scope="col"
      aria-current={date === today ? 'date' : undefined}
      data-weekend={weekdayOf(date) > 5 || undefined}
      title={staffing && timeOffNamesText(staffing)}
    >
      {shortDateText(date)}
      {staffing && group.isPlanned ? (
        <span className={SECOND_LINE_CLASS} data-missing={(isOpen && staffing.vets === 0) || undefined}>
          {staffingText(staffing)}
        </span>
      ) : null}
    </th>
  );
}

function TableRow({ row }: { row: ShiftsRow }) {
  const week = useShiftsTable();
  const { days, tabStop } = week;
  const { owner } = row;
  const nameId = cellId(row, NAME_COLUMN);
  const hasMenu = useShiftMenuItems(week)({ row, cell: null, bar: null }).length > 0;
  const worksElsewhere = owner.kind === 'person' && !owner.worksHere;
  const name = ownerName(owner);
  const lanes = Math.max(1, ...days.map((day) => row.cells[day]?.lanes ?? 0));
  return (
    <tr data-owner={owner.kind} data-lanes={lanes} style={{ '--lanes': lanes } as CSSProperties}>
      <th scope="row" className="shift-name">
        <span className="flex items-center gap-1">
          <span className="min-w-0 grow">
            <bdi className="line-clamp-1 wrap-anywhere max-sm:line-clamp-2" title={name}>
              {name}
            </bdi>
            <span className={`${SECOND_LINE_CLASS} empty:hidden`} data-missing={worksElsewhere || undefined}>
              {worksElsewhere
                ? t({
                    message: 'doesn’t work here',
                    comment: 'a person with shifts who has left, or is from another store',
                  })
                : workText(row)}
            </span>
          </span>
          {hasMenu ? (
            <button
              type="button"
              data-row={nameId}
              tabIndex={tabStop === nameId ? 0 : -1}
              aria-haspopup="menu"
              aria-label={t({
                message: `${name}: more`,
                comment: 'opens a list of what can be done for that person’s week',
              })}
              className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-10"
            >
              <EllipsisVertical aria-hidden="true" size={15} />
            </button>
          ) : null}
        </span>
      </th>
      {days.map((day) => {
        const cell = row.cells[day];
        return cell ? <Cell key={day} {...{ row, cell, day }} /> : null;
      })}
    </tr>
  );
}

interface CellProps {
  row: ShiftsRow;
  cell: DayCell;
  day: number;
}

function Cell({ row, cell, day }: CellProps) {
  const { group, today, tabStop, ghost, actions, storeName } = useShiftsTable();
  const addresses = useAddresses();
  const shown = { owner: row.owner, store: group.store, storeName };
  const open = group.openings.get(cell.clock.date) ?? { fromMinute: 0, toMinute: MINUTES_PER_DAY };
  const isEmpty = cell.bars.length === 0;
  const usual = isEmpty ? actions.usualHours(row, cell) : null;
  const hours = usual && minutesText(usual.fromMinute, usual.toMinute);
  const name = describeCell(cell, shown);
  const { kind, id: ownerId } = row.owner;
  const id = cellId(row, day);
  const { date } = cell.clock;
  const storeId = group.store.id;
  const conflicts =
    kind === 'person'
      ? addresses.vetAway(ownerId, date, { storeId, until: date })
      : addresses.blocked({ kind, id: ownerId ?? storeId }, { date, storeId });
  return (
    <td
      data-row={id}
      data-today={cell.clock.date === today || undefined}
      data-empty={(isEmpty && actions.canChange) || undefined}
      tabIndex={tabStop === id ? 0 : -1}
      aria-label={
        hours === null
          ? name
          : t({
              message: `${name}. Press Enter to plan ${hours}`,
              comment: 'Enter: the key. hours: those that it plans',
            })
      }
      style={
        {
          '--open-from': axisPosition(group.axis, open.fromMinute),
          '--open-to': axisPosition(group.axis, open.toMinute),
        } as CSSProperties
      }
    >
      <div className="shift-day">
        {cell.bars.map((bar, index) => (
          // The key is the position, not the id of the entry, so that a bar keeps the focus if another entry replaces its
          // entry.
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no state of their own.
          <ShiftBar key={index} {...{ bar, cell, shown }} />
        ))}
        {usual && ghost === id ? (
          <span aria-hidden="true" className="shift-ghost" style={spanStyle(cellSpan(group.axis, usual))}>
            <span className="block">{`+ ${hours}`}</span>
            <span className="block font-semibold">
              {t({
                message: 'Press again to add',
                comment: 'on the proposed hours of a shift, which is not added yet',
              })}
            </span>
          </span>
        ) : null}
        <DragPreview rowKey={row.key} day={day} />
      </div>
      {cell.visits.length > 0 ? (
        <AppLink
          to={conflicts}
          data-visits=""
          tabIndex={-1}
          className="m-0.5 block rounded bg-warn-soft text-center text-xs leading-6 font-semibold text-warn hover:underline forced-colors:border"
        >
          {conflictingAppointmentsText(cell.visits.length)}
        </AppLink>
      ) : null}
    </td>
  );
}

/** The minimum share of a day's width that a dragged bar takes, so that it is visible at night, too. */
const MIN_PREVIEW_WIDTH = 0.05;

/** The part of the dragged bar that falls on a day. */
function DragPreview({ rowKey, day }: { rowKey: string; day: number }) {
  const { group, dragged, draggedText } = useShiftsTable();
  if (dragged?.rowKey !== rowKey) return null;
  const midnight = day * MINUTES_PER_DAY;
  const [fromMinute, toMinute] = [dragged.fromMinute - midnight, dragged.toMinute - midnight];
  if (toMinute <= 0 || fromMinute >= MINUTES_PER_DAY) return null;
  return (
    <span
      className="shift-preview"
      style={spanStyle(cellSpan(group.axis, { fromMinute, toMinute }, MIN_PREVIEW_WIDTH))}
    >
      <span className="absolute start-0 top-0 rounded bg-raised px-1 leading-5 font-semibold whitespace-nowrap">
        {fromMinute >= 0 ? draggedText : ''}
      </span>
    </span>
  );
}
