import './duty.css';
import { t } from '@lingui/core/macro';
import { EllipsisVertical } from 'lucide-react';
import type { CSSProperties, KeyboardEvent, MouseEvent, PointerEventHandler } from 'react';
import { AppLink } from '#app/components/app-link.tsx';
import type { Interval } from '#app/scheduling/interval.ts';
import { browserZone, shortDateText, zoneCity } from '#app/scheduling/time-text.ts';
import { useAddresses } from '#app/session/addresses.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { barName, barText, cellName, hoursText, inTheWayText, minutesText, ownerText } from './duty-text.ts';
import { type Bar, type DutyCell, type DutyGroup, type DutyRow, NAME_SHARE, placeOf } from './duty-week.ts';
import type { Dragged } from './use-bar-drag.ts';

/** The column of a row's own menu; the days follow. */
export const NAME_COLUMN = -1;

export interface Place {
  rowKey: string;
  /** The index of the day, or {@link NAME_COLUMN}. */
  day: number;
}

/** A bar of this part of the hours has its name beside it. */
const BRIEF = 0.12;

interface DutyTableProps {
  group: DutyGroup;
  /** The rows that are shown. */
  rows: readonly DutyRow[];
  /** The indexes of the days that are shown. */
  days: readonly number[];
  today: string;
  /** Whether its store and zone are named. */
  isNamed: boolean;
  storeName: (id: string) => string;
  unsaved: ReadonlySet<string>;
  canChange: boolean;
  /** What Enter plans on an empty day, in words. */
  usualText: (row: DutyRow, cell: DutyCell) => string;
  /** Where the keyboard is; null where it was not in this table yet. */
  focus: Place | null;
  dragged: Dragged | null;
  draggedText: string;
  /** The entry that is moved by keys. */
  movingId: string | null;
  onFocus: (place: Place) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  onContextMenu: (event: MouseEvent<HTMLElement>) => void;
  onPointerDown: PointerEventHandler;
}

