import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import type { Outbox } from '#app/changes/outbox/outbox.ts';
import { forgetPerson, keepPlace, outboxOf, takePlace, unsavedInTab } from './people-of-tab.ts';

let queryClient: QueryClient;
beforeEach(() => {
  queryClient = new QueryClient();
});

const ofAnn = () => outboxOf(queryClient, { person: 'ann', companyId: 'one' });
const place = { href: '/clients?q=be', showNotices: () => undefined };

/** Adds a change that is never answered; returns the requests. */
function change(outbox: Outbox) {
  const sent: AbortSignal[] = [];
  const log = outbox.open<string, string, null>({
    prepare: (task) => Promise.resolve(task),
    send: (_, signal) => {
      sent.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    insteadOf: () => null,
    conflictIn: () => undefined,
    onTopOf: () => null,
    read: null,
    answerIn: () => null,
    buildsOn: () => true,
    undo: () => null,
    onAnswer: () => undefined,
    onNow: () => undefined,
  });
  const add = () => log.add([{ keys: ['a'], task: 'change' }]);
  add();
  return { sent, log, add };
}

test('each person has a separate outbox in each company, which remains while others use theirs', () => {
  const ann = ofAnn();
  const others = [
    outboxOf(queryClient, { person: 'bob', companyId: 'one' }),
    outboxOf(queryClient, { person: 'ann', companyId: 'two' }),
    outboxOf(queryClient, { person: null, companyId: 'one' }),
    outboxOf(new QueryClient(), { person: 'ann', companyId: 'one' }),
  ];
  expect(new Set([ann, ...others]).size).toBe(5);
  expect(ofAnn()).toBe(ann);
});

test('the tab has unsaved changes as long as any person has', async () => {
  const tab = unsavedInTab(queryClient);
  let times = 0;
  tab.subscribe(() => void times++);
  expect(tab.isUnsaved()).toBe(false);
  const { sent } = change(ofAnn());
  outboxOf(queryClient, { person: 'bob', companyId: 'one' });
  expect([tab.isUnsaved(), times > 0]).toEqual([true, true]);
  await expect.poll(() => sent).toHaveLength(1);
  forgetPerson(queryClient, 'ann');
  expect(tab.isUnsaved()).toBe(false);
});

test('the unsaved changes of a person are counted in every company', () => {
  const tab = unsavedInTab(queryClient);
  const { add } = change(ofAnn());
  add();
  change(outboxOf(queryClient, { person: 'ann', companyId: 'two' }));
  change(outboxOf(queryClient, { person: 'bob', companyId: 'one' }));
  expect([tab.countOf('ann'), tab.countOf('bob'), tab.countOf('cleo')]).toEqual([3, 1, 0]);
});

test('changes of a forgotten person are neither sent, undone nor shown any more', async () => {
  const outbox = ofAnn();
  const { sent, log, add } = change(outbox);
  await expect.poll(() => sent).toHaveLength(1);
  keepPlace(queryClient, 'ann', place);
  forgetPerson(queryClient, 'ann');
  expect([sent[0]?.aborted, log.commands(), outbox.undoable()]).toEqual([true, [], []]);
  // A pending booking that ends later adds nothing.
  add();
  await new Promise((resolve) => setTimeout(resolve));
  expect([sent.length, log.commands()]).toEqual([1, []]);
  keepPlace(queryClient, 'ann', place);
  expect(takePlace(queryClient, 'ann')).toBeNull();
  keepPlace(queryClient, 'ann', place);
  expect(takePlace(queryClient, 'ann')).toBe(place);
  expect(ofAnn()).not.toBe(outbox);
});

test('a person’s page is stored until they are back', () => {
  keepPlace(queryClient, 'ann', place);
  expect(takePlace(queryClient, 'bob')).toBeNull();
  expect(takePlace(queryClient, 'ann')).toBe(place);
  expect(takePlace(queryClient, 'ann')).toBeNull();
});
