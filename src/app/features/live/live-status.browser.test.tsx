import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, board, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';

const DAY = '2026-06-03';
const ADDRESS = `/?store=${idOf(2, 1)}&date=${DAY}`;
const SEARCH = 'POST /v1/appointments/search';
const POLL = 'GET /v1/appointments';

const status = page.getByRole('contentinfo').getByRole('status');
/** Simulates the browser's "online" event, which triggers a poll as soon as polling has started. */
async function pollUntil(text: string) {
  const announceOnline = () => {
    window.dispatchEvent(new Event('online'));
    return status.query()?.textContent;
  };
  await expect.poll(announceOnline).toContain(text);
}

test('unreadable answers to polls do not lose changes', async () => {
  const practice = createPracticeInMemory({ today: DAY });
  const { settled } = await openBoard(practice, ADDRESS);
  const appointmentId = practice.appointments[0]?.id ?? '';
  await blockOf(appointmentId);
  await settled();
  await expect.element(status).toHaveTextContent('Live');
  const restoreAnswer = practice.answer(
    POLL,
    () => new Response('<h1>Please sign in</h1>', { headers: { 'content-type': 'text/html' } }),
  );
  const late = practice.add({
    start: `${DAY}T22:00:00.000Z`,
    end: `${DAY}T22:30:00.000Z`,
    updatedAt: new Date().toISOString(),
  });
  const searches = practice.requests.filter(({ name }) => name === SEARCH);
  const day = JSON.stringify(searches[0]?.body);
  const readings = () => practice.requests.filter(({ body }) => JSON.stringify(body) === day).length;
  await pollUntil('Reconnecting');
  await blockOf(appointmentId);
  restoreAnswer();
  await pollUntil('Live');
  await expect.element(await blockOf(late.id)).toHaveAttribute('data-fresh', 'true');
  // It arrived by the poll.
  expect(readings()).toBe(1);
});

test('while the practice system fails, the board is old, nothing on it is free, and it is retried', {
  tags: 'smoke',
}, async () => {
  stopClock();
  const practice = createPracticeInMemory({ today: DAY });
  const first = await openBoard(practice, ADDRESS);
  await expect.element(status).toHaveTextContent('Live');
  await later(() => expect(localStorage.getItem('frontdesk.last-day')).not.toBeNull(), 15);
  await first.leave();

  // It is opened again a minute later.
  await pass(60);
  const requests = new Set(practice.requests.map(({ name }) => name)).add(POLL);
  const answersAgain = [...requests].map((name) => practice.answer(name, () => new Response(null, { status: 503 })));
  const statusTexts = new Set<string>();
  const observer = new MutationObserver(() => statusTexts.add(status.query()?.textContent ?? ''));
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  await renderApp(practice, ADDRESS);
  const alert = page.getByRole('alert');
  await later(
    () =>
      expect(alert.query()).toHaveTextContent(
        'The practice system isn’t responding: don’t book from this screen. This is the day as of ',
      ),
    15,
  );
  observer.disconnect();
  expect([...statusTexts].join()).toContain('as of');
  expect([...statusTexts].join()).not.toContain('Live');
  expect(shownBlocks()).toHaveLength(10);
  const unknownTime = () => board.element().querySelector('[data-incomplete]');
  expect(unknownTime()).not.toBeNull();

  const retryButton = alert.getByRole('button', { name: 'Try again', exact: true });
  await later(() => expect(retryButton.query()).toBeEnabled());
  for (const restoreAnswer of answersAgain) restoreAnswer();
  // Immediately, before the board is retried automatically.
  retryButton.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(status).toHaveTextContent('Live');
  await expect.element(alert).not.toBeInTheDocument();
  await expect.poll(unknownTime).toBeNull();
});
