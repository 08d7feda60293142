import { expect, test } from 'vitest';
import { isolateText } from './isolate-text.ts';
import { joinReason, parseReason, reasonText } from './reason-text.ts';

test('a reason keeps the answer and the text that was added to it', () => {
  expect(joinReason('Client', 'is on holiday')).toBe('Client: is on holiday');
  expect(parseReason('Client: is on holiday')).toEqual({ usual: 'Client', text: 'is on holiday' });
  expect(reasonText('Client: is on holiday')).toBe(`Client: ${isolateText('is on holiday')}`);
  expect(parseReason(joinReason('Practice', ''))).toEqual({ usual: 'Practice', text: '' });
  // A text alone is a reason without a standard one, as practice software stores it.
  expect(joinReason('Other', 'moved to Vienna')).toBe('moved to Vienna');
  expect(parseReason('moved to Vienna')).toEqual({ usual: null, text: 'moved to Vienna' });
});
