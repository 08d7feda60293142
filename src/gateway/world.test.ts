import { expect, it } from 'vitest';
import { realWorld, within } from './world.ts';

const never = new Promise<string>(() => {});
const options = { ms: 1, schedule: realWorld.schedule, late: () => 'late' };

it('waits no longer than the limit', async () => {
  expect(await within(never, options)).toBe('late');
  await expect(within(never, { ...options, late: refuse })).rejects.toThrow('too late');
});

it('forgets the limit once the answer is there', async () => {
  let cancelled = false;
  const schedule = () => () => {
    cancelled = true;
  };
  expect(await within(Promise.resolve('answer'), { ...options, schedule })).toBe('answer');
  expect(cancelled).toBe(true);
});

function refuse(): never {
  throw new Error('too late');
}
