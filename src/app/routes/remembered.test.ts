import { expect, test } from 'vitest';
import { readRemembered, remember } from './remembered.ts';

function createStorage(text: string | null = null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem(_key: string, value: string) {
      kept = value;
    },
  };
}

test('each choice is kept beside the others', () => {
  const storage = createStorage();
  remember(storage, { density: 'comfortable' });
  remember(storage, { view: 'week' });
  expect(readRemembered(storage)).toMatchObject({ density: 'comfortable', view: 'week' });
});

test('what makes no sense is as if nothing had been chosen', () => {
  const nothing = readRemembered(createStorage());
  expect(nothing).toEqual({
    ...{ companyId: null, storeIds: [], view: null, density: 'fit' },
    ...{ theme: 'system', firstWeekday: null, demoSeen: false },
  });
  expect(readRemembered(createStorage('{"density":"huge","view":7,"theme":"red","firstWeekday":0}'))).toEqual(nothing);
  expect(readRemembered(createStorage('{'))).toEqual(nothing);
});
