import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnswerChoice } from '#contract/client-answers.ts';
import { appointmentStatuses, clientAnswers } from '#contract/enums.ts';
import { type AnswerForStart, checkAnswer, listPossibleAnswers, selectValidAnswer } from './client-answers.ts';

const HOUR_MS = 3_600_000;
const start = Date.parse('2026-03-10T09:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const appointment = { status: 'confirmed', start: iso(start), end: iso(start + HOUR_MS) };

test.each([
  ['a day and an hour before', start - 25 * HOUR_MS, ['confirmed', 'another_time', 'cancelled']],
  ['exactly a day before', start - 24 * HOUR_MS, ['confirmed', 'another_time', 'cancelled']],
  ['a moment later', start - 24 * HOUR_MS + 1, ['confirmed', 'another_time']],
  ['just before its end', start + HOUR_MS - 1, ['confirmed', 'another_time']],
  ['at its end', start + HOUR_MS, []],
])('a client can answer %s', (_when, now, possible) => {
  expect(listPossibleAnswers(appointment, { now, cancelUntilHours: 24 })).toEqual(possible);
});

test('a client cannot cancel where the practice does not allow it', () => {
  const now = start - 100 * HOUR_MS;
  expect(listPossibleAnswers(appointment, { now, cancelUntilHours: null })).toEqual(['confirmed', 'another_time']);
});

/** What happens to an appointment and its link, in any order, hours apart. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      press: fc.constantFrom(...clientAnswers),
      note: fc.constantFrom(null, 'mornings'),
      /** How many moves ago the page was shown. */
      age: fc.constantFrom(0, 0, 0, 1),
    }),
  },
  fc.record({ move: fc.integer({ min: -3, max: 30 }) }),
  fc.record({ status: fc.constantFrom(...appointmentStatuses) }),
);

test('presses change an appointment only as its present start, its status and the time allow, and only once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ hours: fc.integer({ min: 0, max: 30 }), what: step }), { maxLength: 20 }),
      fc.constantFrom(null, 0, 24),
      (steps, cancelUntilHours) => {
        let now = start - 100 * HOUR_MS;
        let current = { ...appointment };
        let stored: AnswerForStart | null = null;
        const starts = [start];
        for (const { hours, what } of steps) {
          now += hours * HOUR_MS;
          const at = starts.at(-1) ?? start;
          if ('move' in what) {
            const moved = at + what.move * HOUR_MS;
            starts.push(moved);
            current = { ...current, start: iso(moved), end: iso(moved + HOUR_MS) };
            if (stored?.forStart !== current.start) expect(selectValidAnswer(current, stored)).toBeNull();
            continue;
          }
          if ('status' in what) {
            current = { ...current, status: what.status };
            continue;
          }
          const seen = starts[Math.max(0, starts.length - 1 - what.age)] ?? start;
          const given: AnswerForStart = { answer: what.press, note: what.note, forStart: iso(seen) };
          const press = () => checkAnswer(current, stored, given, { now, cancelUntilHours });
          const outcome = press();
          if (outcome !== 'given') continue;
          // What a person would say of a press that counts.
          expect(seen).toBe(at);
          expect(now).toBeLessThan(at + HOUR_MS);
          expect(['requested', 'confirmed']).toContain(current.status);
          if (given.answer === ('cancelled' satisfies AnswerChoice)) {
            expect(cancelUntilHours).not.toBeNull();
            expect(now + (cancelUntilHours ?? 0) * HOUR_MS).toBeLessThanOrEqual(at);
            current = { ...current, status: 'cancelled' };
          }
          stored = given;
          expect(press()).toBe('repeated');
        }
      },
    ),
  );
});
