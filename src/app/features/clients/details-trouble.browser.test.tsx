import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';

const DAY = '2026-06-03';
const SEARCH = 'POST /v1/appointments/search';
const details = page.getByRole('complementary', { name: 'Appointment' });
const lastVisits = details.getByRole('link', { name: /6 Jan/ });

/** Answers the requests for the pet's appointments, but not those of the board. Returns a function that stops this. */
function answerVisits(practice: PracticeInMemory, answer: () => Response) {
  const isOfPet = ({ body }: PracticeInMemory['requests'][number]) =>
    JSON.stringify(body?.['filter'] ?? '').includes('petId');
  const end = practice.answer(SEARCH, (request, respond) => (isOfPet(request) ? answer() : respond()));
  return {
    end,
    requestCount: () => practice.requests.filter((request) => request.name === SEARCH && isOfPet(request)).length,
  };
}

/** Opens the details of an appointment whose pet has been here before. */
async function renderDetails(practice: PracticeInMemory) {
  const [visit] = practice.appointments;
  practice.add({ petId: visit?.petId ?? '', start: '2026-01-06T15:00:00.000Z', end: '2026-01-06T15:30:00.000Z' });
  await renderApp(practice, `/?date=${DAY}&appointment=${visit?.id}`);
}

test('while the practice system rejects requests the details say so in one line, and recover automatically', async () => {
  const practice = createPracticeInMemory({ today: DAY });
  const busy = answerVisits(practice, () => new Response('', { status: 429, headers: { 'retry-after': '1' } }));
  stopClock();
  await renderDetails(practice);
  const waiting = details.getByText(/Waiting for the practice system: trying again/);
  await expect.element(waiting).toBeVisible();
  await later(() => expect(busy.requestCount()).toBeGreaterThan(2));
  expect(details.getByRole('alert').elements()).toEqual([]);
  busy.end();
  await pass(1);
  await expect.element(lastVisits.first()).toBeVisible();
  await expect.element(waiting).not.toBeInTheDocument();
});

test('details that a rejected key could not load are loaded with a valid one', async () => {
  const practice = createPracticeInMemory({ today: DAY });
  const refused = answerVisits(practice, () => new Response('', { status: 401 }));
  await renderDetails(practice);
  const alert = details.getByRole('alert');
  await expect.element(alert).toHaveTextContent('The pet’s other appointments couldn’t be loaded.');
  refused.end();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(lastVisits.first()).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});
