import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { detailsAddress, practiceWithVisit, TODAY } from '#testing/board-of-two.ts';
import { waitUntil } from '#testing/wait-until.ts';

const details = page.getByRole('complementary', { name: 'Appointment' });
const offer = page.getByText(/^Due again in 12 months: /);
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Noon in New York. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T16:00:00Z`) });
  return () => vi.useRealTimers();
});

/** An appointment that is ready for check-out, of a type after which a pet is due again after so many months. */
async function checkOut(recallMonths: number | null) {
  const found = practiceWithVisit();
  const { practice, visit } = found;
  for (const type of practice.types) Object.assign(type, { recallMonths });
  practice.change(visit()?.id ?? '', { status: 'ready_for_checkout' });
  const app = await renderApp(practice, detailsAddress);
  await details.getByRole('button', { name: 'Check out' }).click();
  await waitUntil(() => expect(visit()?.status).toBe('completed'));
  return { ...found, app };
}

test('checking out says when the pet is due again, and “Not wanted” ends that and can be undone', {
  tags: 'smoke',
}, async () => {
  const { practice } = await checkOut(12);
  await expect.element(offer).toHaveTextContent(/2027/);
  await button('Not wanted').click();
  await waitUntil(() => expect(practice.recalls.all()).toMatchObject([{ status: 'declined', dueOn: '2027-06-03' }]));
  await expect.element(offer).not.toBeInTheDocument();
  await page.getByRole('dialog').filter({ hasText: 'Not wanted' }).getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(practice.recalls.all()).toMatchObject([{ status: 'due' }]));
});

test('“Book for that day” opens the panel with pet and type on the day on which the pet is due', async () => {
  const { app, visit } = await checkOut(12);
  await button('Book for that day').click();
  await waitUntil(() => {
    const search = new URLSearchParams(app.address().split('?')[1]);
    expect(Object.fromEntries(search)).toMatchObject({ pet: visit()?.petId, bookType: visit()?.visitTypeId });
    expect(app.address()).toContain('2027-06-03');
  });
});

test('nothing is said about a type after which nothing is due', async () => {
  const { practice } = await checkOut(null);
  await expect.element(button('Undo')).toBeVisible();
  expect(page.getByText(/Due again in/).elements()).toEqual([]);
  expect(practice.requests.filter(({ name }) => name === 'GET /v1/recalls')).toEqual([]);
});
