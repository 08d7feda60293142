import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AppointmentStatus } from '#contract/enums.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const SEARCH = 'POST /v1/appointments/search';
const HISTORY = 'GET /v1/appointment-history';
const PLAN = 'GET /v1/availability';
const [ADA, BRAM] = [idOf(6, 1), idOf(6, 2)];
const NORTH = idOf(2, 1);
/** A Wednesday at noon in New York, four hours behind UTC. */
const NOW = '2041-06-05T16:00:00Z';
const at = (day: string, clock: string) => `2041-06-${day}T${clock}:00.000Z`;

beforeEach(() => void vi.setSystemTime(new Date(NOW)));
afterEach(() => void vi.useRealTimers());

const table = () => page.getByRole('table').element() as HTMLTableElement;
/** The text of each cell, row by row. */
const rows = () =>
  [...table().rows].map((row) =>
    [...row.cells].map(
      (cell) =>
        [...cell.querySelectorAll('span, bdi')]
          .map((part) => part.textContent)
          .join(' ')
          .trim() || cell.textContent,
    ),
  );

/** The searches for the report. */
const searchesOf = ({ requests }: PracticeInMemory) =>
  requests.filter(
    ({ name, body }) =>
      name === SEARCH && body?.['storeIds'] === undefined && !JSON.stringify(body).includes('"requested"'),
  );

const WEEK = 'from=2041-06-03&to=2041-06-09';

/** Ada is on duty for four hours on Tuesday, one of which is booked; Bram has a no-show and an upcoming appointment. */
function week(): PracticeInMemory {
  const practice = createPracticeInMemory({ appointments: 0, hasExtensions: true });
  practice.plan.create({
    kind: 'on_duty',
    storeId: NORTH,
    employeeId: ADA,
    start: at('04', '12:00'),
    end: at('04', '16:00'),
  });
  const book = (vet: string, start: string, end: string) =>
    practice.add({
      start,
      end,
      storeId: NORTH,
      employees: [{ id: vet, isMainEmployee: true }],
      visitTypeId: idOf(7, 1),
    }).id;
  const change = (id: string, time: string, status: AppointmentStatus, reason?: string) => {
    vi.setSystemTime(new Date(time));
    practice.change(id, { status, ...(reason === undefined ? {} : { reason }) });
  };
  const seen = book(ADA, at('04', '13:00'), at('04', '14:00'));
  change(seen, at('04', '12:50'), 'checked_in');
  change(seen, at('04', '13:05'), 'in_progress');
  change(seen, at('04', '14:00'), 'completed');
  change(book(ADA, at('04', '14:00'), at('04', '15:00')), at('03', '20:00'), 'cancelled', 'Client');
  change(book(ADA, at('05', '14:00'), at('05', '15:00')), at('03', '12:00'), 'cancelled', 'Holiday');
  change(book(BRAM, at('04', '14:00'), at('04', '15:00')), at('04', '15:00'), 'no_show');
  book(BRAM, at('06', '14:00'), at('06', '15:00'));
  // The next day belongs to the following week.
  book(BRAM, at('10', '14:00'), at('10', '15:00'));
  vi.setSystemTime(new Date(NOW));
  return practice;
}

test('shows and exports the report of a week by vet, visit type and store, with reasons for cancellations', {
  tags: 'smoke',
}, async () => {
  const practice = week();
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return '#saved';
  });
  const { address, settled } = await renderApp(practice, `/reports?by=vet&${WEEK}`);
  await settled();
  expect(rows()).toEqual([
    [
      'Vet',
      'Appointments',
      'No-shows',
      'Cancelled',
      'Cancelled late',
      'Median wait',
      'Longest wait',
      'Shift hours booked',
    ],
    ['Ada Okafor', '3', '0 0%', '2 67%', '1 33%', '15 min', '15 min', '25% 1 of 4 h'],
    ['Bram de Wit', '2', '1 50%', '0 0%', '0 0%', '–', '–', '–'],
    ['Total', '5', '1 20%', '2 40%', '1 20%', '15 min', '15 min', '25% 1 of 4 h'],
  ]);
  await expect.element(page.getByText('5 appointments, 1 still to come')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Reasons for cancellations' }))
    .toHaveTextContent(/Client 1.*Holiday 1/);
  // Each day of the week, with its numbers for screen readers.
  const days = page.getByRole('region', { name: 'Day by day' }).getByRole('listitem');
  expect(days.elements()).toHaveLength(7);
  await expect.element(days.nth(1)).toHaveTextContent(/^Tuesday,? 4 June: 3 appointments.*1 no-show.*1 cancelled/);
  await expect.element(days.nth(6)).toHaveTextContent(/^Sunday,? 9 June: 0 appointments/);
  await expectAccessible('the report');

  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await files[0]?.text())?.split('\r\n')).toEqual([
    'Vet,Appointments,No-shows,Cancelled,Cancelled late,Median wait in minutes,Longest wait in minutes,Shift hours,Shift hours with appointments,Reasons',
    'Ada Okafor,3,0,2,1,15,15,4,1,Client 1; Holiday 1',
    'Bram de Wit,2,1,0,0,,,,,',
    'Total,5,1,2,1,15,15,4,1,Client 1; Holiday 1',
    '',
  ]);

  const before = searchesOf(practice).length;
  await page.getByRole('radio', { name: 'Visit type' }).click();
  await waitUntil(() => expect(address()).toContain('by=type'));
  expect(rows().map(([name, count]) => [name, count])).toEqual([
    ['Visit type', 'Appointments'],
    ['Consultation', '5'],
    ['Total', '5'],
  ]);
  await page.getByRole('radio', { name: 'Store' }).click();
  await waitUntil(() => expect(rows()[1]?.[0]).toBe('North'));
  expect(searchesOf(practice)).toHaveLength(before);
});

