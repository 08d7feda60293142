import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Appointment } from '#contract/appointment.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { board, expectCounted, openBoard, shownBlocks } from '#testing/shown-board.ts';
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

test('filters apply immediately, combine, and are stored in the address', async () => {
  const { practice, visits, all, address } = weekOfVisits();
  const before = await openBoard(practice, address);
  await allShown(all);
  const count = (status: string) => visits.filter((visit) => visit.status === status).length;
  await expect.element(chips.first()).toHaveAccessibleName(/\d$/);
  expect(chips.elements().map((chip) => chip.ariaLabel)).toEqual(
    practice.enums.APPOINTMENT_STATUS?.map(({ value, label }) => `${label} ${count(value)}`),
  );

  const found = visits.filter(({ status }) => status === 'requested').map(({ id }) => id);
  const requested = page.getByRole('button', { name: `Requested ${found.length}`, exact: true });
  await requested.click();
  await expect.element(requested).toHaveAttribute('aria-pressed', 'true');
  await showing(found.length, all);
  await expect
    .poll(() => idsOf(fadedBlocks()))
    .toEqual(
      visits
        .map(({ id }) => id)
        .filter((id) => !found.includes(id))
        .sort(),
    );
  await page.getByRole('checkbox', { name: 'Hide others', exact: true }).click();
  await expect.poll(() => idsOf(shownBlocks())).toEqual([...found].sort());
  expect(fadedBlocks()).toEqual([]);

  const filteredAddress = before.address();
  await before.leave();
  const { address: now } = await openBoard(practice, filteredAddress);
  await showing(found.length, all);
  await expect.element(requested).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => idsOf(shownBlocks())).toEqual([...found].sort());
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await allShown(all);
  expect(now()).not.toContain('status');
});

test('status chips show labels where they fit; those without appointments lose theirs first', async () => {
  const { practice, address } = weekOfVisits();
  await openBoard(practice, address);
  await expect.element(chips.first()).toHaveAccessibleName(/\d$/);
  const labels = (practice.enums.APPOINTMENT_STATUS ?? []).map(({ label }) => label);
  const isEmpty = (chip: Element) => chip.ariaLabel?.endsWith(' 0') === true;
  const withWord = () => chips.elements().filter((chip) => chip.querySelector('bdi')?.checkVisibility());
  const full = labels.length - chips.elements().filter(isEmpty).length;
  expect(full).toBeLessThan(labels.length);
  const row = () => chips.first().element().closest('.scroll-row');
  for (const [width, min, max] of [
    [2400, labels.length, labels.length],
    [1280, 1, full],
    [800, 0, 0],
  ] as const) {
    await page.viewport(width, 800);
    await waitUntil(() => {
      expect(withWord().length).toBeGreaterThanOrEqual(min);
      expect(withWord().length).toBeLessThanOrEqual(max);
      if (max > 0) expect(row()?.scrollWidth).toBeLessThanOrEqual(row()?.clientWidth ?? 0);
      if (min < labels.length) expect(withWord().filter(isEmpty)).toEqual([]);
    });
  }
  expect(chips.elements().map((chip) => chip.getAttribute('title')?.replace(/ \d+$/, ''))).toEqual(labels);
});

