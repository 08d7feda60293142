import type { ClientRef, ImportLineOf } from '#contract/practice-import.ts';
import { fullName, sameName } from '#contract/practice-setup.ts';
import { ownerColumns } from '#import/fields.ts';
import type { ReadFile } from '#import/plan.ts';
import type { LineNote, RefusalReason } from '#import/reasons.ts';
import type { TableRow } from '#import/table.ts';
import { saysDead, saysInactive } from '#import/vocabulary.ts';
import { readDate } from '#reading/file-dates.ts';
import { activity, cellsOf } from './cells.ts';
import { clientFields, clientReader, type ToldClient } from './clients.ts';
import type { Became, Collected, Row } from './collected.ts';
import { clientNamed, type Owner, type Owners, type Patients } from './found-in-files.ts';
import { personKey } from './names.ts';

/** Who a pet belongs to, as a line says; a reason where that cannot be told. `became` is what became of the line as one of a client. */
type Belongs =
  | { client: ClientRef; became: 'taken' | 'same' | 'refused' | 'not one' }
  | { isLeftOut: true }
  | { reason: RefusalReason; became: 'refused' | 'not one' };

interface PetPlanning {
  collected: Collected;
  owners: Owners;
  patients: Patients;
  takeInactive: boolean;
  now: number;
}

/**
 * Plans the rows of a file of pets. Where it tells more of owners than their names (an id, a phone, an e-mail), a line is two records;
 * but what a file of clients says of them counts. A name alone is that of a client who is in another file, or on file.
 */
