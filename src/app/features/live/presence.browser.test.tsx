import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import type { Colleague, DeskActivity } from '#contract/desk-events.ts';
import { dialog, emptyDay, field, openForm } from '#testing/booking-form.ts';
import { stubEvents } from '#testing/event-source.ts';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { blockOf, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const PRESENCE_REQUEST = 'POST /desk/presence';
const anna = isolateText('Anna');

let sendEvent: ReturnType<typeof stubEvents>;
beforeEach(() => {
  sendEvent = stubEvents();
});

/** An event from the gateway to the page. */
const sendPresence = (desks: readonly Colleague[]) => sendEvent('presence', { desks });

function together(practice: PracticeInMemory) {
  practice.session.presence = true;
  practice.answer(PRESENCE_REQUEST, () => Response.json({}));
  return {
    practice,
    said: () =>
      practice.requests.filter(({ name }) => name === PRESENCE_REQUEST).map(({ body }) => body?.['activity'] ?? null),
  };
}

const colleague = (name: string | null, activity: DeskActivity): Colleague => ({
  desk: crypto.randomUUID(),
  name,
  activity,
});

test('a colleague who is booking the same time is named in the panel and on the block, and sees this booking', async () => {
  const { practice, said } = together(emptyDay());
  await openForm(practice);
  await waitUntil(() => expect(said().at(-1)).toMatchObject({ kind: 'booking', roomId: null }));
  const own = said().at(-1) as Extract<DeskActivity, { kind: 'booking' }>;
  const [store, other] = practice.company.stores;
  expect(own.storeId).toBe(store?.id);
  const button = dialog.getByRole('button', { name: 'Book appointment' }).element();
  const place = () => button.getBoundingClientRect().top;
  const placed = place();

  await waitUntil(() => {
    sendPresence([colleague('Anna', own), colleague('Tom', { ...own, storeId: other?.id ?? '' })]);
    expect(dialog.getByText(`${anna} is booking this time, too`).elements()).toHaveLength(1);
  });
  await expect.element(dialog.getByRole('status').filter({ hasText: 'is booking this time, too' })).toBeVisible();
  const draft = () => document.querySelector('[data-event="draft"]');
  await waitUntil(() => expect(draft()?.getAttribute('aria-label')).toContain(`${anna} is booking this time, too`));
  const block = draft();
  expect(block).toHaveClass('with-presence');
  expect(place()).toBe(placed);

  sendPresence([colleague('Anna', own), colleague('Tom', own), colleague(null, own)]);
  await expect
    .element(dialog.getByText(/Anna.+Tom.+ and someone at another desk are booking this time, too/))
    .toBeVisible();
  sendPresence([colleague(null, own)]);
  await expect.element(dialog.getByText('Someone at another desk is booking this time, too')).toBeVisible();
  // What this tab reported itself.
  const desk = String(practice.requests.findLast(({ name }) => name === PRESENCE_REQUEST)?.body?.['desk']);
  sendPresence([{ ...colleague('Tom', own), desk }, colleague('Anna', own)]);
  await expect.element(dialog.getByText(`${anna} is booking this time, too`, { exact: true })).toBeVisible();
  // At another time, or no longer booking.
  sendPresence([colleague('Anna', { ...own, start: own.end, end: '2031-05-01T23:00:00.000Z' })]);
  await waitUntil(() => expect(dialog.getByText('booking this time, too').elements()).toEqual([]));
  expect(draft()).toBe(block);
  expect(block?.getAttribute('aria-label')).not.toContain('booking');
  expect(block).not.toHaveClass('with-presence');

  // Leaving the page ends the activity, and returning to it reports it again.
  const goodbye = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
  const before = said().length;
  window.dispatchEvent(new Event('pagehide'));
  const [[path, blob] = []] = goodbye.mock.calls;
  expect(path).toBe('/desk/presence');
  expect(JSON.parse(await (blob as Blob).text())).toEqual({ companyId: practice.company.id, desk, activity: null });
  window.dispatchEvent(new Event('pageshow'));
  await waitUntil(() => expect(said().slice(before)).toEqual([own]));
  // A person who left the form open is no longer booking.
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 5 * 60_000);
  sendPresence([colleague('Anna', own)]);
  await waitUntil(() => expect(said().at(-1)).toBeNull());
  await field('Pet').click();
  await waitUntil(() => expect(said().at(-1)).toEqual(own));
  await userEvent.keyboard('{Escape}{Escape}');
  await waitUntil(() => expect(dialog.elements()).toEqual([]));
  await waitUntil(() => expect(said().at(-1)).toBeNull());
});

