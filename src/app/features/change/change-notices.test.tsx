import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import type { SavedChange } from '#app/changes/freed-time.ts';
import { at, directory, visit } from '#testing/board-fixture.ts';
import { changeNotice } from './change-notices.tsx';
import type { AppointmentCommand, AppointmentTask } from './changes.ts';

const names = { directory, statuses: createEnumDisplays(undefined, 'APPOINTMENT_STATUS') };
const bella = visit('a', '9:00', '9:30', { title: 'Bella', petId: null });
const milo = visit('b', '10:00', '10:30', { title: 'Milo', petId: null });

const taskOf = (base = bella, more: Partial<AppointmentTask> = {}): AppointmentTask => ({
  ...{ base, seen: base, changes: { status: 'checked_in' }, at: new Date(at('9:00')).toISOString() },
  ...{ together: null, bookingEvent: null },
  ...more,
});
const command = (more: Partial<AppointmentCommand>): AppointmentCommand => ({
  ...{ number: 1, group: 1, keys: ['a'], task: taskOf(), undoes: null, state: 'saved' },
  ...{ error: null, answer: null, now: undefined },
  ...more,
});

const ofNothing = (_: readonly SavedChange[]): ReactNode => null;

/** The text and the buttons of a notice, without the characters that isolate names. */
function textOf(commands: readonly AppointmentCommand[], warnings: readonly string[] = [], extraOf = ofNothing) {
  const notice = changeNotice(commands, {
    ...{ names, warningsOf: () => [...warnings], onShow: () => undefined, extraOf },
    changes: { undo: () => true, giveUp: () => undefined },
  });
  if (notice === null) return null;
  const text = renderToStaticMarkup(notice.text).replaceAll(/<[^>]*>/g, ' ');
  const plain = `${notice.title} | ${text}`.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');
  return {
    id: notice.id,
    extra: notice.extra,
    says: plain.trim(),
    buttons: [notice.link, notice.action].flatMap((one) => one?.label ?? []),
  };
}

const refusal = new ApiError({ kind: 'http', status: 403, messageKey: 'insufficient_access' });
const noSense = new ApiError({ kind: 'invalid', status: 200 });

test.each<[string, Partial<AppointmentCommand>, RegExp, string[]]>([
  ['saved', { answer: bella }, /^Bella \| Checked in$/, ['Undo']],
  ['undone', { answer: bella, undoes: 7 }, /^Bella: undone \| Checked in$/, []],
  [
    'slow',
    { state: 'uncertain' },
    /^Bella: not saved yet \| Checked in\. .*hasn’t responded yet\. Keep/,
    ['Don’t save'],
  ],
  [
    'refused',
    { state: 'refused', error: refusal },
    /^Bella: not changed \| Checked in\. You don’t have permission/,
    [],
  ],
  ['unreadable', { state: 'refused', error: noSense, now: bella }, /: not changed \| .*It now reads: Confirmed\.$/, []],
  ['unclear', { state: 'refused', error: noSense, now: null }, /^Bella: may not be saved \| .*We couldn’t confirm/, []],
  ['given up', { state: 'given-up', now: bella }, /: change discarded \| .*It now reads: Confirmed\.$/, []],
  ['given up unseen', { state: 'given-up', now: null }, /^Bella: change discarded \| .*We couldn’t confirm/, []],
])('the notice of a change that is %s says so', (_, more, says, buttons) => {
  expect(textOf([command(more)])).toMatchObject({ says: expect.stringMatching(says), buttons });
});

const utc = (time: string) => new Date(at(time)).toISOString();

test.each<[AppointmentTask['changes'], string]>([
  [{ start: utc('14:00'), end: utc('14:30') }, 'Moved to 2:00 PM – 2:30 PM'],
  [{ start: utc('14:00'), end: utc('14:30'), roomId: 'r2' }, 'Moved to 2:00 PM – 2:30 PM · Consult 2'],
  [{ roomId: 'r2', employeeId: 'ada' }, 'Moved to Consult 2 · Reassigned to Ada Vet'],
  [{ end: utc('10:00') }, 'Now 9:00 AM – 10:00 AM'],
  [{ roomId: null }, 'No room'],
  [{ employeeId: null, notes: 'x' }, 'Unassigned · Notes: x'],
])('the notice of a saved change says what was done: %o', (changes, says) => {
  const saved = command({ task: taskOf(bella, { changes }), answer: bella });
  expect(textOf([saved])?.says).toBe(`Bella | ${says}`);
});

