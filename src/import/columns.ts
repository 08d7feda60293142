import { type FileKind, type ImportField, ownerColumns } from './fields.ts';
import { findMeanings, type HeadingConcept, type HeadingMeaning, type HeadingSubject } from './headings.ts';

/* Determines the field of each column from its heading alone. If a heading is unknown, a person chooses the field. */

type FieldsByConcept = Partial<Record<HeadingConcept | 'self', ImportField>>;

const PERSON_FIELDS = { id: 'id', name: 'name', firstName: 'firstName', lastName: 'lastName' } as const;
const ACTIVITY_FIELDS = { active: 'active', inactive: 'inactive', status: 'active' } as const;
const CLIENT_FIELDS: FieldsByConcept = {
  ...PERSON_FIELDS,
  ...ACTIVITY_FIELDS,
  business: 'business',
  email: 'email',
  mobile: 'mobile',
  phone: 'phone',
  contactBy: 'contactBy',
  recallsBy: 'recallsBy',
  optedOut: 'optedOut',
  language: 'language',
  alert: 'alert',
  dead: 'inactive',
};
const PET_FIELDS: FieldsByConcept = {
  ...ACTIVITY_FIELDS,
  id: 'id',
  name: 'name',
  callName: 'name',
  species: 'species',
  breed: 'breed',
  sex: 'sex',
  dateOfBirth: 'dateOfBirth',
  dueOn: 'dueOn',
  dueFor: 'dueFor',
  dead: 'dead',
  alert: 'alert',
};
const STAFF_FIELDS: FieldsByConcept = { ...PERSON_FIELDS, ...ACTIVITY_FIELDS, role: 'role' };
const APPOINTMENT_FIELDS: FieldsByConcept = {
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
const toNameFields = (field: ImportField): FieldsByConcept => ({ self: field, name: field });

/** The fields for headings that name a subject, and for headings without one (`own`). */
const FIELDS_BY_SUBJECT: Readonly<Record<FileKind, Partial<Record<HeadingSubject | 'own', FieldsByConcept>>>> = {
  clients: { own: CLIENT_FIELDS, client: { ...CLIENT_FIELDS, self: 'name' } },
  pets: {
    own: { ...ownerColumns, ...PET_FIELDS },
    pet: { ...PET_FIELDS, self: 'name' },
    client: { ...ownerColumns, self: 'clientName' },
    type: { self: 'species' },
  },
  staff: {
    own: STAFF_FIELDS,
    staff: { ...STAFF_FIELDS, self: 'name' },
    vet: { ...STAFF_FIELDS, self: 'name' },
    store: toNameFields('stores'),
    type: { self: 'role' },
  },
  appointments: {
    own: {
      ...APPOINTMENT_FIELDS,
      name: 'clientName',
      firstName: 'clientFirstName',
      lastName: 'clientLastName',
      resource: 'vet',
    },
    appointment: { ...APPOINTMENT_FIELDS, self: 'start' },
    client: {
      id: 'clientId',
      name: 'clientName',
      firstName: 'clientFirstName',
      lastName: 'clientLastName',
      business: 'clientName',
      self: 'clientName',
    },
    pet: { id: 'petId', ...toNameFields('petName') },
    vet: { ...toNameFields('vet'), lastName: 'vet' },
    staff: { ...toNameFields('vet'), lastName: 'vet' },
    room: toNameFields('room'),
    type: toNameFields('type'),
    store: toNameFields('store'),
  },
};

interface ColumnMatch {
  field: ImportField;
  concept: HeadingMeaning['concept'];
}

function matchHeading(kind: FileKind, heading: string): ColumnMatch | null {
  for (const { subject, concept } of findMeanings(heading)) {
    const field = FIELDS_BY_SUBJECT[kind][subject ?? 'own']?.[concept];
    if (field !== undefined) return { field, concept };
  }
  return null;
}

/** Maps each field for the name of a record to the field for the id of that record. */
const ID_FIELDS: Partial<Record<ImportField, ImportField>> = { name: 'id', clientName: 'clientId', petName: 'petId' };

/**
 * Returns the field of each heading in a file of a kind; null for a heading without one. `hasCodes` says whether the
 * values of a column are codes, such as P2000, rather than names: such a column has the ids, unless another column does.
 */
export function matchFields(
  kind: FileKind,
  headings: readonly string[],
  hasCodes: (column: number) => boolean = () => false,
): (ImportField | null)[] {
  const byHeading = headings.map((heading) => matchHeading(kind, heading));
  const columns = byHeading.map((column, index) => {
    const field = column === null ? undefined : ID_FIELDS[column.field];
    if (column === null || field === undefined || !hasCodes(index)) return column;
    const others = byHeading.filter((other) => other !== column);
    if (!others.some((other) => other?.field === field)) return { ...column, field };
    return others.some((other) => other?.field === column.field) ? null : column;
  });
  const hasField = (field: ImportField, but?: ColumnMatch) =>
    columns.some((one) => one !== but && one?.field === field);
  return columns.map((column) => {
    if (column === null) return null;
    const { field, concept } = column;
    // If another column is the appointment type, a reason is a note; if another column is the vet, a resource is a room.
    if (field === 'type' && concept === 'reason' && hasField('type', column)) return 'notes';
    if (field === 'vet' && concept === 'resource' && hasField('vet', column)) return 'room';
    // If there is a column for a first or last name, a column `name` is the other part.
    const parts = NAME_PARTS[field];
    const [first, last] = parts ?? [field, field];
    return hasField(first) === hasField(last) ? field : hasField(first) ? last : first;
  });
}

const NAME_PARTS: Partial<Record<ImportField, readonly [ImportField, ImportField]>> = {
  name: ['firstName', 'lastName'],
  clientName: ['clientFirstName', 'clientLastName'],
};
