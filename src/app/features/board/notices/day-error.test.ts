import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { DayFault } from '#app/features/board/board-context.ts';
import { faultText } from './day-error.tsx';

const http = (status: number) => new ApiError({ kind: 'http', status });
const networkError = new ApiError({ kind: 'network', status: null });
const faultOf = (more: Partial<DayFault>, missing: number | null = null) =>
  faultText({ error: networkError, loaded: 'all', asOf: null, ...more }, missing);

test('the message starts with what is unknown and its consequences for booking', () => {
  expect(faultOf({ loaded: 'none' }).title).toBe('This day couldn’t be loaded: don’t book from this screen.');
  expect(faultOf({ loaded: 'none' }).text).not.toContain('Hatched');
  expect(faultOf({ loaded: 'part' }, 1)).toEqual({
    title: 'Part of the day couldn’t be loaded: don’t book from this screen.',
    text: '1 appointment is missing. Hatched time may be taken.',
  });
  expect(faultOf({ loaded: 'part' }).text).toMatch(/^Hatched/);
  expect(faultOf({ asOf: '10:42' }).text).toMatch(/^This is the day as of 10:42\. Later changes are missing\. Hatched/);
});

test('a rejected key says whom to ask, and waiting is not reported as an error', () => {
  expect(faultOf({ error: http(401), asOf: '10:42' })).toEqual({
    title: 'The practice system no longer accepts Frontdesk’s key',
    text: expect.stringMatching(/^Ask whoever looks after Frontdesk .* as of 10:42/),
  });
  expect(faultOf({ error: http(403) }).title).toBe('Frontdesk’s key has no permission to view appointments');
  expect(faultOf({ error: http(429), loaded: 'none' })).toEqual({ title: 'Waiting for the practice system', text: '' });
});
