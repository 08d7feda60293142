import { expect, test } from 'vitest';
import { applyChange } from '#contract/appointment-rules.ts';
import { appointment } from '#testing/changing-practice.ts';
import {
  areInConflict,
  changesBetween,
  effectiveChanges,
  inverseChange,
  isAppliedTo,
  shareFieldGroup,
  splitChanges,
  valuesFor,
} from './field-changes.ts';

const record = appointment('a', {
  roomId: 'r',
  notes: '2026-06-02T09:00:00Z',
  visitTypeId: 't',
  employees: [{ id: 'v', isMainEmployee: true }],
});
const values = {
  status: 'confirmed',
  start: '2026-06-02T09:00:00.000Z',
  end: '2026-06-02T09:30:00.000Z',
  roomId: 'r',
  employeeId: 'v',
  notes: '2026-06-02T09:00:00Z',
  visitTypeId: 't',
};
const others = {
  status: 'completed',
  start: '2026-06-02T10:00:00.000Z',
  end: '2026-06-02T10:30:00.000Z',
  roomId: null,
  employeeId: null,
  // Looks like an instant, but is text.
  notes: '2026-06-02T09:00:00.000Z',
  visitTypeId: 'u',
};
const fields = ['status', 'start', 'end', 'roomId', 'employeeId', 'notes', 'visitTypeId'] as const;

test.each(fields)('a change of %s is compared with that field only', (field) => {
  const change = { [field]: others[field] };
  expect(valuesFor(change, record)).toEqual({ [field]: values[field] });
  expect(effectiveChanges(change, record)).toEqual(change);
  expect(effectiveChanges({ [field]: values[field] }, record)).toEqual({});
  expect([isAppliedTo({ [field]: values[field] }, record), isAppliedTo(change, record)]).toEqual([true, false]);
  expect(effectiveChanges({ [field]: undefined }, record)).toEqual({});
  const after = field === 'employeeId' ? { ...record, employees: [] } : { ...record, ...change };
  expect(changesBetween(record, after)).toEqual(change);
});

test('the same instant in another notation is not a change', () => {
  const same = { start: '2026-06-02T11:00:00+02:00', end: '2026-06-02T09:30:00Z' };
  expect(effectiveChanges({ ...same, notes: null }, record)).toEqual({ notes: null });
});

test('a change splits into time and place, type, status, and notes', () => {
  const { status, notes, visitTypeId, ...place } = others;
  expect(splitChanges(others)).toEqual([place, { visitTypeId }, { status }, { notes }]);
  expect(splitChanges({ notes })).toEqual([{ notes }]);
  expect(splitChanges({})).toEqual([]);
});

test('two changes overlap if they share a part', () => {
  expect(shareFieldGroup({ end: others.end }, { notes: '', roomId: 'r' })).toBe(true);
  expect(shareFieldGroup({ status: '' }, { notes: '', roomId: 'r' })).toBe(false);
  expect(shareFieldGroup({}, { notes: '' })).toBe(false);
});

test.each([
  ['affect the same part', { end: others.end }, { roomId: null }, true],
  ['cancel an appointment that the other moves', { status: 'cancelled' }, { end: others.end }, true],
  ['cancel an appointment whose type the other changes', { status: 'no_show' }, { visitTypeId: 'u' }, true],
  ['cancel an appointment whose notes the other changes', { status: 'cancelled' }, { notes: '' }, false],
  ['check in an appointment that the other moves', { status: 'checked_in' }, { end: others.end }, false],
])('changes that %s', (_, one, other, isMet) => {
  expect([areInConflict(one, other), areInConflict(other, one)]).toEqual([isMet, isMet]);
});

test('undoing a change of the vet does not add a main vet', () => {
  for (const isMainEmployee of [true, false]) {
    const before = appointment('a', { employees: [{ id: 'v', isMainEmployee }] });
    const change = { employeeId: 'w', notes: 'Bites' };
    const after = applyChange(before, change, before.start);
    expect(after.employees[0]).toEqual({ id: 'w', isMainEmployee: true });
    expect(applyChange(after, inverseChange(change, before), before.start)).toEqual(before);
  }
});
