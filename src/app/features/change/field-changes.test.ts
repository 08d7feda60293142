import { expect, test } from 'vitest';
import { applyChange } from '#contract/appointment-rules.ts';
import { appointment } from '#testing/changing-practice.ts';
import {
  type ChangeStep,
  changesBetween,
  differing,
  independentChanges,
  undoing,
  valuesFor,
  withDependents,
} from './field-changes.ts';

const record = appointment('a', {
  roomId: 'r',
  notes: '2026-06-02T09:00:00Z',
  employees: [{ id: 'v', isMainEmployee: true }],
});
const values = {
  status: 'confirmed',
  start: '2026-06-02T09:00:00.000Z',
  end: '2026-06-02T09:30:00.000Z',
  roomId: 'r',
  employeeId: 'v',
  notes: '2026-06-02T09:00:00Z',
};
const others = {
  status: 'completed',
  start: '2026-06-02T10:00:00.000Z',
  end: '2026-06-02T10:30:00.000Z',
  roomId: null,
  employeeId: null,
  // An instant to nobody but a reader.
  notes: '2026-06-02T09:00:00.000Z',
};
const fields = ['status', 'start', 'end', 'roomId', 'employeeId', 'notes'] as const;

test.each(fields)('a change of %s is compared with that field alone', (field) => {
  const change = { [field]: others[field] };
  expect(valuesFor(change, record)).toEqual({ [field]: values[field] });
  expect(differing(change, record)).toEqual(change);
  expect(differing({ [field]: values[field] }, record)).toEqual({});
  expect(differing({ [field]: undefined }, record)).toEqual({});
  const after = field === 'employeeId' ? { ...record, employees: [] } : { ...record, ...change };
  expect(changesBetween(record, after)).toEqual(change);
});

test('the same instant in another spelling is no change', () => {
  const same = { start: '2026-06-02T11:00:00+02:00', end: '2026-06-02T09:30:00Z' };
  expect(differing({ ...same, notes: null }, record)).toEqual({ notes: null });
});

test('a change falls into when and where, the status, and the notes', () => {
  const { status, notes, ...place } = others;
  expect(independentChanges(others)).toEqual([place, { status }, { notes }]);
  expect(independentChanges({ notes })).toEqual([{ notes }]);
  expect(independentChanges({})).toEqual([]);
});

test('what builds on a step changes something of what it changes', () => {
  const steps = [{ end: others.end }, { notes: '' }, { notes: '', roomId: 'r' }, { status: '' }].map(
    (changes, number): ChangeStep => ({ number, of: 1, changes, undoes: null }),
  );
  expect(withDependents(steps).map(({ number }) => number)).toEqual([0, 2]);
  expect(withDependents([])).toEqual([]);
});

test('a change of the vet that is undone leaves nobody marked as the main one who was not', () => {
  for (const isMainEmployee of [true, false]) {
    const before = appointment('a', { employees: [{ id: 'v', isMainEmployee }] });
    const change = { employeeId: 'w', notes: 'Bites' };
    const after = applyChange(before, change, before.start);
    expect(after.employees[0]).toEqual({ id: 'w', isMainEmployee: true });
    expect(applyChange(after, undoing(change, before), before.start)).toEqual(before);
  }
});
