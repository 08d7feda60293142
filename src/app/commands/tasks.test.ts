import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CommandId, commandIds } from './commands.ts';
import { findTasks, possibleTasks, type TaskId, tasks } from './tasks.ts';

const can = { fields: [], idempotent: false };
const capabilities = { listMessages: can, giveClientAnswer: can, listAppointmentHistory: can };
const all = possibleTasks({ isOffered: () => true, canChange: true, capabilities });
const answersTo = (text: string) => findTasks(text, all).found;

test('about twenty tasks are explained, each in one or two sentences', () => {
  expect(all.length).toBeGreaterThanOrEqual(20);
  for (const id of all) {
    expect(tasks[id].title(), id).not.toMatch(/[.?!]$/);
    expect(tasks[id].text(), id).toMatch(/\.$/);
    expect(tasks[id].text().length, id).toBeLessThan(190);
    expect(tasks[id].controls().length, id).toBeGreaterThan(0);
  }
});

test.each<[question: string, id: TaskId]>([
  ['How do I cancel?', 'cancel'],
  ['how can i move an appointment', 'reschedule'],
  ['how do i print', 'print'],
  ['where is export', 'export'],
  ['how do i register a client', 'client'],
  ['sick', 'away'],
  ['running late', 'late'],
  ['opening hours', 'hours'],
  ['new colleague', 'colleague'],
  ['dark', 'dark'],
  ['undo', 'undo'],
  ['walk-in', 'walk-in'],
  ['died', 'died'],
  ['dead', 'died'],
  ['deceased', 'died'],
  ['follow-up', 'follow-up'],
  ['recheck', 'follow-up'],
  ['control', 'follow-up'],
  ['closing day', 'closed day'],
  ['Christmas', 'closed day'],
  ['public holiday', 'closed day'],
  ['sms', 'messages'],
  ['which messages a client got', 'messages'],
  ['stop messages', 'stop messages'],
  ['unsubscribe', 'stop messages'],
  ['opt out', 'stop messages'],
  ['the client confirmed', 'answer'],
  ['remind clients', 'remind'],
  ['wants another time', 'another time'],
  ['my web site', 'website'],
  ['who is calling', 'find'],
  ['who changed an appointment', 'history'],
  ['no-show', 'no-show'],
  ['change a phone number', 'change client'],
  ['export everything', 'export all'],
  ['Who is due again?', 'due again'],
  ['recalls', 'due again'],
])('“%s” is answered by “%s” first', (question, id) => {
  expect(answersTo(question)[0]).toBe(id);
});

test('words of a question do not narrow the answers, and no text finds everything', () => {
  fc.assert(
    fc.property(fc.subarray(['how', 'do', 'i', 'the', 'an', 'to', 'where', 'is', 'my']), (before) => {
      expect(answersTo([...before, 'cancel'].join(' '))).toEqual(answersTo('cancel'));
      expect(answersTo(before.join(' '))).toEqual(all);
    }),
  );
});

test('a task is listed only for those who can do it', () => {
  const without = (hidden: readonly CommandId[], canChange = true) =>
    possibleTasks({ isOffered: (id) => !hidden.includes(id), canChange, capabilities });
  expect(without(['stores', 'people'])).toEqual(all.filter((id) => !['hours', 'colleague', 'closed day'].includes(id)));
  expect(without(['new appointment'])).not.toContain('book');
  expect(without([], false)).toEqual(
    all.filter((id) => !['check in', 'reschedule', 'follow-up', 'cancel', 'no-show', 'late', 'away'].includes(id)),
  );
  expect(possibleTasks({ isOffered: () => true, canChange: true, capabilities: {} })).toEqual(
    all.filter((id) => !['history', 'messages', 'stop messages', 'answer', 'another time'].includes(id)),
  );
  // The help leads to the calendar, where a day can be printed.
  expect(without(['print'])).toContain('print');
  expect(without(commandIds)).toContain('free');
});
