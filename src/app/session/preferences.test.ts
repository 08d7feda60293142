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
    ...{ companyId: null, storeIds: [], view: null, density: 'fit', printBy: 'time' },
    ...{
      theme: 'system',
      firstWeekday: null,
      bookingStatus: 'confirmed',
      letterKeys: true,
      demoSeen: false,
      stepsSeen: false,
      frameSeen: true,
    },
  });
  const senseless = '{"density":"huge","view":7,"theme":"red","firstWeekday":0}';
  expect(readPreferences(createStorage(senseless))).toEqual({ ...nothing, frameSeen: false });
  expect(readPreferences(createStorage('{'))).toEqual(nothing);
});

test('the “What’s moved” note is only for a browser that stored its choices before', () => {
  const before = createStorage('{"view":"week"}');
  expect(readPreferences(before).frameSeen).toBe(false);
  savePreferences(before, { frameSeen: true });
  expect(readPreferences(before)).toMatchObject({ view: 'week', frameSeen: true });
  const fresh = createStorage();
  savePreferences(fresh, { view: 'week' });
  expect(readPreferences(fresh).frameSeen).toBe(true);
});
