import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DateOrder } from '#reading/file-dates.ts';
import { otherSystems } from '#testing/old-systems/elsewhere.ts';
import { englishSystems } from '#testing/old-systems/english.ts';
import { europeanSystems } from '#testing/old-systems/european.ts';
import { filesOf, type OldSystem } from '#testing/old-systems/old-system.ts';
import type { ImportMap } from './choices.ts';
import { problemHeadings } from './headings.ts';
import { checkMap, readFiles } from './read-files.ts';
import { readTable } from './table.ts';

const tableOf = (name: string, text: string) => readTable({ name, bytes: new TextEncoder().encode(text) });
const choices = (map: ImportMap = {}, dates: DateOrder | null = null) => ({
  map,
  dates,
  takeInactive: true,
  storeId: '',
});
const read = (name: string, text: string, map: ImportMap = {}) => readFiles([tableOf(name, text)], choices(map))[0];
const fieldsOf = (headings: string, name = 'x.csv') => read(name, `${headings}\n`)?.columns.map(String).join(' ');

const systems: readonly OldSystem[] = [...englishSystems, ...europeanSystems, ...otherSystems];

describe.each(systems)('$about', (system) => {
  const tables = filesOf(system).map(readTable);
  const files = readFiles(tables, choices());
  test.each(system.files.map((file, index) => ({ name: file.name, index })))('$name', ({ index }) => {
    const { name, encoding, read: expected } = system.files[index]!;
    const file = files[index];
    const found = {
      kind: file?.kind ?? null,
      columns: file?.columns.map(String).join(' ') ?? '',
      rows: tables[index]!.rows.length,
      refused: Object.fromEntries(
        (file?.table ?? tables[index]!).rows.flatMap(({ line, refused }) => (refused ? [[line, refused.code]] : [])),
      ),
      dates: file?.dates ?? null,
      asksForDates: file?.asksForDates ?? false,
      serialDates: file?.serialDates ?? false,
    };
    expect(found).toEqual({ refused: {}, dates: null, asksForDates: false, serialDates: false, ...expected });
    expect([name, tables[index]?.encoding]).toEqual([name, encoding.replace(' marked', '')]);
  });
});