test('says what is still loading, failed to load, or could not be read', { tags: 'smoke' }, async () => {
  const practice = week();
  practice.answer(SEARCH, async (_, usual) => {
    const answer = await usual().json();
    return Response.json({ ...answer, data: [...answer.data, { id: 'unreadable' }] });
  });
  let fail = () => {};
  const failure = new Promise<Response>((resolve) => {
    fail = () => resolve(new Response('', { status: 400 }));
  });
  const mends = [HISTORY, PLAN].map((name) => practice.answer(name, async () => (await failure).clone()));
  await renderApp(practice, `/reports?by=vet&${WEEK}`);
  await waitUntil(() => expect(rows().at(-1)).toEqual(['Total', '5', '1 20%', '2 40%', '…', '…', '…', '…']));
  await expect.element(page.getByRole('progressbar', { name: 'Loading…' })).toBeVisible();
  fail();
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('Some of the numbers couldn’t be loaded.');
  expect(rows().at(-1)?.slice(4)).toEqual(['–', '–', '–', '–']);
  await expect.element(page.getByText('1 appointment couldn’t be read and is not counted.')).toBeVisible();
  for (const mend of mends) mend();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await waitUntil(() => expect(rows().at(-1)?.slice(4)).toEqual(['1 20%', '15 min', '15 min', '25% 1 of 4 h']));
});

test('leaving the page stops loading', async () => {
  const practice = createPracticeInMemory({ appointments: 0, hasExtensions: true });
  let pages = 0;
  practice.answer(HISTORY, () => {
    pages += 1;
    return Response.json({ data: [], nextCursor: String(pages), hasMore: true, totalCount: 9999 });
  });
  await renderApp(practice, '/reports');
  await waitUntil(() => expect(pages).toBeGreaterThan(3));
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
  await waitUntil(() => expect(practice.unanswered()).toBe(0));
  const readBefore = pages;
  await page.getByRole('link', { name: 'Shifts', exact: true }).click();
  await expect.element(page.getByText('No shifts planned.')).toBeVisible();
  expect(pages).toBe(readBefore);
});

test.each([
  ['from=2041-01-01&to=2041-06-01', 'Choose at most 92 days.'],
  ['from=2041-06-05&to=2041-06-01', 'The last day is before the first day.'],
])('%s: invalid days show an error, and nothing is loaded', async (days, words) => {
  const practice = createPracticeInMemory({ appointments: 0, hasExtensions: true });
  const { settled } = await renderApp(practice, `/reports?${days}`);
  await settled();
  await expect.element(page.getByText(words)).toBeVisible();
  expect([...searchesOf(practice), ...practice.requests.filter(({ name }) => name === HISTORY)]).toEqual([]);
});

test('from practice software with only the specified operations it reads a few pages, and other numbers are unknown', {
  tags: 'smoke',
}, async () => {
  const practice = createPracticeInMemory({ appointments: 1300, today: '2041-06-05' });
  const { settled } = await renderApp(practice, '/reports?by=vet&from=2041-03-06&to=2041-06-05');
  await settled();
  const [head, ...others] = rows();
  expect(head).toEqual(['Vet', 'Appointments', 'No-shows', 'Cancelled']);
  // All eight statuses, in equal numbers.
  expect(others.at(-1)).toEqual(['Total', '1,300', '162 12%', '162 12%']);
  await expect.element(page.getByText(/This practice system has no history of changes and no shifts/)).toBeVisible();
  expect(searchesOf(practice)).toHaveLength(3);
});

test('from such a practice system too many appointments are not loaded, and the page says what to do', async () => {
  const practice = createPracticeInMemory({ appointments: 600, today: '2041-06-05' });
  practice.answer(SEARCH, async (_, usual) => {
    const answer = await usual().json();
    // Twenty times as many.
    return Response.json({ ...answer, totalCount: answer.totalCount * 20 });
  });
  const { settled } = await renderApp(practice, '/reports?by=store&from=2041-03-06&to=2041-06-05');
  await settled();
  await expect
    .element(page.getByText(/^There are too many appointments on these days.*Choose fewer days\.$/))
    .toBeVisible();
  expect(searchesOf(practice)).toHaveLength(1);
});
