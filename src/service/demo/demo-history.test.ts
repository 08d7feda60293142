import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  emptyHistoryValues,
  findDifferences,
  historyEntrySchema,
  historyValuesOf,
} from '#contract/appointment-change.ts';
import { createDemoAppointments } from './demo-appointments.ts';
import { createDemoHistory } from './demo-history.ts';
import { createDemoPeriod, createDemoPractice } from './demo-practice.ts';

const period = createDemoPeriod(Temporal.PlainDate.from('2026-11-20'));
const practice = createDemoPractice(1, period.today);
const rows = [...createDemoAppointments(practice, period, 2_000)].flat();
const desk = practice.employees.find(({ role }) => role === 'receptionist')?.id ?? '';
const histories = rows.map((row) => ({ row, history: createDemoHistory(row, desk) }));

describe('the history of the demo', () => {
  it('begins with the create, is chronological, and leads to the record', () => {
    for (const { row, history } of histories) {
      for (const entry of history) expect(historyEntrySchema.safeParse(entry).success).toBe(true);
      const times = history.map(({ at }) => at);
      expect([...new Set(times)].sort()).toEqual(times);
      expect([times[0], times.at(-1)]).toEqual([row.createdAt, row.updatedAt]);
      const values = new Map<string, string | null>(Object.entries(emptyHistoryValues));
      for (const { changes } of history)
        for (const { field, from, to } of changes) {
          expect(values.get(field)).toBe(from);
          values.set(field, to);
        }
      expect(Object.fromEntries(values)).toEqual(historyValuesOf(row));
      expect(history[0]?.changes.every(({ from }) => from === null)).toBe(true);
      expect(findDifferences(emptyHistoryValues, historyValuesOf(row)).length).toBeGreaterThan(0);
    }
  });

  it('records how long pets waited, and why someone did not come', () => {
    const at = (history: (typeof histories)[number]['history'], status: string) =>
      history.find(({ changes }) => changes.some(({ field, to }) => field === 'status' && to === status))?.at;
    const waits = histories.flatMap(({ row, history }) => {
      const [arrived, started] = [at(history, 'checked_in'), at(history, 'in_progress')];
      return row.status === 'completed' && arrived && started ? [Date.parse(started) - Date.parse(arrived)] : [];
    });
    const completed = rows.filter(({ status }) => status === 'completed');
    expect(waits.length / completed.length).toBeGreaterThan(0.9);
    const minutes = waits.map((ms) => ms / 60_000).sort((one, other) => one - other);
    const median = minutes[Math.floor(minutes.length / 2)] ?? 0;
    expect(median).toBeGreaterThan(2);
    expect(median).toBeLessThan(20);

    const reasons = (status: string) =>
      histories.filter(({ row }) => row.status === status).map(({ history }) => history.at(-1)?.reason);
    for (const status of ['cancelled', 'no_show']) expect(reasons(status)).toContain(undefined);
    expect(new Set(reasons('cancelled')).size).toBeGreaterThan(5);
    expect(reasons('completed').every((reason) => reason === undefined)).toBe(true);
    const cancelled = rows.filter(({ status }) => status === 'cancelled');
    const isLate = ({ start, updatedAt }: (typeof rows)[number]) =>
      Date.parse(start) - Date.parse(updatedAt) < 86_400_000;
    expect(cancelled.filter(isLate).length).toBeGreaterThan(10);
  });
});
