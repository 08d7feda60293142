import { expect, test, vi } from 'vitest';
import type { BlockMark } from './block-mark.ts';
import { createBlockStates } from './block-states.ts';

const NONE: ReadonlySet<string> = new Set();
const PLAIN = {
  labels: new Map<string, string>(),
  notes: new Map<string, string>(),
  marks: new Map<string, BlockMark>(),
  changing: new Map<string, string>(),
  unsaved: NONE,
  faded: NONE,
  selected: NONE,
  fresh: NONE,
  tabStop: null,
};

/** What the states ask of an element, with its attributes to look at. */
function fakeElement() {
  const attributes: Record<string, string> = { tabindex: '-1' };
  return {
    attributes,
    setAttribute: vi.fn((name: string, value: string) => {
      attributes[name] = value;
    }),
    removeAttribute: vi.fn((name: string) => {
      delete attributes[name];
    }),
    style: { setProperty: vi.fn() },
    focus: vi.fn(),
    scrollIntoView: vi.fn(),
  };
}

test('a change touches the blocks that it concerns and no others', () => {
  const states = createBlockStates();
  const [one, other] = [fakeElement(), fakeElement()];
  states.attach('one', one);
  states.attach('other', other);
  for (const element of [one, other]) {
    element.setAttribute.mockClear();
    element.removeAttribute.mockClear();
  }
  states.update({ ...PLAIN, faded: new Set(['one']), fresh: new Set(['one']) });
  expect(one.attributes).toEqual({ 'data-faded': 'true', 'data-fresh': 'true', tabindex: '-1' });
  expect(other.setAttribute).not.toHaveBeenCalled();
  states.update({ ...PLAIN, faded: new Set(['one']), selected: new Set(['other']), tabStop: 'other' });
  expect(one.attributes).toEqual({ 'data-faded': 'true', tabindex: '-1' });
  expect(other.attributes).toEqual({ 'aria-current': 'true', tabindex: '0' });
  states.update(PLAIN);
  expect(one.attributes).toEqual({ tabindex: '-1' });
  expect(other.attributes).toEqual({ tabindex: '-1' });
});

test('a block that is drawn later is marked as it comes, one that is gone is not touched any more', () => {
  const states = createBlockStates();
  states.update({ ...PLAIN, selected: new Set(['late']), tabStop: 'late' });
  const late = fakeElement();
  states.attach('late', late);
  expect(late.attributes).toEqual({ 'aria-current': 'true', tabindex: '0' });
  states.detach('late', late, false);
  states.update(PLAIN);
  expect(late.attributes).toEqual({ 'aria-current': 'true', tabindex: '0' });
});

test('the focus waits for a block that is not drawn yet', async () => {
  const states = createBlockStates();
  states.focus('late');
  const late = fakeElement();
  states.attach('late', late);
  await expect.poll(() => late.focus.mock.calls).toHaveLength(1);
  expect(late.scrollIntoView).toHaveBeenCalledTimes(1);
  states.focus('late');
  expect(late.focus).toHaveBeenCalledTimes(2);
});

test('a block is named by its appointment and what is said of its place in the day', () => {
  const states = createBlockStates();
  const block = fakeElement();
  states.attach('one', block);
  states.update({ ...PLAIN, labels: new Map([['one', '9:00 to 9:30, Bella']]) });
  expect(block.attributes['aria-label']).toBe('9:00 to 9:30, Bella');
  const late = new Map([['one', '12 min late']]);
  states.update({ ...PLAIN, labels: new Map([['one', '9:00 to 9:30, Bella']]), notes: late });
  expect(block.attributes['aria-label']).toBe('9:00 to 9:30, Bella, 12 min late');
});

test('a block that needs somebody is marked with how urgent it is and a short text', () => {
  const states = createBlockStates();
  const block = fakeElement();
  states.attach('one', block);
  states.update({ ...PLAIN, marks: new Map([['one', { kind: 'late', text: 'late 12' }]]) });
  expect(block.attributes['data-mark']).toBe('late');
  expect(block.style.setProperty).toHaveBeenLastCalledWith('--mark', '"late 12"');
  states.update(PLAIN);
  expect(block.attributes['data-mark']).toBeUndefined();
  expect(block.style.setProperty).toHaveBeenLastCalledWith('--mark', '');
});

test('a block with a change that is not saved yet is marked and says so in its name', () => {
  const states = createBlockStates();
  const block = fakeElement();
  states.attach('one', block);
  const labels = new Map([['one', '9:00 to 9:30, Bella']]);
  states.update({ ...PLAIN, labels, unsaved: new Set(['one']) });
  expect(block.attributes).toMatchObject({
    'aria-label': '9:00 to 9:30, Bella, not saved yet',
    'data-unsaved': 'true',
  });
  states.update({ ...PLAIN, labels });
  expect(block.attributes).toEqual({ 'aria-label': '9:00 to 9:30, Bella', tabindex: '-1' });
});
