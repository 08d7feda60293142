import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useShared } from './use-shared.ts';

type Value = Readonly<Record<string, { readonly at: number }>>;

function Sharing({ value, onShared }: { value: Value; onShared: (shared: Value) => void }) {
  onShared(useShared(value));
  return null;
}

test('what equals its predecessor is the same object, also beside what was added or changed', async () => {
  const seen: Value[] = [];
  const share = (value: Value) => <Sharing value={value} onShared={(shared) => seen.push(shared)} />;
  const { rerender } = await render(share({ a: { at: 1 }, b: { at: 2 } }));
  const first = seen.at(-1);
  await rerender(share({ a: { at: 1 }, b: { at: 2 } }));
  expect(seen.at(-1)).toBe(first);
  await rerender(share({ c: { at: 0 }, a: { at: 1 }, b: { at: 3 } }));
  expect(seen.at(-1)?.['a']).toBe(first?.['a']);
  expect(seen.at(-1)).toEqual({ c: { at: 0 }, a: { at: 1 }, b: { at: 3 } });
});
