import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Appointment } from '#contract/appointment.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { expectCounted, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';
const STORE = idOf(2, 1);

afterEach(() => page.viewport(1280, 800));

const vetList = page.getByRole('listbox', { name: 'Vet', exact: true });
const chips = page.getByRole('group', { name: 'Status' }).getByRole('button');
const showing = (shown: number, all: number) =>
  expect.element(page.getByText(`${shown} of ${all}`, { exact: true })).toBeInTheDocument();
/** Checks that nothing is filtered and the chips count all appointments. */
async function allShown(all: number): Promise<void> {
  await expect.element(page.getByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
  await expectCounted(all);
}
const idsOf = (elements: readonly Element[]) =>
  elements.map((element) => element.getAttribute('data-appointment')).sort();
const fadedBlocks = () => shownBlocks().filter((block) => block.matches('[data-faded]'));

/** A week of twenty appointments in the first store, on two days. */
function weekOfVisits() {
  const practice = createPracticeInMemory({ today: DAY });
  const visits = practice.appointments.filter(({ storeId }) => storeId === STORE);
  return { practice, visits, all: visits.length, address: `/?store=${STORE}&view=week&date=${DAY}` };
}

const DONE: readonly string[] = ['completed', 'cancelled', 'no_show'];
/** The names of the chips: a status each, with its count, and the three that are over in one. */
function chipsOf(practice: PracticeInMemory, visits: readonly Appointment[]): string[] {
  const count = (statuses: readonly string[]) => visits.filter(({ status }) => statuses.includes(status)).length;
  const others = (practice.enums.APPOINTMENT_STATUS ?? []).filter(({ value }) => !DONE.includes(value));
  return [...others.map(({ value, label }) => `${label} ${count([value])}`), `Done ${count(DONE)}`];
}

test('filters apply immediately, combine, and are stored in the address', { tags: 'smoke' }, async () => {
  const { practice, visits, all, address } = weekOfVisits();
  const before = await openBoard(practice, address);
  await allShown(all);
  await expect.element(chips.first()).toHaveAccessibleName(/\d$/);
  expect(chips.elements().map((chip) => chip.ariaLabel)).toEqual(chipsOf(practice, visits));

  const found = visits.filter(({ status }) => status === 'requested').map(({ id }) => id);
  const requested = page.getByRole('button', { name: `Requested ${found.length}`, exact: true });
  await requested.click();
  await expect.element(requested).toHaveAttribute('aria-pressed', 'true');
  await showing(found.length, all);
  const others = visits.map(({ id }) => id).filter((id) => !found.includes(id));
  await expect.poll(() => idsOf(fadedBlocks())).toEqual(others.sort());

  const filteredAddress = before.address();
  await before.leave();
  const { address: now } = await openBoard(practice, filteredAddress);
  await showing(found.length, all);
  await expect.element(requested).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => idsOf(fadedBlocks())).toEqual(others);
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await allShown(all);
  expect(now()).not.toContain('status');
});

test('status chips have their words at 1280 pixels, and lose them while there is no room', async () => {
  const { practice, address } = weekOfVisits();
  await openBoard(practice, address);
  await expect.element(chips.first()).toHaveAccessibleName(/\d$/);
  const labels = chipsOf(practice, []).map((name) => name.replace(/ \d+$/, ''));
  const withWord = () =>
    chips.elements().filter((chip) => chip.querySelector('bdi')?.checkVisibility({ visibilityProperty: true }));
  const row = () => chips.first().element().closest('.scroll-row');
  for (const [width, min, max] of [
    [2400, labels.length, labels.length],
    [1280, labels.length, labels.length],
    [800, 0, 3],
    [1280, labels.length, labels.length],
  ] as const) {
    await page.viewport(width, 800);
    await waitUntil(() => {
      expect(withWord().length).toBeGreaterThanOrEqual(min);
      expect(withWord().length).toBeLessThanOrEqual(max);
      if (max > 0) expect(row()?.scrollWidth).toBeLessThanOrEqual(row()?.clientWidth ?? 0);
    });
  }
  expect(chips.elements().map((chip) => chip.getAttribute('title')?.replace(/ \d+$/, ''))).toEqual(labels);
});

