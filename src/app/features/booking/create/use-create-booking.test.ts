import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { createReducer, idle, type Problem } from './use-create-booking.ts';

const fault = new ApiError({ kind: 'http', status: 500, errorInstanceId: 'e-1' });
const refused: Problem = { kind: 'refused', error: fault };

test('a press clears what the last one came to, and says at once that it books', () => {
  expect(createReducer({ phase: null, problem: refused }, { type: 'started' })).toEqual({
    phase: 'reading',
    problem: null,
  });
});

test('a fault of the service stays on the screen while the appointment is looked for', () => {
  const sending = createReducer(idle, { type: 'phase', phase: 'sending' });
  const told = createReducer(sending, { type: 'fault', fault });
  expect(createReducer(told, { type: 'phase', phase: 'looking' })).toEqual({
    phase: 'looking',
    problem: { kind: 'fault', error: fault },
  });
});

test('what it came to replaces all that was told on the way', () => {
  const looking = { phase: 'looking', problem: { kind: 'fault', error: fault } } as const;
  expect(createReducer(looking, { type: 'ended', problem: refused })).toEqual({ phase: null, problem: refused });
  expect(createReducer(looking, { type: 'ended', problem: null })).toEqual(idle);
});
