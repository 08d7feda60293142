import { unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exportFiles } from '#contract/practice-export.ts';
import { readTable } from '#import/table.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createManagedPractice, type ManagedPractice, MY_KEY } from '#testing/management-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const EXPORT = 'GET /v1/practice/export';

afterEach(() => page.viewport(1280, 800));

const main = page.getByRole('main');
const exportButton = main.getByRole('button', { name: 'Export', exact: true });
const progress = main.getByRole('progressbar', { name: 'Exporting' });

/** Opens the screen, and records the archives that it saves. */
async function open(practice: ManagedPractice = createManagedPractice({ appointments: 50 })) {
  const saved: { name: string; archive: Blob }[] = [];
  let last: Blob | null = null;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) last = file;
    return '#saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last !== null && this.download !== '') saved.push({ name: this.download, archive: last });
  });
  const app = await renderApp(practice, '/practice?part=export');
  await expect.element(exportButton).toBeVisible();
  return { practice, saved, ...app };
}

/** The ids in each file of an archive. */
async function idsIn(archive: Blob): Promise<Record<string, string[]>> {
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      name,
      readTable({ name, bytes }).rows.map(({ cells: [id = ''] }) => id),
    ]),
  );
}

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).sort();

test('an export saves all clients, pets, people and appointments as one archive, and says what it leaves out', {
  tags: 'smoke',
}, async () => {
  const { practice, saved } = await open();
  await expect.element(main.getByText(/^Not included: shifts/)).toBeVisible();
  await expectAccessible('the export');
  await exportButton.click();
  await expect.element(main.getByRole('status')).toHaveTextContent(/\.zip.* is saved: 50 appointments, /);
  await waitUntil(() => expect(saved).toHaveLength(1));
  const [{ name, archive }] = saved as [(typeof saved)[0]];
  expect(name).toMatch(/ \d{4}-\d\d-\d\d\.zip$/);
  expect(await idsIn(archive)).toEqual({
    'appointments.csv': idsOf(practice.appointments),
    'pets.csv': idsOf(practice.pets),
    'clients.csv': idsOf(practice.clients),
    'people.csv': idsOf(practice.employees),
  });
  const files = practice.requests.filter((request) => request.name === EXPORT).map(({ query }) => query.get('file'));
  expect([...new Set(files)]).toEqual(exportFiles);
  await expectAccessible('a saved export');
});

test('a key that was typed long ago is asked for, also in the middle of an export', async () => {
  const { practice, saved } = await open();
  let pages = 0;
  practice.answer(EXPORT, (_, respond) => {
    pages += 1;
    if (pages === 3) practice.letTimePass();
    return respond();
  });
  practice.letTimePass();
  await exportButton.click();
  for (const _ of ['at the beginning', 'on the way']) {
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabelText('Your key').fill(MY_KEY);
    pause();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
  }
  await waitUntil(() => expect(saved).toHaveLength(1));
  expect((await idsIn((saved[0] as (typeof saved)[0]).archive))['appointments.csv']).toEqual(
    idsOf(practice.appointments),
  );
});

test('after a page that failed, Try again goes on where the export ended', async () => {
  const { practice, saved } = await open();
  const restore = practice.answer(EXPORT, ({ query }, respond) =>
    query.get('file') === 'pets' ? Response.json({}, { status: 500 }) : respond(),
  );
  await exportButton.click();
  const alert = main.getByRole('alert');
  await expect.element(alert).toHaveTextContent('The export stopped. What has been read so far is kept.');
  expect(saved).toEqual([]);
  await expectAccessible('a failed export');
  restore();
  const before = practice.requests.filter(({ query }) => query.get('file') === 'appointments').length;
  pause();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await waitUntil(() => expect(saved).toHaveLength(1));
  expect(practice.requests.filter(({ query }) => query.get('file') === 'appointments')).toHaveLength(before);
  const ids = await idsIn((saved[0] as (typeof saved)[0]).archive);
  expect(ids['appointments.csv']).toEqual(idsOf(practice.appointments));
  expect(ids['pets.csv']).toEqual(idsOf(practice.pets));
});

test('by keyboard alone an export is started, shows its numbers and is cancelled', async () => {
  const { practice, saved } = await open();
  const { letGo } = practice.hold(EXPORT, ({ query }) => query.get('cursor') === '20');
  (exportButton.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(progress).toBeVisible();
  await expect.element(main.getByText('Appointments 20 of 50', { exact: true })).toBeVisible();
  await expectAccessible('an export under way');
  pause();
  await userEvent.keyboard('{Tab}');
  await expect.element(main.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(exportButton).toHaveFocus();
  letGo();
  await waitUntil(() => expect(practice.unanswered()).toBe(0));
  expect(saved).toEqual([]);
});

test('leaving during an export asks first, for another part of the practice, too', async () => {
  const { practice, saved } = await open();
  const { letGo } = practice.hold(EXPORT, ({ query }) => query.get('cursor') === '20');
  await exportButton.click();
  await expect.element(progress).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Leave before the file is saved?' });
  const toRooms = () => main.getByRole('link', { name: 'Rooms' }).click();
  await toRooms();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect.element(progress).toBeVisible();
  pause();
  await toRooms();
  pause();
  await question.getByRole('button', { name: 'Stop and leave' }).click();
  await expect.element(page.getByRole('heading', { name: 'Rooms', level: 1 })).toBeVisible();
  letGo();
  await waitUntil(() => expect(practice.unanswered()).toBe(0));
  expect(saved).toEqual([]);
});

test('the part is there only where the practice system exports', { tags: 'smoke' }, async () => {
  const practice = createManagedPractice({ appointments: 1 });
  delete practice.session.capabilities.exportPractice;
  await renderApp(practice, '/practice?part=export');
  await expect.element(main.getByRole('link', { name: 'Import' })).toBeVisible();
  expect(main.getByRole('link', { name: 'Export', exact: true }).query()).toBeNull();
});
