import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { stubEvents } from '#testing/event-source.ts';
import { createManagedPractice, type ManagedPractice, MY_KEY } from '#testing/management-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';
import { workbookOf, zipOf } from '#testing/workbook.ts';

const IMPORT = 'POST /v1/practice/import';

afterEach(async () => {
  document.documentElement.dir = 'ltr';
  await page.viewport(1280, 800);
});

/** The screen of a person whom no earlier test has used. */
async function open(practice = createManagedPractice({ appointments: 0 })) {
  practice.session.person = crypto.randomUUID();
  return { practice, ...(await show(practice)) };
}

async function show(practice: ManagedPractice) {
  const app = await renderApp(practice, '/practice?part=import');
  await expect.element(button('Choose files')).toBeVisible();
  return app;
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const table = (name: string | RegExp) => page.getByRole('table', { name });
const field = (name: string) => page.getByRole('combobox', { name });

/** Text in the encoding of old programs: all of its letters are in Latin-1. */
const ansi = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Drops files on the page, from texts or bytes by name. */
function drop(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>) {
  const dataTransfer = new DataTransfer();
  for (const [name, content] of Object.entries(files)) dataTransfer.items.add(new File([content], name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

async function choose(name: string, option: string) {
  await field(name).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The cells of the rows of a table. */
const cells = (name: string | RegExp) =>
  [...table(name).element().querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent),
  );

const COUNTS = 'Records by file';

async function check() {
  await button(/^Check/).click();
  await expect.element(button(/^Import \d/)).toBeVisible();
}

/** The files that the page saves. */
function savedFiles() {
  const files: { name: string; text: () => Promise<string> }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push({ name: '', text: () => file.text() });
    return '#saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const last = files.at(-1);
    if (last) last.name = this.download;
  });
  return files;
}

const clientsOf = (count: number) =>
  [
    'Id,First name,Last name,Phone',
    ...Array.from({ length: count }, (_, index) => `${index},Kim,Lund ${index},0170 ${index}`),
  ].join('\n');

test('jumping to the part leaves the header on the screen, however many columns there are', async () => {
  await open();
  drop({
    'Clients.csv': clientsOf(2),
    'Pets.csv': 'Id,Client id,Name,Species,Breed,Sex,Date of birth\n1,1,Rex,dog,,,\n',
  });
  await expect.element(field('Import “⁨Breed⁩” as')).toBeInTheDocument();
  document.querySelector('#practice-part')?.scrollIntoView();
  expect(document.scrollingElement?.scrollTop).toBe(0);
  await expect.element(page.getByRole('combobox', { name: 'Search' })).toBeInViewport();
});

test('German files of an older program are imported after a preview', { tags: 'smoke' }, async () => {
  const { practice } = await open();
  const files = {
    'Kunden.csv': ansi(
      'Kundennummer;Nachname;Vorname;Handy;Bemerkung\r\n10001;Müller;Jörg;0170 1234567;"nett;\r\nimmer"\r\n10002;Groß;Zoë;;\r\n',
    ),
    'Tiere.csv': ansi(
      'Tiernummer;Kundennummer;Name;Tierart;Geburtsdatum\r\n1;10001;Bärli;Hund;24.12.2019\r\n2;99999;Mimi;Katze;\r\n',
    ),
  };
  drop(files);
  await expect.element(page.getByText('2 lines · separated by semicolons').first()).toBeVisible();
  await expect.element(field('Import “⁨Handy⁩” as')).toHaveTextContent('Mobile phone');
  await check();
  await expect.element(page.getByRole('heading', { name: 'Preview' })).toHaveFocus();
  expect(cells(COUNTS)).toEqual([
    ['Kunden.csv', '2', '0'],
    ['Tiere.csv', '1', '1'],
    ['Total', '3', '1'],
  ]);
  const before = practice.clients.length;
  expect(practice.requests.filter(({ name }) => name === IMPORT).map(({ body }) => body?.['dryRun'])).toEqual([true]);
  await button('Import 3 records').click();
  await expect.element(page.getByRole('heading', { name: 'The import is done' })).toHaveFocus();
  await expect.element(table('1 line was refused')).toBeVisible();
  expect(practice.clients.slice(before)).toMatchObject([
    { firstName: 'Jörg', lastName: 'Müller', phone: '0170 1234567' },
    { firstName: 'Zoë', lastName: 'Groß' },
  ]);
  expect(practice.pets.at(-1)).toMatchObject({ name: 'Bärli', species: 'Hund', dateOfBirth: '2019-12-24' });

  await button('Import more files').click();
  drop(files);
  await expect.element(field('Import “⁨Handy⁩” as')).toBeVisible();
  pause();
  await button('Check').click();
  await expect.element(page.getByText('There is nothing to import')).toBeVisible();
});

test('a column chosen by hand is remembered for the next file', async () => {
  const first = await open();
  const file = { 'clients.csv': 'Id,First name,Last name,Zzz,Empty\n1,Kim,Lund,0170 55,\n' };
  drop(file);
  await button(`2 columns are left out: ${isolateText('Zzz')}, ${isolateText('Empty')} · Show`).click();
  await choose('Import “⁨Zzz⁩” as', 'Phone');
  await expect.element(button(`1 column is left out: ${isolateText('Empty')} · Show`)).not.toBeInTheDocument();
  await check();
  await choose('Import “⁨Zzz⁩” as', 'Leave out');
  await expect.element(page.getByText('Something has changed since this preview.')).toBeVisible();
  expect(button(/^Import \d/).query()).toBeNull();
  pause();
  await choose('Import “⁨Zzz⁩” as', 'Phone');
  await first.leave();

  const { practice } = await open();
  drop({ 'another name.csv': file['clients.csv'] });
  await expect.element(field('Import “⁨Zzz⁩” as')).toHaveTextContent('Phone');
  await check();
  pause();
  await button('Import 1 record').click();
  await expect.element(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  expect(practice.clients.at(-1)).toMatchObject({ lastName: 'Lund', phone: '0170 55' });
});

test('asks about an ambiguous date, and adds or maps an unknown visit type', async () => {
  const { practice } = await open();
  drop({
    'pets.csv':
      'Id,Name,Species,Date of birth,Owner first name,Owner last name,Owner email\n1,Rex,dog,03/04/2020,Kim,Lund,kim@example.com\n',
    'visits.csv':
      'Patient id,Date,Time,Duration,Type,Vet\n1,2026-12-30,10:00,30,Consultation,Ada Okafor\n1,2026-12-31,10:00,30,Odd thing,Dr. Nobody\n',
  });
  const question = page.getByRole('group', { name: /03\/04\/2020/ });
  await expect.element(question).toHaveTextContent('Until you choose, such dates are left out.');
  await question.getByRole('radio', { name: '3 April' }).click();
  await expect.element(button('1 visit type matched by name · Show')).toBeVisible();
  await choose('Match “⁨Odd thing⁩” to', 'Vaccination');
  await expect.element(field('Match “⁨Dr. Nobody⁩” to')).toHaveTextContent('New');
  await check();
  await expect.element(page.getByText('New people: ⁨Nobody⁩')).toBeVisible();
  practice.letTimePass();
  await button(/^Import \d/).click();
  await page.getByLabelText('Your key').fill(MY_KEY);
  await button('Confirm').click();
  await expect.element(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  expect(practice.pets.at(-1)?.dateOfBirth).toBe('2020-04-03');
  expect(practice.appointments.map(({ visitTypeName }) => visitTypeName)).toEqual(['Consultation', 'Vaccination']);
});

test('a vet with two first names is found by the last name, and not invented again', async () => {
  const practice = createManagedPractice({ appointments: 0 });
  const [, vet] = practice.employees;
  Object.assign(vet ?? {}, { firstName: 'Anna Maria', lastName: 'Berg' });
  await open(practice);
  const types = 'Patient id,Date,Time,Duration,Type,Vet';
  drop({
    'pets.csv': 'Id,Name,Species,Owner first name,Owner last name,Owner email\n1,Rex,dog,Kim,Lund,kim@example.com\n',
    'visits.csv': `${types}\n1,2026-12-30,10:00,30,Consultation,Dr. Berg\n1,2026-12-31,10:00,30,Consultation,A. Berg\n`,
  });
  await check();
  expect(page.getByText(/^New people:/).query()).toBeNull();
  const lines = practice.requests.findLast(({ name }) => name === IMPORT)?.body?.['lines'];
  expect(lines).toMatchObject([
    { kind: 'client' },
    { kind: 'pet' },
    { employee: { id: vet?.id } },
    { employee: { id: vet?.id } },
  ]);
});

test('a press on Check brings what it shows into view', async () => {
  await open();
  const columns = Array.from({ length: 30 }, (_, nth) => `Zzz ${nth}`);
  drop({ 'clients.csv': `Id,First name,Last name,${columns.join()}\n1,Kim,Lund,${columns.join()}\n` });
  await page.getByRole('button', { name: /^30 columns are left out: .*Zzz 5.*, … · Show$/ }).click();
  await check();
  await expect.element(table(COUNTS)).toBeInViewport({ ratio: 0.9 });
  pause();
  await button('Import 1 record').click();
  await expect.element(page.getByRole('heading', { name: 'The import is done' })).toHaveFocus();
  await expect.element(table(COUNTS)).toBeInViewport({ ratio: 0.9 });
});

test('a reason for which many lines are refused is listed once, with its lines and values', async () => {
  await open();
  const nameless = [2, 3, 4, 6, 8, 10, 12].map((line) => `${line},,Lund,kim@example.com,,`);
  const lines = Array.from({ length: 12 }, (_, nth) => `${nth + 2},${nth},Rex,dog,,`);
  for (const line of nameless) lines[Number.parseInt(line, 10) - 2] = line;
  const longer = '90,Eve,Ragged, Jr,eve@post.example,087 555 0006,,,';
  drop({ 'pets.csv': ['Id,Owner id,Name,Species,Owner email,Owner mobile', ...lines, longer].join('\n') });
  await button(/^Check/).click();
  const refused = table('13 lines are refused');
  await expect.element(refused).toBeVisible();
  expect(cells('13 lines are refused')).toEqual([
    ['pets.csv', '7 lines2–4, 6, 8 and 2 more', 'This row has no client. Enter the client’s ID or name.'],
    [
      'pets.csv',
      '6 lines5, 7, 9 and 3 more',
      'No client was found for ⁨3⁩, ⁨5⁩, ⁨7⁩ and 3 more. Import the clients as well, or correct the file.',
    ],
  ]);
  await refused.getByRole('button', { name: 'and 2 more' }).first().click();
  await expect.element(refused).toHaveTextContent('2–4, 6, 8, 10, 12');
});

test('a column whose values cannot be in it says so before Check', async () => {
  await open();
  drop({ 'pets.csv': 'Id,Owner id,Name,Species,Born\n1,7,Rex,dog,2020-01-02\n2,7,Mia,cat,Siamese\n3,7,Leo,cat,\n' });
  const column = field('Import “⁨Born⁩” as');
  await expect.element(column).toHaveAccessibleDescription('1 of 2 values don’t look like dates');
  await choose('Import “⁨Born⁩” as', 'Breed');
  await expect.element(column).not.toHaveAccessibleDescription();
});

test('a file without the numbers of its clients says so before Check, and why its pets are refused', async () => {
  await open();
  drop({
    'clients.csv': 'Zzz,Given,Surname\n1000,Kim,Lund\n',
    'pets.csv': 'Animal,Called,Species,Cust #\nP2000,Rex,Dog,1000\nP2001,Mia,Cat,1000\n',
  });
  const warning = page.getByText(/^No column is set as the client’s ID/);
  await expect.element(warning).toBeVisible();
  await expect.element(field('Import “⁨Animal⁩” as')).toHaveTextContent('ID');
  await button('Check').click();
  await expect
    .element(table('2 lines are refused'))
    .toHaveTextContent(
      'The client with the ID ⁨1000⁩ can’t be found, because no column of ⁨clients.csv⁩ is set as the client’s ID.',
    );
  await button(`1 column is left out: ${isolateText('Zzz')} · Show`).click();
  await choose('Import “⁨Zzz⁩” as', 'ID');
  await expect.element(warning).not.toBeInTheDocument();
});

test('further phone numbers are counted, and added to the alerts on request', async () => {
  const { practice } = await open();
  drop({
    'clients.csv':
      'Id,Name,Tel (home),Mobile,Warning\n1,Kim Lund,03 5550 1234,0400 111 222,pays cash\n2,Bo Li,,call Jo 0400 111 333,\n',
  });
  await expect
    .element(field('Import “⁨Tel (home)⁩” as'))
    .toHaveAccessibleDescription(/^Only one phone number is imported per client. If “⁨Mobile⁩” has one too/);
  await check();
  const leftOut = page.getByText('1 further phone number is left out, because only one is imported per client.');
  await expect.element(leftOut).toHaveTextContent('1 phone number has words beside it');
  await button('Add to the alerts').click();
  await expect.element(leftOut).not.toBeInTheDocument();
  pause();
  await button('Import 2 records').click();
  await expect.element(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  expect(practice.clients.slice(-2)).toMatchObject([
    { phone: '0400 111 222', alert: 'pays cash; Tel (home): 03 5550 1234' },
    { phone: '0400 111 333', alert: 'Mobile: call Jo 0400 111 333' },
  ]);
});

test('corrected lines replace the file that they were refused from, once the others are imported', async () => {
  await open();
  drop({ 'clients.csv': 'Id,Name\n1,Kim Lund\n2,\n' });
  await check();
  pause();
  await button('Import 1 record').click();
  await expect.element(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  drop({ 'clients-refused.csv': 'Import problem,Id,Name\nThis row has no name.,2,Bo Li\n' });
  await expect.element(page.getByRole('heading', { name: 'clients-refused.csv' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'clients.csv', exact: true })).not.toBeInTheDocument();
});

test('two columns that become the ID of a record say so until one is left out', async () => {
  await open();
  drop({ 'clients.csv': 'Contact Id,Contact Code,Contact Phone,Contact Mobile\n1,10001,02055501,077005501\n' });
  const column = field('Import “⁨Contact Id⁩” as');
  await expect.element(column).toHaveAccessibleDescription(/^“⁨Contact Code⁩” is imported as the same ID/);
  await expect.element(field('Import “⁨Contact Phone⁩” as')).toHaveAccessibleDescription(/^Only one phone number/);
  await choose('Import “⁨Contact Id⁩” as', 'Leave out');
  await expect.element(field('Import “⁨Contact Code⁩” as')).not.toHaveAccessibleDescription();
});

test('refused lines can be saved, each with its reason', { tags: 'smoke' }, async () => {
  await open();
  drop({ 'pets.csv': 'Id,Owner id,Name,Note\n1,77,Rex,"big, calm"\n' });
  await expect.element(field('Import “⁨Owner id⁩” as')).toBeVisible();
  const saved = savedFiles();
  await button('Check').click();
  await expect.element(table('1 line is refused')).toHaveTextContent('pets.csv2');
  await button('Download refused lines').click();
  expect(saved.map(({ name }) => name)).toEqual(['pets-refused.csv']);
  const text = (await saved[0]?.text()) ?? '';
  const [head, line] = text.replace('\uFEFF', '').split('\r\n');
  expect(head).toBe('Import problem,Id,Owner id,Name,Note');
  expect(line).toBe(
    '"No client was found for 77. Import the clients as well, or correct the file.",1,77,Rex,"big, calm"',
  );
});

test('inactive and deceased records are left out, or imported on request, also after a reload', async () => {
  const { practice, leave } = await open();
  const { person } = practice.session;
  const files = {
    'clients.csv': 'Id,First name,Last name,Active\n1,Kim,Lund,yes\n2,Bo,Berg,no\n',
    'pets.csv': 'Id,Owner id,Name,Species,Dead\n1,1,Rex,dog,\n2,1,Mia,cat,yes\n3,1,Leo,cat,2019-04-03\n',
  };
  const inactiveCheckbox = page.getByRole('checkbox', { name: /^Also import inactive clients and pets/ });
  drop(files);
  await check();
  await expect.element(inactiveCheckbox).not.toBeChecked();
  await expect.element(button('Import 2 records')).toBeVisible();
  await expect
    .element(page.getByText('Left out, because they are inactive or have died: 1 client, 2 pets'))
    .toBeVisible();
  await button('Import them too').click();
  await expect.element(button('Import 5 records')).toBeVisible();
  await expect.element(inactiveCheckbox).toBeChecked();
  expect(page.getByText(/^Left out as inactive/).query()).toBeNull();

  // The same person again, with somebody else in between: the first page is gone, as after a reload.
  await leave();
  await (await open()).leave();
  practice.session.person = person;
  await show(practice);
  drop(files);
  await expect.element(inactiveCheckbox).toBeChecked();
});

test('an import that is stopped, delayed and disconnected reaches the same result', { tags: 'smoke' }, async () => {
  const { practice, router } = await open();
  drop({ 'clients.csv': clientsOf(5_100) });
  await check();
  let parts = 0;
  let isConnectionLost = false;
  practice.answer(IMPORT, (_, usual) => {
    parts += 1;
    return parts === 1 ? usual() : Response.json({}, { status: 429, headers: { 'retry-after': '600' } });
  });
  await button('Import 5,100 records').click();
  await expect.element(page.getByRole('region', { name: 'Importing' })).toHaveFocus();
  await expect.element(page.getByText('Waiting for the practice system').first()).toBeVisible();
  void router.navigate({ to: '/' });
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
  await button('Stop').click();
  await expect.element(page.getByText('Stopped. 5,000 of 5,100 records were imported and are kept.')).toBeVisible();

  practice.answer(IMPORT, (_, usual) => {
    if (isConnectionLost) return usual();
    isConnectionLost = true;
    throw new TypeError('The connection was lost.');
  });
  pause();
  await button('Import the rest').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('0 of 5,100 records were imported and are kept.');
  await router.navigate({ to: '/settings' });
  await router.navigate({ to: '/practice', search: { part: 'import' } });
  pause();
  await button('Import the rest').click();
  await expect.element(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  expect(cells(COUNTS)).toEqual([['clients.csv', '5,100']]);
  expect(practice.clients.filter(({ firstName }) => firstName === 'Kim')).toHaveLength(5_100);
});

test('after a reload the files are dropped again, and the choices are remembered', async () => {
  const { practice, leave } = await open();
  const { person } = practice.session;
  const file = { 'visits.csv': 'Patient id,Date,Time,Duration,Type\n1,2026-12-31,10:00,30,Odd thing\n' };
  drop(file);
  await page.getByLabelText('Source').fill('Petworks');
  await choose('Match “⁨Odd thing⁩” to', 'Vaccination');
  // The same person again, with somebody else in between: the first page is gone, as after a reload.
  await leave();
  await (await open()).leave();
  practice.session.person = person;
  await show(practice);
  await expect.element(page.getByText(/^Drop these files again to continue: ⁨visits.csv⁩/)).toBeVisible();
  drop(file);
  await expect.element(field('Match “⁨Odd thing⁩” to')).toHaveTextContent('Vaccination');
  await expect.element(page.getByLabelText('Source')).toHaveValue('Petworks');
  await expect.element(page.getByText(/^Drop these files again/)).not.toBeInTheDocument();
});

test('a guessed encoding can be corrected on the file’s card, and is remembered', async () => {
  const { leave } = await open();
  const bytes = Uint8Array.from(
    [...'Id;Name\n1;'].map((sign) => sign.charCodeAt(0)).concat([0xcf, 0xee, 0xe0, 0xff, 0x0a]),
  );
  drop({ 'clients.csv': bytes });
  const encoding = field('Encoding of ⁨clients.csv⁩');
  await expect.element(page.getByText('Ïîàÿ').first()).toBeInTheDocument();
  await choose('Encoding of ⁨clients.csv⁩', 'Windows-1251');
  await expect.element(page.getByText('Поая').first()).toBeInTheDocument();
  await leave();
  await open();
  drop({ 'clients.csv': bytes });
  await expect.element(encoding).toHaveTextContent('Windows-1251');
  await expect.element(page.getByText('Поая').first()).toBeInTheDocument();
});

test('additions to the practice are found, and an import left halfway can be finished later', async () => {
  const sendEvent = stubEvents();
  const practice = createManagedPractice({ appointments: 0 });
  practice.session.capabilities = { ...practice.session.capabilities, listEvents: { fields: [], idempotent: false } };
  const { router } = await open(practice);
  drop({
    'pets.csv': 'Id,Name,Species,Owner first name,Owner last name,Owner email\n1,Rex,dog,Kim,Lund,kim@example.com\n',
    'visits.csv': 'Patient id,Date,Time,Duration,Type,Vet\n1,2026-12-31,10:00,30,Odd thing,Dr. Nobody\n',
  });
  const unknownWord = field('Match “⁨Odd thing⁩” to');
  await expect.element(unknownWord).toHaveTextContent('New');
  await router.navigate({ to: '/settings' });
  await expect.element(button('Choose files')).not.toBeInTheDocument();
  const [type] = practice.types;
  if (type) practice.types.push({ ...type, id: crypto.randomUUID(), name: 'Odd thing' });
  sendEvent('changed', { practice: true });
  await router.navigate({ to: '/practice', search: { part: 'import' } });
  await expect.element(unknownWord).toHaveTextContent('Odd thing');
  await check();

  practice.letTimePass();
  const { letGo, end } = practice.hold(IMPORT);
  await button(/^Import \d/).click();
  await expect.element(page.getByRole('progressbar', { name: 'Importing' })).toBeVisible();
  void router.navigate({ to: '/settings' });
  await button('Stop and leave').click();
  // A dialog hides everything else from role queries: look in the document instead.
  await waitUntil(() => expect(document.querySelector('input[type=file]')).toBeNull());
  letGo();
  end();
  await router.navigate({ to: '/practice', search: { part: 'import' } });
  pause();
  await button('Import the rest').click();
  await page.getByLabelText('Your key').fill(MY_KEY);
  await button('Confirm').click();
  await expect.element(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  expect(practice.pets.at(-1)).toMatchObject({ name: 'Rex' });
});

test('two files of the same name remain separate; an answer without an outcome for a line is an error', async () => {
  const { practice } = await open();
  const dataTransfer = new DataTransfer();
  for (const id of [1, 2]) dataTransfer.items.add(new File([`Id,Name\n${id},Kim Lund\n`], 'clients.csv'));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await check();
  expect(cells(COUNTS).map(([file]) => file)).toEqual(['clients.csv', 'clients (2).csv', 'Total']);
  const end = practice.answer(IMPORT, () => Response.json({ lines: [{ outcome: 'unchanged', kept: [] }] }));
  await button('Import 2 records').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('unreadable response');
  end();
  pause();
  await button('Import the rest').click();
  await expect.element(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();

  await page.getByLabelText('Source').fill('Petworks');
  pause();
  await check();
  await expect.element(button('Import 2 records')).toBeVisible();
});

test('10,000 lines are read, shown and written with progress', async () => {
  // That many take some time.
  const wait = { timeout: 30_000 };
  const { practice } = await open();
  drop({ 'clients.csv': clientsOf(10_000) });
  await expect.element(page.getByText('10,000 lines'), wait).toBeVisible();
  await button(/^Check/).click();
  await expect.element(button('Import 10,000 records'), wait).toBeVisible();
  const sending = practice.hold(IMPORT);
  await button('Import 10,000 records').click(wait);
  await expect.element(page.getByRole('progressbar', { name: 'Importing' }), wait).toBeVisible();
  sending.end();
  sending.letGo();
  await expect.element(page.getByRole('heading', { name: 'The import is done' }), wait).toBeVisible();
  expect(practice.clients.filter(({ firstName }) => firstName === 'Kim')).toHaveLength(10_000);
});

test('an unreadable file says what to do', async () => {
  await open();
  drop({ 'clients.xlsx': 'PK\u0003\u0004', 'pets.xls': ansi('\xd0\xcf\x11\xe0'), 'nothing.csv': '' });
  await expect.element(page.getByText('This file is damaged or incomplete.')).toBeVisible();
  await expect.element(page.getByText('save it as .xlsx or CSV.')).toBeVisible();
  await expect.element(page.getByText('This file is empty.')).toBeVisible();
  drop({ 'nothing.csv': 'Some,Thing\n1,2\n' });
  await expect.element(page.getByText('The headings don’t show what this file contains.')).toBeVisible();
  await choose('Contents of ⁨nothing.csv⁩', 'Don’t import');
  await button('Remove ⁨clients.xlsx⁩').click();
  await expect.element(page.getByText('damaged or incomplete')).not.toBeInTheDocument();
});

test('a workbook and the tables in an archive are read like other files', async () => {
  const { practice } = await open();
  const cells = [
    ['Id', 'Owner id', 'Name', 'Species', 'Date of birth'],
    [7, 1, 'Rex', 'dog', { number: 43_894, format: 'd/m/yyyy' }],
  ];
  drop({
    'Pets.xlsx': workbookOf(cells, { others: { Notes: 'visible' } }).slice(),
    'export.zip': zipOf({ 'old/clients.csv': clientsOf(2), 'old/readme.md': 'x' }).slice(),
  });
  await expect.element(page.getByText('Sheet “⁨Data⁩” · 1 other sheet isn’t read')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'clients.csv' })).toBeVisible();
  expect(page.getByText('export.zip').query()).toBeNull();
  expect(page.getByRole('radio').query()).toBeNull();
  await check();
  await button('Import 3 records').click();
  await expect.element(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  expect(practice.pets.at(-1)).toMatchObject({ name: 'Rex', dateOfBirth: '2020-03-04' });
});

test('an archive without tables, and refused lines of a workbook as a text', async () => {
  await open();
  drop({
    'photos.zip': zipOf({ 'a.jpg': '' }).slice(),
    'Pets.xlsx': workbookOf([
      ['Id', 'Owner id', 'Name'],
      [1, 77, 'Rex'],
    ]).slice(),
  });
  await expect.element(page.getByText('This archive has no .csv, .txt, .tsv or .xlsx file in it.')).toBeVisible();
  const saved = savedFiles();
  await button('Check').click();
  await expect.element(table('1 line is refused')).toHaveTextContent('Pets.xlsx2');
  await button('Download refused lines').click();
  expect(saved.map(({ name }) => name)).toEqual(['Pets-refused.csv']);
});

test('the screen is accessible, on a phone and right to left, too', async () => {
  const { settled } = await open();
  drop({
    'clients.csv': clientsOf(2),
    'pets.csv': 'Id,Owner id,Name,Date of birth\n1,0,Rex,03/04/2020\n2,9,Mia,05/06/2020\n',
    'staff.csv': 'Id,First name,Last name,Role\n1,Kim,Lund,Juggler\n',
  });
  await check();
  await settled();
  await expectAccessible('the preview');
  await page.viewport(390, 844);
  for (const dir of ['rtl', 'ltr']) {
    document.documentElement.dir = dir;
    await waitUntil(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390));
    // Refused records and their reasons are visible without scrolling sideways.
    for (const name of [COUNTS, /lines are refused/]) {
      const { scrollWidth, clientWidth } = page.getByRole('region', { name }).element();
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    }
  }
  await expectAccessible('the preview on a phone');
});
