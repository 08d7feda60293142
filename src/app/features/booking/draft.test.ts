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

test('input is offered again after a reload, and continues as the same draft', () => {
  const draft = draftsOf().open();
  draft.write({ values: 'typed' });
  expect(draftsOf().unfinished()).toEqual({ id: draft.id, values: 'typed', attempt: noAttempt });
  draftsOf().open(draft.id).write({ values: 'typed, longer' });
  expect(draft.read()).toMatchObject({ values: 'typed, longer' });
});

test('storing the form again keeps the attempt', () => {
  const draft = draftsOf().open();
  draft.write({ values: 'typed', attempt: sentPet });
  draft.write({ values: 'typed again' });
  expect(draft.read()).toEqual({ id: draft.id, values: 'typed again', attempt: sentPet });
});

test('a booked or discarded draft does not return, even if another page stores it', () => {
  const id = newId();
  draftsOf().open(id).write({ values: 'typed' });
  draftsOf().open(id).end();
  draftsOf().open(id).write({ values: 'typed while the form closes' });
  expect(draftsOf().unfinished()).toBeNull();
});

test('the newest draft is offered, partly sent ones first, and the last three are kept', () => {
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

test('a draft is visible only to its author, also when they return', () => {
  draftsOf().open().write({ values: 'of Ann' });
  expect(draftsOf({ person: 'bob' }).unfinished()).toBeNull();
  expect(draftsOf({ companyId: 'other' }).unfinished()).toBeNull();
  draftsOf({ person: 'bob' }).open().write({ values: 'of Bob' });
  expect(draftsOf().unfinished()?.values).toBe('of Ann');
});

test('a draft lasts a day, and one with another shape is ignored', () => {
  draftsOf().open().write({ values: 'typed' });
  expect(draftsOf({ schema: z.number() }).unfinished()).toBeNull();
  now += DRAFT_LIFETIME_MS;
  expect(draftsOf().unfinished()).toBeNull();
});
