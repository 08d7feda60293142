import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { localStore } from '#app/browser/storage.ts';
import { defaultVisitTypes } from '#app/session/default-practice.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createManagedPractice } from '#testing/management-in-memory.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';

afterEach(() => resizePage(1280, 800));

/** A new practice: with standard rooms and visit types, one person, and no records. */
function newPractice() {
  const practice = createManagedPractice({ appointments: 0 });
  const [store] = practice.company.stores;
  const [person] = practice.employees;
  if (!store || !person) throw new Error('The practice has no store or no person.');
  practice.company.stores = [{ ...store, rooms: [{ id: idOf(3, 900), name: 'Consult 1', categories: [] }] }];
  practice.employees.splice(0, practice.employees.length, person);
  const types = defaultVisitTypes().map((type, nth) => ({
    ...{ ...type, id: idOf(7, 900 + nth), companyId: practice.company.id },
    ...{ isMessaged: true, preparation: null, recallMonths: null, isActive: true },
  }));
  practice.types.splice(0, practice.types.length, ...types);
  practice.pets.splice(0);
  return practice;
}

const steps = page.getByRole('dialog', { name: 'Next steps', exact: true });
const button = page.getByRole('button', { name: /^Next steps, \d of 5$/ });
const step = (text: string) => steps.getByRole('link', { name: text });

test('a new practice shows next steps; each leads to its page and is ticked once done', async () => {
  const practice = newPractice();
  const { address } = await renderApp(practice, '/');
  await expect.element(button).toHaveAccessibleName('Next steps, 0 of 5');
  await button.click();
  // The pages that the steps lead to stay within reach.
  const shifts = page.getByRole('link', { name: 'Shifts', exact: true }).element();
  await expect
    .poll(() => steps.element().getBoundingClientRect().left)
    .toBeGreaterThanOrEqual(shifts.getBoundingClientRect().right);
  await expectAccessible('the next steps', { part: '[role="dialog"]' });
  await step('Import clients and pets').click();
  await expect.poll(address).toMatch(/^\/practice\?.*part=import/);
  await expect.element(steps).not.toBeInTheDocument();
  await button.click();
  await step('Plan shifts').click();
  await expect.poll(address).toMatch(/^\/shifts/);
  await button.click();
  await step('Check rooms and visit types').click();
  await expect.poll(address).toMatch(/^\/practice\?.*part=rooms/);
  await page.getByRole('button', { name: /^Edit .*Consult 1/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Blue room');
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveAccessibleName('Next steps, 1 of 5');
  await button.click();
  await expect.element(steps.getByRole('listitem').first().getByRole('img', { name: 'Done' })).toBeVisible();
  await step('Switch on messages to clients').click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect.element(button).toHaveAccessibleName('Next steps, 2 of 5');
});

test('they stay until all are done, also after the import and a reload', async () => {
  const practice = newPractice();
  const first = await renderApp(practice, '/');
  await expect.element(button).toHaveAccessibleName('Next steps, 0 of 5');
  await first.leave();
  const inUse = createManagedPractice({ appointments: 0 });
  await renderApp(inUse, '/');
  await expect.element(button).toHaveAccessibleName('Next steps, 3 of 5');
});

test('they stay hidden once dismissed, and are under More on a phone', async () => {
  const practice = newPractice();
  await resizePage(390, 844);
  const app = await renderApp(practice, '/');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const more = page.getByRole('dialog', { name: 'More', exact: true });
  await expect.element(more.getByRole('link', { name: 'Import clients and pets' })).toBeVisible();
  await more.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(more.getByText('Next steps')).not.toBeInTheDocument();
  await app.leave();
  await resizePage(1280, 800);
  await renderApp(practice, '/');
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});

test('a practice in use has no next steps, and is checked only once', async () => {
  const practice = createManagedPractice();
  const first = await renderApp(practice, '/');
  await expect.poll(() => readPreferences(localStore).stepsSeen).toBe(true);
  await expect.element(button).not.toBeInTheDocument();
  await first.leave();
});
