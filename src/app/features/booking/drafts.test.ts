import { beforeEach, describe, expect, test } from 'vitest';
import { storeOf } from '#app/browser/storage.ts';
import { DRAFT_LIFETIME_MS } from '#app/browser/tab-drafts.ts';
import { createFakePractice, createStorage, request, values } from '#testing/fake-practice.ts';
import { createDraftStore, type Draft } from './drafts.ts';

const { companyId } = request;
const attempt = { request, sentAt: 1, knownIds: null, petName: 'Rex', key: null, fullySearched: false };
const LINK = 'a new appointment';
let storage: ReturnType<typeof createStorage>;
let now: number;
beforeEach(() => {
  storage = createStorage();
  now = Date.parse('2026-05-30T10:00:00Z');
});

/** The drafts as a form has them. */
function draftsOf(changes: Partial<Parameters<typeof createDraftStore>[0]> = {}) {
  return createDraftStore({ storage, companyId, person: null, clock: () => now, ...changes });
}

type Changes = Parameters<typeof draftsOf>[0];
/** What a form that opens begins with, while none of the drafts but these is being booked. */
const opened = (changes?: Changes, booking: string[] = [], link = LINK) =>
  draftsOf(changes).restore({ link, isBeingBooked: (id) => booking.includes(id) });
const restored = (changes?: Changes, booking?: string[]) => opened(changes, booking)?.draft ?? null;

function draft(id: string, notes = ''): Draft {
  return { id, values: { ...values, notes }, attempt: null };
}

test('a draft comes back until it is removed by its own id', () => {
  const drafts = draftsOf();
  drafts.write(draft('one', 'first'));
  drafts.write(draft('one', 'first, longer'));
  drafts.remove('two');
  expect(restored()).toEqual(draft('one', 'first, longer'));
  drafts.remove('one');
  expect(restored()).toBeNull();
});

test('a draft ends after a day', () => {
  draftsOf().write(draft('one'));
  now += DRAFT_LIFETIME_MS;
  expect(restored()).toBeNull();
});

test('a draft that has ended is not written again', () => {
  const drafts = draftsOf();
  drafts.write(draft('one'));
  drafts.end('one');
  drafts.write(draft('one', 'typed while the form closes'));
  expect([restored(), drafts.hasEnded('one'), drafts.hasEnded('two')]).toEqual([null, true, false]);
});

describe('whose a draft is', () => {
  test('nobody else sees it, and it is there again for who typed it', () => {
    draftsOf({ person: 'ann' }).write(draft('one', 'of Ann'));
    expect(restored({ person: 'bob' })).toBeNull();
    draftsOf({ person: 'bob' }).write(draft('two', 'of Bob'));
    draftsOf({ person: 'bob' }).end('two');
    expect(restored({ person: 'ann' })?.values.notes).toBe('of Ann');
  });

  test('another company has drafts of its own', () => {
    draftsOf().write(draft('one'));
    expect(restored({ companyId: 'other' })).toBeNull();
  });
});

describe('a form that was opened for a pet', () => {
  const scope = values.pet?.id ?? '';

  test('continues its own drafts alone', () => {
    draftsOf({ scope }).write(draft('one', 'of Rex'));
    expect(restored()).toBeNull();
    expect(restored({ scope: 'another' })).toBeNull();
    expect(restored({ scope })?.values.notes).toBe('of Rex');
  });

  test('does not continue a draft in which another pet was chosen; that is the open form’s then', () => {
    draftsOf({ scope: 'bear' }).write(draft('one', 'for Rex after all'));
    expect(restored({ scope: 'bear' })).toBeNull();
    expect(restored()?.values.notes).toBe('for Rex after all');
  });
});

describe('several drafts of one scope', () => {
  test('are one unfinished draft: the newest', () => {
    draftsOf().write(draft('one', 'older'));
    draftsOf().write(draft('two', 'newer'));
    expect(restored()?.id).toBe('two');
    expect(draftsOf().find('one')).toBeNull();
  });

  test('a form that opens during a booking has a draft of its own', () => {
    draftsOf().write({ ...draft('one'), attempt });
    expect(restored({}, ['one'])).toBeNull();
    draftsOf().write(draft('two'));
    expect(restored({}, ['one'])?.id).toBe('two');
  });

  test('what may have been booked is not replaced, and comes first', () => {
    draftsOf().write({ ...draft('one'), attempt });
    draftsOf().write(draft('two'));
    expect(restored()).toEqual({ ...draft('one'), attempt });
  });
});

test('a form that was open when the page was reloaded continues as it was, for the same link', () => {
  const form = draftsOf({ scope: 'bear' });
  form.open('for bear');
  // Another pet was chosen in it, which is no draft of that link’s otherwise.
  form.write(draft('one'));
  expect(opened({ scope: 'bear' }, [], 'for bear')).toEqual({ draft: draft('one'), whole: true });
  expect(opened({ scope: 'bear' }, [], 'at ten')).toBeNull();
  form.close('one');
  expect(opened({ scope: 'bear' }, [], 'for bear')).toBeNull();
  expect(opened()).toEqual({ draft: draft('one'), whole: false });
});

describe('storage', () => {
  test.each(['{"id":1}', 'nonsense', '5', '[1]', `[{"id":"one","savedAt":${Date.parse('2026-05-30')},"value":{}}]`])(
    'that holds something else holds no draft: %s',
    (text) => {
      storage.setItem(`frontdesk.drafts.booking.${companyId}`, text);
      expect(restored()).toBeNull();
    },
  );

  test('that is forbidden keeps a draft as long as the page', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const forbidden = storeOf(() => ({ getItem: refuse, setItem: refuse, removeItem: refuse }));
    const drafts = draftsOf({ storage: forbidden });
    drafts.write(draft('draft-1', 'typed'));
    // The form is closed and opened again.
    expect(restored({ storage: forbidden })?.values.notes).toBe('typed');
    const { ports, book } = createFakePractice();
    expect((await book({}, { ...ports, drafts })).kind).toBe('booked');
    expect(restored({ storage: forbidden })).toBeNull();
  });
});
