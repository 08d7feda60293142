import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { mediumDateText, shortDateText } from '#app/text/time-text.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { DRAFT_DAY, keepDraft } from '#testing/booking-draft.ts';
import { bookButton, dialog, emptyDay, text } from '#testing/booking-form.ts';

const date = text('Date');

/** The booking form with every field but the date filled in. */
async function renderForm(draft: Parameters<typeof keepDraft>[1] = {}) {
  const practice = emptyDay();
  keepDraft(practice, draft);
  const app = await renderApp(practice, `/?store=${practice.company.stores[0]?.id}&date=${DRAFT_DAY}&new=1`);
  // The newest unfinished booking is offered first.
  await dialog.getByRole('button', { name: 'Continue' }).first().click();
  await expect.element(date).toHaveValue(draft.date ?? mediumDateText(DRAFT_DAY));
  return { practice, unmount: app.leave };
}

const selected = () => {
  const field = date.element();
  return field instanceof HTMLInputElement
    ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
    : null;
};

test('selects the date on click, accepts free typing, and parses it on blur', async () => {
  await renderForm();
  await date.click();
  expect(selected()).toBe(mediumDateText('2031-06-04'));
  await userEvent.keyboard('24.11.2031{Tab}');
  await expect.element(date).toHaveValue(mediumDateText('2031-11-24'));
});

test('a date bears its year only if that is not this year', async () => {
  vi.setSystemTime(`${DRAFT_DAY}T12:00:00Z`);
  onTestFinished(() => void vi.useRealTimers());
  const practice = emptyDay();
  await renderApp(practice, `/?store=${practice.company.stores[0]?.id}&date=${DRAFT_DAY}&new=1`);
  await expect.element(date).toHaveValue(shortDateText(DRAFT_DAY));
  await date.click();
  await userEvent.keyboard('2 january 2032{Tab}');
  await expect.element(date).toHaveValue(mediumDateText('2032-01-02'));
});

test('the arrow keys step by a day, and typing replaces the stepped date', async () => {
  await renderForm();
  await date.click();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowDown}');
  await expect.element(date).toHaveValue(mediumDateText('2031-06-06'));
  await userEvent.keyboard('2031-06-10');
  await expect.element(date).toHaveValue(mediumDateText('2031-06-10'));
});

test('Ctrl+Enter in the field books on the typed day', async () => {
  const { practice } = await renderForm();
  await date.click();
  await userEvent.keyboard('10 june 2031{Control>}{Enter}{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ start: '2031-06-10T13:05:00.000Z' }]);
});

test('clicking the button books on the day that was just typed', async () => {
  const { practice } = await renderForm();
  await date.click();
  await userEvent.keyboard('11 june 2031');
  await bookButton.click({ delay: 100 });
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ start: '2031-06-11T13:05:00.000Z' }]);
});

test('text that is not a date stays with a hint about the format, and is not booked', { tags: 'smoke' }, async () => {
  const { practice } = await renderForm();
  await date.click();
  await userEvent.keyboard('someday');
  await expect.element(date).toBeValid();
  await userEvent.keyboard('{Tab}');
  await expect.element(date).toHaveValue('someday');
  await expect.element(date).toHaveAccessibleDescription(/^That’s not a date\. Try/);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(date).toHaveFocus();
  expect(selected()).toBe('someday');
  await userEvent.keyboard('12 june 2031{Tab}');
  await expect.element(date).toHaveValue(mediumDateText('2031-06-12'));
  await expect.element(date).toBeValid();
  expect(practice.creates()).toEqual([]);
});

test('an ambiguous date asks which day is meant, also by keyboard', async () => {
  const { practice } = await renderForm();
  await date.click();
  await userEvent.keyboard('monday in 2 weeks{Control>}{Enter}{/Control}');
  await expect.element(date).toHaveAccessibleDescription('Which day do you mean?');
  await expect.element(date).toHaveFocus();
  await expect.element(date).toHaveValue('monday in 2 weeks');
  const choice = dialog.getByRole('group', { name: 'Which day do you mean?' });
  await userEvent.keyboard('{Enter}');
  await expect.element(choice.getByRole('button').first()).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(date).toHaveFocus();
  await expect.element(choice).not.toBeInTheDocument();
  expect(practice.creates()).toEqual([]);
});

test('the draft keeps typed text, and “today” in it is not read again on a later day', async () => {
  const first = await renderForm();
  await date.click();
  await userEvent.keyboard('tomorrow');
  await first.unmount();
  const { practice } = await renderForm({ date: 'tomorrow' });
  await expect.element(date).toHaveAccessibleDescription('Which day do you mean?');
  await dialog.getByRole('group', { name: 'Which day do you mean?' }).getByRole('button').click();
  await expect.element(date).toHaveFocus();
  await expect.element(date).toBeValid();
  expect(practice.creates()).toEqual([]);
});

test('a day is chosen in the month; Escape closes only the month', async () => {
  await renderForm();
  const button = dialog.getByRole('button', { name: 'Calendar' });
  await button.click();
  const month = dialog.getByRole('dialog', { name: 'Calendar' });
  await expect.element(month.getByRole('grid', { name: 'June 2031' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(month).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await button.click();
  await month.getByRole('button', { name: /\b6 June 2031/ }).click();
  await expect.element(date).toHaveValue(mediumDateText('2031-06-06'));
  await expect.element(date).toHaveFocus();
});
