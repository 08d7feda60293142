import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at, boardOf, visit } from '#testing/board-fixture.ts';
import { type AgendaRow, buildAgenda } from './agenda.ts';

const ids = (rows: readonly AgendaRow[]) => rows.map(({ item }) => item.appointment.id);
const now = at('10:40');

describe('the day as a list', () => {
  test('the next patient is first, and appointments that have ended or passed are separate', () => {
    const agenda = buildAgenda(
      boardOf([
        visit('completed', '10:30', '11:00', { status: 'completed' }),
        visit('passed', '9:00', '9:30'),
        visit('called off', '10:30', '11:00', { status: 'cancelled' }),
        visit('called off later', '15:00', '15:30', { status: 'cancelled' }),
        visit('late', '10:15', '10:45'),
        visit('next', '10:45', '11:00'),
      ]),
      now,
    );
    expect(ids(agenda.earlier)).toEqual(['passed', 'called off', 'completed']);
    expect(ids(agenda.coming)).toEqual(['late', 'next', 'called off later']);
  });

  test('a patient who is here is not moved to earlier ones, however long ago the appointment was', () => {
    const here = { checkedInAt: new Date(at('8:55')).toISOString() };
    const agenda = buildAgenda(
      boardOf([
        visit('waits', '9:00', '9:15', { status: 'checked_in', ...here }),
        visit('pays', '9:00', '9:30', { status: 'ready_for_checkout', ...here }),
        visit('of a status that joined later', '9:00', '9:45', { status: 'on_the_scale', ...here }),
      ]),
      now,
    );
    expect(agenda.earlier).toEqual([]);
    expect(agenda.coming).toHaveLength(3);
  });

  test('stays that have begun are separate, sorted by end; one whose pet was not brought is not among them', () => {
    const stay = (id: string, start: string, end: string, status: string) =>
      visit(id, '0:00', '0:00', { start, end, status });
    const agenda = buildAgenda(
      boardOf([
        stay('for days', '2026-06-08T20:00:00Z', '2026-06-13T14:00:00Z', 'in_progress'),
        stay('until noon', '2026-06-09T20:00:00Z', '2026-06-10T16:00:00Z', 'in_progress'),
        stay('gone', '2026-06-09T20:00:00Z', '2026-06-10T12:00:00Z', 'completed'),
        visit('day care', '8:00', '17:00', { status: 'in_progress' }),
        visit('not brought', '9:00', '18:00'),
        stay('tonight', '2026-06-10T21:00:00Z', '2026-06-11T13:00:00Z', 'confirmed'),
      ]),
      now,
    );
    expect(ids(agenda.stays)).toEqual(['until noon', 'day care', 'for days']);
    expect(ids(agenda.earlier)).toEqual(['gone']);
    expect(ids(agenda.coming)).toEqual(['not brought', 'tonight']);
  });

  test('another day is listed from its beginning', () => {
    const board = boardOf([visit('one', '9:00', '9:30', { status: 'completed' }), visit('other', '8:00', '8:30')]);
    for (const otherDay of [now - 86_400_000, now + 86_400_000]) {
      expect(buildAgenda(board, otherDay)).toMatchObject({ earlier: [], stays: [] });
      expect(ids(buildAgenda(board, otherDay).coming)).toEqual(['other', 'one']);
    }
  });

  test('appointments of stores in several zones are sorted by instant', () => {
    const board = boardOf(
      [visit('new york', '10:50', '11:00'), visit('chicago', '10:45', '11:00', { storeId: 'lakeside', roomId: 'r3' })],
      { storeIds: ['uptown', 'lakeside'] },
    );
    expect(ids(buildAgenda(board, now).coming)).toEqual(['chicago', 'new york']);
  });

  test('every appointment of the day is listed once', () => {
    const records = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        status: fc.constantFrom('confirmed', 'checked_in', 'completed', 'cancelled', 'on_the_scale'),
        start: fc
          .integer({ min: -60, max: 47 })
          .map((quarter) => new Date(at('0:00') + quarter * 1_800_000).toISOString()),
        minutes: fc.integer({ min: -60, max: 3000 }),
      }),
      { selector: ({ id }) => id, maxLength: 30 },
    );
    fc.assert(
      fc.property(records, fc.integer({ min: -24, max: 48 }), (appointments, hour) => {
        const board = boardOf(
          appointments.map(({ minutes, ...record }) =>
            visit(record.id, '0:00', '0:00', {
              ...record,
              end: new Date(Date.parse(record.start) + minutes * 60_000).toISOString(),
            }),
          ),
        );
        const { earlier, stays, coming } = buildAgenda(board, at('0:00') + hour * 3_600_000);
        expect([...ids(earlier), ...ids(stays), ...ids(coming)].sort()).toEqual(
          board.appointments.map(({ id }) => id).sort(),
        );
      }),
    );
  });
});
