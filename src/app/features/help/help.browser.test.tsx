import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const help = page.getByRole('dialog', { name: 'Help', exact: true });
const field = help.getByRole('searchbox', { name: 'Search the help' });
const callout = page.getByRole('note');
const titles = () =>
  help
    .getByRole('heading', { level: 3 })
    .elements()
    .map((heading) => heading.firstChild?.textContent);

async function open(address = '/') {
  const app = await renderApp(createPracticeInMemory(), address);
  await waitUntil(() => expect(document.querySelector('main:not([aria-busy="true"])')).not.toBeNull());
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect.element(field).toHaveFocus();
  return app;
}

const boxOf = (element: Element) => element.getBoundingClientRect();
const overlaps = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

test('the help on any page answers how something is done, and its search narrows the answers', {
  tags: 'smoke',
}, async () => {
  await open('/requests');
  await expect.element(help.getByRole('tab', { name: 'How do I …?', selected: true })).toBeVisible();
  expect(titles().length).toBeGreaterThan(8);
  await userEvent.keyboard('how do I print');
  await waitUntil(() => expect(titles()[0]).toBe('Print tomorrow’s appointments'));
  await field.fill('zork');
  await expect.element(help.getByText('None found')).toBeVisible();
});

test('what the person cannot do is not explained', async () => {
  await open('/settings');
  expect(titles()).not.toContain('Change the opening hours');
  expect(titles()).not.toContain('Cancel an appointment');
  expect(titles()).toContain('Change the language');
});

test('Show me goes there and points at the control without covering it, until the next press', async () => {
  const { address } = await open();
  await field.fill('dark');
  await help.getByRole('button', { name: /Show me: .*Make the screen dark/ }).click();
  await expect.poll(address).toContain('/settings');
  await expect.element(callout).toHaveTextContent('In Settings, choose a light or dark theme');
  const theme = document.querySelector('#theme');
  if (!theme) throw new Error('The settings have no theme.');
  expect(theme).toHaveAttribute('data-pointed-at');
  expect(theme.contains(document.activeElement)).toBe(true);
  await waitUntil(() => expect(overlaps(boxOf(theme), boxOf(callout.element()))).toBe(false));
  pause();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect.element(callout).not.toBeInTheDocument();
  expect(document.querySelector('[data-pointed-at]')).toBeNull();
});

test('Show me stays on a page that has the control', async () => {
  const { address } = await open('/settings');
  await field.fill('book an');
  await help.getByRole('button', { name: /Show me: .*Book an appointment/ }).click();
  await expect.element(page.getByRole('button', { name: 'New appointment' })).toHaveAttribute('data-pointed-at');
  expect(address()).toContain('/settings');
});

test('Show me works by keyboard alone: the focus goes to the control, and the next key ends the explanation', async () => {
  await renderApp(createPracticeInMemory(), '/clients');
  await waitUntil(() => expect(document.querySelector('main:not([aria-busy="true"])')).not.toBeNull());
  await userEvent.keyboard('?');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Tab}{ArrowLeft}{Enter}{Shift>}{Tab}{/Shift}dark');
  const show = help.getByRole('button', { name: /Show me: .*Make the screen dark/ });
  await expect.element(show).toBeVisible();
  while (document.activeElement !== show.element()) await userEvent.keyboard('{Tab}');
  await userEvent.keyboard('{Enter}');
  await expect.element(callout).toHaveTextContent('In Settings, choose a light or dark theme');
  const theme = document.querySelector('#theme');
  await waitUntil(() => expect(theme?.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Escape}');
  await expect.element(callout).not.toBeInTheDocument();
  expect(theme?.contains(document.activeElement)).toBe(true);
});

test('Show me turns the calendar to tomorrow, where it can be printed', async () => {
  const { address } = await open();
  await field.fill('print');
  await help.getByRole('button', { name: /Show me: .*Print tomorrow/ }).click();
  const tomorrow = new Date(Date.now() + 86_400_000);
  await expect
    .poll(address)
    .toContain(`date=${new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format(tomorrow)}`);
  await expect.element(page.getByRole('button', { name: 'Print', exact: true })).toHaveAttribute('data-pointed-at');
});

test('Show me points at the Undo of a notice, or where notices stand', async () => {
  await open('/settings');
  await field.fill('undo');
  const show = help.getByRole('button', { name: /Show me: .*Undo a mistake/ });
  await show.click();
  await waitUntil(() => expect(document.querySelector('[data-notices-line]')).toHaveAttribute('data-pointed-at'));
  await expect.element(callout).toHaveTextContent('in the notice below the header');
});

test('the second tab has all shortcuts as key caps, and the same search', async () => {
  await open();
  await help.getByRole('tab', { name: 'Shortcuts' }).click();
  const term = (meaning: string) => help.getByText(meaning, { exact: true });
  await expect.element(term('Previous or next day (or week)')).toBeVisible();
  expect(help.getByText('Switch person').elements()).toEqual([]);
  await field.fill('undo');
  await expect.element(term('Undo')).toBeVisible();
  expect(
    help
      .getByRole('definition')
      .elements()
      .map((meaning) => meaning.textContent),
  ).toEqual(['Undo']);
  expect([...help.element().querySelectorAll('kbd')].map((cap) => cap.textContent)).toEqual(['Ctrl', 'Z']);
});

test('the search answers a question, and opens the help at the answer', async () => {
  await renderApp(createPracticeInMemory(), '/appointments');
  await waitUntil(() => expect(document.querySelector('main:not([aria-busy="true"])')).not.toBeNull());
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('how do I print');
  await expect
    .element(page.getByRole('option', { name: /^Print tomorrow’s appointments/ }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Print tomorrow’s appointments');
  expect(titles()[0]).toBe('Print tomorrow’s appointments');
});
