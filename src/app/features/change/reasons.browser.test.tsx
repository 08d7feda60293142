import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { block, detailsAddress, openBoardOfTwo, practiceWithVisit, VISIT } from '#testing/board-of-two.ts';
import type { PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const REASON = `POST /v1/appointments/${VISIT}/reason`;
const notice = page.getByRole('dialog', { name: /Bella/ });
const why = notice.getByRole('group', { name: 'Why?' });
const answer = (name: string) => why.getByRole('button', { name });

/** The reasons that were sent, each with the time of its change. */
const sent = ({ requests }: PracticeInMemory) =>
  requests.flatMap(({ name, body }) => (name === REASON ? [[body?.['at'], body?.['reason']]] : []));

async function cancelBella(practice: PracticeInMemory) {
  const app = await openBoardOfTwo(practice, detailsAddress);
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect.element(notice.getByText('Cancelled')).toBeVisible();
  return app;
}

test('after a cancellation the notice asks why, and the history shows the answer', { tags: 'smoke' }, async () => {
  const { practice, visit } = practiceWithVisit();
  await cancelBella(practice);
  const at = visit()?.updatedAt;
  await answer('Client').click();
  await expect.element(answer('Client')).toHaveAttribute('aria-pressed', 'true');
  await waitUntil(() => expect(sent(practice)).toEqual([[at, 'Client']]));
  await expectAccessible('a notice that asks why', { part: '[data-notice]' });
  await page.getByText('History', { exact: true }).click();
  await expect.element(page.getByRole('list', { name: 'History' })).toHaveTextContent('Reason: Client');
  // Another answer replaces it, and pressing that again removes it.
  pause();
  await answer('Practice').click();
  await expect.element(page.getByRole('list', { name: 'History' })).toHaveTextContent('Reason: Practice');
  pause();
  await answer('Practice').click();
  await expect.element(page.getByRole('list', { name: 'History' })).not.toHaveTextContent('Reason');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => visit()?.status).toBe('confirmed');
  expect(why.elements()).toEqual([]);
});

const details = page.getByRole('complementary', { name: 'Appointment' });
const whyInDetails = details.getByRole('group', { name: 'Why?' });

test('when the notice is gone, the details of a cancelled appointment add the reason and change it', async () => {
  const { practice, visit } = practiceWithVisit();
  const app = await cancelBella(practice);
  const at = visit()?.updatedAt;
  await app.leave();
  await openBoardOfTwo(practice, detailsAddress);
  expect(notice.elements()).toEqual([]);
  await details.getByRole('button', { name: 'Add reason' }).click();
  await whyInDetails.getByRole('button', { name: 'Practice' }).click();
  await waitUntil(() => expect(sent(practice)).toEqual([[at, 'Practice']]));
  pause();
  await details.getByRole('button', { name: 'Edit reason' }).click();
  await expect.element(details.getByText('Reason: Practice')).toBeVisible();
  await expectAccessible('details of a cancelled appointment', { part: 'aside' });
});

test('the details show the reason on file, and a refusal to change it', async () => {
  const { practice, visit } = practiceWithVisit();
  await cancelBella(practice);
  await answer('Client').click();
  await waitUntil(() => expect(sent(practice)).toEqual([[visit()?.updatedAt, 'Client']]));
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect.element(details.getByText('Reason: Client')).toBeVisible();
  practice.answer(REASON, () =>
    Response.json({ type: 'CONFLICT', message: 'not_changeable', data: { httpStatus: 409 } }, { status: 409 }),
  );
  pause();
  await details.getByRole('button', { name: 'Edit reason' }).click();
  await whyInDetails.getByRole('button', { name: 'Practice' }).click();
  await expect
    .element(page.getByRole('dialog', { name: /Bella.*: reason not saved/ }))
    .toHaveTextContent(/only the person who gave it can change it/);
  await expect.element(whyInDetails.getByRole('button', { name: 'Client' })).toHaveAttribute('aria-pressed', 'true');
});

