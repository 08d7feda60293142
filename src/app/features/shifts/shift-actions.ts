import { t } from '@lingui/core/macro';
import type { NewPlanEntry, PlanActions } from '#app/changes/plan-actions.ts';
import { showNotice } from '#app/components/show-notice.ts';
import type { MinuteRange } from '#contract/interval.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { addDays } from '#scheduling/calendar-day.ts';
import {
  createEntriesFromPatterns,
  findDayPatterns,
  findMissingEntries,
  findSimilarDays,
  findUsualDay,
  toInstants,
} from './new-entries.ts';
import type { DayCell, ShiftsRow, StoreShifts } from './shifts-week.ts';
import type { BarDrop } from './use-bar-drag.ts';

interface ShiftActionsInput {
  group: StoreShifts;
  /** The plan of this week and the previous one. */
  entries: readonly ReceivedAvailability[];
  changes: PlanActions | null;
}

/** The entries of a row that are planned at this store, without duplicates. */
function distinctEntries(cells: readonly DayCell[]): ReceivedAvailability[] {
  const bars = cells.flatMap((cell) => cell.bars).filter(({ kind }) => kind !== 'elsewhere');
  return [...new Map(bars.map(({ entry }) => [entry.id, entry])).values()];
}

export type ShiftActions = ReturnType<typeof createShiftActions>;

/** Creates the actions that show or change the entries of a store's week. */
export function createShiftActions({ group, entries, changes }: ShiftActionsInput) {
  const { store, days } = group;
  const zone = store.timeZone;
  const first = days[0]?.date ?? '';
  const canChange = changes?.canChange ?? false;

  function addMissing(requested: readonly NewPlanEntry[]) {
    if (!changes || !canChange) return;
    const fresh = findMissingEntries(requested, entries);
    if (fresh.length === 0)
      return showNotice({ id: 'shifts', tone: 'info', title: t`Nothing to add: everything is already planned` });
    changes.create(fresh);
  }
  const usualPatterns = (row: ShiftsRow, date: string) =>
    findUsualDay(entries, { store, owner: row.owner, date }, days);
  /** Opens the form with a new block of time, so that the person can enter a title. */
  function openBlockForm({ owner }: ShiftsRow, times: Pick<NewPlanEntry, 'start' | 'end'>) {
    if (!canChange) return;
    changes?.openNew({
      kind: 'unavailable',
      storeId: owner.kind === 'person' ? null : store.id,
      employeeId: owner.kind === 'person' ? owner.id : null,
      roomId: owner.kind === 'room' ? owner.id : null,
      title: null,
      ...times,
    });
  }

  function timesOfDay(row: ShiftsRow, date: string) {
    const open = group.openings.get(date);
    const isOpen = open !== undefined && open.toMinute > open.fromMinute;
    const range = row.owner.kind === 'room' && isOpen ? open : { fromMinute: 0, toMinute: 1440 };
    return toInstants(zone, date, range);
  }

  return {
    canChange,
    /** The hours of the shift that planning an empty day would add; null if it would add none. */
    usualHours(row: ShiftsRow, { clock: { date } }: DayCell): MinuteRange | null {
      if (!canChange || (row.owner.kind === 'person' && !row.owner.worksHere)) return null;
      const shifts = usualPatterns(row, date).filter(({ kind }) => kind === 'on_duty');
      const [first, last] = [shifts[0], shifts.at(-1)];
      return first && last ? { fromMinute: first.fromMinute, toMinute: last.toMinute } : null;
    },
    /** Plans an empty day: adds a person's usual shift, or opens the form for blocking a store or a room. */
    plan(row: ShiftsRow, { clock: { date } }: DayCell) {
      if (row.owner.kind === 'person' && !row.owner.worksHere) return;
      if (row.owner.kind === 'person') addMissing(createEntriesFromPatterns(usualPatterns(row, date), zone, date));
      else openBlockForm(row, timesOfDay(row, date));
    },
    addShift(row: ShiftsRow, { clock: { date } }: DayCell) {
      const [entry] = createEntriesFromPatterns(usualPatterns(row, date), zone, date);
      if (entry && canChange) changes?.openNew(entry);
    },
    addTimeOff: (row: ShiftsRow, { clock: { date } }: DayCell) => openBlockForm(row, timesOfDay(row, date)),
    /** Adds the usual hours on every day of the week on which the store is open and nothing is planned. */
    fillWeek(row: ShiftsRow) {
      const existing = distinctEntries(row.cells);
      const before = addDays(first, -1);
      const isClosed = ({ fromMinute, toMinute } = { fromMinute: 0, toMinute: 1 }) => fromMinute >= toMinute;
      const dates = findSimilarDays(before, days, store, existing).filter(
        (date) => !isClosed(group.openings.get(date)),
      );
      addMissing(dates.flatMap((date) => createEntriesFromPatterns(usualPatterns(row, date), zone, date)));
    },
    /** Copies the entries of a day to the similar days later in the week on which nothing is planned yet. */
    copyToFollowingDays(row: ShiftsRow, { clock: { date } }: DayCell) {
      const existing = distinctEntries(row.cells);
      const patterns = findDayPatterns(existing, { store, date });
      addMissing(
        findSimilarDays(date, days, store, existing).flatMap((day) => createEntriesFromPatterns(patterns, zone, day)),
      );
    },
    clear(cells: readonly DayCell[]) {
      const existing = distinctEntries(cells);
      if (canChange && existing.length > 0) changes?.remove(existing, 'this');
    },
    remove(entry: ReceivedAvailability) {
      if (canChange) changes?.remove([entry], 'this');
    },
    /** Opens the form of an entry. Without the permission to change the plan, the form only shows it. */
    open: (entry: ReceivedAvailability) => changes?.openEntry(entry),
    /** Saves a bar that was drawn, moved, stretched or copied. */
    drop({ entry, copies, rowKey, ...minutes }: BarDrop) {
      const row = group.rows.find(({ key }) => key === rowKey);
      const times = toInstants(zone, first, minutes);
      if (!row || !changes) return;
      if (entry === null) {
        if (row.owner.kind !== 'person') return openBlockForm(row, times);
        const { id: employeeId } = row.owner;
        const shift = { kind: 'on_duty', storeId: store.id, employeeId, roomId: null, title: null } as const;
        return addMissing([{ ...shift, ...times }]);
      }
      const { kind, storeId, title, start, end } = entry;
      const employeeId = row.owner.kind === 'person' && entry.employeeId !== null ? row.owner.id : entry.employeeId;
      const roomId = row.owner.kind === 'room' && entry.roomId !== null ? row.owner.id : entry.roomId;
      if (copies) return addMissing([{ kind, storeId, employeeId, roomId, title, ...times }]);
      const moved = {
        ...(Date.parse(times.start) === Date.parse(start) ? {} : { start: times.start }),
        ...(Date.parse(times.end) === Date.parse(end) ? {} : { end: times.end }),
        ...(employeeId === entry.employeeId ? {} : { employeeId }),
        ...(roomId === entry.roomId ? {} : { roomId }),
      };
      if (canChange && Object.keys(moved).length > 0) changes.change(entry, moved, 'this');
    },
  };
}
