import { type FileKind, fileKinds, type ImportField, importFields } from './fields.ts';
import { findMeanings, findSubject, type HeadingConcept, type HeadingSubject } from './headings.ts';

const KINDS_BY_SUBJECT: Partial<Record<HeadingSubject, FileKind>> = {
  client: 'clients',
  pet: 'pets',
  staff: 'staff',
  appointment: 'appointments',
};

/**
 * Detects the kind of a file by its headings, otherwise by its name; null if neither shows it. `fields` are the fields
 * that a person has chosen for its columns; the kind must have all of them.
 */
export function detectKind(name: string, headings: readonly string[], fields: readonly ImportField[]): FileKind | null {
  const possible = fileKinds.filter((kind) => fields.every((field) => isFieldOf(kind, field)));
  if (possible.length === 1) return possible[0] ?? null;
  const subject = findSubject(name.replace(/\.[^.]*$/, ''));
  const byName = subject === null ? null : (KINDS_BY_SUBJECT[subject] ?? null);
  return (
    [detectKindByHeadings(headings, byName), byName].find((kind) => kind !== null && possible.includes(kind)) ?? null
  );
}

/** Whether files of a kind have a field. */
export const isFieldOf = (kind: FileKind, field: string): boolean => importFields[kind].some((own) => own === field);

function detectKindByHeadings(headings: readonly string[], byName: FileKind | null): FileKind | null {
  const meanings = headings.flatMap(findMeanings);
  const hasMeaning = (subject: HeadingSubject | null, ...concepts: (HeadingConcept | 'self')[]) =>
    meanings.some((one) => one.subject === subject && (concepts.length === 0 || concepts.includes(one.concept)));
  const hasConcept = (...concepts: HeadingConcept[]) =>
    meanings.some(({ concept }) => concepts.some((one) => one === concept));

  const isOfPet = hasMeaning('pet');
  const isOfClient = hasMeaning('client');
  const isTimed =
    hasMeaning(null, 'start', 'duration') ||
    hasMeaning('appointment', 'id', 'date', 'start', 'end', 'duration', 'status', 'self');
  const isOfVisit =
    hasMeaning('vet') || hasMeaning('room') || hasMeaning('staff') || hasMeaning('type') || hasMeaning(null, 'reason');
  if ((isTimed || (hasMeaning(null, 'date') && isOfVisit)) && (isOfPet || isOfClient)) return 'appointments';
  if (hasConcept('species', 'breed')) return 'pets';
  if (isOfPet) return byName === 'appointments' ? 'appointments' : 'pets';
  // Clients have birthdays, too, but pets have no first and last name.
  const isOfPeople = hasMeaning(null, 'firstName', 'lastName');
  if (isOfClient && hasConcept('dateOfBirth', 'sex') && !isOfPeople) return 'pets';
  // A file that has ids of clients as well as ids of its own records is a file of pets.
  if (hasMeaning(null, 'id') && hasMeaning('client', 'id')) return 'pets';
  if (!isOfClient && (hasConcept('role') || hasMeaning('staff'))) return 'staff';
  if (isOfClient) return 'clients';
  // Addresses and phone numbers belong to clients, unless the file says otherwise.
  return hasConcept('email', 'phone', 'mobile', 'business') ? (byName ?? 'clients') : null;
}
