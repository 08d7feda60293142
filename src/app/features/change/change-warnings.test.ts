import { expect, test } from 'vitest';
import type { FieldChanges } from '#app/api/appointments.ts';
import type { PlanEntries } from '#app/scheduling/duty.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { at, directory, visit } from '#testing/board-fixture.ts';
import { entry } from '#testing/plan-entry.ts';
import { warningTexts } from './change-warnings.ts';

const iso = (time: string) => new Date(at(time)).toISOString();
const by = (...ids: string[]) => ({ employees: ids.map((id) => ({ id, isMainEmployee: true })) });
/** An appointment with a vet and a room of its own, unless others are given, so that it takes those of nobody else. */
const placed = (id: string, from: string, to: string, more: Record<string, unknown> = {}) =>
  visit(id, from, to, { petId: null, ...by(`vet of ${id}`), roomId: `room of ${id}`, ...more });

/** The warnings about a change without the marks that isolate names. */
function warningsOf(
  record: ReceivedAppointment,
  changes: FieldChanges,
  others: readonly ReceivedAppointment[],
  plan: PlanEntries = [],
): string[] {
  const changed = applyChange(record, changes, record.start);
  const known = { others: [record, ...others], complete: true, plan, now: at('7:00') };
  return warningTexts(changed, changes, known, directory).map((text) => text.replace(/[\u2066-\u2069]/g, ''));
}

const toTen = { start: iso('10:00'), end: iso('10:30') };
const consult = { visitTypeCategory: 'consult' };

test('an appointment without a vet that moves to where no vet is left over is warned of', () => {
  const moved = placed('moved', '9:00', '9:30', { ...by() });
  const [one, two] = ['one', 'two'].map((id) => placed(id, '10:00', '10:30', { ...by(), ...consult }));
  expect(warningsOf(moved, toTen, one ? [one] : [])).toEqual([]);
  const [text, ...more] = warningsOf(
    moved,
    toTen,
    [one, two].flatMap((other) => other ?? []),
  );
  expect(text).toMatch(/^No vet is free then: 10:00.*10:30.* has no vet yet$/);
  expect(more).toEqual([]);
  const busy = placed('busy', '10:00', '10:30', { ...by('ada', 'bo') });
  expect(warningsOf(moved, toTen, [busy])).toEqual(['No vet is free then']);
});

test('an appointment whose vet is needed for one without a vet is warned of', () => {
  const moved = placed('moved', '9:00', '9:30', { ...by('ada') });
  const lacking = placed('lacking', '10:00', '10:30', { ...by(), ...consult });
  const busy = placed('busy', '10:00', '10:30', { ...by('bo') });
  expect(warningsOf(moved, toTen, [lacking])).toEqual([]);
  const [text] = warningsOf(moved, toTen, [lacking, busy]);
  expect(text).toMatch(/^Ada Vet is needed for an appointment without a vet: 10:00/);
});

test('the same holds for rooms, and a stay without a room needs none', () => {
  const moved = placed('moved', '9:00', '9:30', { roomId: 'r1' });
  const taken = placed('taken', '10:00', '10:30', { roomId: 'r2' });
  const lacking = placed('lacking', '10:00', '10:30', { roomId: null, ...consult });
  expect(warningsOf(moved, toTen, [lacking])).toEqual([]);
  expect(warningsOf(moved, toTen, [lacking, taken])[0]).toMatch(
    /^Consult 1 is needed for an appointment without a room: 10:00/,
  );
  const roomless = { ...moved, roomId: null };
  const other = placed('other', '10:00', '10:30', { roomId: 'r1' });
  expect(warningsOf(roomless, toTen, [taken, other])).toEqual(['No room is free then']);
  expect(warningsOf(roomless, toTen, [taken, lacking])[0]).toMatch(/^No room is free then: .* has no room yet$/);
  const stay = { start: iso('9:00'), end: iso('16:00') };
  expect(warningsOf(roomless, stay, [taken, other])).toEqual([]);
});

test('a time is judged like any other where it is the one that the appointment has', () => {
  const record = placed('kept', '10:00', '10:30', { ...by('ada') });
  const away = entry(iso('9:00'), iso('12:00'), { employeeId: 'ada', title: 'Holiday' });
  expect(warningsOf(record, { start: record.start, end: record.end }, [], [away])).toEqual([
    'Ada Vet is away: Holiday',
  ]);
});