test('there is no notice for a pending change, a booking, or a conflict, which has a dialog', () => {
  expect(textOf([command({ state: 'waiting' })])).toBeNull();
  expect(textOf([command({ state: 'giving-up' })])).toBeNull();
  expect(textOf([command({ state: 'conflict', now: bella })])).toBeNull();
  expect(textOf([command({ task: taskOf(bella, { bookingEvent: 'booked' }) })])).toBeNull();
});

test.each([
  ['removed', 'The booking was undone.'],
  ['late', 'The appointment was cancelled instead of removed, because it was booked more than 10 minutes ago.'],
  ['changed', 'The appointment was cancelled instead of removed, because a colleague had changed it.'],
  [
    'refused',
    'The appointment was cancelled instead of removed, because the practice system no longer allows it to be removed.',
  ],
  [
    'unsupported',
    'The appointment was cancelled instead of removed, because the practice system can’t remove appointments.',
  ],
] as const)(
  'the notice after undoing a booking that is %s says what was done, and why the appointment is still shown',
  (bookingEvent, text) => {
    const task = taskOf(bella, { changes: { status: 'cancelled' }, bookingEvent });
    expect(textOf([command({ task, undoes: 7, answer: bella })])?.says).toBe(`Bella: undone | ${text}`);
  },
);

test('changes that failed with a refused one are named together with it', () => {
  const failed = command({
    number: 2,
    state: 'refused',
    error: refusal,
    task: taskOf(bella, { changes: { notes: 'x' } }),
  });
  expect(textOf([command({ state: 'refused', error: refusal }), failed])?.says).toMatch(
    /Checked in · Notes: x\. You don’t have permission/,
  );
});

test('the warnings of a saved change are the text of its notice, and the change is its title', () => {
  expect(
    textOf([command({ answer: bella })], ['Room 1 is taken', 'South is closed at that time', 'Ada is off'])?.says,
  ).toBe('Bella, Checked in | Room 1 is taken, and more · Ada is off');
});

const together = { text: '2 appointments moved by 15 min', count: 2 };
const ofTwo = (one: Partial<AppointmentCommand>, other: Partial<AppointmentCommand>) => [
  command({ task: taskOf(bella, { together }), ...one }),
  command({ number: 2, task: taskOf(milo, { together }), ...other }),
];

test('several appointments have one notice, which names failed ones and the reason', () => {
  const saved = { state: 'saved', answer: bella } as const;
  expect(textOf(ofTwo(saved, saved))).toMatchObject({ says: '2 appointments moved by 15 min |', buttons: ['Undo'] });
  expect(textOf(ofTwo(saved, { state: 'conflict', now: { ...milo, roomId: null } }))).toMatchObject({
    says: expect.stringMatching(
      /^1 of 2 appointments changed \| Not changed: Milo\. A colleague has changed this in the meantime\. It now/,
    ),
    buttons: ['Undo'],
  });
  expect(textOf(ofTwo(saved, { state: 'uncertain' }))).toMatchObject({
    says: expect.stringMatching(/^1 of 2 appointments changed \| Not saved yet: Milo\./),
    buttons: ['Don’t save'],
  });
  expect(textOf(ofTwo({ ...saved, undoes: 7 }, { ...saved, undoes: 7 }))?.says).toMatch(
    /^2 appointments moved by 15 min: undone/,
  );
});

test('additional content is about saved changes, and an Undo has none', () => {
  const extraOf = (saved: readonly SavedChange[]) => saved.map(({ before, after }) => `${before.id} ${after.status}`);
  const saved = { state: 'saved', answer: { ...bella, status: 'cancelled' } } as const;
  expect(textOf([command(saved)], [], extraOf)?.extra).toEqual(['a cancelled']);
  expect(textOf([command({ ...saved, undoes: 7 })], [], extraOf)?.extra).toBeNull();
  const refused = { state: 'refused', error: refusal } as const;
  expect(textOf(ofTwo(saved, refused), [], extraOf)?.extra).toEqual(['a cancelled']);
});
