import { expect, test } from 'vitest';
import { isolated } from './isolated.ts';
import { joinReason, partsOfReason, reasonText } from './reason-text.ts';

test('a reason keeps the answer and the text that was added to it', () => {
  expect(joinReason('Client', 'is on holiday')).toBe('Client: is on holiday');
  expect(partsOfReason('Client: is on holiday')).toEqual({ usual: 'Client', text: 'is on holiday' });
  expect(reasonText('Client: is on holiday')).toBe(`Client: ${isolated('is on holiday')}`);
  expect(partsOfReason(joinReason('Practice', ''))).toEqual({ usual: 'Practice', text: '' });
  // A text alone is a reason of its own, as practice software stores it.
  expect(joinReason('Other', 'moved to Vienna')).toBe('moved to Vienna');
  expect(partsOfReason('moved to Vienna')).toEqual({ usual: null, text: 'moved to Vienna' });
});
