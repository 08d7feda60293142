import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mediumDateText } from '#app/text/time-text.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { later, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const field = page.getByRole('combobox', { name: 'Search', exact: true });
const list = page.getByRole('listbox', { name: 'Search', exact: true });
const board = page.getByRole('main', { name: 'Calendar' });

async function openSearch() {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
}

/** The address's search params, as the router has them. */
const paramsOf = (address: string) => new URLSearchParams(address.slice(address.indexOf('?')));

test('a pet that is found by its client opens its page', async () => {
  const practice = createPracticeInMemory();
  const [pet] = practice.pets;
  const { address } = await renderApp(practice, '/appointments?when=all');
  await expect.element(page.getByTestId('matches')).toHaveTextContent('40 appointments');
  await openSearch();
  await userEvent.keyboard(pet?.clientName ?? '');
  await list
    .getByRole('option', { name: `${pet?.name} · ${pet?.clientName}` })
    .first()
    .click();
  await waitUntil(() => expect(address()).toContain(`/pets/${pet?.id}`));
  await expect.element(list).not.toBeInTheDocument();

  // Another search works from there, too.
  await openSearch();
  await userEvent.keyboard('new app{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible();
});

test('the result that Enter opens is announced, and the first arrow key leads to the next one', async () => {
  await renderApp(createPracticeInMemory(), '/appointments?when=all');
  await expect.element(page.getByTestId('matches')).toHaveTextContent('40 appointments');
  await openSearch();
  const announced = () => document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '');
  const options = list.getByRole('option');
  await waitUntil(() => expect(announced()).toHaveTextContent('New appointment'));
  expect(announced()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await waitUntil(() => expect(announced()).toBe(options.nth(1).element()));
  await field.fill('settings');
  await waitUntil(() => expect(announced()).toHaveTextContent('Settings'));
  await field.fill('zzzz');
  await expect.element(page.getByText('No matches.')).toBeVisible();
  expect(field.element()).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{Escape}{Escape}');
  expect(field.element()).not.toHaveAttribute('aria-activedescendant');
});

test('a pet is found whichever of its two spellings is typed', async () => {
  const practice = createPracticeInMemory();
  const [fatima, other] = practice.pets;
  if (!fatima || !other) throw new Error('The practice has no pets.');
  fatima.name = 'فاطمة';
  other.name = 'فاطمي';
  await renderApp(practice, '/appointments?when=all');
  await expect.element(page.getByTestId('matches')).toHaveTextContent('40 appointments');
  await openSearch();
  // Filled in at once: typed letter by letter, the shorter text would be searched for anyway.
  await field.fill('فاطمه');
  await expect.element(list.getByRole('option', { name: /^فاطمة/ })).toBeVisible();
  await expect.element(list.getByRole('option', { name: /^فاطمي/ })).not.toBeInTheDocument();
});

test('a vet of other stores is shown there on the current day, and the tab keeps its stores', async () => {
  const practice = createPracticeInMemory();
  const [, bram] = practice.employees;
  const [north] = practice.company.stores;
  const { address, leave } = await renderApp(practice, '/?date=2026-06-03');
  await expect.element(board).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('button', { name: 'Store: North' }).click();
  await page.getByRole('checkbox', { name: 'South' }).click();
  // The last chosen store cannot be deselected.
  await page.getByRole('checkbox', { name: 'North' }).click();
  await userEvent.keyboard('{Escape}');
  await openSearch();
  await userEvent.keyboard(`${bram?.firstName} ${bram?.lastName}`);
  await expect.element(list.getByRole('option').first()).toHaveTextContent(bram?.lastName ?? '');
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(paramsOf(address()).get('vet')).toBe(bram?.id));
  expect(paramsOf(address()).get('view')).toBe('vets');
  expect(paramsOf(address()).get('date')).toBe('2026-06-03');
  expect(paramsOf(address()).get('store')).toBe(north?.id);

  await leave();
  await renderApp(practice, '/');
  await expect.element(page.getByRole('button', { name: 'Store: South' })).toBeVisible();
});

test('a day and a booking keep what is in view', async () => {
  const practice = createPracticeInMemory();
  const store = practice.company.stores.at(-1);
  const { address } = await renderApp(practice, `/?date=2031-12-23&view=week&store=${store?.id}&q=a`);
  await expect.element(board).toHaveAttribute('aria-busy', 'false');
  await openSearch();
  await userEvent.keyboard('2031-12-28');
  await expect.element(list.getByRole('option').first()).toHaveTextContent('28 December 2031');
  await userEvent.keyboard('{Enter}');
  await waitUntil(() =>
    expect(Object.fromEntries(paramsOf(address()))).toEqual({
      ...{ date: '2031-12-28', view: 'week', store: store?.id, q: 'a', company: practice.company.id },
    }),
  );

  await openSearch();
  await userEvent.keyboard('new app{Enter}');
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await expect.element(form.getByLabelText('Date')).toHaveValue(mediumDateText('2031-12-28'));
  await expect.element(form.getByRole('combobox', { name: 'Store' })).toHaveTextContent(store?.name ?? '');
});

test('a failed search for pets is not reported as “none”', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory();
  practice.answer('GET /v1/pets', () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await renderApp(practice, '/appointments?when=all');
  stopClock();
  await field.fill('bella');
  await later(() => expect(page.getByText('The pets couldn’t be searched.').query()).toBeVisible(), 15);
  await expect.element(page.getByText('No matches.')).not.toBeInTheDocument();
});

test('on a phone the search is on every screen', async () => {
  await resizePage(390, 844);
  const { address } = await renderApp(createPracticeInMemory(), '/');
  await expect.element(board).toHaveAttribute('aria-busy', 'false');
  await field.fill('24 Dec 2031');
  await page.getByRole('option', { name: /24 December 2031/ }).click();
  await waitUntil(() => expect(paramsOf(address()).get('date')).toBe('2031-12-24'));
  await expect.element(field).toBeInViewport();
  expect(document.documentElement.scrollWidth).toBe(390);
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await expect.element(page.getByTestId('matches')).toBeInTheDocument();
  await expect.element(field).toBeInViewport();
  expect(document.documentElement.scrollWidth).toBe(390);
});
