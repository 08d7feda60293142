import * as z from 'zod/mini';
import { companyQuerySchema, cursorSchema } from '#contract/endpoint.ts';
import type { Permission } from '#contract/permissions.ts';

/*
 * The export of a practice, an extension of the specification: four CSV files that the import (`practice-import.ts`)
 * can read back without asking a person anything. The service renders all cells, so that the files are the same
 * wherever they are written.
 */

/**
 * The files, in the order in which they are exported. Records follow those that refer to them, so that none is missing even
 * if people add some during the export.
 */
export const exportFiles = ['appointments', 'pets', 'clients', 'people'] as const;
export type ExportFile = (typeof exportFiles)[number];

/**
 * The columns of each file, which are its headings. The first column has the ids and shows that Frontdesk wrote the
 * file. `version` identifies the values of a record: an import takes over what differs in the file only if the record
 * still has that version, or has not changed since its last import. Dates are ISO 8601; the times of appointments are on
 * the clock of their store, with its offset. `active`, `typeActive` and `typeMessaged` are `yes` or `no`. If a cell has
 * several names or ids, each is on a line of its own.
 */
export const exportColumns = {
  appointments: [
    ...(['frontdeskAppointmentId', 'store', 'start', 'end', 'status', 'pet', 'petId', 'client'] as const),
    // The client at the time of the appointment. Empty if this is still the pet's client.
    'clientId',
    ...(['type', 'typeMinutes', 'typeCategory', 'typeActive', 'typeMessaged', 'typePreparation'] as const),
    'typeRecallMonths',
    // Empty if the title consists of the pet's name and the visit type.
    'title',
    ...(['vet', 'vetId', 'otherVets', 'otherVetIds', 'room', 'location'] as const),
    ...(['notes', 'bookingNotes', 'clientNotes', 'reason'] as const),
    ...(['checkedIn', 'booked', 'bookedFrom', 'seriesId', 'version'] as const),
  ],
  pets: [
    ...(['frontdeskPetId', 'name', 'species', 'breed', 'sex', 'dateOfBirth', 'diedOn', 'active', 'alert'] as const),
    ...(['client', 'clientId'] as const),
    // The date on which a living, active pet is next due for an active type, followed by that type and its fields.
    ...(['dueOn', 'dueFor', 'typeMinutes', 'typeCategory', 'typeMessaged', 'typePreparation'] as const),
    ...(['typeRecallMonths', 'version'] as const),
  ],
  clients: [
    ...(['frontdeskClientId', 'firstName', 'lastName', 'email', 'phone', 'active', 'alert'] as const),
    ...(['contactBy', 'recallsBy', 'language', 'version'] as const),
  ],
  people: [...(['frontdeskPersonId', 'firstName', 'lastName', 'role', 'stores', 'active', 'version'] as const)],
} as const satisfies Record<ExportFile, readonly string[]>;
export type ExportColumn<File extends ExportFile = ExportFile> = (typeof exportColumns)[File][number];

/** The columns with values of other records, which do not affect the version of this record. */
export const columnsOfOtherRecords: readonly ExportColumn[] = [
  ...(['pet', 'client', 'vet', 'otherVets'] as const),
  ...(['typeMinutes', 'typeCategory', 'typeActive', 'typeMessaged', 'typePreparation', 'typeRecallMonths'] as const),
  ...(['dueOn', 'dueFor'] as const),
];

/**
 * Converts a text to the form that a cell has: trimmed, with line breaks as `\n`. An import compares texts in this form, so
 * that only other differences count.
 */
export const normalizeExportedText = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim();

/** The permissions that an export requires besides `practice.write`. */
export const exportPermissions = [
  'appointments.read',
  'pets.read',
  'clients.read',
  'employees.read',
] as const satisfies readonly Permission[];

/** The number of rows on a page. It is limited because, with the embedded database, desks wait while a page is read. */
export const exportPageSize = 2_000;

/** The query of `GET /v1/practice/export`: a page of one file. */
export const practiceExportQuerySchema = z.extend(companyQuerySchema, {
  file: z.enum(exportFiles),
  cursor: cursorSchema,
});

/**
 * A page of the rows of a file, ordered by id. A row has one cell for each column. `total`, the number of rows of the file, is
 * null except on the first page.
 */
export const exportPageSchema = z
  .strictObject({
    rows: z.array(z.array(z.string())),
    nextCursor: z.nullable(z.string()),
    total: z.nullable(z.int()),
  })
  .register(z.globalRegistry, { id: 'ExportPage' });
export type ExportPage = z.infer<typeof exportPageSchema>;
