import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type * as InProcess from '#testing/product-in-process.ts';
import { pressUntil } from './board.ts';
import { expect, test } from './harness.ts';

/** Serves a practice that was just set up, in the session of its manager. */
async function startPractice(server: typeof InProcess, { request }: BrowserContext) {
  const desk = await server.serveDesk({ environment: {}, assets: join('dist', 'client') });
  const code = /\/setup#(\S+)/.exec(desk.messages.join('\n'))?.[1];
  const practice = {
    name: 'Willow Vets',
    store: {
      name: 'Main',
      timeZone: 'Europe/Berlin',
      openingHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
      rooms: [{ name: 'Consult 1', categories: [] }],
    },
    visitTypes: [{ name: 'Consultation', durationMinutes: 30, category: 'consult' }],
    people: [{ firstName: 'Kim', lastName: 'Lund', role: 'manager', may: 'manage' }],
  };
  const answer = await request.post(`${desk.url}/desk/setup`, {
    data: { id: crypto.randomUUID(), code, practice, demo: 'remove' },
    headers: { origin: desk.url },
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return desk;
}

const drop = (page: Page, files: Readonly<Record<string, Buffer>>) =>
  page
    .locator('input[type="file"]')
    .setInputFiles(Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'text/csv', buffer })));

/**
 * The numbers of a file in the table: new, changed, unchanged, refused and left out, without columns that are zero for
 * all files.
 */
const countsOf = (page: Page, file: string) =>
  page.getByRole('table', { name: 'Records by file' }).getByRole('row', { name: file }).getByRole('cell');

/** Presses the button that has replaced **Check**. */
async function start(page: Page, name: string | RegExp) {
  const button = page.getByRole('button', { name });
  await pressUntil(
    (wait) => button.click(wait),
    (wait) => expect(button).toBeHidden(wait),
  );
}

test('clients, pets and appointments from another program are imported, and refused lines are corrected', async ({
  page,
  context,
  server,
}) => {
  const desk = await startPractice(server, context);
  await page.goto(`${desk.url}/practice?part=import`);
  const clients = Buffer.from('Id,Contact First Name,Last,Cell\n10001,Anna,Berg,0170 1234567\n10002,,Oak Farm,\n');
  await drop(page, {
    'clients.csv': clients,
    'pets.csv': Buffer.from('Id,Owner Id,Name,Species,DOB\n1,10001,Rex,dog,24/12/2019\n2,10009,Mia,cat,\n'),
    'visits.csv': Buffer.from(
      'Patient Id,Date,Time,Duration,Type,Vet\n1,04/01/2027,10:00,30,Consultation,Dr. Kwame Mensah\n',
    ),
  });
  await page.getByRole('group', { name: '04/01/2027' }).getByLabel('4 January').check();
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(countsOf(page, 'clients.csv')).toHaveText(['2', '0']);
  await expect(countsOf(page, 'pets.csv')).toHaveText(['1', '1']);
  await expect(countsOf(page, 'visits.csv')).toHaveText(['1', '0']);
  await expect(page.getByText('New people: ⁨Kwame Mensah⁩')).toBeVisible();
  await start(page, 'Import 5 records');
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeFocused();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download refused lines' }).click();
  const refused = readFileSync(await (await downloading).path(), 'utf8');
  expect(refused).toContain('10009');
  await page.getByRole('button', { name: 'Import more files' }).click();
  await drop(page, { 'clients.csv': clients, 'pets.csv': Buffer.from(refused.replaceAll('10009', '10002')) });
  // It replaces the button that was just pressed.
  await pressUntil(
    (wait) => page.getByRole('button', { name: 'Check' }).click(wait),
    (wait) => expect(countsOf(page, 'clients.csv')).toHaveText(['0', '2'], wait),
  );
  await start(page, 'Import 1 record');
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeFocused();
  await page.goto(`${desk.url}/?date=2027-01-04`);
  await expect(page.locator('[data-appointment]')).toContainText('Rex');

  await page.close();
  await desk.close();
});

test('what one practice exports, another imports without a question', async ({ page, context, browser, server }) => {
  const desk = await startPractice(server, context);
  await page.goto(`${desk.url}/practice?part=import`);
  await drop(page, {
    'clients.csv': Buffer.from('Id,First name,Last name,Inactive\n1,Anna,Berg,no\n2,Ben,Kern,yes\n'),
    'pets.csv': Buffer.from('Id,Owner Id,Name,Species\n1,1,Rex,dog\n'),
    'visits.csv': Buffer.from(
      'Patient Id,Date,Time,Duration,Type,Vet\n1,2027-01-04,10:00,30,Dental,Dr. Kwame Mensah\n',
    ),
  });
  await page.getByRole('checkbox', { name: /^Also import inactive/ }).check();
  await page.getByRole('button', { name: 'Check' }).click();
  await start(page, /^Import \d+ records$/);
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeFocused();
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click();
  const archive = readFileSync(await (await downloading).path());
  await page.close();
  await desk.close();

  const others = await browser.newContext();
  const other = await startPractice(server, others);
  const there = await others.newPage();
  await there.goto(`${other.url}/practice?part=import`);
  await drop(there, { 'Willow Vets.zip': archive });
  await expect(there.getByText('Exported by Frontdesk.')).toHaveCount(4);
  await there.getByRole('button', { name: 'Check' }).click();
  await expect(countsOf(there, 'clients.csv').first()).toHaveText('2');
  await start(there, /^Import \d+ records$/);
  await expect(there.getByRole('heading', { name: 'The import is done' })).toBeFocused();
  await there.goto(`${other.url}/?date=2027-01-04`);
  await expect(there.locator('[data-appointment]')).toContainText('Rex');
  await others.close();
  await other.close();
});
