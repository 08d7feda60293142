import { expect, it } from 'vitest';
import { systemEnvironment, withTimeout } from './clock-and-timers.ts';

const never = new Promise<string>(() => {});
const options = { ms: 1, schedule: systemEnvironment.schedule, onTimeout: () => 'too late' };

it('waits no longer than the timeout', async () => {
  expect(await withTimeout(never, options)).toBe('too late');
  await expect(withTimeout(never, { ...options, onTimeout: refuse })).rejects.toThrow('refused');
});

it('cancels the timeout once the promise has settled', async () => {
  let cancelled = false;
  const schedule = () => () => {
    cancelled = true;
  };
  expect(await withTimeout(Promise.resolve('in time'), { ...options, schedule })).toBe('in time');
  expect(cancelled).toBe(true);
});

function refuse(): never {
  throw new Error('refused');
}
