import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportLine } from '#contract/practice-import.ts';

const firstNames =
  'Anna,Bert,Chloé,David,Élodie,Fatima,Georg,Hanna,Ivan,Julia,Kwame,Lena,Mohammed,Nora,Omar,Paula,Quentin,Rosa,Sven,Tamar,Ulla,Victor,Wanda,Xenia,Yusuf,Zoë'.split(
    ',',
  );
const syllables = 'ba,ber,dorf,el,fel,gar,hof,in,kor,lin,mann,nau,os,per,ros,schmidt,stein,tal,ul,vogt,wald,zim'.split(
  ',',
);
const petNames =
  'Abby,Bailey,Bella,Bruno,Charlie,Coco,Daisy,Felix,Ginger,Jack,Kiki,Leo,Luna,Max,Mia,Milo,Nala,Oscar,Rex,Rocky,Simba,Teddy,Tiger,Willow,Zeus'.split(
    ',',
  );
const breeds = ['Labrador', 'Europäisch Kurzhaar', null, 'Border Collie', null, 'Maine Coon'];

const pick = <Item>(items: readonly Item[], nth: number): Item => items[nth % items.length] as Item;

function surname(nth: number): string {
  const parts = [nth % 22, Math.floor(nth / 22) % 22, Math.floor(nth / 484) % 22].map((part) => pick(syllables, part));
  const name = parts.join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Clients as a practice program exports them. */
export function* clientLines(count: number): Generator<ImportLine> {
  for (let nth = 0; nth < count; nth += 1) {
    const [firstName, lastName] = [pick(firstNames, nth * 7), surname(nth * 13)];
    yield {
      kind: 'client',
      key: String(10_001 + nth),
      firstName,
      lastName,
      email: nth % 3 === 0 ? null : `${firstName}.${lastName}${nth}@example.com`.toLowerCase(),
      phone: `+49 170 ${String(1_000_000 + nth * 17).slice(-7)}`,
    };
  }
}

/** A pet for each of them. */
export function* petLines(count: number): Generator<ImportLine> {
  for (let nth = 0; nth < count; nth += 1) {
    yield {
      kind: 'pet',
      key: String(20_001 + nth),
      client: { key: String(10_001 + ((nth * 31) % count)) },
      name: pick(petNames, nth * 3),
      species: nth % 2 === 0 ? 'Hund' : 'Katze',
      breed: pick(breeds, nth),
      sex: nth % 4 === 0 ? null : 'weiblich kastriert',
      dateOfBirth: nth % 5 === 0 ? null : `20${10 + (nth % 15)}-0${1 + (nth % 9)}-1${nth % 9}`,
    };
  }
}

/** Visits of the last years, of these pets. */
export function* visitLines(count: number, storeId: string, typeId: string): Generator<ImportLine> {
  for (let nth = 0; nth < count; nth += 1) {
    const start = Date.UTC(2024, 0, 1, 8) + nth * 20 * 60_000;
    yield {
      kind: 'appointment',
      key: String(nth),
      storeId,
      pet: { key: String(20_001 + (nth % 10_000)) },
      visitType: { id: typeId },
      employee: null,
      room: null,
      start: new Date(start).toISOString(),
      end: new Date(start + 20 * 60_000).toISOString(),
      status: 'completed',
      notes: nth % 3 === 0 ? null : 'Impfung aufgefrischt, Gewicht 12,4 kg, Zähne in Ordnung',
    };
  }
}

/** The same as the files of another program: `clients.csv` and `pets.csv`. */
export function writeFiles(folder: string, count: number): void {
  const cells = (...values: (string | null | undefined)[]) => `${values.map((value) => value ?? '').join(';')}\n`;
  const clients = [cells('id', 'first name', 'last name', 'email', 'phone')];
  for (const line of clientLines(count)) {
    if (line.kind === 'client') clients.push(cells(line.key, line.firstName, line.lastName, line.email, line.phone));
  }
  const pets = [cells('id', 'client id', 'name', 'species', 'breed', 'sex', 'date of birth')];
  for (const line of petLines(count)) {
    if (line.kind !== 'pet' || !('key' in line.client)) continue;
    const { key, client, name, species, breed, sex, dateOfBirth } = line;
    pets.push(cells(key, client.key, name, species, breed, sex, dateOfBirth));
  }
  mkdirSync(folder);
  writeFileSync(join(folder, 'clients.csv'), clients.join(''));
  writeFileSync(join(folder, 'pets.csv'), pets.join(''));
}