export function petPlanner(file: ReadFile, planning: PetPlanning): (row: Row) => Became {
  const { collected, owners, patients, takeInactive, now } = planning;
  const latestYear = new Date(now).getUTCFullYear();
  // East of Greenwich tomorrow has begun already.
  const tomorrow = new Date(now + DAY_MS).toISOString().slice(0, 10);
  const cells = cellsOf(file);
  const readOwner = clientReader(cells, ownerColumns);
  const ownerFields = clientFields(ownerColumns);
  const hasContact = (['clientEmail', 'clientMobile', 'clientPhone'] as const).some(cells.has);
  const saysActivity = (['active', 'inactive', 'dead'] as const).some(cells.has);
  const petColumns = (['id', 'name', 'species', 'breed', 'sex', 'dateOfBirth'] as const).filter(cells.has);

  function ownerOf(origin: Row['origin'], told: ToldClient): Belongs {
    const { id, person, business, contact, notes } = told;
    const key = id ?? (person !== null && hasContact ? JSON.stringify(told.contents(person)) : null);
    const known = key === null ? null : owners.withKey(key);
    if (known !== null && !known.isOfPets) return belongingTo(known);
    if (person === null) {
      return id === null
        ? { reason: { code: 'no_owner' }, became: 'not one' }
        : { client: { key: id }, became: 'not one' };
    }
    if (id === null && known === null) {
      const found = owners.find(person, contact);
      if (found === 'several')
        return { reason: { code: 'several_clients', text: fullName(person) }, became: 'not one' };
      if (found !== null) return belongingTo(found.owner);
    }
    if (key === null) return { client: clientNamed(person), became: 'not one' };

    const became = collected.take(origin, {
      // Names beside an id are those of a client whom another file may tell better.
      record: { ...told.record(key, person), ...(hasContact ? {} : { mentioned: true }) },
      called: id ?? fullName(person),
      notes,
      fields: ownerFields,
      isSame: saysNothingElse,
    });
    if (became === 'taken') owners.add({ key, person, business, ...contact, isLeftOut: false, isOfPets: true });
    // Whose id another client has is somebody else; with the same name it is the same client, of whom the first line counts.
    if (became === 'refused' && (known === null || !known.names.includes(personKey(person))))
      return { reason: { code: 'no_client', text: fullName(person) }, became };
    return { client: { key }, became };
  }

  /** The owner as a line has it, whoever that is: so the same line is the same pet, with or without a file of clients beside it. */
  const saidOf = ({ id, person, contents }: ToldClient) =>
    id ?? (person === null ? '' : hasContact ? contents(person) : fullName(person));

  const isGone = (row: TableRow) => saysInactive(activity(cells, row)) || saysDead(cells.first(row, 'dead'));

  /** The day of a cell; null, with a note, for what is none or cannot be: in the future, or before the birth. */
  function dayOf(field: 'dateOfBirth' | 'dead', text: string | null, notes: LineNote[], born: string | null = null) {
    if (text === null || NO_DAY.test(text)) return null;
    const date = readDate(text, file.dates, { serials: file.serialDates, latestYear });
    if (typeof date === 'string') {
      notes.push({ code: 'date_left_out', text });
      return null;
    }
    const day = date.date;
    if (isZeroDay(day)) return null;
    if (day <= tomorrow && (born === null || day >= born)) return day;
    notes.push({ code: 'left_out', field, text });
    return null;
  }

  /** What a line says of a pet but for its name. */
  function described(row: TableRow) {
    const notes: LineNote[] = [];
    const species = cells.first(row, 'species');
    if (cells.has('species') && species === null) notes.push({ code: 'no_species' });
    const born = dayOf('dateOfBirth', cells.first(row, 'dateOfBirth'), notes);
    const fields: Partial<ImportLineOf<'pet'>> = {};
    if (cells.has('species')) fields.species = species ?? '';
    if (cells.has('breed')) fields.breed = cells.first(row, 'breed');
    if (cells.has('sex')) fields.sex = cells.first(row, 'sex');
    if (cells.has('dateOfBirth')) fields.dateOfBirth = born;
    const dead = cells.first(row, 'dead');
    // Besides a day it may be a yes or no.
    if (dead !== null && /\d{2}/.test(dead)) fields.deceasedOn = dayOf('dead', dead, notes, born);
    if (saysActivity) fields.isActive = !isGone(row);
    return { fields, notes };
  }

  function ownerAlone(belongs: Belongs): Became {
    if ('isLeftOut' in belongs) return 'left out';
    if ('reason' in belongs) return belongs.became === 'not one' ? belongs.reason : belongs.became;
    // Somebody on file, or nobody: by a name alone no client is made.
    if ('name' in belongs.client) return { code: 'no_name' };
    return belongs.became === 'not one' ? 'same' : belongs.became;
  }

  return ({ row, origin }) => {
    const name = cells.first(row, 'name');
    const told = readOwner(row);
    // A client without a pet: such files have a line for each client at least.
    const isOwnerAlone = told.person !== null && petColumns.every((field) => cells.first(row, field) === null);
    if (name === null && !isOwnerAlone) return { code: 'no_name' };
    const belongs = ownerOf(origin, told);
    if (name === null) return ownerAlone(belongs);
    if ('reason' in belongs) return belongs.reason;

    const owner = 'client' in belongs ? belongs.client : null;
    const { fields, notes } = described(row);
    const id = cells.first(row, 'id');
    const key = id ?? JSON.stringify([saidOf(told), name, cells.first(row, 'species') ?? '']);
    const patient = {
      key,
      name,
      owner: owner !== null && 'key' in owner ? owner : { name: told.person ? personKey(told.person) : '' },
    };
    if (owner === null || (isGone(row) && !takeInactive)) {
      patients.add({ ...patient, isLeftOut: true });
      return 'left out';
    }
    const record: ImportLineOf<'pet'> = { kind: 'pet', key, client: owner, name, ...fields };
    const became = collected.take(origin, { record, called: id ?? name, notes, fields: PET_FIELDS });
    if (became === 'taken') patients.add({ ...patient, isLeftOut: false });
    return became;
  };
}

const DAY_MS = 86_400_000;
/** No day, as databases and spreadsheets write it. */
const NO_DAY = /^(?:0{4}-00-00|1900-01-00|0?0([./-])0?1\1(?:19)?00|0?1([./-])0?0\2(?:19)?00)(?: |T|$)/;
/** The days that spreadsheets count from. */
const isZeroDay = (day: string) => day >= '1899-12-30' && day <= '1900-01-01';

const PET_FIELDS = { key: ['id'], client: ['clientName', 'clientId'] } as const;

const belongingTo = ({ key, isLeftOut }: Owner): Belongs =>
  isLeftOut ? { isLeftOut } : { client: { key }, became: 'not one' };

/** Whether a second line of a client tells nothing other than the first; what it leaves empty it does not tell. */
function saysNothingElse(first: ImportLineOf<'client'>, second: ImportLineOf<'client'>): boolean {
  if (sameName(fullName(first)) !== sameName(fullName(second))) return false;
  return (['email', 'phone'] as const).every(
    (field) => second[field] === null || second[field] === undefined || second[field] === first[field],
  );
}
