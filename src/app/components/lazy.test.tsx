import { expect, test, vi } from 'vitest';
import { lazy, loadFirstParts } from './lazy.tsx';

const Part = () => null;
const Fallback = () => null;

test('the parts of the first load are loaded before anything is rendered, and no others', async () => {
  const [first, later] = [vi.fn(async () => Part), vi.fn(async () => Part)];
  lazy({ load: first, isFirst: true, Fallback });
  lazy({ load: later, Fallback });
  loadFirstParts();
  expect([first.mock.calls.length, later.mock.calls.length]).toEqual([1, 0]);
});

test('who asks for a part that is on its way waits for it', async () => {
  let arrive = () => {};
  const load = vi.fn(() => new Promise<typeof Part>((resolve) => (arrive = () => resolve(Part))));
  const Lazy = lazy({ load, isFirst: true, Fallback });
  let isThere = false;
  void Lazy.load();
  const second = Lazy.load().then(() => {
    isThere = true;
  });
  await Promise.resolve();
  expect([load.mock.calls.length, isThere]).toEqual([1, false]);
  arrive();
  await second;
  expect(isThere).toBe(true);
});
