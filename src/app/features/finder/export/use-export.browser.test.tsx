import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { type AskedRequest, createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const SEARCH = 'POST /v1/appointments/search';
const EMPLOYEES = 'GET /v1/employees';

const matches = page.getByTestId('matches');
const progress = page.getByRole('progressbar', { name: 'Export' });
const csvButton = page.getByRole('button', { name: 'CSV' });

/** A practice of three pages, the list of all of it, and the files that it saves. */
async function renderList(practice = createPracticeInMemory({ appointments: 1300 })) {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return '#saved';
  });
  await renderApp(practice, '/appointments');
  await expect.element(matches).toHaveTextContent('1,300 matches');
  return {
    practice,
    /** The text of the last file, once so many are saved. */
    saved: async (count: number) => {
      await waitUntil(() => expect(files).toHaveLength(count));
      return (await files.at(-1)?.text()) ?? '';
    },
  };
}

/** Further pages are those of the export. */
const isFurther = ({ name, body }: AskedRequest) => name === SEARCH && body?.['cursor'] != null;

/** The values of a column of a CSV file; none of these has quotes. */
function column(text: string, name: string): string[] {
  const [head = [], ...lines] = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.replace('\uFEFF', '').split(','));
  return lines.map((line) => line[head.indexOf(name)] ?? '');
}

const idsOf = ({ appointments }: PracticeInMemory) => appointments.map(({ id }) => id);

test('a long export shows how far it is, can be called off, and then leaves nothing out', async () => {
  const { practice, saved } = await renderList();
  const { letGo } = practice.hold(SEARCH, isFurther);
  await csvButton.click();
  await expect.element(progress).toBeVisible();
  await expect.element(page.getByText('CSV: 500 of 1,300', { exact: true })).toBeVisible();
  await waitUntil(() => expect(practice.asked.filter(isFurther)).toHaveLength(1));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(progress).not.toBeInTheDocument();
  letGo();
  await csvButton.click();
  expect(column(await saved(1), 'Id')).toEqual(idsOf(practice));
});

test('what was begun goes on over other filters and screens, and tells its end', async () => {
  const { practice, saved } = await renderList();
  const { letGo } = practice.hold(SEARCH, isFurther);
  await csvButton.click();
  await waitUntil(() => expect(practice.asked.filter(isFurther)).toHaveLength(1));
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('nobody is called this');
  await expect
    .element(page.getByText('CSV: 500 of 1,300, with the filters at its start', { exact: true }))
    .toBeVisible();
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
  letGo();
  expect(column(await saved(1), 'Id')).toEqual(idsOf(practice));
  const notice = page.getByRole('dialog', { name: 'appointments.csv is saved', exact: true });
  await expect.element(notice).toHaveTextContent('1,300 appointments, with the filters at its start.');
});

test('no file has ids in place of names without a word', async () => {
  const practice = createPracticeInMemory({ appointments: 1300 });
  const mend = practice.answer(EMPLOYEES, () => Response.json({}, { status: 403 }));
  const { saved } = await renderList(practice);
  await csvButton.click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('the names of vets could not be loaded');
  await expect.element(alert.getByRole('button', { name: 'Export without them' })).toBeVisible();

  mend();
  const { letGo } = practice.hold(EMPLOYEES);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(progress).toBeVisible();
  letGo();
  expect(new Set(column(await saved(1), 'Vets'))).toEqual(new Set(['Ada Okafor', 'Bram de Wit', 'Chiara Rossi']));
});

test('a file that is not complete is told as such, and can be had anew', async () => {
  const practice = createPracticeInMemory({ appointments: 1300 });
  const mend = practice.answer(SEARCH, async (_request, usual) => {
    const answer = await usual().json();
    return Response.json({ ...answer, data: [...answer.data, { id: 'unreadable' }], nextCursor: null });
  });
  const { saved } = await renderList(practice);
  await page.getByRole('button', { name: 'iCalendar' }).click();
  await saved(1);
  const notice = page.getByRole('dialog', { name: 'appointments.ics is saved, but not complete' });
  await expect
    .element(notice)
    .toHaveTextContent(
      '500 appointments, with the filters at its start. 1 more could not be read and are not in it. 799 of 1,300 matches are missing: the practice system ended its list early.',
    );
  mend();
  await notice.getByRole('button', { name: 'Try again' }).click();
  expect((await saved(2)).match(/^BEGIN:VEVENT/gm)).toHaveLength(1300);
});
