import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FieldChanges } from '#app/api/appointments.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { HeldRequest } from '#scheduling/bookable.ts';
import { findAppointmentClashes } from '#scheduling/clashes.ts';
import type { PlanEntries } from '#scheduling/plan.ts';
import { at, directory, visit } from '#testing/board-fixture.ts';
import { entry } from '#testing/plan-entry.ts';
import { clashText, warningTexts } from './change-warnings.ts';

const iso = (time: string) => new Date(at(time)).toISOString();
const vets = (...ids: string[]) => ({ employees: ids.map((id) => ({ id, isMainEmployee: true })) });
/** An appointment with its own vet and room, unless others are given, so that it does not clash with any other. */
const placed = (id: string, from: string, to: string, more: Record<string, unknown> = {}) =>
  visit(id, from, to, { petId: null, ...vets(`vet of ${id}`), roomId: `room of ${id}`, ...more });

/** The warnings about a change, without the characters that isolate names. */
function warningsOf(
  record: ReceivedAppointment,
  changes: FieldChanges,
  others: readonly ReceivedAppointment[],
  { plan = [], held = [] }: { plan?: PlanEntries; held?: readonly HeldRequest[] | null } = {},
): string[] {
  const changed = applyChange(record, changes, record.start);
  const context = { others: [record, ...others], isComplete: true, held, plan, now: at('7:00') };
  return warningTexts(changed, changes, context, directory).map((text) => text.replace(/[\u2066-\u2069]/g, ''));
}

const toTen = { start: iso('10:00'), end: iso('10:30') };
const consult = { visitTypeCategory: 'consult' };

test('warns if an appointment without a vet moves to a time when no vet is left over', () => {
  const moved = placed('moved', '9:00', '9:30', { ...vets() });
  const [one, two] = ['one', 'two'].map((id) => placed(id, '10:00', '10:30', { ...vets(), ...consult }));
  expect(warningsOf(moved, toTen, one ? [one] : [])).toEqual([]);
  const [text, ...more] = warningsOf(
    moved,
    toTen,
    [one, two].flatMap((other) => other ?? []),
  );
  expect(text).toBe('No vet free at 10:00 AM (No vet yet: an appointment, No vet yet: an appointment)');
  expect(more).toEqual([]);
  const busy = placed('busy', '10:00', '10:30', { ...vets('ada', 'bo'), title: 'Busy' });
  expect(warningsOf(moved, toTen, [busy])).toEqual(['No vet free at 10:00 AM (Ada Vet: Busy, Bo Both: Busy)']);
});