/** A week of a store as a table of people by days, whose cells bear bars at their hours. */
export function DutyTable(props: DutyTableProps) {
  const { group, rows, days, today, isNamed, focus, onFocus } = props;
  const { store } = group;
  const addresses = useAddresses();
  const stop = focus ?? { rowKey: rows[1]?.key ?? rows[0]?.key ?? '', day: days[0] ?? 0 };
  const storeTitle = store.name;
  const axis = factsText([
    minutesText(group.fromMinute, group.toMinute),
    store.timeZone === browserZone ? null : zoneCity(store.timeZone),
  ]);
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with a keyboard of its own is a grid.
      role="grid"
      aria-label={t({ message: `Duty at ${storeTitle}`, comment: 'the table of who works when at a store' })}
      data-store={store.id}
      data-one-day={days.length === 1 || undefined}
      className="duty-table"
      onKeyDown={props.onKeyDown}
      onClick={props.onClick}
      onContextMenu={props.onContextMenu}
      onPointerDown={props.onPointerDown}
      onFocus={({ target }) => {
        const at = placeOfElement(target);
        if (at) onFocus(at);
      }}
    >
      <thead>
        <tr>
          <th scope="col" className="duty-name">
            <bdi className="line-clamp-2 leading-tight whitespace-normal" title={isNamed ? store.name : undefined}>
              {isNamed ? store.name : t`Person`}
            </bdi>
            <span className="duty-axis">{axis}</span>
          </th>
          {days.map((day) => {
            const date = group.days[day]?.date ?? '';
            return (
              <th key={day} scope="col" aria-current={date === today ? 'date' : undefined}>
                {shortDateText(date)}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} stop={stop} addresses={addresses} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, stop, ...props }: Pick<CellProps, 'row' | 'addresses'> & DutyTableProps & { stop: Place }) {
  const { group, days } = props;
  const { owner, minutes, minutesInAll } = row;
  const name = ownerText(owner);
  const worked = hoursText(minutes);
  const inAll = hoursText(minutesInAll);
  const lanes = Math.max(1, ...days.map((day) => row.cells[day]?.lanes ?? 0));
  const isStop = (day: number) => stop.rowKey === row.key && stop.day === day;
  return (
    <tr data-owner={owner.kind} data-left={(owner.kind === 'person' && owner.hasLeft) || undefined}>
      <th scope="row" className="duty-name">
        <span className="flex items-center gap-1">
          <span className="min-w-0 grow">
            <bdi className="line-clamp-2 wrap-anywhere" title={name}>
              {name}
            </bdi>
            {owner.kind === 'person' ? (
              <span className="block truncate text-xs font-normal text-muted tabular-nums">
                {owner.hasLeft
                  ? t({ message: 'no longer here', comment: 'a person who has left the practice or the store' })
                  : worked}
                {minutesInAll > minutes ? <span className="max-sm:hidden"> · {t`${inAll} in all`}</span> : null}
              </span>
            ) : null}
          </span>
          <button
            type="button"
            data-row={row.key}
            data-menu=""
            tabIndex={isStop(NAME_COLUMN) ? 0 : -1}
            aria-haspopup="dialog"
            aria-label={t({
              message: `${name}: more`,
              comment: 'opens a list of what can be done for that person’s week',
            })}
            className="duty-more"
          >
            <EllipsisVertical aria-hidden="true" size={15} />
          </button>
        </span>
      </th>
      {days.map((day) => {
        const cell = row.cells[day];
        return cell ? <Cell key={day} {...{ row, cell, day, lanes, group }} {...props} isStop={isStop(day)} /> : null;
      })}
    </tr>
  );
}

interface CellProps extends DutyTableProps {
  addresses: ReturnType<typeof useAddresses>;
  row: DutyRow;
  cell: DutyCell;
  day: number;
  lanes: number;
  isStop: boolean;
}

function Cell({ row, cell, day, lanes, isStop, addresses, ...props }: CellProps) {
  const { group, dragged, canChange, storeName } = props;
  const shown = { owner: row.owner, store: group.store, storeName };
  const open = openPart(cell, group);
  const usual = canChange && cell.bars.length === 0 ? props.usualText(row, cell) : '';
  const preview = dragged?.rowKey === row.key ? partOf(dragged, day, group) : null;
  const name = cellName(cell, shown);
  const whose = { kind: row.owner.kind, id: row.owner.id ?? group.store.id };
  return (
    <td
      data-row={row.key}
      data-day={day}
      tabIndex={isStop ? 0 : -1}
      aria-label={
        usual === ''
          ? name
          : t({ message: `${name}. Enter: ${usual}`, comment: 'Enter: the key. usual: the hours that it plans' })
      }
      data-empty={cell.bars.length === 0 || undefined}
      style={{ '--lanes': lanes, '--open-from': open.from, '--open-to': open.to } as CSSProperties}
    >
      <div className="duty-day">
        {cell.bars.map((bar, index) => (
          // An entry gets another id when it is saved, and keeps the focus.
          <BarButton
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no state of their own.
            key={index}
            {...{ bar, group, shown }}
            day={cell.clock}
            isUnsaved={props.unsaved.has(bar.entry.id)}
            isMoving={props.movingId === bar.entry.id}
            canChange={props.canChange}
          />
        ))}
        {usual === '' ? null : (
          <span aria-hidden="true" className="duty-usual">
            + {usual}
          </span>
        )}
        {preview ? (
          <span className="duty-preview" style={{ '--from': preview.from, '--to': preview.to } as CSSProperties}>
            <span>{preview.isFirst ? props.draggedText : ''}</span>
          </span>
        ) : null}
      </div>
      {cell.visits.length > 0 ? (
        <AppLink
          to={addresses.clear(whose, { date: cell.clock.date, storeId: group.store.id })}
          data-visits=""
          tabIndex={-1}
          className="duty-visits"
        >
          {inTheWayText(cell.visits.length)}
        </AppLink>
      ) : null}
    </td>
  );
}

interface BarButtonProps {
  bar: Bar;
  day: Interval;
  group: DutyGroup;
  shown: Parameters<typeof barName>[1];
  isUnsaved: boolean;
  isMoving: boolean;
  canChange: boolean;
}

function BarButton({ bar, day, group, shown, isUnsaved, isMoving, canChange }: BarButtonProps) {
  const { begins, ends, from, to, isNameBefore } = placeOf(bar, group);
  const name = barName(bar, shown);
  const label = isUnsaved ? factsText([name, words.notSavedYet]) : name;
  const width = to - from || 1;
  const isBrief = ends - begins < BRIEF;
  return (
    <button
      type="button"
      data-bar={bar.entry.id}
      data-kind={bar.kind}
      data-brief={isBrief || undefined}
      data-late={isNameBefore ? (begins < NAME_SHARE && !isBrief ? 'inside' : '') : undefined}
      data-unsaved={isUnsaved || undefined}
      data-moving={isMoving || undefined}
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      className="duty-bar"
      style={
        {
          '--from': from,
          '--to': to,
          '--lane': bar.lane,
          '--begins': (begins - from) / width,
          '--ends': (ends - from) / width,
        } as CSSProperties
      }
    >
      <span className="duty-ground" />
      <span className="duty-text">
        <bdi>{barText(bar, shown, day)}</bdi>
      </span>
      {canChange && bar.kind !== 'elsewhere' ? (
        <>
          <span data-edge="start" />
          <span data-edge="end" />
        </>
      ) : null}
    </button>
  );
}

/** The part of what is dragged that lies in a day, from 0 to 1 of its hours. */
function partOf({ from, to }: Dragged, day: number, group: DutyGroup) {
  const [fromMinute, toMinute] = [from - day * 1440, to - day * 1440];
  if (toMinute <= 0 || fromMinute >= 1440) return null;
  const place = placeOf({ fromMinute, toMinute }, group);
  return { from: place.begins, to: Math.max(place.ends, place.begins + 0.02), isFirst: fromMinute >= 0 };
}

/** When the store opens and closes that day, from 0 to 1 of the hours that are shown. */
function openPart({ clock }: DutyCell, group: DutyGroup): { from: number; to: number } {
  const open = group.openings.get(clock.date);
  if (open === undefined) return { from: 0, to: 1 };
  const place = placeOf(open, group);
  return { from: place.begins, to: place.ends };
}

/** The cell or the name that an element of the table is in. */
export function placeOfElement(element: Element): Place | null {
  const menu = element.closest<HTMLElement>('[data-menu]');
  if (menu) return { rowKey: menu.dataset['row'] ?? '', day: NAME_COLUMN };
  const cell = element.closest<HTMLElement>('[data-day]');
  return cell ? { rowKey: cell.dataset['row'] ?? '', day: Number(cell.dataset['day']) } : null;
}
