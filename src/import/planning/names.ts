import { fullName, looseNameKey } from '#contract/practice-setup.ts';

/* The names of people and businesses as other programs write them. */

export interface Person {
  firstName: string;
  lastName: string;
}

/** The cells of a line that can contain a name; each is null if it is empty or the file has no such column. */
export interface NameCells {
  firstName: string | null;
  lastName: string | null;
  name: string | null;
  business: string | null;
}

/** Degrees after a name. */
const DEGREES = new Set(
  'dvm vmd phd msc bsc bvsc bvms bvm&s bvetmed vetmb mvb mvsc mvm dvms certavp mrcvs frcvs rvn vn svn rvt cvt lvt vts rcvs hons dacvim dacvs dacvecc dipecvs decvs decvim'.split(
    ' ',
  ),
);
const TITLES = new Set(
  `dr dra dre doc doctor doktor docteur doctora med vet habil dipl prof professor professeur pr mr mrs ms miss mx sir madam
  herr hr frau fr fräulein mme mlle madame monsieur mademoiselle sr sra srta señor señora señorita dhr mevr mw mej meneer mevrouw
  drs tierarzt tierärztin tä ta dierenarts vétérinaire veterinario
  veterinaria د الدكتور الدكتورة دكتور دكتورة السيد السيدة الآنسة`.split(/\s+/),
);
const plainWord = (word: string) =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[.,()]/g, '');
const isDegree = (word: string) => DEGREES.has(plainWord(word));
const isTitle = (word: string) => TITLES.has(plainWord(word)) || isDegree(word);

/** Whether a text consists only of titles. */
const hasOnlyTitles = (text: string) => text.trim().split(/\s+/).every(isTitle);