test('No-show is offered only once the appointment has begun', async () => {
  const { practice, visit } = practiceWithVisit();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(visit()?.start ?? '') - 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await openBoardOfTwo(practice);
  block(/Bella/).element().focus();
  await userEvent.keyboard('{Shift>}S{/Shift}');
  await expect.element(page.getByRole('menuitemradio', { name: 'Cancelled' })).toBeVisible();
  expect(page.getByRole('menuitemradio', { name: 'No-show' }).elements()).toEqual([]);
});

test('another reason can be typed by keyboard alone, or left unsaved', async () => {
  const { practice } = practiceWithVisit();
  await openBoardOfTwo(practice);
  block(/Bella/).element().focus();
  await userEvent.keyboard('{Shift>}S{/Shift}');
  await page.getByRole('menuitemradio', { name: 'No-show' }).click();
  await expect.element(answer('Other')).toBeVisible();
  answer('Other').element().focus();
  await userEvent.keyboard('{Enter} moved to Vienna {Enter}');
  await expect.element(answer('moved to Vienna')).toHaveAttribute('aria-pressed', 'true');
  await waitUntil(() => expect(sent(practice).map(([, reason]) => reason)).toEqual(['Other', 'moved to Vienna']));
  await answer('moved to Vienna').click();
  await notice.getByRole('textbox', { name: 'Reason' }).fill('');
  await notice.getByRole('button', { name: 'Save reason' }).click();
  await waitUntil(() =>
    expect(sent(practice).map(([, reason]) => reason)).toEqual(['Other', 'moved to Vienna', 'Other']),
  );
});

test('a text can be added to any reason, and stays with it when the answer changes', async () => {
  const { practice } = practiceWithVisit();
  await cancelBella(practice);
  await answer('Client').click();
  await userEvent.fill(notice.getByRole('textbox', { name: 'Reason' }), 'is on holiday');
  await userEvent.keyboard('{Enter}');
  const client = why.getByRole('button', { name: /^Client: .*is on holiday/ });
  await expect.element(client).toHaveAttribute('aria-pressed', 'true');
  await answer('Practice').click();
  await waitUntil(() =>
    expect(sent(practice).map(([, reason]) => reason)).toEqual([
      'Client',
      'Client: is on holiday',
      'Practice: is on holiday',
    ]),
  );
});

test('a reason whose response is lost is sent again, and a refused one is reported', async () => {
  const { practice } = practiceWithVisit();
  let tries = 0;
  const end = practice.answer(REASON, (_, respond) => {
    tries += 1;
    const answered = respond();
    if (tries === 1) throw new TypeError('Failed to fetch');
    return answered;
  });
  await cancelBella(practice);
  await answer('Practice').click();
  await waitUntil(() => expect(tries).toBe(2));
  await expect.element(answer('Practice')).toHaveAttribute('aria-pressed', 'true');
  end();
  practice.answer(REASON, () =>
    Response.json({ type: 'FORBIDDEN', message: 'no', data: { httpStatus: 403 } }, { status: 403 }),
  );
  await answer('Client').click();
  await expect.element(page.getByRole('dialog', { name: /Bella.*: reason not saved/ })).toBeVisible();
  await page.getByRole('button', { name: 'More' }).last().click();
  await expect.element(answer('Practice')).toHaveAttribute('aria-pressed', 'true');
});

test('no other change asks for a reason', async () => {
  const { practice, visit } = practiceWithVisit();
  await openBoardOfTwo(practice);
  block(/Bella/).element().focus();
  await userEvent.keyboard('s');
  await expect.element(notice.getByText('Checked in')).toBeVisible();
  expect(why.elements()).toEqual([]);
  await userEvent.keyboard('{Shift>}S{/Shift}');
  await page.getByRole('menuitemradio', { name: 'Cancelled' }).click();
  await expect.element(why).toBeVisible();
  expect(visit()?.status).toBe('cancelled');
});

test('no reason is requested if the practice system does not store reasons', async () => {
  const { practice } = practiceWithVisit();
  const { giveReason: _, ...others } = practice.session.capabilities;
  practice.session.capabilities = others;
  await cancelBella(practice);
  expect(why.elements()).toEqual([]);
});
