/*
 * What a file of another program can hold, by the kind of the file.
 */

/** The columns of an owner, by what is said of a client. */
export const ownerColumns = {
  id: 'clientId',
  name: 'clientName',
  firstName: 'clientFirstName',
  lastName: 'clientLastName',
  business: 'clientBusiness',
  email: 'clientEmail',
  mobile: 'clientMobile',
  phone: 'clientPhone',
} as const;

/**
 * The fields of each kind of file. Several columns may be one field: the first that is filled counts, of notes all. `active` and
 * `inactive` are a yes or no, or a word (`left`, `archived`); `dead` may also be the day of it, and `active` say it (`deceased`).
 */
export const importFields = {
  clients: ['id', 'name', 'firstName', 'lastName', 'business', 'email', 'mobile', 'phone', 'active', 'inactive'],
  /** With the owner's columns a line is two records: the client and the pet. */
  pets: [
    'id',
    'name',
    'species',
    'breed',
    'sex',
    'dateOfBirth',
    'active',
    'inactive',
    'dead',
    ...Object.values(ownerColumns),
  ],
  staff: ['id', 'name', 'firstName', 'lastName', 'role', 'stores', 'active', 'inactive'],
  /** `start` and `end` have date and time, or the time alone beside a `date`; a visit of several days has an `endDate`, too. */
  appointments: [
    'id',
    'date',
    'start',
    'end',
    'endDate',
    'duration',
    'petId',
    'petName',
    'clientId',
    'clientName',
    'clientFirstName',
    'clientLastName',
    'vet',
    'room',
    'type',
    'status',
    'store',
    'notes',
  ],
} as const;

export type FileKind = keyof typeof importFields;
export type ImportField = (typeof importFields)[FileKind][number];

/** The kinds of files, in the order in which they refer to one another. */
export const fileKinds = ['staff', 'clients', 'pets', 'appointments'] as const satisfies readonly FileKind[];
