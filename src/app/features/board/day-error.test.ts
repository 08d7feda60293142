import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { isolated } from '#app/text/isolated.ts';
import { type DayFault, faultText } from './day-error.tsx';

const http = (status: number, suggestion: string | null = null) => new ApiError({ kind: 'http', status, suggestion });
const lost = new ApiError({ kind: 'network', status: null });
const said = (more: Partial<DayFault>) => faultText({ error: lost, known: 'all', missing: null, asOf: null, ...more });

test('what is unknown is said first, and what it means for a booking', () => {
  expect(said({ known: 'none' }).title).toBe('This day could not be loaded: don’t book from this screen.');
  expect(said({ known: 'none' }).text).not.toContain('Hatched');
  expect(said({ known: 'part', missing: 1 })).toEqual({
    title: 'Part of the day could not be loaded: don’t book from this screen.',
    text: '1 appointment is missing. Hatched time may be taken. Frontdesk cannot be reached: there is no network, or its program is not running.',
  });
  expect(said({ known: 'part' }).text).toMatch(/^Hatched/);
  expect(said({ asOf: '10:42' }).text).toMatch(
    /^You see the day as of 10:42; what was changed since is missing\. Hatched/,
  );
});

test('what the practice system advises stays within itself', () => {
  const advice = 'Ask \u202Ethem';
  expect(said({ error: http(500, advice) }).text).toContain(isolated(advice));
  expect(said({ error: http(500) }).text).toContain('answered with status 500');
});

test('a refused key names whom to ask, and a wait is not told as a failure', () => {
  expect(said({ error: http(401, 'x'), asOf: '10:42' })).toEqual({
    title: 'The practice system no longer accepts Frontdesk’s key',
    text: expect.stringMatching(/^Ask whoever looks after Frontdesk .* as of 10:42/),
  });
  expect(said({ error: http(403) }).title).toBe('Frontdesk’s key may not view appointments');
  expect(said({ error: http(429), known: 'none' })).toEqual({ title: 'Waiting for the practice system', text: '' });
});
