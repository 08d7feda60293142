import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import type { ReceivedRequest } from '#testing/network-in-memory.ts';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { later, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const SEARCH = 'POST /v1/appointments/search';

const matches = page.getByTestId('matches');
const progress = page.getByRole('progressbar', { name: 'Export' });

const exportList = () => page.getByRole('button', { name: 'Export' }).click();

/** Renders a list with three pages, earliest first, and records the files that are saved. */
async function renderList(practice = createPracticeInMemory({ appointments: 1300, hasExtensions: true })) {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return '#saved';
  });
  const { router } = await renderApp(practice, '/appointments?when=all&sort=start');
  await expect.element(matches).toHaveTextContent('1,300 appointments');
  return {
    practice,
    files,
    router,
    /** The text of the last file, once this many have been saved. */
    saved: async (count: number) => {
      await waitUntil(() => expect(files).toHaveLength(count));
      return (await files.at(-1)?.text()) ?? '';
    },
  };
}

/** Only the export requests further pages. */
const isFurther = ({ name, body }: ReceivedRequest) => name === SEARCH && body?.['cursor'] != null;

/** The values of a column of a CSV file, none of which are quoted. */
function column(text: string, name: string): string[] {
  const [head = [], ...lines] = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.replace('\uFEFF', '').split(','));
  return lines.map((line) => line[head.indexOf(name)] ?? '');
}

const byStart = ({ appointments }: PracticeInMemory) =>
  [...appointments].sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || (a.id < b.id ? -1 : 1));

test('a long export shows its progress, can be cancelled, and contains all appointments in the order of the list', async () => {
  const practice = createPracticeInMemory({ appointments: 1300, hasExtensions: true });
  for (const client of practice.clients) client.phone = '555 010 7788';
  const { saved, files } = await renderList(practice);
  const { letGo } = practice.hold(SEARCH, isFurther);
  await exportList();
  await expect.element(progress).toBeVisible();
  await expect.element(page.getByText('500 of 1,300', { exact: true })).toBeVisible();
  pause();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(progress).not.toBeInTheDocument();
  letGo();
  expect(files).toEqual([]);
  pause();
  await exportList();
  const text = await saved(1);
  expect(column(text, 'ID')).toEqual(byStart(practice).map(({ id }) => id));
  expect(new Set(column(text, 'Phone'))).toEqual(new Set(['555 010 7788']));
  await expect
    .element(page.getByRole('dialog', { name: 'appointments.csv is saved' }))
    .toHaveTextContent('1,300 appointments.');
});

test('the progress of an export is that of its own list, whatever is shown meanwhile', async () => {
  const { practice, router, saved } = await renderList();
  const { letGo, end } = practice.hold(SEARCH, isFurther);
  await exportList();
  await expect.element(page.getByText('500 of 1,300', { exact: true })).toBeVisible();
  await router.navigate({ to: '/appointments', search: { when: 'today' } });
  await expect.element(matches).not.toHaveTextContent('1,300 appointments');
  await expect.element(page.getByText('500 of 1,300', { exact: true })).toBeVisible();
  letGo();
  end();
  expect(column(await saved(1), 'ID')).toHaveLength(1300);
});

test('a failed export is repeated only for the list that it was about', async () => {
  const practice = createPracticeInMemory({ appointments: 1300, hasExtensions: true });
  practice.answer('GET /v1/clients', () => Response.json({}, { status: 403 }));
  const { router } = await renderList(practice);
  await exportList();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The file was not saved.');
  const { letGo } = practice.hold(SEARCH);
  await router.navigate({ to: '/appointments', search: { when: 'today' } });
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull();
  letGo();
});

test('leaving the page during an export asks first, then cancels it', async () => {
  const { practice, files } = await renderList();
  const { letGo } = practice.hold(SEARCH, isFurther);
  await exportList();
  await expect.element(progress).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Leave before the file is saved?' });
  const toCalendar = () => page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await toCalendar();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect.element(progress).toBeVisible();
  await toCalendar();
  await question.getByRole('button', { name: 'Stop and leave' }).click();
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
  letGo();
  await waitUntil(() => expect(practice.unanswered()).toBe(0));
  expect(files).toEqual([]);
});

test('an export waits for the request budget, and fails rather than omitting a page or names', async () => {
  const practice = createPracticeInMemory({ appointments: 1300, hasExtensions: true });
  const restore = practice.answer('GET /v1/clients', () => Response.json({}, { status: 403 }));
  const { saved, files } = await renderList(practice);
  let used = true;
  practice.answer(SEARCH, (request, respond) =>
    isFurther(request) && used ? new Response('', { status: 429, headers: { 'retry-after': '2' } }) : respond(),
  );
  stopClock();
  await exportList();
  await later(() => expect(practice.requests.filter(isFurther).length).toBeGreaterThan(1));
  used = false;
  const alert = page.getByRole('alert');
  await later(() => expect(alert.query()?.textContent).toContain('The file was not saved.'));
  expect(files).toEqual([]);
  vi.useRealTimers();
  restore();
  await alert.getByRole('button', { name: 'Try again' }).click();
  expect(column(await saved(1), 'ID')).toHaveLength(1300);
});

test('the notice of a saved file counts the records that could not be read', async () => {
  const practice = createPracticeInMemory({ appointments: 1300, hasExtensions: true });
  practice.answer(SEARCH, async (request, respond) => {
    const answer = await respond().json();
    return Response.json(isFurther(request) ? answer : { ...answer, data: [...answer.data, { id: 'unreadable' }] });
  });
  const { saved } = await renderList(practice);
  await exportList();
  expect(column(await saved(1), 'ID')).toHaveLength(1300);
  await expect
    .element(page.getByRole('dialog', { name: 'appointments.csv is saved' }))
    .toHaveTextContent('1,300 appointments. 1 more couldn’t be read and is not included.');
});
