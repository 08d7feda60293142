/* The fields that a file of another program can have, for each kind of file. */

/** Maps each field of a client to the field that it has in a file of pets. */
export const ownerColumns = {
  id: 'clientId',
  name: 'clientName',
  firstName: 'clientFirstName',
  lastName: 'clientLastName',
  business: 'clientBusiness',
  email: 'clientEmail',
  mobile: 'clientMobile',
  phone: 'clientPhone',
  contactBy: 'clientContactBy',
  recallsBy: 'clientRecallsBy',
  optedOut: 'clientOptedOut',
  language: 'clientLanguage',
  alert: 'clientAlert',
} as const;

/**
 * The fields of each kind of file. If several columns map to one field, the first non-empty one counts, except that
 * notes are combined. `active` and `inactive` are yes or no, or a word such as `left` or `archived`. `dead` may also be
 * the date of death, and `active` may say in a word that the pet is dead (`deceased`). `contactBy` is how a client
 * wants to receive messages, and `recallsBy` how they want to hear that a pet is due again. `optedOut` is yes, or a
 * date, if they want no messages. A pet is due on `dueOn` for the visit type `dueFor`.
 */
export const importFields = {
  clients: [
    ...(['id', 'name', 'firstName', 'lastName', 'business', 'email', 'mobile', 'phone'] as const),
    ...(['contactBy', 'recallsBy', 'optedOut', 'language', 'alert', 'active', 'inactive'] as const),
  ],
  /** If a file has columns for the owner, each line is two records: the client and the pet. */
  pets: [
    'id',
    'name',
    'species',
    'breed',
    'sex',
    'dateOfBirth',
    'dueOn',
    'dueFor',
    'active',
    'inactive',
    'dead',
    'alert',
    ...Object.values(ownerColumns),
  ],
  staff: ['id', 'name', 'firstName', 'lastName', 'role', 'stores', 'active', 'inactive'],
  /**
   * `start` and `end` have date and time, or only the time if there is also a `date`. An appointment of several days
   * has an `endDate` as well.
   */
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

/** The kinds of files, ordered so that a file refers only to earlier kinds. */
export const fileKinds = ['staff', 'clients', 'pets', 'appointments'] as const satisfies readonly FileKind[];