test('Done opens the statuses that are over, and filters for one of them or all', async () => {
  const { practice, visits, all, address: at } = weekOfVisits();
  const { address } = await openBoard(practice, at);
  const count = (statuses: readonly string[]) => visits.filter(({ status }) => statuses.includes(status)).length;
  await page.getByRole('button', { name: `Done ${count(DONE)}`, exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: `No-show ${count(['no_show'])}` }).click();
  await showing(count(['no_show']), all);
  await page.getByRole('menuitemcheckbox', { name: 'All done' }).click();
  await showing(count(DONE), all);
  for (const status of DONE) expect(address()).toContain(status);
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'All done' })).toBeChecked();
  pause();
  await page.getByRole('menuitemcheckbox', { name: 'All done' }).click();
  await allShown(all);
});

test('More filters has the categories, and counts those that are chosen', async () => {
  const { practice, visits, all, address: at } = weekOfVisits();
  const { address } = await openBoard(practice, at);
  const found = visits.filter(({ visitTypeCategory }) => visitTypeCategory === 'consult').length;
  await page.getByRole('button', { name: 'More filters', exact: true }).click();
  await page.getByRole('combobox', { name: 'Category', exact: true }).click();
  await page.getByRole('option', { name: /^Consultation/ }).click();
  await showing(found, all);
  expect(address()).toContain('type=consult');
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(page.getByRole('button', { name: 'More filters 1', exact: true })).toBeVisible();
});

test('the vet filter can be searched by typing and used by keyboard', { tags: 'smoke' }, async () => {
  const { practice, visits, all, address: at } = weekOfVisits();
  const { address } = await openBoard(practice, at);
  const [, vet] = practice.employees;
  const count = visits.filter(({ employees }) => employees.some(({ id }) => id === vet?.id)).length;
  const field = page.getByRole('combobox', { name: 'Vet', exact: true });
  await field.click();
  await expect.element(vetList.getByRole('option').filter({ hasText: 'Bram de Wit' })).toHaveTextContent(`${count}`);
  // The list is drawn one frame before its search field has the focus.
  await expect.element(page.getByRole('combobox', { name: 'Vet: Search' })).toHaveFocus();
  await userEvent.keyboard('bra{Enter}');
  await showing(count, all);
  expect(address()).toContain(`vet=${vet?.id}`);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Clear Vet', exact: true }).click();
  await allShown(all);
});

test('the search text appears as a chip that can be removed', async () => {
  const { visits, practice, all, address: at } = weekOfVisits();
  const found = visits.filter(({ title }) => title.startsWith('Bella')).length;
  const { address } = await openBoard(practice, `${at}&q=bella`);
  await showing(found, all);
  await page.getByRole('button', { name: 'Remove the filter “bella”', exact: true }).click();
  await allShown(all);
  expect(address()).not.toContain('q=');
});

test('each filter counts the appointments that pass the others', { tags: 'smoke' }, async () => {
  const { practice, visits, address } = weekOfVisits();
  const [, bram] = practice.employees;
  const isOfBram = ({ employees }: Appointment) => employees.some(({ id }) => id === bram?.id);
  await openBoard(practice, `${address}&vet=${bram?.id}`);
  await expect.element(chips.first()).toHaveAccessibleName(/\d$/);
  expect(chips.elements().map((chip) => chip.ariaLabel)).toEqual(chipsOf(practice, visits.filter(isOfBram)));
  // The counts in the vet filter ignore the vet filter itself: they show what another choice would add.
  await page.getByRole('combobox', { name: 'Vet', exact: true }).click();
  const [first] = practice.employees;
  const ofFirst = visits.filter(({ employees }) => employees.some(({ id }) => id === first?.id)).length;
  await expect
    .element(vetList.getByRole('option').filter({ hasText: `${first?.firstName} ${first?.lastName}` }))
    .toHaveTextContent(`${ofFirst}`);
});

test('on a phone the filters are in a sheet, and its button counts the active ones', async () => {
  await page.viewport(390, 844);
  const { practice, address: at } = weekOfVisits();
  const { address } = await openBoard(practice, at);
  const button = page.getByRole('button', { name: /^Filters/ });
  await expect.element(chips.first()).not.toBeInTheDocument();
  await button.click();
  await page.getByRole('button', { name: /^Requested / }).click();
  await expect.poll(address).toContain('status=requested');
  await expect.element(button).toHaveTextContent('Filters1');
  await userEvent.keyboard('{Escape}');
  await expect.element(chips.first()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await expect.poll(address).not.toContain('status');
  await expect.element(button).toHaveTextContent(/^Filters$/);
});
