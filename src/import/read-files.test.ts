import { describe, expect, test } from 'vitest';
import type { DateOrder } from '#reading/file-dates.ts';
import { otherSystems } from '#testing/old-systems/elsewhere.ts';
import { englishSystems } from '#testing/old-systems/english.ts';
import { europeanSystems } from '#testing/old-systems/european.ts';
import { filesOf, type OldSystem } from '#testing/old-systems/old-system.ts';
import type { ImportMap } from './choices.ts';
import { problemHeadings } from './headings.ts';
import { checkMap, readImportFile } from './read-files.ts';
import { readSource } from './read-source.ts';
import { readTable } from './table.ts';

const tableOf = (name: string, text: string) => readTable({ name, bytes: new TextEncoder().encode(text) });
const choices = (map: ImportMap = {}, dates: DateOrder | null = null) => ({
  map,
  dates,
  takeInactive: true,
  storeId: '',
});
const read = (name: string, text: string, map: ImportMap = {}) => readImportFile(tableOf(name, text), choices(map));
const fieldsOf = (headings: string, name = 'x.csv') => read(name, `${headings}\n`)?.columns.map(String).join(' ');

const systems: readonly OldSystem[] = [...englishSystems, ...europeanSystems, ...otherSystems];

describe.each(systems)('$about', async (system) => {
  const tables = await Promise.all(filesOf(system).map((file) => readSource(file)));
  const files = tables.map((table) => readImportFile(table, choices(system.choices?.map)));
  test.each(system.files.map((file, index) => ({ name: file.name, index })))('$name', ({ index }) => {
    const { name, read: expected, ...written } = system.files[index]!;
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
    const encoding = 'encoding' in written ? written.encoding.replace(' marked', '') : 'utf-8';
    expect([name, tables[index]?.encoding]).toEqual([name, encoding]);
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
  ['Patient,Owner,Vorname,Telefon,Rasse', 'x.csv', 'name clientLastName clientFirstName clientPhone breed', 'pets'],
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
  ['Firma/Organisation,Phone numbers,Mobile Telephone,SMS Number', 'x.csv', 'business phone mobile mobile', 'clients'],
  ['Kontakt-ID,Nachname,Vorname,D.O.B.', 'Kontakte.csv', 'id lastName firstName null', 'clients'],
  ['Tier-ID,Kontakt-Nr,Tiername,Tierart,D.O.B.', 'x.csv', 'id clientId name species dateOfBirth', 'pets'],
  ['Termin-ID,Datum,Kontakt-ID,Tier,Grund', 'x.csv', 'id date clientId petName type', 'appointments'],
  ['Name,Mobile Tel,Cell Ph,Home Ph.,Tel.', 'x.csv', 'name mobile mobile phone phone', 'clients'],
  ['Name,Preferred contact method,Preferred language', 'clients.csv', 'name contactBy language', 'clients'],
  ['Nachname,Kontaktart,Keine Erinnerungen,Sprache', 'Kunden.csv', 'lastName contactBy optedOut language', 'clients'],
  ['Pet,Owner,Owner do not contact,Owner language', 'x.csv', 'name clientName clientOptedOut clientLanguage', 'pets'],
  ['Name,Recall method,Email', 'clients.csv', 'name recallsBy email', 'clients'],
  ['Patient,Tierart,Fällig am,Fällig für', 'x.csv', 'name species dueOn dueFor', 'pets'],
  ['Animal,Espèce,Date de rappel,Motif de rappel', 'x.csv', 'name species dueOn dueFor', 'pets'],
  ['Mascota,Especie,Fecha de vencimiento,Tipo de recordatorio', 'x.csv', 'name species dueOn dueFor', 'pets'],
  ['Huisdier,Soort,Vervaldatum,Reden herinnering', 'x.csv', 'name species dueOn dueFor', 'pets'],
  ['Pet,Species,Next reminder date,Reminder type', 'x.csv', 'name species dueOn dueFor', 'pets'],
  ['الحيوان,الفصيلة,تاريخ الاستحقاق,سبب التذكير', 'x.csv', 'name species dueOn dueFor', 'pets'],
  ['Cust #,Given,Surname,Mobile,Warnings', 'x.csv', 'id firstName lastName mobile alert', 'clients'],
  ['Cust no,Forenames,Last,Tel (home)', 'x.csv', 'id firstName lastName phone', 'clients'],
  ['Animal No,Called,Species,Cust #,Owner alert', 'x.csv', 'id name species clientId clientAlert', 'pets'],
  ['Name,Tierart,Achtung', 'x.csv', 'name species alert', 'pets'],
  ['Nom,Espèce,Alerte', 'x.csv', 'name species alert', 'pets'],
  ['Name,Phone,Called', 'clients.csv', 'name phone null', 'clients'],
  ['Name,Title,Position', 'staff.csv', 'name null role', 'staff'],
  ['Date,Client,Resource,Provider', 'x.csv', 'date clientName room vet', 'appointments'],
  ['Colour,Shape', 'x.csv', undefined, undefined],
])('%s in %s', (headings, name, columns, kind) => {
  expect([fieldsOf(headings, name), read(name, `${headings}\n`)?.kind]).toEqual([columns, kind]);
});

test.each([
  ['Animal,Called,Cust #,Species', 'P2000,Rex,1000,Dog|P2001,Mia,1000,Cat', 'id name clientId species', 'ids'],
  ['Animal,Cust,Species,Name', '2000,C10,Dog,Rex|2001,C11,Cat,Mia', 'id clientId species name', 'ids of both'],
  ['Animal,Animal No,Called,Breed', 'P1000,1,Rex,x|P1001,2,Mia,y', 'null id name breed', 'left out beside ids'],
  ['Animal,Animal No,Breed', 'P1000,1,x|P1001,2,y', 'name id breed', 'names without other names'],
  ['Animal,Called,Breed', 'P1000,Rex,x|Bo,,y', 'name name breed', 'names if one is not a code'],
])('codes under %s with %s become %s: %s', (headings, lines, columns) => {
  expect(
    read('pets.csv', [headings, ...lines.split('|')].join('\n'))
      ?.columns.map(String)
      .join(' '),
  ).toBe(columns);
});

describe('a map', () => {
  const text = 'Who,Mail,Kennung\nAnn,ann@example.com,7\n';
  test('decides the kind, fields and order of dates, ignoring capitals and punctuation', () => {
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

  test('determines the kind from its fields', () => {
    expect(read('x.csv', text, { files: { 'x.csv': { columns: { Who: 'species' } } } })?.kind).toBe('pets');
  });

  test('with unknown names is rejected with the allowed ones', () => {
    const table = tableOf('a.csv', text);
    const map: ImportMap = {
      files: { 'b.csv': {}, 'a.csv': { kind: 'staff', columns: { Phone: null, Who: 'species', Mail: 'Role' } } },
    };
    expect(checkMap(map, [table], ['staff'])).toEqual([
      'there is no file "b.csv" among a.csv',
      'a.csv has no column "Phone" among Who, Mail, Kennung',
      'the column "Who" of a.csv cannot be "species"; it may be id, name, firstName, lastName, role, stores, active, inactive',
    ]);
    expect(checkMap({ files: { 'A.CSV': { columns: { who: 'Name' } } } }, [table], [null])).toEqual([]);
  });
});

test.each(Object.values(problemHeadings))(
  'reasons of an earlier import are separated from the cells: %s',
  (heading) => {
    const { table, columns } = read('clients.csv', `id,${heading},name\n1,"odd, or so",Ann\n`) ?? {};
    expect([table?.headings, table?.rows, columns]).toEqual([
      ['id', 'name'],
      [{ line: 2, cells: ['1', 'Ann'] }],
      ['id', 'name'],
    ]);
  },
);

test('the order of dates comes from the file, then from the import', () => {
  const order = (text: string, dates: DateOrder | null) => {
    const file = readImportFile(tableOf('pets.csv', `Pet,Species,DOB\n${text}`), choices({}, dates));
    return [file?.dates, file?.asksForDates];
  };
  expect(order('Rex,Dog,03/04/2020\nTom,Cat,31/01/2020', 'mdy')).toEqual(['dmy', false]);
  expect(order('Rex,Dog,03/04/2020', 'mdy')).toEqual(['mdy', true]);
  expect(order('Rex,Dog,03/04/2020', null)).toEqual([null, true]);
});
