import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useShared } from './use-shared.ts';

type Value = Readonly<Record<string, { readonly at: number }>>;

function Sharing({ value, onShared }: { value: Value; onShared: (shared: Value) => void }) {
  onShared(useShared(value));
  return null;
}

test('reuses the previous object for equal values, even next to added or changed ones', async () => {
  const seen: Value[] = [];
  const share = (value: Value) => <Sharing value={value} onShared={(shared) => seen.push(shared)} />;
  const { rerender } = await render(share({ a: { at: 1 }, b: { at: 2 } }));
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  const [first] = seen.splice(0);
  await rerender(share({ a: { at: 1 }, b: { at: 2 } }));
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  expect(seen.every((shared) => shared === first)).toBe(true);
  await rerender(share({ c: { at: 0 }, a: { at: 1 }, b: { at: 3 } }));
  await expect.poll(() => seen.at(-1)).toEqual({ c: { at: 0 }, a: { at: 1 }, b: { at: 3 } });
  expect(seen.at(-1)?.['a']).toBe(first?.['a']);
});