test.each([
  ['id,name', 'clients.csv', 'id name', 'clients'],
  ['id,name', 'Patienten 2024.csv', 'id name', 'pets'],
  ['id,name', 'pet-owners.csv', 'id name', 'clients'],
  ['name,role', 'x.csv', 'name role', 'staff'],
  ['Name,E-mail,Phone', 'Team.csv', 'name null null', 'staff'],
  ['Name,E-mail,Phone', 'x.csv', 'name email phone', 'clients'],
  ['ID,Client ID,Name', 'x.csv', 'id clientId name', 'pets'],
  ['ClientID,FirstName,LastName,CellPhone', 'x.csv', 'id firstName lastName mobile', 'clients'],
  [
    'Kundennummer,Geschlecht,Nachname,Vorname,Handy,Geburtstag',
    'x.csv',
    'id null lastName firstName mobile null',
    'clients',
  ],
  ['Client #,Client Type,Client Since,Name', 'x.csv', 'id null null name', 'clients'],
  ['PetOwnerName,PetOwnerPhone2,PetName,AnimalType', 'x.csv', 'clientName clientPhone name species', 'pets'],
  ['Tierhalter,Tierhalter Telefon privat,Tiername,Tierart', 'x.csv', 'clientName clientPhone name species', 'pets'],
  [
    'Patient,Owner,Name,Vorname,Telefon,Rasse',
    'x.csv',
    'name clientName clientLastName clientFirstName clientPhone breed',
    'pets',
  ],
  ['Nombre del propietario,Nombre de la mascota,Raza', 'x.csv', 'clientName name breed', 'pets'],
  ['Nom,Prénom,Date de dernière visite,Fax', 'clients.csv', 'lastName firstName null null', 'clients'],
  ['Spouse Name,Name,Emergency Phone,Phone Type', 'clients.csv', 'null name null null', 'clients'],
  ['Last visit,Patient,Species,Next appointment', 'x.csv', 'null name species null', 'pets'],
  [
    'Start Date,Start Time,End Date,End Time,Patient ID,Visit Reason,Type',
    'x.csv',
    'date start endDate end petId notes type',
    'appointments',
  ],
  ['Date,Client,Amount', 'client invoices.csv', undefined, undefined],
  ['Patient,Client,Vaccine,Date given', 'x.csv', undefined, undefined],
  ['Firma/Organisation,Phone numbers,Mobile Telephone,SMS Number', 'x.csv', 'business phone mobile mobile', 'clients'],
  ['Kontakt-ID,Nachname,Vorname,D.O.B.', 'Kontakte.csv', 'id lastName firstName null', 'clients'],
  ['Tier-ID,Kontakt-Nr,Tiername,Tierart,D.O.B.', 'x.csv', 'id clientId name species dateOfBirth', 'pets'],
  ['Termin-ID,Datum,Kontakt-ID,Tier,Grund', 'x.csv', 'id date clientId petName type', 'appointments'],
  ['Name,Mobile Tel,Cell Ph,Home Ph.,Tel.', 'x.csv', 'name mobile mobile phone phone', 'clients'],
  ['Name,Email Addr,E-Mail Adr.,E.Mail', 'x.csv', 'name email email email', 'clients'],
  ['Titel,Name,Funktion', 'x.csv', 'null name role', 'staff'],
  ['Name,Title,Position', 'staff.csv', 'name null role', 'staff'],
  ['Name,Title', 'staff.csv', 'name role', 'staff'],
  ['Colour,Shape', 'x.csv', undefined, undefined],
])('%s in %s', (headings, name, columns, kind) => {
  expect([fieldsOf(headings, name), read(name, `${headings}\n`)?.kind]).toEqual([columns, kind]);
});

test.each([
  ['a column that says of each client whether it is a business', 'id,Name,Company\n1,Ann,no\n2,Bo,yes', 'id name null'],
  [
    'the branch of the practice in place of a business',
    `id,Name,Company\n${'1,Ann,Vets North\n'.repeat(5)}`,
    'id name null',
  ],
  ['a status that is none', 'id,Name,Client Status\n1,Ann,gold\n2,Bo,silver', 'id name null'],
  [
    'e-mail addresses under a phone',
    'Client ID,Name,Phone\n1,A,a@example.com\n2,B,b@example.com\n3,C,c@example.com',
    'id name email',
  ],
  ['a full name beside its part', 'Client ID,Name,First name\n1,Ann Lee,Ann\n2,Bo Li,Bo', 'id name null'],
  ['a number by which others are known', 'Account,Name\n10001,Ann\n10002,Bo', 'id name'],
])('what is in the columns counts: %s', (_what, text, columns) => {
  expect(read('clients.csv', text)?.columns.map(String).join(' ')).toBe(columns);
});

test('of two numbers of a client the one counts that the pets refer to', () => {
  const clients = tableOf('clients.csv', 'Client ID,Client Code,Name\n1,C-7,Ann\n2,C-8,Bo');
  const pets = tableOf('pets.csv', 'Patient ID,Owner,Patient Name\n1,C-8,Rex\n2,C-7,Tom');
  const [first, second] = readFiles([clients, pets], choices());
  expect([first?.columns, second?.columns]).toEqual([
    [null, 'id', 'name'],
    ['id', 'clientId', 'name'],
  ]);
});

