import { describe, expect, test } from 'vitest';
import { fullnessOf } from '#app/features/board/calendar/fullness.ts';
import { loadsOf } from '#app/features/board/model/column-load.ts';
import type { PlanEntries } from '#app/scheduling/duty.ts';
import type { BoardView } from '#app/session/board-search.ts';
import { at, boardDate, boardOf, directory, visit } from '#testing/board-fixture.ts';
import { entry } from '#testing/plan-entry.ts';
import { bandEvents } from './band-events.ts';
import { boardPlanOf } from './board-plan.ts';

const iso = (time: string, date = boardDate) => new Date(at(time, date)).toISOString();
const during = (from: string, to: string, more: Parameters<typeof entry>[2]) => entry(iso(from), iso(to), more);
const duty = (employeeId: string, from: string, to: string, storeId = 'uptown') =>
  during(from, to, { kind: 'on_duty', employeeId, storeId });

function planOf(view: BoardView, entries: PlanEntries, board = boardOf([], { view })) {
  const { employees, company } = directory;
  const unsaved = { entries: [], removed: new Set<string>(), pending: new Set<string>() };
  const { columns, days } = board;
  const stores = company.stores;
  return { board, plan: boardPlanOf({ view, entries, unsaved, columns, days, employees, stores, today: boardDate }) };
}

const said = ({ bands }: ReturnType<typeof planOf>['plan'], column: string) =>
  bands
    .filter(({ columnId }) => columnId.endsWith(column))
    .map(({ title, minutes }) => `${title} ${minutes.fromMinute / 60}–${minutes.toMinute / 60}`);

describe('what the board shows of the plan', () => {
  test('a room is blocked in its own column, a store is closed in all of them', () => {
    const { plan } = planOf('rooms', [
      during('10:00', '11:00', { storeId: 'uptown', roomId: 'r1', title: 'Cleaning' }),
      during('16:00', '18:00', { storeId: 'uptown', title: 'Training' }),
      during('9:00', '12:00', { employeeId: 'ada' }),
      during('12:00', '12:00', { storeId: 'uptown', roomId: 'r1' }),
    ]);
    expect(said(plan, 'r1')).toEqual(['Closed: Training 16–18', 'Cleaning 10–11']);
    expect(said(plan, 'r2')).toEqual(['Closed: Training 16–18']);
  });

  test('a vet is off outside their duty while the store is open, away by an absence, and at another store on duty there', () => {
    const { plan } = planOf('vets', [
      duty('ada', '9:00', '13:00'),
      duty('bo', '8:00', '12:00'),
      duty('bo', '13:00', '18:00', 'lakeside'),
      during('11:00', '11:30', { employeeId: 'ada', title: 'Lunch' }),
    ]);
    expect(said(plan, 'ada')).toEqual(['off 8–9', 'off 13–18', 'Lunch 11–11.5']);
    expect(said(plan, 'bo')).toEqual(['off 12–13', 'at Lakeside 13–18']);
    expect(plan.off.size).toBe(0);
    expect(plan.notes.get(plan.bands[0]?.columnId ?? '')).toContain('Lunch 11:00');
  });

  test('who is not there all day is told why, unless nobody would be left', () => {
    const off = (entries: PlanEntries) => [...planOf('vets', entries).plan.off.values()];
    const ofAda = duty('ada', '9:00', '13:00');
    expect(off([ofAda])).toEqual(['off today']);
    expect(off([ofAda, during('0:00', '23:59', { employeeId: 'bo', title: 'Holiday' })])).toEqual(['Holiday']);
    expect(off([duty('bo', '9:00', '13:00', 'lakeside'), duty('ada', '9:00', '10:00')])).toHaveLength(1);
    expect(off([during('0:00', '9:00', { kind: 'on_duty', employeeId: 'gone', storeId: 'uptown' })])).toEqual([]);
  });

  test('without duty in a week all count as there', () => {
    expect(planOf('vets', []).plan.bands).toEqual([]);
  });

  test('what is blocked counts neither as open in a heading nor as a room of a week', () => {
    const blocked = during('9:00', '18:00', { storeId: 'uptown', roomId: 'r1' });
    const visits = [visit('a', '8:00', '8:30'), visit('b', '9:00', '9:30', { roomId: 'r2' })];
    const rooms = planOf('rooms', [blocked], boardOf(visits));
    const { byColumn } = loadsOf(rooms.board.columns, rooms.board.items, rooms.plan);
    expect([...byColumn.values()].map(({ share }) => share)).toEqual([0.5, 0.05]);
    const week = planOf('week', [blocked], boardOf(visits, { view: 'week' }));
    const day = week.board.columns.find(({ date }) => date === boardDate);
    if (!day) throw new Error('The week has no such day.');
    const fullness = fullnessOf(day, week.board.items, week.board.days, week.plan);
    expect([fullness?.[16], fullness?.[18], fullness?.[19]]).toEqual([0.5, 1, 0]);
  });

  test('an event is the same object while it says the same, and one that goes over days of a week is drawn once', () => {
    const holiday = entry(iso('0:00', '2026-06-09'), iso('0:00', '2026-06-12'), { storeId: 'uptown' });
    const events = () => {
      const { plan, board } = planOf('week', [holiday]);
      return bandEvents(plan, { view: 'week', columns: board.columns, chosen: null, canChange: true });
    };
    const [event] = events();
    expect(events()).toEqual([event]);
    expect(events()[0]).toBe(event);
    const chosen = { id: event?.id ?? '', moved: null };
    const { plan, board } = planOf('week', [holiday]);
    expect(bandEvents(plan, { view: 'week', columns: board.columns, chosen, canChange: true })).toMatchObject([
      { editable: true, resourceEditable: false, start: at('0:00', '2026-06-09'), end: at('0:00', '2026-06-12') },
    ]);
  });
});
