import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newId } from '#app/browser/new-id.ts';
import { DRAFT_LIFETIME_MS } from '#app/browser/tab-drafts.ts';
import { createStorage } from '#testing/storage-in-memory.ts';
import { type Attempt, createDrafts, noAttempt } from './draft.ts';

const sentPet: Attempt = { ...noAttempt, pet: { sent: { key: 'key-1', at: 1, isSearched: false }, id: null } };

let storage: ReturnType<typeof createStorage>;
let now: number;
beforeEach(() => {
  storage = createStorage();
  now = Date.parse('2026-05-30T10:00:00Z');
});

/** The drafts as a page sees them right after loading. */
const draftsOf = (changes: Partial<Parameters<typeof createDrafts>[0]> = {}) =>
  createDrafts({ storage, companyId: 'company', person: 'ann', schema: z.string(), clock: () => now, ...changes });

test('what was typed is offered after a reload, and goes on as the same draft', () => {
  const draft = draftsOf().open();
  draft.write({ values: 'typed' });
  expect(draftsOf().unfinished()).toEqual({ id: draft.id, values: 'typed', attempt: noAttempt });
  draftsOf().open(draft.id).write({ values: 'typed, longer' });
  expect(draft.read()).toMatchObject({ values: 'typed, longer' });
});

test('an attempt stays while the form is stored again', () => {
  const draft = draftsOf().open();
  draft.write({ values: 'typed', attempt: sentPet });
  draft.write({ values: 'typed again' });
  expect(draft.read()).toEqual({ id: draft.id, values: 'typed again', attempt: sentPet });
});

test('what was booked or discarded does not come back, whoever stores it', () => {
  const id = newId();
  draftsOf().open(id).write({ values: 'typed' });
  draftsOf().open(id).end();
  draftsOf().open(id).write({ values: 'typed while the form closes' });
  expect(draftsOf().unfinished()).toBeNull();
});

test('the newest draft is offered, one that was partly sent first, and the last three stay', () => {
  const drafts = ['first', 'second', 'third', 'fourth'].map((values) => {
    const draft = draftsOf().open();
    draft.write({ values });
    return draft;
  });
  const sent = draftsOf().open();
  sent.write({ values: 'sent', attempt: sentPet });
  expect(draftsOf().unfinished()?.values).toBe('sent');
  expect(draftsOf().unfinished((id) => id === sent.id)?.values).toBe('fourth');
  sent.end();
  const offered = [...drafts].reverse().map((draft) => {
    const values = draftsOf().unfinished()?.values;
    draft.end();
    return values;
  });
  expect(offered).toEqual(['fourth', 'third', 'second', undefined]);
});

test('only its author sees a draft, and it is there again for the person who typed it', () => {
  draftsOf().open().write({ values: 'of Ann' });
  expect(draftsOf({ person: 'bob' }).unfinished()).toBeNull();
  expect(draftsOf({ companyId: 'other' }).unfinished()).toBeNull();
  draftsOf({ person: 'bob' }).open().write({ values: 'of Bob' });
  expect(draftsOf().unfinished()?.values).toBe('of Ann');
});

test('a draft lasts for a day, and one of another shape is none', () => {
  draftsOf().open().write({ values: 'typed' });
  expect(draftsOf({ schema: z.number() }).unfinished()).toBeNull();
  now += DRAFT_LIFETIME_MS;
  expect(draftsOf().unfinished()).toBeNull();
});