describe('a map', () => {
  const text = 'Who,Mail,Kennung\nAnn,ann@example.com,7\n';
  test('decides kind, fields and order of dates, whatever the capitals and signs', () => {
    const columns = { who: 'Full Name', KENNUNG: 'id', mail: null };
    const file = read('List.csv', text, {
      files: { 'list.CSV': { columns: { ...columns, who: 'last name' }, kind: 'clients' } },
    });
    expect(file?.columns).toEqual(['lastName', null, 'id']);
    const pets = read('x.csv', 'Who,Born\nRex,03/04/2020\n', {
      files: { 'x.csv': { kind: 'pets', dates: 'mdy', columns: { Who: 'name' } } },
    });
    expect(pets).toMatchObject({ columns: ['name', 'dateOfBirth'], dates: 'mdy', asksForDates: true });
  });

  test('tells the kind by its fields', () => {
    expect(read('x.csv', text, { files: { 'x.csv': { columns: { Who: 'species' } } } })?.kind).toBe('pets');
  });

  test('that names what is not there is told what may stand there', () => {
    const table = tableOf('a.csv', text);
    const map: ImportMap = {
      files: { 'b.csv': {}, 'a.csv': { kind: 'staff', columns: { Phone: null, Who: 'species', Mail: 'Role' } } },
    };
    expect(checkMap(map, [table], ['staff'])).toEqual([
      { problem: 'no_such_file', file: 'b.csv', files: ['a.csv'] },
      { problem: 'no_such_heading', file: 'a.csv', heading: 'Phone', headings: ['Who', 'Mail', 'Kennung'] },
      {
        problem: 'no_such_field',
        file: 'a.csv',
        heading: 'Who',
        field: 'species',
        kind: 'staff',
        fields: ['id', 'name', 'firstName', 'lastName', 'role', 'stores', 'active', 'inactive'],
      },
    ]);
    expect(checkMap({ files: { 'A.CSV': { columns: { who: 'Name' } } } }, [table], [null])).toEqual([]);
  });
});

test.each(Object.values(problemHeadings))('reasons of an earlier import stand beside the cells: %s', (heading) => {
  const { table, columns } = read('clients.csv', `id,${heading},name\n1,"odd, or so",Ann\n`) ?? {};
  expect([table?.headings, table?.rows, columns]).toEqual([
    ['id', 'name'],
    [{ line: 2, cells: ['1', 'Ann'], problem: 'odd, or so' }],
    ['id', 'name'],
  ]);
});

test('the order of dates is that of the file, then that of the import', () => {
  const order = (text: string, dates: DateOrder | null) => {
    const [file] = readFiles([tableOf('pets.csv', `Pet,Species,DOB\n${text}`)], choices({}, dates));
    return [file?.dates, file?.asksForDates];
  };
  expect(order('Rex,Dog,03/04/2020\nTom,Cat,31/01/2020', 'mdy')).toEqual(['dmy', false]);
  expect(order('Rex,Dog,03/04/2020', 'mdy')).toEqual(['mdy', true]);
  expect(order('Rex,Dog,03/04/2020', null)).toEqual([null, true]);
});

