import { expect, test, vi } from 'vitest';
import { lazy, loadFirstParts } from './lazy.tsx';

const Part = () => null;
const Fallback = () => null;

test('only the parts of the first load are loaded before anything renders', async () => {
  const [first, later] = [vi.fn(async () => Part), vi.fn(async () => Part)];
  lazy({ load: first, isFirst: true, Fallback });
  lazy({ load: later, Fallback });
  loadFirstParts();
  expect([first.mock.calls.length, later.mock.calls.length]).toEqual([1, 0]);
});

test('loading a part that is already loading waits for it', async () => {
  let arrive = () => {};
  const load = vi.fn(() => new Promise<typeof Part>((resolve) => (arrive = () => resolve(Part))));
  const Lazy = lazy({ load, isFirst: true, Fallback });
  let isLoaded = false;
  void Lazy.load();
  const second = Lazy.load().then(() => {
    isLoaded = true;
  });
  await Promise.resolve();
  expect([load.mock.calls.length, isLoaded]).toEqual([1, false]);
  arrive();
  await second;
  expect(isLoaded).toBe(true);
});