test('warns if the vet is needed for an appointment without one', () => {
  const moved = placed('moved', '9:00', '9:30', { ...vets('ada') });
  const withoutVet = placed('lacking', '10:00', '10:30', { ...vets(), ...consult });
  const busy = placed('busy', '10:00', '10:30', { ...vets('bo') });
  expect(warningsOf(moved, toTen, [withoutVet])).toEqual([]);
  const [text] = warningsOf(moved, toTen, [withoutVet, busy]);
  expect(text).toMatch(/^\d vets on duty, 2 appointments: no vet left \(/);
});

test('warns if the vet is needed for a request from the web site, and says if the requests are not loaded', () => {
  const moved = placed('moved', '9:00', '9:30', { ...vets('ada') });
  const busy = placed('busy', '10:00', '10:30', { ...vets('bo') });
  const bella = {
    id: 'q',
    storeId: moved.storeId ?? '',
    start: at('10:00'),
    end: at('10:30'),
    name: 'Bella',
    ...consult,
  };
  expect(warningsOf(moved, toTen, [], { held: [bella] })).toEqual([]);
  expect(warningsOf(moved, toTen, [busy], { held: [bella] })[0]).toMatch(
    /no vet left \(Bella, requested on the web site\)$/,
  );
  expect(warningsOf(moved, toTen, [busy], { held: null })).toEqual([
    'Not everything booked or planned at that time is loaded, so it may be taken',
  ]);
});

test('the same applies to rooms, and a stay without a room needs none', () => {
  const moved = placed('moved', '9:00', '9:30', { roomId: 'r1' });
  const taken = placed('taken', '10:00', '10:30', { roomId: 'r2' });
  const withoutVet = placed('lacking', '10:00', '10:30', { roomId: null, ...consult });
  expect(warningsOf(moved, toTen, [withoutVet])).toEqual([]);
  expect(warningsOf(moved, toTen, [withoutVet, taken])[0]).toBe(
    'Consult 1 is needed for an appointment, 10:00 AM – 10:30 AM',
  );
  const roomless = { ...moved, roomId: null };
  const other = placed('other', '10:00', '10:30', { roomId: 'r1' });
  expect(warningsOf(roomless, toTen, [taken, other])).toEqual([
    'No room free at 10:00 AM (Consult 1: an appointment, Consult 2: an appointment)',
  ]);
  expect(warningsOf(roomless, toTen, [taken, withoutVet])[0]).toBe(
    'No room free at 10:00 AM (Consult 2: an appointment, No room yet: an appointment)',
  );
  const stay = { start: iso('9:00'), end: iso('16:00') };
  expect(warningsOf(roomless, stay, [taken, other])).toEqual([]);
});

test('the appointment’s current time is checked like any other', () => {
  const record = placed('moved', '10:00', '10:30', { ...vets('ada') });
  const away = entry(iso('9:00'), iso('12:00'), { employeeId: 'ada', title: 'Holiday' });
  expect(warningsOf(record, { start: record.start, end: record.end }, [], { plan: [away] })).toEqual([
    'Ada Vet is away: Holiday',
  ]);
});

test('warnings are limited to what a change affects, except for those about other appointments', () => {
  const record = placed('record', '10:00', '10:30', { ...vets('ada'), roomId: 'r1' });
  const others = [placed('other', '10:15', '10:45', { ...vets('ada') })];
  const closed = entry(iso('9:00'), iso('12:00'), { storeId: 'uptown', title: 'Paint' });
  const away = entry(iso('9:00'), iso('12:00'), { employeeId: 'ada', title: 'Holiday' });
  const blocked = entry(iso('9:00'), iso('12:00'), { storeId: 'uptown', roomId: 'r1', title: 'Dust' });
  const plan = [closed, away, blocked];
  const busy = 'Ada Vet has an appointment, 10:15 AM – 10:45 AM';
  const [absence, dust, paint] = ['Ada Vet is away: Holiday', 'Consult 1 is blocked: Dust', 'Uptown is closed: Paint'];
  expect(warningsOf(record, { employeeId: 'ada' }, others, { plan })).toEqual([busy, absence]);
  expect(warningsOf(record, { roomId: 'r1' }, others, { plan })).toEqual([busy, dust]);
  expect(warningsOf(record, { end: record.end }, others, { plan })).toEqual([busy, absence, dust, paint]);
  expect(warningsOf(record, { status: 'checked_in', notes: 'Limps' }, others, { plan })).toEqual([]);
});

test('warns about a past time only if the start changes', () => {
  const early = placed('early', '6:30', '7:15', vets('ada'));
  const hours = expect.stringContaining('is closed at that time');
  expect(warningsOf(early, { end: early.end }, [])).toEqual([hours]);
  expect(warningsOf(early, { start: early.start }, [])).toEqual([hours, '6:30 AM has passed']);
});

test('values that no list contains are named by the appointment, and only cause clash warnings', () => {
  const far = { storeId: 'unlisted', roomId: 'room', location: 'Hall', ...vets('0123456789') };
  const record = placed('record', '3:00', '3:30', far);
  const others = [placed('other', '3:00', '3:30', far)];
  expect(warningsOf(record, { start: record.start }, others)).toEqual([
    expect.stringMatching(/^Employee 01234567 has an appointment, 7:00/),
    expect.stringMatching(/^Hall is taken by an appointment, 7:00/),
  ]);
});

test('any change warns about another appointment exactly if both need the same, with the text of the details', () => {
  const ids = (...some: string[]) => fc.constantFrom(null, ...some);
  const arbitrary = fc.record({
    ...{ from: fc.integer({ min: 32, max: 44 }), length: fc.integer({ min: 1, max: 30 }) },
    ...{ storeId: ids('uptown', 'lakeside', 'unlisted'), roomId: ids('r1', 'r3', 'gone'), petId: ids('rex', 'evil') },
    ...{ staff: fc.subarray(['ada', 'bo', 'gone']), status: fc.constantFrom('confirmed', 'cancelled', 'new') },
  });
  const clock = (quarter: number) => `${Math.floor(quarter / 4)}:${String((quarter % 4) * 15).padStart(2, '0')}`;
  fc.assert(
    fc.property(fc.array(arbitrary, { minLength: 2, maxLength: 2 }), (pair) => {
      const [record, other] = pair.map(({ from, length, staff, ...rest }, index) =>
        visit(`${index}`, clock(from), clock(from + length), { ...rest, ...vets(...staff), title: `Title ${index}` }),
      );
      if (!record || !other) return;
      const clashes = findAppointmentClashes(record, [other]);
      const texts = warningsOf(record, { visitTypeId: 'dental' }, [other]);
      expect(texts.length > 0).toBe(clashes.length > 0);
      const [clash] = clashes;
      if (clash) expect(texts).toContain(clashText(clash, record, directory).replace(/[\u2066-\u2069]/g, ''));
    }),
  );
});
