import { type FileKind, type ImportField, ownerColumns } from './fields.ts';
import { type Concept, type Meaning, meaningsOf, type Subject } from './headings.ts';
import type { Table } from './table.ts';

/*
 * The field that a heading means in a file of each kind, before anybody has looked at what stands below it.
 */

/** A column with what its heading can mean and some of its cells that are filled. */
export interface Column {
  index: number;
  heading: string;
  meanings: readonly Meaning[];
  samples: readonly string[];
}

const SAMPLED_ROWS = 2_000;
const SAMPLES = 300;

/** The columns of a table. */
export function columnsOf({ headings, rows }: Table): Column[] {
  const records = rows.filter(({ refused }) => refused === undefined).slice(0, SAMPLED_ROWS);
  return headings.map((heading, index) => ({
    index,
    heading,
    meanings: meaningsOf(heading),
    samples: records.flatMap(({ cells }) => cells[index] || []).slice(0, SAMPLES),
  }));
}

/** How many of the cells that are filled are of a type, from 0 to 1; 0 where none is filled. */
export function shareOf(samples: readonly string[], isOfType: (cell: string) => boolean): number {
  return samples.length === 0 ? 0 : samples.filter(isOfType).length / samples.length;
}

type Said = Concept | 'self';
type Fields = Partial<Record<Said, ImportField>>;

const PERSON = { id: 'id', name: 'name', firstName: 'firstName', lastName: 'lastName' } as const;
const STILL_THERE = { active: 'active', inactive: 'inactive', status: 'active' } as const;
const CLIENT: Fields = {
  ...PERSON,
  ...STILL_THERE,
  business: 'business',
  email: 'email',
  mobile: 'mobile',
  phone: 'phone',
  dead: 'inactive',
};
const PET: Fields = {
  ...STILL_THERE,
  id: 'id',
  name: 'name',
  species: 'species',
  breed: 'breed',
  sex: 'sex',
  dateOfBirth: 'dateOfBirth',
  dead: 'dead',
};
const STAFF: Fields = { ...PERSON, ...STILL_THERE, role: 'role', title: 'role' };
const VISIT: Fields = {
  id: 'id',
  date: 'date',
  start: 'start',
  end: 'end',
  endDate: 'endDate',
  duration: 'duration',
  status: 'status',
  reason: 'type',
  notes: 'notes',
};
const named = (field: ImportField): Fields => ({ self: field, name: field });

/** What is said of a subject, and (`own`) what is said without one. */
const FIELDS: Readonly<Record<FileKind, Partial<Record<Subject | 'own', Fields>>>> = {
  clients: { own: CLIENT, client: { ...CLIENT, self: 'name' } },
  pets: {
    own: { ...ownerColumns, ...PET },
    pet: { ...PET, self: 'name' },
    client: { ...ownerColumns, self: 'clientName' },
    type: { self: 'species' },
  },
  staff: {
    own: STAFF,
    staff: { ...STAFF, self: 'name' },
    vet: { ...STAFF, self: 'name' },
    store: named('stores'),
    type: { self: 'role' },
  },
  appointments: {
    own: { ...VISIT, name: 'clientName', firstName: 'clientFirstName', lastName: 'clientLastName', resource: 'vet' },
    appointment: { ...VISIT, self: 'start' },
    client: {
      id: 'clientId',
      name: 'clientName',
      firstName: 'clientFirstName',
      lastName: 'clientLastName',
      business: 'clientName',
      self: 'clientName',
    },
    pet: { id: 'petId', ...named('petName') },
    vet: { ...named('vet'), lastName: 'vet' },
    staff: { ...named('vet'), lastName: 'vet' },
    room: named('room'),
    type: named('type'),
    store: named('store'),
  },
};

/** The meaning of a heading that a file of a kind has a field for. */
export function meaningIn(
  kind: FileKind,
  meanings: readonly Meaning[],
): { meaning: Meaning; field: ImportField } | null {
  for (const meaning of meanings) {
    const field = FIELDS[kind][meaning.subject ?? 'own']?.[meaning.concept];
    if (field !== undefined) return { meaning, field };
  }
  return null;
}
