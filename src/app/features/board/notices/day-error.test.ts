import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { DayProblem } from '#app/features/board/board-context.ts';
import { explainProblem } from './day-error.tsx';

const http = (status: number) => new ApiError({ kind: 'http', status });
const networkError = new ApiError({ kind: 'network', status: null });
const problemOf = (more: Partial<DayProblem>, missing: number | null = null) =>
  explainProblem({ error: networkError, loaded: 'all', asOf: null, ...more }, missing);

test('the message starts with what is unknown and its consequences for booking', () => {
  expect(problemOf({ loaded: 'none' }).title).toBe('This day couldn’t be loaded: don’t book from this screen.');
  expect(problemOf({ loaded: 'none' }).text).not.toContain('Striped');
  expect(problemOf({ loaded: 'part' }, 1)).toEqual({
    title: 'Part of the day couldn’t be loaded: don’t book from this screen.',
    text: '1 appointment is missing. Striped times may already be taken.',
  });
  expect(problemOf({ loaded: 'part' }).text).toMatch(/^Striped/);
  expect(problemOf({ asOf: '10:42' }).text).toMatch(
    /^This is the day as of 10:42\. Later changes are missing\. Striped/,
  );
});

test('a rejected key says whom to ask, and waiting is not reported as an error', () => {
  expect(problemOf({ error: http(401), asOf: '10:42' })).toEqual({
    title: 'The practice system no longer accepts Frontdesk’s key',
    text: expect.stringMatching(/^Ask whoever looks after Frontdesk .* as of 10:42/),
  });
  expect(problemOf({ error: http(403) }).title).toBe('Frontdesk’s key has no permission to view appointments');
  expect(problemOf({ error: http(429), loaded: 'none' })).toEqual({
    title: 'Waiting for the practice system',
    text: '',
  });
});
