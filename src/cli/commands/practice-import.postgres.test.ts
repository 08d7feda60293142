import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommandLine } from '#cli/command-line.ts';
import { openControlChannel } from '#cli/control-channel.ts';
import { lockDataDir } from '#cli/data-dir.ts';
import { runCommandByName } from '#cli/product.ts';
import { isKeyAccepted } from '#service/db/authentication.ts';
import { deriveUuid } from '#service/db/column-types.ts';
import { connectPostgres, type Database } from '#service/db/database.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { addClient, addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { workbookOf, zipOf } from '#testing/workbook.ts';

let database: Database;
let url: string;
let practice: TestPractice;
let place: string;
let folder: string;
beforeAll(async () => {
  url = await createPostgresDatabase();
  database = await connectPostgres({ url, max: 2 });
});
afterAll(async () => {
  await database.close();
});
beforeEach(async () => {
  practice = await addPractice(database);
  place = mkdtempSync(join(tmpdir(), 'frontdesk-files-'));
  folder = join(place, 'export');
  mkdirSync(folder);
  return () => rmSync(place, { recursive: true, force: true });
});

const write = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);

/** Runs `frontdesk practice import` with arguments as typed; returns its output, line by line, and its exit code. */
async function run(args: readonly string[], environment: Record<string, string> = { DATABASE_URL: url }) {
  const output = { out: '', err: '' };
  const into = (key: keyof typeof output) => (text: string | Uint8Array) => {
    output[key] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(into('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into('err')),
  ];
  try {
    const given = ['practice', 'import', ...args, '--practice', practice.companyId];
    const status = await runCommandLine(given, environment, { out: into('out'), err: into('err') });
    return { status, out: output.out, err: output.err };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const petsOnFile = () => database.sql`
  select p.name, p.species, p.date_of_birth::text as born, trim(c.first_name || ' ' || c.last_name) as owner, c.phone
  from pets p join clients c on c.company_id = p.company_id and c.id = p.client_id
  where p.company_id = ${practice.companyId}::uuid and p.id <> ${practice.pet}::uuid order by p.name, owner`;

function writeWholePractice() {
  write('Kunden.csv', ['Kundennummer;Vorname;Nachname;Handy', '17;Zoë;Ünal;+31 20 555', '18;Bo;Li;', '19;;;']);
  write('pets.csv', [
    'Patient ID,Owner ID,Patient Name,Species,DOB',
    '1,17,Rex,Dog,2020-02-29',
    '2,18,小白,Cat,',
    '3,99,Tom,Cat,',
  ]);
  write('staff.csv', ['Name,Job title,Location', '"Berg, Anna",Veterinarian,Store 2', 'Kofi Mensah,Practice manager,']);
  write('appointments.csv', [
    'Date,Start,End,Patient ID,Provider,Room,Type,Status',
    '2026-03-02,09:00,09:30,1,Dr. Anna Berg,Theatre,Check-up,Completed',
    '2026-03-02,10:00,10:30,1,Kwame Appiah,Room 0,Laser,Completed',
  ]);
  writeFileSync(join(folder, 'logo.png'), '');
}

test('shows the outcome for the files, writes it, and changes nothing the second time', async () => {
  writeWholePractice();
  const dry = await run([folder, '--dry-run']);
  expect(dry.status).toBe(3);
  expect(dry.err).toMatch(/^Left out, .*: logo\.png\n/);
  expect(dry.err).toMatch(/\nfrontdesk: 2 lines were refused\n$/);
  for (const part of [
    'Kunden.csv: clients, in utf-8, separated by ";"\n',
    'Kundennummer → id, Vorname → firstName, Nachname → lastName, Handy → mobile\n',
    'Refused (--refused FOLDER writes them all):\n  Kunden.csv line 4: This row has no name.\n  pets.csv line 4: No client was found for "99". ',
    'New people: Kwame Appiah\nNew rooms: Theatre\nNew visit types: Laser\n',
    'Nothing is written. It would be:\n',
    'Kunden.csv: 2 new, 0 changed, 0 unchanged, 1 refused\n',
    'appointments.csv: 2 new, 0 changed, 0 unchanged, 0 refused\n',
  ]) {
    expect(dry.out).toContain(part);
  }
  expect(await petsOnFile()).toEqual([]);

  const first = await run([folder]);
  expect(first.status).toBe(3);
  expect(first.out).toBe(dry.out.replace('Nothing is written. It would be:', 'Imported:'));
  expect(await petsOnFile()).toEqual([
    { name: 'Rex', species: 'Dog', born: '2020-02-29', owner: 'Zoë Ünal', phone: '+31 20 555' },
    { name: '小白', species: 'Cat', born: null, owner: 'Bo Li', phone: null },
  ]);
  const staff = await database.sql`
    select first_name, role, cardinality(store_ids) as stores, 'practice.write' = any(permissions) as manages from employees
    where company_id = ${practice.companyId}::uuid and first_name in ('Anna', 'Kofi', 'Kwame') order by first_name`;
  expect(staff).toEqual([
    { first_name: 'Anna', role: 'vet', stores: 1, manages: false },
    { first_name: 'Kofi', role: 'manager', stores: 2, manages: true },
    { first_name: 'Kwame', role: 'vet', stores: 1, manages: false },
  ]);
  const visits = await database.sql`
    select a.title, r.name as room, e.last_name as vet, a.start_at at time zone 'UTC' as start from appointments a
    join rooms r on r.id = a.room_id join employees e on e.id = a.employee_ids[1]
    where a.company_id = ${practice.companyId}::uuid order by a.start_at`;
  expect(visits).toMatchObject([
    { title: 'Rex – Check-up', room: 'Theatre', vet: 'Berg' },
    { title: 'Rex – Laser', room: 'Room 0', vet: 'Appiah' },
  ]);

  await database.sql`update clients set phone = '030 1' where company_id = ${practice.companyId}::uuid and first_name = 'Zoë'`;
  write('Kunden.csv', ['Kundennummer;Vorname;Nachname;Handy', '17;Zoë;Ünal;+31 20 556', '18;Bo;Liu;']);
  const second = await run([folder]);
  expect(second.out).toContain(
    'Imported, but:\n  Kunden.csv line 2: Frontdesk already has a different value, which was kept: phone\n',
  );
  expect(second.out).toContain('Kunden.csv: 0 new, 1 changed, 1 unchanged, 0 refused\n');
  expect(second.out).toContain('pets.csv: 0 new, 0 changed, 2 unchanged, 1 refused\n');
  expect(second.out).toContain('staff.csv: 0 new, 0 changed, 2 unchanged, 0 refused\n');
  expect(second.out).toContain('appointments.csv: 0 new, 0 changed, 2 unchanged, 0 refused\n');
  expect(second.out).not.toContain('New people');
  expect(await petsOnFile()).toMatchObject([{ phone: '030 1' }, { owner: 'Bo Liu' }]);
});

test('ids belong to their program, and records imported by 1.0.0 are found again', async () => {
  const { companyId } = practice;
  const former = deriveUuid(JSON.stringify([companyId, 'clients', '10001']));
  await addClient(database, { companyId, id: former, firstName: 'Ann', lastName: 'Lee' });
  write('clients.csv', ['id,name', '10001,Ann Lee']);
  expect((await run([folder])).out).toContain('clients.csv: 0 new, 0 changed, 1 unchanged, 0 refused\n');
  write('clients.csv', ['id,name', '10001,Bo Li']);
  write('pets.csv', ['id,client id,name,species', '1,10001,Rex,Dog']);
  const { status, out } = await run([folder, '--source', 'Petworks']);
  expect([status, out]).toEqual([
    0,
    expect.stringContaining('clients.csv: 1 new, 0 changed, 0 unchanged, 0 refused\n'),
  ]);
  expect(await petsOnFile()).toMatchObject([{ name: 'Rex', owner: 'Bo Li' }]);
});

test('refused lines are corrected in separate files, which only the user can read', async () => {
  const refused = join(place, 'mend');
  write('clients.csv', ['id,name,notes', '1,Ann Lee,"two\nlines"', '2,,"says ""x"""']);
  write('pets.csv', ['id,client id,name,species', '1,2,Rex,Dog']);
  const { status, out } = await run([folder, '--refused', refused]);
  expect([status, out]).toEqual([3, expect.stringContaining('pets.csv line 2: No client was found for "2". ')]);
  expect([statSync(refused).mode & 0o777, statSync(join(refused, 'clients.csv')).mode & 0o777]).toEqual([0o700, 0o600]);
  const text = readFileSync(join(refused, 'clients.csv'), 'utf8');
  expect(text).toBe('\ufeffImport problem,id,name,notes\r\nThis row has no name.,2,,"says ""x"""\r\n');
  const over = await run([refused, '--refused', refused]);
  expect([over.status, over.err]).toEqual([2, expect.stringContaining('choose another folder')]);
  writeFileSync(join(refused, 'clients.csv'), text.replace(',2,,', ',2,Bo Li,'));
  expect((await run([refused])).status).toBe(0);
  expect(await petsOnFile()).toMatchObject([{ name: 'Rex', owner: 'Bo Li' }]);

  // Importing the corrected files refuses nothing.
  write('clients.csv', ['id,name', '1,Ann Lee', '2,Bo Li']);
  expect((await run([folder, '--refused', refused])).status).toBe(0);
  expect(existsSync(join(refused, 'clients.csv'))).toBe(false);
  cpSync(folder, refused, { recursive: true });
  const others = await run([folder, '--refused', refused]);
  expect([others.status, others.err]).toEqual([2, expect.stringContaining(`clients.csv already exists`)]);
});

test('a map defines the meaning of columns and words', async () => {
  write('1.txt', ['Nr|Wer|Wann|Da', '1|Ann Lee|x|yes', '2|Bo Li|y|no']);
  write('2.csv', ['Nr;Halter;Rufname;Art;Geb', '1;1;Rex;Hd;03/04/2020']);
  const map = join(place, 'map.json');
  const files = {
    '1.txt': { kind: 'clients', columns: { Nr: 'id', Wer: 'name', Wann: null, Da: 'active' } },
    '2.csv': {
      kind: 'pets',
      dates: 'mdy',
      columns: { Nr: 'id', Halter: 'clientId', Art: 'species', Geb: 'date of birth' },
    },
  };
  writeFileSync(map, JSON.stringify({ files }));
  const { status, out } = await run([folder, '--map', map]);
  expect([status, out]).toEqual([0, expect.stringContaining('1 new, 0 changed, 0 unchanged, 0 refused, 1 left out\n')]);
  expect(await petsOnFile()).toMatchObject([{ name: 'Rex', species: 'Hd', born: '2020-03-04', owner: 'Ann Lee' }]);
});

test('inactive and dead records are left out and counted, with a hint on how to include them', async () => {
  write('clients.csv', ['id,name,active', '1,Ann Lee,yes', '2,Bo Li,no']);
  write('pets.csv', ['id,client id,name,species,dead', '1,1,Rex,Dog,', '2,1,Mia,Cat,yes', '3,2,Tom,Cat,']);
  write('appointments.csv', ['id,patient id,start,type', '1,2,2026-03-02 09:00,Check-up']);
  const first = await run([folder]);
  expect([first.status, first.out]).toEqual([
    0,
    expect.stringContaining(
      'Left out as inactive or dead; --inactive take imports them, too: 1 client, 2 pets, 1 appointment\n',
    ),
  ]);
  expect(await petsOnFile()).toMatchObject([{ name: 'Rex' }]);
  const second = await run([folder, '--inactive', 'take']);
  expect([second.status, second.out]).toEqual([0, expect.not.stringContaining('Left out')]);
  expect(await petsOnFile()).toMatchObject([{ name: 'Mia' }, { name: 'Rex' }, { name: 'Tom' }]);
});

test('further phone numbers are left out and counted, or added to the alerts, and a file without ids is named', async () => {
  write('clients.csv', ['name,mobile,home phone', 'Ann Lee,0400 111 222,03 5550 1234']);
  const first = await run([folder]);
  expect(first.out).toContain('No column is the id of the clients');
  expect(first.out).toContain('Further phone numbers are left out; --phones alert adds them to the alerts: 1\n');
  const second = await run([folder, '--phones', 'alert']);
  expect(second.out).not.toContain('Further phone numbers');
  expect(second.out).toContain('clients.csv: 0 new, 1 changed, 0 unchanged, 0 refused\n');
});

test('the map in the documentation is valid', async () => {
  const [, map = ''] = /```json\n(\{\n {2}"files"[^`]+)```/.exec(readFileSync('docs/import.md', 'utf8')) ?? [];
  write('export_2.txt', ['Nr;Halter-Nr;Rufname;Memo', '1;1;Rex;x']);
  writeFileSync(join(place, 'map.json'), map);
  const { status, out } = await run([folder, '--map', join(place, 'map.json')]);
  expect([status, out]).toEqual([
    3,
    expect.stringContaining('Nr → id, Halter-Nr → clientId, Rufname → name; left out: Memo'),
  ]);
});

test.each([
  ['{', /--map: .*map\.json is not JSON/],
  ['{"file":{}}', /map\.json: .*"file"/],
  ['{"files":{"clients.csv":{"kind":"cats"}}}', /at "files" → "clients\.csv" → "kind": .*"clients"/],
  ['{"files":{"client.csv":{}}}', /--map: there is no file "client\.csv" among clients\.csv\n/],
  ['{"files":{"clients.csv":{"columns":{"Nme":"name"}}}}', /clients\.csv has no column "Nme" among id, name, phone\n/],
  [
    '{"files":{"clients.csv":{"kind":"clients","columns":{"phone":"fone"}}}}',
    /"phone" of clients\.csv cannot be "fone"; it may be id, .*mobile/,
  ],
  ['{"statuses":{"x":"gone"}}', /at "statuses" → "x": /],
])('a map with %s is rejected with an explanation', async (text, problem) => {
  write('clients.csv', ['id,name,phone', '1,Ann Lee,020']);
  const map = join(place, 'map.json');
  writeFileSync(map, text);
  const { status, out, err } = await run([folder, '--map', map]);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(problem);
  expect(err).toMatch(/^frontdesk: [^\n]+\n$/);
});

test.each([
  ['clients.csv', '', 'clients.csv cannot be read: it is empty'],
  ['notes.md', 'x', 'has no file that ends in .csv, .txt, .tsv'],
  ['colours.csv', 'colour\nred\n', 'there is nothing to import'],
])('%s with %j cannot be imported, and stops the import before anything is written', async (name, text, problem) => {
  if (name === 'clients.csv') write('pets.csv', ['id,client id,name', '1,1,Rex']);
  writeFileSync(join(folder, name), text);
  const { status, err } = await run([folder]);
  expect([status, err]).toEqual([1, expect.stringContaining(problem)]);
});

test('a file of more than 200 MB is not read at all', async () => {
  writeFileSync(join(folder, 'clients.csv'), '');
  truncateSync(join(folder, 'clients.csv'), 200 * 1024 * 1024 + 1);
  const { status, err } = await run([folder]);
  expect([status, err]).toEqual([
    1,
    expect.stringContaining('clients.csv cannot be read: it is larger than 200 MB; export it in several'),
  ]);
});

test('an employee who has left loses their keys permanently; a single file can be imported', async () => {
  const key = await keyOf(database, practice.vet);
  for (const [active, counts] of [
    ['yes', '0 changed, 1 unchanged'],
    ['no', '1 changed, 0 unchanged'],
    ['yes', '1 changed, 0 unchanged'],
  ]) {
    write('staff.csv', ['First name;Last name;Role;Active', `élodie;O'Malley;vet;${active}`]);
    const { status, out } = await run([join(folder, 'staff.csv')]);
    expect([status, out]).toEqual([0, expect.stringContaining(`staff.csv: 0 new, ${counts}, 0 refused\n`)]);
    expect(await isKeyAccepted(database, key)).toBe(counts === '0 changed, 1 unchanged');
  }
});

test('next to a running Frontdesk the result is the same, and Ctrl+C stops between two parts', async () => {
  const dataDir = join(place, 'data');
  const lock = lockDataDir(dataDir);
  let stopAt = Number.POSITIVE_INFINITY;
  const channel = await openControlChannel({
    dataDir,
    async run(name, options, output) {
      if (name === 'practice import part') {
        stopAt -= 1;
        if (stopAt === 0) process.emit('SIGINT');
      }
      await runCommandByName(database, name, options, output);
    },
  });
  const beside = (...args: string[]) => run([folder, ...args], { DATA_DIR: dataDir });
  const storedRows = () =>
    database.sql`select count(*)::int as clients from clients where company_id = ${practice.companyId}::uuid`;
  try {
    write('clients.csv', ['id,name', ...Array.from({ length: 1_200 }, (_, nth) => `${nth},Ann ${nth}`), ',']);
    stopAt = 1;
    const dry = await beside();
    expect([dry.status, dry.err]).toEqual([130, 'frontdesk: stopped; nothing was written\n']);
    expect(await storedRows()).toEqual([{ clients: 1 }]);
    // A dry run of two parts, and the first part of the actual import.
    stopAt = 3;
    const { status, err } = await beside();
    expect([status, err]).toEqual([130, expect.stringContaining('stopped; 1,000 of 1,200 records are done')]);
    expect(await storedRows()).toEqual([{ clients: 1_001 }]);
    const rest = await beside('--refused', join(place, 'mend'));
    expect(rest.err).toBe('');
    expect(rest.out).toContain('clients.csv: 200 new, 0 changed, 1,000 unchanged, 0 refused\n');
    expect(await storedRows()).toEqual([{ clients: 1_201 }]);
  } finally {
    channel.close();
    lock?.release();
  }
});

test('workbooks and archives are read like texts, and what cannot be read stops the import', async () => {
  const clients = [
    ['Client no', 'Name', 'Phone'],
    [17, 'Zoë Ünal', 31_205_550_100],
    [18, null, null],
  ];
  writeFileSync(join(folder, 'clients.xlsx'), workbookOf(clients));
  const pets = { 'sub/pets.csv': 'Pet no,Client no,Name,Species\n1,17,Rex,Dog\n' };
  writeFileSync(join(folder, 'export.zip'), zipOf({ ...pets, 'clients.xlsx': workbookOf(clients) }));
  const refused = join(place, 'refused');
  const done = await run([folder, '--refused', refused]);
  expect(done.err).toContain('2 lines were refused');
  expect(done.out).toContain('clients.xlsx: clients, sheet "Data"');
  expect(await petsOnFile()).toMatchObject([{ name: 'Rex', owner: 'Zoë Ünal', phone: '31205550100' }]);
  expect(readFileSync(join(refused, 'clients.csv'), 'utf8')).toContain('This row has no name.,18,,');
  expect(existsSync(join(refused, 'clients (2).csv'))).toBe(true);

  writeFileSync(join(folder, 'old.xlsx'), workbookOf(clients).subarray(0, 500));
  const broken = await run([folder]);
  expect([broken.status, broken.err]).toEqual([1, expect.stringContaining('old.xlsx cannot be read: it is damaged')]);
});
