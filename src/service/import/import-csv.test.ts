import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isKeyAccepted } from '#service/db/api-keys.ts';
import type { Database } from '#service/db/database.ts';
import { databases } from '#testing/databases.ts';
import { addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { importFolder } from './import-csv.ts';

let database: Database;
let practice: TestPractice;
let folder: string;
beforeAll(async () => {
  const [, postgres] = databases;
  database = await postgres![1]();
});
afterAll(() => database.close());
beforeEach(async () => {
  practice = await addPractice(database);
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-csv-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);

async function take(dates?: 'dmy' | 'mdy') {
  const faults: string[] = [];
  const files = await importFolder(database, {
    folder,
    companyId: practice.companyId,
    dates,
    onFault: (fault) => faults.push(fault),
  });
  return { files, faults };
}

const petsOnFile = () => database.sql`
  select p.name, p.species, p.breed, p.date_of_birth::text as born, c.first_name || ' ' || c.last_name as owner, c.phone
  from pets p join clients c on c.company_id = p.company_id and c.id = p.client_id
  where p.company_id = ${practice.companyId}::uuid and p.id <> ${practice.pet}::uuid order by p.name`;

test('somebody who has left loses their keys for good', async () => {
  const key = await keyOf(database, practice.vet);
  const other = await keyOf(database, practice.near);
  for (const active of ['no', 'yes']) {
    write('staff.csv', `First name,Last name,Role,Active\nÉlodie,O'Malley,vet,${active}\nKim,Lee,vet,yes\n`);
    expect((await take()).faults).toEqual([]);
    expect(await isKeyAccepted(database, key)).toBe(false);
  }
  expect(await isKeyAccepted(database, other)).toBe(true);
});

test('takes clients, pets and staff over, and a second run changes nothing', async () => {
  write(
    'clients.csv',
    'Client ID,First Name,Last Name,E-mail,Mobile\n17,Zoë,Ünal,zoe@example.com,+31 20 555\n18,Bo,Li,,\n',
  );
  write(
    'pets.csv',
    'Patient ID,Owner ID,Patient Name,Species,Breed,Sex,DOB\n1,17,Rex,Dog,Boxer,male,2020-02-29\n2,18,小白,Cat,,,\n',
  );
  write('staff.csv', 'Name,Job title,Location\n"Berg, Anna",Veterinarian,Store 2\nKofi Mensah,Practice manager,\n');
  const first = await take();
  expect(first.faults).toEqual([]);
  expect(first.files.map(({ file, added, refused }) => [file, added, refused])).toEqual([
    ['staff.csv', 2, 0],
    ['clients.csv', 2, 0],
    ['pets.csv', 2, 0],
  ]);
  expect(await petsOnFile()).toEqual([
    { name: 'Rex', species: 'Dog', breed: 'Boxer', born: '2020-02-29', owner: 'Zoë Ünal', phone: '+31 20 555' },
    { name: '小白', species: 'Cat', breed: null, born: null, owner: 'Bo Li', phone: null },
  ]);
  const staff = await database.sql`
    select first_name, last_name, role, cardinality(store_ids) as stores, 'practice.write' = any(permissions) as manages from employees
    where company_id = ${practice.companyId}::uuid and first_name in ('Anna', 'Kofi') order by first_name`;
  expect(staff).toEqual([
    { first_name: 'Anna', last_name: 'Berg', role: 'vet', stores: 1, manages: false },
    { first_name: 'Kofi', last_name: 'Mensah', role: 'manager', stores: 2, manages: true },
  ]);

  write(
    'clients.csv',
    'Client ID,First Name,Last Name,E-mail,Mobile\n17,Zoë,Ünal,zoe@example.com,+31 20 556\n18,Bo,Li,,\n',
  );
  const second = await take();
  expect(second.files.map(({ added, changed, unchanged }) => [added, changed, unchanged])).toEqual([
    [0, 0, 2],
    [0, 1, 1],
    [0, 0, 2],
  ]);
});

test('someone who is on file by name is not doubled', async () => {
  write('staff.csv', "First name;Last name;Role\nélodie;o'malley;vet\n");
  await take();
  const [row] = await database.sql`
    select count(*)::int as people from employees
    where company_id = ${practice.companyId}::uuid and lower(last_name) = 'o''malley'`;
  expect(row).toEqual({ people: 1 });
});

test.each([
  ['a byte order mark', '\ufeffid,first name,last name\n1,Ann,Lee\n'],
  ['semicolons', 'id;first name;last name\r\n1;Ann;Lee\r\n'],
  ['tabs', 'id\tfirst name\tlast name\n1\tAnn\tLee\n'],
  ['quotes', '"id","first name","last name"\n"1","Ann","Lee"\n'],
  ['UTF-16', Buffer.from('\ufeffid\tfirst name\tlast name\n1\tAnn\tLee\n', 'utf16le')],
  ['one name', 'ID,Client Name\n1,"Lee, Ann"\n'],
])('reads files with %s', async (_what, content) => {
  write('Customers.CSV', content);
  const { files, faults } = await take();
  expect(faults).toEqual([]);
  expect(files).toMatchObject([{ file: 'Customers.CSV', added: 1 }]);
  const rows = await database.sql`
    select first_name, last_name from clients where company_id = ${practice.companyId}::uuid and last_name = 'Lee'`;
  expect(rows).toEqual([{ first_name: 'Ann', last_name: 'Lee' }]);
});

test('names the file and the line of each fault, and takes the other rows over', async () => {
  write('clients.csv', 'id,name,notes\n1,Ann Lee,"two\nlines"\n2,,\n1,Ann Again,\n3,Bo Li,\n4,Bo Li,\n');
  write(
    'pets.csv',
    'id,client id,client,name,species,dob\n1,1,,Rex,Dog,31/12/2019\n2,9,,Tom,Cat,\n3,,Bo Li,Ivy,Cat,\n4,1,,,Dog,\n5,,,Max,Dog,\n6,,Ann Lee,Leo,Cat,2019-02-30\n',
  );
  write('staff.csv', 'name,role\nDi Wu,astronaut\n');
  const { files, faults } = await take();
  expect(faults).toEqual([
    expect.stringMatching(/^staff\.csv line 2: "astronaut" is not a role \(vet, /),
    'clients.csv line 4: has no name: not taken over',
    'clients.csv line 5: is the same as line 2: not taken over',
    'pets.csv line 3: there is no client with the id 9: not taken over',
    'pets.csv line 4: there are several clients called Bo Li: not taken over',
    'pets.csv line 5: has no name: not taken over',
    'pets.csv line 6: names no client, by id or by name: not taken over',
    'pets.csv line 7: "2019-02-30" is not a date: left out',
  ]);
  expect(files.map(({ added, refused }) => [added, refused])).toEqual([
    [0, 1],
    [3, 2],
    [2, 4],
  ]);
  expect(await petsOnFile()).toMatchObject([
    { name: 'Leo', born: null, owner: 'Ann Lee' },
    { name: 'Rex', born: '2019-12-31' },
  ]);
});

test('a date that may be read in two ways is never guessed', async () => {
  write('clients.csv', 'id,name\n1,Ann Lee\n');
  write('pets.csv', 'id,client id,name,species,dob\n1,1,Rex,Dog,03/04/2020\n');
  expect((await take()).faults).toEqual([
    'pets.csv line 2: the date 03/04/2020 may be read in two ways: left out; say --dates dmy or --dates mdy',
  ]);
  expect((await take('mdy')).faults).toEqual([]);
  expect(await petsOnFile()).toMatchObject([{ born: '2020-03-04' }]);
});

test.each([
  ['clients.csv', 'id,first name\n1,"Ann\n', /^clients\.csv line \d cannot be read: /],
  ['clients.csv', Buffer.from([0x69, 0x64, 0x0a, 0xe9]), 'clients.csv is not UTF-8 text; save it again as "CSV UTF-8"'],
  ['clients.csv', '', 'clients.csv is empty; its first line must name the columns'],
  ['clients.csv', 'id,colour\n1,red\n', 'names no column for a name; it has id, colour'],
  ['visits.csv', 'id\n1\n', 'has none of clients.csv, pets.csv and staff.csv'],
])('%s that cannot be read stops the import before anything is written', async (name, content, message) => {
  write('pets.csv', 'id,client id,name\n');
  if (name === 'visits.csv') rmSync(join(folder, 'pets.csv'));
  write(name, content);
  await expect(take()).rejects.toThrow(message);
});

test('reads back whatever a spreadsheet writes', async () => {
  const cell = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => text.replaceAll('\0', '').trim());
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(
        cell.filter((text) => text !== ''),
        { minLength: 1, maxLength: 5 },
      ),
      async (names) => {
        const { companyId } = await addPractice(database);
        write(
          'clients.csv',
          `id;first name;last name\n${names.map((name, nth) => `${nth};${quoted(name)};X`).join('\n')}\n`,
        );
        await importFolder(database, { folder, companyId, onFault: () => undefined });
        const rows = await database.sql<{ first_name: string }[]>`
        select first_name from clients where company_id = ${companyId}::uuid and last_name = 'X'`;
        expect(rows.map((row) => row.first_name).sort()).toEqual([...names].sort());
      },
    ),
    { numRuns: 25 },
  );
});