describe('a line that stands askew', () => {
  const head =
    'Client ID,First name,Last name,Email,Phone,Notes\n1,Ann,Lee,ann@example.com,0171 1234567,\n2,Bo,Li,,030 123456,\n';
  const refused = (text: string, name = 'clients.csv') =>
    read(name, text)?.table.rows.flatMap(({ line, refused: why }) => (why ? [line] : []));
  test.each([
    ['an e-mail address under the phone', '3,Cy,Do,,cy@example.com,', true],
    ['an e-mail address under a name', '3,Cy,cy@example.com,Do,0171 1234567,', true],
    ['the only phone number under the e-mail', '3,Cy,Do,0171 1234567,,', true],
    ['the only phone number as a name', '3,0171 1234567,Do,,,', true],
    ['a number as a name', '3,Cy,1234567,,,', false],
    ['a date as a name', '3,Cy,03/04/2020,,,', true],
    ['no e-mail address', '3,Cy,Do,none,0171 1234567,', false],
    ['a second address in the notes', '3,Cy,Do,,0171 1234567,cy@example.com', false],
    ['a second address as a phone', '3,Cy,Do,cy@example.com,cy@example.org,', false],
    ['words as a phone', '3,Cy,Do,cy@example.com,ask at the desk,', false],
    ['a phone twice', '3,Cy,Do,0171 1234567,0171 1234567,', false],
  ])('%s', (_what, line, askew) => expect(refused(head + line)).toEqual(askew ? [4] : []));

  const pets = 'Pet,Species,Breed,Sex,Born,Colour\nRex,Dog,Boxer,M,1.2.2020,\nTom,Cat,,F,3.4.2021,red\n';
  test.each([
    ['words as a birth beside the date', 'Kim,Dog,Mix,M,brown,5.6.2019', true],
    ['a sex as a birth', 'Kim,Dog,Mix,Boxer,M,', true],
    ['a birth as a sex', 'Kim,Dog,M,5.6.2019,,', true],
    ['an odd birth', 'Kim,Dog,Mix,M,spring 2019,red', false],
    ['an odd sex', 'Kim,Dog,Mix,it,5.6.2019,', false],
    ['a date that is none', 'Kim,Dog,Mix,M,31.2.2019,', false],
    ['nothing at all but a name', 'Kim,,,,,', false],
  ])('%s', (_what, line, askew) => expect(refused(pets + line, 'pets.csv')).toEqual(askew ? [4] : []));

  test('is not told by a column that nobody knows', () => {
    expect(refused('Pet,Species,Born,Seen\nKim,Dog,unknown,3.4.2020\nTom,Cat,,\n', 'pets.csv')).toEqual([]);
  });

  test('is never an ordinary one', () => {
    const word = fc.constantFrom('', 'Ann', 'van den Berg', 'O’Neil', 'X Æ 12', 'Dr. No', 'May', '007', 'Rex 2', 'M');
    const email = fc.constantFrom(
      '',
      'ann@example.com',
      'none',
      'a@example.com; b@example.org',
      '@',
      'ann(at)example.com',
    );
    const phone = fc.constantFrom('', '0171 1234567', '+49 30 23125-101', 'none', '555-0100 x3', '0171/123 (Bo)', '12');
    const birth = fc.constantFrom('', '3.4.2021', '31.12.2019', '2019', 'ca. 2015', '3 years', 'May 2019', '31.2.2020');
    const sex = fc.constantFrom('', 'M', 'female', 'unknown', 'FS', '?');
    const record = fc.tuple(word, word, email, phone, phone, fc.oneof(word, phone, email, birth));
    const animal = fc.tuple(word, word, word, sex, birth, fc.oneof(word, sex));
    const lines = (all: readonly (readonly string[])[]) =>
      all.map((cells, nth) => [nth, ...cells].join(',')).join('\n');
    fc.assert(
      fc.property(fc.array(record), fc.array(animal), (people, animals) => {
        expect(refused(`Client ID,First name,Last name,Email,Mobile,Phone,Notes\n${lines(people)}`)).toEqual([]);
        expect(refused(`Pet ID,Pet,Species,Breed,Sex,Born,Colour\n${lines(animals)}`, 'pets.csv')).toEqual([]);
      }),
    );
  });
});

test.each([
  ['another file refers to it', 'K-17,9\nK-18,9\nK-19,7', 'id name null'],
  ['not where a cell is there twice', 'K-17,9\nK-18,9\nK-18,7', 'null name null'],
  ['not where another file refers to something else', 'L-17,9\nL-18,9\nL-19,7', 'null name null'],
])('a column of ids that no heading tells is found where %s', (_name, cells, fields) => {
  const clients = cells.replaceAll(',', ',Anna Berg,');
  const tables = [
    tableOf('clients.csv', `Merkmal,Name,Rabatt\n${clients}\n`),
    tableOf('pets.csv', 'Pet name,Species,Owner ID\nRex,dog,K-17\nMia,cat,K-18\nLeo,cat,K-19\nTom,cat,K-17\n'),
  ];
  expect(readFiles(tables, choices())[0]?.columns.map(String).join(' ')).toBe(fields);
});
