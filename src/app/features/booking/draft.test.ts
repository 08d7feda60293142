import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newId } from '#app/browser/new-id.ts';
import { DRAFT_LIFETIME_MS } from '#app/browser/tab-drafts.ts';
import { createStorage } from '#testing/storage-in-memory.ts';
import { type BookingAttempt, createDrafts, noAttempt } from './draft.ts';

const sentPet: BookingAttempt = { ...noAttempt, pet: { sent: { key: 'key-1', at: 1, isSearched: false }, id: null } };

let storage: ReturnType<typeof createStorage>;
let now: number;
beforeEach(() => {
  storage = createStorage();
  now = Date.parse('2026-05-30T10:00:00Z');
});

/** The drafts as a page sees them right after loading. */
const draftsOf = (changes: Partial<Parameters<typeof createDrafts>[0]> = {}) =>
  createDrafts({ storage, companyId: 'company', person: 'ann', schema: z.string(), clock: () => now, ...changes });

const offered = () =>
  draftsOf()
    .unfinished()
    .map(({ values }) => values);

test('input is offered again after a reload, and continues as the same draft', () => {
  const draft = draftsOf().open();
  draft.write({ values: 'typed' });
  expect(draftsOf().unfinished()[0]).toEqual({ id: draft.id, values: 'typed', attempt: noAttempt });
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
  expect(offered()).toEqual([]);
});

test('all drafts are offered, newest first, partly sent ones before; the last three unsent are stored', () => {
  for (const values of ['first', 'second', 'third', 'fourth']) draftsOf().open().write({ values });
  const sent = draftsOf().open();
  sent.write({ values: 'sent', attempt: sentPet });
  draftsOf().open().write({ values: 'fifth' });
  expect(offered()).toEqual(['sent', 'fifth', 'fourth', 'third']);
  sent.end();
  expect(offered()).toEqual(['fifth', 'fourth', 'third']);
});

test('a draft is visible only to its author, also when they return', () => {
  draftsOf().open().write({ values: 'of Ann' });
  expect(draftsOf({ person: 'bob' }).unfinished()).toEqual([]);
  expect(draftsOf({ companyId: 'other' }).unfinished()).toEqual([]);
  draftsOf({ person: 'bob' }).open().write({ values: 'of Bob' });
  expect(offered()).toEqual(['of Ann']);
});

test('a draft lasts a day, and one with another shape is ignored', () => {
  draftsOf().open().write({ values: 'typed' });
  expect(draftsOf({ schema: z.number() }).unfinished()).toEqual([]);
  now += DRAFT_LIFETIME_MS;
  expect(offered()).toEqual([]);
});
