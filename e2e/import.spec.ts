import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test as plain } from './harness.ts';
import { translationsOf } from './translations.ts';

/** The practice that these journeys share, in the session of its manager. */
const test = plain.extend<{ desk: string }>({
  desk: async ({ newPractice, context, page }, use) => {
    await newPractice.signIn(context);
    await page.goto(`${newPractice.url}/practice?part=import`);
    await use(newPractice.url);
    await page.close();
  },
  baseURL: ({ newPractice }, use) => use(newPractice.url),
});

type Texts = Awaited<ReturnType<typeof translationsOf>>;

/** As older programs write it. */
const windows1252 = (text: string) => Buffer.from(text, 'latin1');

const drop = (page: Page, files: Readonly<Record<string, Buffer>>) =>
  page
    .locator('input[type="file"]')
    .setInputFiles(Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'text/csv', buffer })));

/** The numbers of a file in the table: new, changed, unchanged, refused, left out, without those of which there are none at all. */
const countsOf = (page: Page, t: Texts, file: string) =>
  page
    .getByRole('table', { name: t('Records by file') })
    .getByRole('row', { name: file })
    .getByRole('cell');

test.describe('in English', () => {
  test.use({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });

  test('clients, pets and visits of another program are taken over, and what was refused is mended', async ({
    page,
    desk,
  }) => {
    const t = (text: string) => text;
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
    await expect(countsOf(page, t, 'clients.csv')).toHaveText(['2', '0']);
    await expect(countsOf(page, t, 'pets.csv')).toHaveText(['1', '1']);
    await expect(countsOf(page, t, 'visits.csv')).toHaveText(['1', '0']);
    await expect(page.getByText('New people: ⁨Kwame Mensah⁩')).toBeVisible();
    await page.getByRole('button', { name: 'Import 5 records' }).click();
    await expect(page.getByRole('heading', { name: 'The import is done, without 1 line' })).toBeFocused();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download refused lines' }).click();
    const refused = readFileSync(await (await downloading).path(), 'utf8');
    expect(refused).toContain('10009');
    await page.getByRole('button', { name: 'Import more files' }).click();
    await drop(page, { 'clients.csv': clients, 'pets.csv': Buffer.from(refused.replaceAll('10009', '10002')) });
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(countsOf(page, t, 'clients.csv')).toHaveText(['0', '2']);
    await page.getByRole('button', { name: 'Import 1 record' }).click();
    await expect(page.getByRole('heading', { name: 'The import is done' })).toBeFocused();
    await page.goto(`${desk}/?date=2027-01-04`);
    await expect(page.locator('[data-appointment]')).toContainText('Rex');
  });
});

test.describe('in German, on a phone,', () => {
  test.use({ locale: 'de-DE', viewport: { width: 390, height: 844 } });

  test('files with German headings are taken over as they are', async ({ page, desk }) => {
    const t = await translationsOf('de');
    await drop(page, {
      'Kunden.csv': windows1252('Kundennr.;Nachname;Vorname;Handy\r\n10001;Müller;Jörg;0170 1234567\r\n'),
      'Tiere.csv': windows1252('Tiernr.;Kundennr.;Tiername;Tierart;Geburtsdatum\r\n1;10001;Bärli;Hund;24.12.2019\r\n'),
      'Mitarbeiter.csv': windows1252('Nachname;Vorname;Funktion\r\nGroß;Zoë;TFA\r\n'),
    });
    await expect(page.getByText('Windows-1252').first()).toBeVisible();
    await page.getByLabel(t('Source')).fill('Altes Programm');
    await page.getByRole('button', { name: t('Check') }).click();
    await expect(countsOf(page, t, 'Mitarbeiter.csv')).toHaveText(['1']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: '3 Einträge importieren' }).click();
    await expect(page.getByRole('heading', { name: t('The import is done') })).toBeFocused();
    const pets = await (await page.request.get(`${desk}/api/v1/pets?companyId=${await companyId(page, desk)}`)).json();
    expect(pets.data).toContainEqual(
      expect.objectContaining({ name: 'Bärli', clientName: 'Jörg Müller', dateOfBirth: '2019-12-24' }),
    );
  });
});

const companyId = async (page: Page, desk: string): Promise<string> =>
  (await (await page.request.get(`${desk}/api/v1/companies`)).json()).data[0].id;