test('an appointment that a colleague is changing says so on its block and in its details, and colleagues see who changes it', async () => {
  const { practice, said } = together(
    createPracticeInMemory({ today: '2026-06-03', appointments: 0, hasExtensions: true }),
  );
  const [store] = practice.company.stores;
  const visit = practice.add({ start: '2026-06-03T14:00:00.000Z', end: '2026-06-03T15:00:00.000Z' });
  await openBoard(practice, `/?store=${store?.id}&date=2026-06-03&appointment=${visit.id}`);
  const block = await blockOf(visit.id);
  const changing: DeskActivity = { kind: 'changing', storeId: visit.storeId, appointmentId: visit.id };
  const details = page.getByRole('complementary', { name: 'Appointment' });
  const heading = () => details.getByRole('heading', { level: 2 }).element().getBoundingClientRect().top;
  await details.getByRole('button', { name: 'Add notes' }).click();
  await waitUntil(() => expect(said().at(-1)).toEqual(changing));
  const before = heading();
  await waitUntil(() => {
    // However long the name is, nothing moves.
    sendPresence([colleague('Anna-Margareta von Hohenstein-Weatherby', changing)]);
    expect(block.getAttribute('aria-label')).toMatch(/Anna.+ is changing this appointment/);
  });
  expect(block.dataset['changing']).toBe('true');
  await expect.element(details.getByRole('status').filter({ hasText: 'is changing this appointment' })).toBeVisible();
  expect(heading()).toBe(before);
  await details.getByRole('button', { name: 'Cancel', exact: true }).click();
  await waitUntil(() => expect(said().at(-1)).toBeNull());
  await details.getByRole('button', { name: 'Reschedule' }).click();
  await waitUntil(() => expect(said().at(-1)).toEqual(changing));
  sendPresence([]);
  await waitUntil(() => expect(block.getAttribute('aria-label')).not.toContain('changing'));
  // The element is the same: nothing was rendered again.
  expect(block.isConnected).toBe(true);
  await userEvent.keyboard('{Escape}{Escape}');
  await waitUntil(() => expect(details.elements()).toEqual([]));
  for (const [key, view] of [
    ['4', 'List'],
    ['5', 'Flow'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(page.getByRole('region', { name: view, exact: true })).toBeVisible();
    const shown = await blockOf(visit.id);
    const texts = [shown, ...shown.querySelectorAll('bdi')];
    const size = () => JSON.stringify(texts.map((text) => text.getBoundingClientRect()));
    const before = size();
    sendPresence([colleague('Anna', changing)]);
    await waitUntil(() => expect(shown.textContent).toContain(`${anna} is changing this appointment`));
    expect(size()).toBe(before);
    sendPresence([]);
    await waitUntil(() => expect(shown.textContent).not.toContain('changing'));
  }
});

test('when presence is switched off, nothing is reported or received', async () => {
  const practice = emptyDay();
  const opened = vi.fn();
  vi.stubGlobal('EventSource', opened);
  await openForm(practice);
  await waitUntil(() => expect(document.querySelector('[data-event="draft"]')).not.toBeNull());
  expect(practice.requests.filter(({ name }) => name === PRESENCE_REQUEST)).toEqual([]);
  expect(opened).not.toHaveBeenCalled();
});
