import { describe, expect, test } from 'vitest';

import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import type { PlanEntries } from '#scheduling/plan.ts';
import { at, boardDate, boardOf, directory } from '#testing/board-fixture.ts';
import { entry } from '#testing/plan-entry.ts';
import { buildBoardPlan } from './board-plan.ts';
import { columnsForEntry, entryChanges } from './entry-moves.ts';

const iso = (time: string, date = boardDate) => new Date(at(time, date)).toISOString();
const during = (from: string, to: string, more: Parameters<typeof entry>[2]) => entry(iso(from), iso(to), more);
const duty = (employeeId: string, from: string, to: string, storeId = 'uptown') =>
  during(from, to, { kind: 'on_duty', employeeId, storeId });

function planOf(view: ColumnsView, entries: PlanEntries, board = boardOf([], { view })) {
  const { employees, company } = directory;
  const unsaved = { entries: [], removed: new Set<string>(), pending: new Set<string>() };
  const { columns, days } = board;
  const stores = company.stores;
  return {
    board,
    plan: buildBoardPlan({ view, entries, unsaved, columns, days, employees, stores, today: boardDate }),
  };
}

const bandTexts = ({ bands }: ReturnType<typeof planOf>['plan'], column: string) =>
  bands
    .filter(({ columnId }) => columnId.endsWith(column))
    .map(({ title, minutes }) => `${title} ${minutes.fromMinute / 60}–${minutes.toMinute / 60}`);

describe('what the board shows of the plan', () => {
  test('a blocked room has a band in its own column, a closed store in all of its columns', () => {
    const { plan } = planOf('rooms', [
      during('10:00', '11:00', { storeId: 'uptown', roomId: 'r1', title: 'Cleaning' }),
      during('16:00', '18:00', { storeId: 'uptown', title: 'Training' }),
      during('9:00', '12:00', { employeeId: 'ada' }),
      during('12:00', '12:00', { storeId: 'uptown', roomId: 'r1' }),
    ]);
    expect(bandTexts(plan, 'r1')).toEqual(['Closed: Training 16–18', 'Cleaning 10–11']);
    expect(bandTexts(plan, 'r2')).toEqual(['Closed: Training 16–18']);
  });

  test('a vet is off outside their shift while the store is open, away during time off, and at another store while on duty there', () => {
    const { plan } = planOf('vets', [
      duty('ada', '9:00', '13:00'),
      duty('bo', '8:00', '12:00'),
      duty('bo', '13:00', '18:00', 'lakeside'),
      during('11:00', '11:30', { employeeId: 'ada', title: 'Lunch' }),
    ]);
    expect(bandTexts(plan, 'ada')).toEqual(['Lunch 11–11.5']);
    expect(bandTexts(plan, 'bo')).toEqual([]);
    expect(plan.off.size).toBe(0);
    const noteOf = (vet: string) => [...plan.notes].find(([column]) => column.endsWith(vet))?.[1];
    expect(noteOf('ada')).toMatch(/^off 8:00.* – 9:00.*, Lunch 11:00.* – 11:30.*, off 1:00.* – 6:00/);
    expect(noteOf('bo')).toMatch(/^off 12:00.*, at Lakeside 1:00/);
  });

  test('a vet who is off all day folds with the reason, unless no vet would remain', () => {
    const off = (entries: PlanEntries) => [...planOf('vets', entries).plan.off.values()];
    const ofAda = duty('ada', '9:00', '13:00');
    expect(off([ofAda])).toEqual(['off today']);
    expect(off([ofAda, during('0:00', '23:59', { employeeId: 'bo', title: 'Holiday' })])).toEqual(['Holiday']);
    expect(off([duty('bo', '9:00', '13:00', 'lakeside'), duty('ada', '9:00', '10:00')])).toHaveLength(1);
    expect(off([during('0:00', '9:00', { kind: 'on_duty', employeeId: 'gone', storeId: 'uptown' })])).toEqual([]);
  });

  test('a room can be booked within opening hours except when blocked, and all day without known hours', () => {
    const blocked = during('9:00', '18:00', { storeId: 'uptown', roomId: 'r1' });
    const { plan, board } = planOf('rooms', [blocked]);
    const hoursOf = (column: BoardColumn | undefined) => plan.bookable.get(column?.id ?? '')?.openings;
    expect(board.columns.map(hoursOf)).toEqual([
      [{ fromMinute: 480, toMinute: 540 }],
      [{ fromMinute: 480, toMinute: 1080 }],
    ]);
    const there = planOf(
      'vets',
      [duty('bo', '9:00', '12:00', 'lakeside')],
      boardOf([], { view: 'vets', storeIds: ['lakeside'] }),
    );
    expect(there.plan.bookable.get(there.board.columns[0]?.id ?? '')?.openings).toEqual([
      { fromMinute: 480, toMinute: 660 },
    ]);
  });

  test('a blocked room can be moved to other rooms of its store, a closed store cannot be moved', () => {
    const { plan, board } = planOf('rooms', [
      during('10:00', '11:00', { storeId: 'uptown', roomId: 'r1', title: 'Cleaning' }),
      during('16:00', '18:00', { storeId: 'uptown', title: 'Training' }),
    ]);
    const { columns } = board;
    const [closed, cleaning] = plan.bands;
    if (!closed || !cleaning) throw new Error('The plan has two bands in the first room.');
    expect(columnsForEntry(closed, 'rooms', columns)).toEqual([]);
    expect(columnsForEntry(cleaning, 'rooms', columns).map(({ roomId }) => roomId)).toEqual(['r1', 'r2']);
    const to = { start: cleaning.start, end: at('11:30'), columnId: columns[1]?.id ?? '' };
    expect(entryChanges(cleaning, to, { view: 'rooms', columns })).toEqual({ end: iso('11:30'), roomId: 'r2' });
    expect(entryChanges(cleaning, cleaning, { view: 'rooms', columns })).toEqual({});
  });
});