/** Removes the titles before a name (`Dr. med. vet.`) and after it (`, DVM`). A name that consists only of titles stays. */
function removeTitles(name: string): string {
  const words = name
    // `Dr.Berg` and `Dr.med.vet.` are several words, `A.B. Berg` is two.
    .replaceAll(/(?<=\p{L}{2}\.)(?=\p{L})/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const first = words.findIndex((word) => !isTitle(word));
  const last = words.findLastIndex((word) => !isTitle(word) && word !== ',');
  const rest = first === -1 ? words : words.slice(first, last + 1);
  return rest.join(' ').replace(/,$/, '');
}

/** Removes the titles after a comma: `, DVM`, `, Dr. med. vet.`. `Berg, Anna, DVM` keeps its first comma. */
function removeTrailingTitles(name: string): string {
  const parts = name.split(',');
  while (parts.length > 1 && hasOnlyTitles(parts.at(-1) ?? '')) parts.pop();
  return parts.join(',').trim();
}

/**
 * Removes the degrees after a name, so that the surname is the last word (`Park` in `Ines Park RVN`), but leaves at
 * least `words` words.
 */
function removeDegrees(name: string, words = 2): string {
  const parts = removeTrailingTitles(name).split(/\s+/);
  while (parts.length > words && isDegree(parts.at(-1) ?? '')) parts.pop();
  return parts.join(' ').replace(/,$/, '');
}

/** Returns the first of several people in one text, such as two vets who share an appointment. */
export const findFirstPerson = (names: string): string =>
  names
    .split(/[/&+;\n]| (?:and|und) /)
    .map((name) => name.trim())
    .find((name) => /\p{L}/u.test(name)) ?? names;

const PLACEHOLDER_NAMES = new Set(
  'nn tbd tba unassigned notassigned nobody noone any anyone kein keiner keine niemand nichtzugewiesen offen nonassigné sinasignar niettoegewezen'.split(
    ' ',
  ),
);
/** Whether a text stands for an unknown person or no one: `N.N.`, `TBD`. */
export const isPlaceholderName = (name: string) =>
  PLACEHOLDER_NAMES.has(name.toLowerCase().replaceAll(/[^\p{L}]/gu, ''));

/**
 * Matches the legal form at the end of a company's name, or at its beginning, where French companies have theirs. Case
 * matters, because a surname may have the same letters.
 */
const LEGAL_FORM =
  /^(?:SARL|SELARL|EURL|EARL|GAEC|SCEA) |[\s,&](?:g?GmbH|mbH|AG|KG|OHG|GbR|UG(?: \(haftungsbeschränkt\))?|e\.\s?[VKG]\.|Ltd\.?|Limited|LLC|LLP|PLC|Inc\.?|Corp\.?|SARL|S\.A\.R\.L\.|SELARL|SASU?|EURL|EARL|GAEC|SCEA|S\.L\.U?\.?|S\.A\.?|B\.?V\.|BV|N\.V\.|V\.?O\.?F\.?|CIC)$/u;

const FAMILY_NAME_FIRST = /^(?=.*\p{Lu}{2})([\p{Lu}\s’'-]+) (\p{Lu}\p{Ll}[^,]*)$/u;

/**
 * Whether a family name in capitals precedes the first name, as French programs write all names: `LEFÈVRE Zoë`, `DE LA
 * CRUZ Ana`.
 */
export const hasFamilyNameFirst = (name: string) => FAMILY_NAME_FIRST.test(name);

/** Splits a text such as `First Last` or `Last, First` into first and last name. */
export function splitName(name: string): Person {
  const [last = '', first] = name.split(',').map((part) => part.trim());
  if (first !== undefined) return { firstName: first, lastName: last };
  const words = name.split(/\s+/);
  const surname = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName: surname };
}

/**
 * Returns the person in a line, with titles but without degrees. If the line has only a business, its name is the last
 * name. Null if the line names no one. `familyFirst` says whether names in the file begin with the family name
 * (see {@link hasFamilyNameFirst}).
 */
export function parsePerson({ firstName, lastName, name, business }: NameCells, familyFirst = false): Person | null {
  if (firstName !== null || lastName !== null) {
    return { firstName: removeDegrees(firstName ?? '', 1), lastName: removeDegrees(lastName ?? '', 1) };
  }
  if (name !== null) {
    if (LEGAL_FORM.test(name)) return { firstName: '', lastName: name };
    const [, family, first] = (familyFirst && FAMILY_NAME_FIRST.exec(name)) || [];
    if (family !== undefined && first !== undefined) return { firstName: first, lastName: family };
    return splitName(removeDegrees(name));
  }
  return business === null ? null : { firstName: '', lastName: business };
}

/**
 * The names of an imported client. The name of a business is appended to the last name of the person, so that it is visible and
 * searchable: clients have no field for a business.
 */
export function composeClientNames(person: Person, business: string | null): Person {
  const { firstName, lastName } = person;
  if (business === null || [fullName(person), lastName].some((name) => looseNameKey(name) === looseNameKey(business))) {
    return person;
  }
  return { firstName, lastName: `${lastName} (${business})`.trim() };
}

/**
 * Whether a name has a letter. A name without one, such as a number, comes from a column that contains something else.
 */
export const isName = ({ firstName, lastName }: Person) => /\p{L}/u.test(firstName + lastName);

/** Removes the titles of a person. If only the last name remains, it becomes the first name. */
export function removePersonTitles({ firstName, lastName }: Person): Person {
  // Before a full first name, `M.` is the French `Monsieur` and not an initial.
  const first = hasOnlyTitles(firstName) ? '' : removeTitles(firstName.replace(/^M\. (?=\p{L}{2})/u, ''));
  const last = removeTitles(lastName);
  if (first === '' && last === '') return { firstName, lastName };
  return first === '' ? { firstName: last, lastName: '' } : { firstName: first, lastName: last };
}

/** A key that identifies people by name: `Dr. Anna Berg`, `anna berg` and `Berg, Anna` have the same key. */
export const personKey = (person: Person) => looseNameKey(fullName(removePersonTitles(person)));

/** Like {@link personKey}, for a name in a single text. */
export function nameTextKey(name: string): string {
  const person = parsePerson({ firstName: null, lastName: null, name, business: null });
  return person === null ? '' : personKey(person);
}