test('the vet filter can be searched by typing and used by keyboard', async () => {
  const { practice, visits, all, address: at } = weekOfVisits();
  const { address } = await openBoard(practice, at);
  const [, vet] = practice.employees;
  const count = visits.filter(({ employees }) => employees.some(({ id }) => id === vet?.id)).length;
  const field = page.getByRole('combobox', { name: 'Vet', exact: true });
  await field.click();
  await expect.element(vetList.getByRole('option').filter({ hasText: 'Bram de Wit' })).toHaveTextContent(`${count}`);
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

test('each filter counts the appointments that pass the others', async () => {
  const { practice, visits, address } = weekOfVisits();
  const [, bram] = practice.employees;
  const isOfBram = ({ employees }: Appointment) => employees.some(({ id }) => id === bram?.id);
  await openBoard(practice, `${address}&vet=${bram?.id}`);
  const count = (status: string) => visits.filter((visit) => visit.status === status && isOfBram(visit)).length;
  await expect.element(chips.first()).toHaveAccessibleName(/\d$/);
  expect(chips.elements().map((chip) => chip.ariaLabel)).toEqual(
    practice.enums.APPOINTMENT_STATUS?.map(({ value, label }) => `${label} ${count(value)}`),
  );
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

test('nothing about filters is shown while none is active', async () => {
  const { practice, address } = weekOfVisits();
  await openBoard(practice, address);
  await expect.element(chips.first()).toHaveAccessibleName(/\d$/);
  await expect.element(page.getByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox', { name: 'Hide others' })).not.toBeInTheDocument();
});

test('hidden appointments leave a mark, and a column with only hidden ones folds', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  const visit = (pet: number, room: number, hour: number) =>
    practice.add({
      title: practice.pets[pet - 1]?.name ?? '',
      petId: idOf(4, pet),
      roomId: idOf(3, room),
      start: `${DAY}T${hour + 4}:00:00.000Z`,
      end: `${DAY}T${hour + 4}:30:00.000Z`,
    });
  const { id } = visit(1, 11, 9);
  visit(3, 11, 10);
  visit(3, 12, 9);
  visit(4, 12, 11);
  await openBoard(practice, `/?store=${STORE}&date=${DAY}&hide=1&q=bella`);
  const shown = () => idsOf(shownBlocks());
  const marks = () => document.querySelectorAll('.taken-hidden').length;
  await expect.poll(shown).toEqual([id]);
  await expect.poll(marks).toBe(1);
  const headings = () =>
    board
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => /^Room \d/.exec(textContent)?.[0]);
  expect(headings()).toEqual(['Room 1']);
  await board.getByRole('button', { name: 'Room 2 · 2 hidden', exact: true }).click();
  await expect.poll(headings).toEqual(['Room 1', 'Room 2']);
  // The time of hidden appointments is marked as taken, without naming them.
  await expect.poll(marks).toBe(3);
  expect(shown()).toEqual([id]);
});

test('the time of a hidden appointment never looks free', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const [bella, , milo] = practice.pets;
  if (!bella || !milo) throw new Error('The practice has too few pets.');
  const add = (from: string, to: string, petId: string, status: Appointment['status'] = 'confirmed') => {
    const [start, end] = [`${DAY}T${from}:00.000Z`, `${DAY}T${to}:00.000Z`];
    return practice.add({ title: '', start, end, petId, status, roomId: idOf(3, 11) });
  };
  const shown = [
    add('13:00', '13:30', bella.id),
    add('15:00', '15:30', bella.id, 'cancelled'),
    add('16:00', '17:00', bella.id),
  ];
  const hidden = [
    // Five minutes, no duration, an end before the start, and at the same time as a cancelled one.
    add('14:00', '14:05', milo.id),
    add('14:30', '14:30', milo.id),
    add('18:00', '17:00', milo.id),
    add('15:00', '15:30', milo.id),
  ];
  await openBoard(practice, `/?store=${STORE}&date=${DAY}&hide=1&q=bella`);
  await waitUntil(() => expect(document.querySelectorAll('.taken-hidden')).toHaveLength(hidden.length));
  const hour = document.querySelectorAll('[data-time="12:00:00"]')[1]?.getBoundingClientRect().height ?? Number.NaN;
  for (const band of document.querySelectorAll('.taken-hidden')) {
    const { left, top, width, height } = band.getBoundingClientRect();
    expect(height).toBeGreaterThanOrEqual(hour / 4 - 1);
    // At least a quarter of its width is not covered by any block.
    const atEnd = document.elementsFromPoint(left + 0.85 * width, top + height / 2);
    expect(atEnd.filter((element) => shown.some(({ id }) => element.closest(`[data-appointment="${id}"]`)))).toEqual(
      [],
    );
  }
});
