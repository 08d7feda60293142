import { expect, test } from 'vitest';
import { readPreferences, savePreferences } from '#app/session/preferences.ts';

function createStorage(text: string | null = null) {
  let storedText = text;
  return {
    getItem: () => storedText,
    setItem(_key: string, value: string) {
      storedText = value;
    },
  };
}

test('saving a choice keeps the others', () => {
  const storage = createStorage();
  savePreferences(storage, { density: 'comfortable' });
  savePreferences(storage, { view: 'week' });
  expect(readPreferences(storage)).toMatchObject({ density: 'comfortable', view: 'week' });
});

test('invalid stored values count as no choice', () => {
  const nothing = readPreferences(createStorage());
  expect(nothing).toEqual({
    ...{ companyId: null, storeIds: [], view: null, density: 'fit', printBy: 'time', printCancelled: true },
    ...{
      theme: 'system',
      firstWeekday: null,
      bookingStatus: 'confirmed',
      letterKeys: true,
      demoSeen: false,
      stepsSeen: false,
      stepsShown: false,
    },
  });
  const senseless = '{"density":"huge","view":7,"theme":"red","firstWeekday":0}';
  expect(readPreferences(createStorage(senseless))).toEqual(nothing);
  expect(readPreferences(createStorage('{'))).toEqual(nothing);
});
