import { fullName, looseNameKey, reorderedNames, setupNameSchema } from '#contract/practice-setup.ts';
import type { ImportMap } from '#import/choices.ts';
import type { ExistingPractice } from '#import/plan.ts';
import {
  findFirstPerson,
  isPlaceholderName,
  nameTextKey,
  type Person,
  parsePerson,
  personKey,
  removePersonTitles,
} from './names.ts';
import { indexChoices, type WordMeaning, type WordResolution } from './practice-words.ts';

/** A person whom a word can refer to. */
type NamedPerson = WordMeaning & { person: Person };

/**
 * Creates a matcher that finds the employees to whom words in appointments refer, in the practice and in the files of
 * staff. Capitals and titles are ignored, and `Berg, Anna` is `Anna Berg`. A surname alone or with an initial refers to a
 * person if it fits no one else. Initials alone and first names alone are not enough: `KM` may be someone who has left.
 */
export function createPeopleMatcher(practice: ExistingPractice, map: ImportMap) {
  const chosen = indexChoices(map.people);
  const byName = new Map<string, NamedPerson>();
  const resolutions = new Map<string, WordResolution>();
  const existingPeople = new Map<string, Person | null>();

  function addPerson(colleague: NamedPerson) {
    const person = removePersonTitles(colleague.person);
    const key = personKey(person);
    if (!byName.has(key)) byName.set(key, { ...colleague, person });
  }
  // If two employees have the same name, a word refers to the active one.
  for (const employee of practice.employees.toSorted((a, b) => Number(b.isActive) - Number(a.isActive))) {
    const key = personKey(employee);
    existingPeople.set(
      key,
      existingPeople.has(key) ? null : { firstName: employee.firstName, lastName: employee.lastName },
    );
    addPerson({ person: employee, ref: { id: employee.id }, match: { id: employee.id, name: fullName(employee) } });
  }

  function findByName(name: string): NamedPerson | null {
    const exact = byName.get(name);
    if (exact !== undefined) return exact;
    for (const spelling of reorderedNames(name)) {
      const reordered = byName.get(spelling);
      if (reordered !== undefined) return reordered;
    }
    const [first = '', ...rest] = name.split(' ');
    const initial = rest.length > 0 && /^\p{L}\.?$/u.test(first) ? first.slice(0, 1) : '';
    const surname = initial === '' ? name : rest.join(' ');
    const fitting = [...byName.values()].filter(
      ({ person }) => looseNameKey(person.lastName) === surname && looseNameKey(person.firstName).startsWith(initial),
    );
    return fitting.length === 1 ? (fitting[0] ?? null) : null;
  }

  function resolvePersonWord(word: string): WordResolution {
    const other = chosen.get(looseNameKey(word));
    if (other === null || (other === undefined && isPlaceholderName(word))) return null;
    const text = (other ?? findFirstPerson(word)).replaceAll(/\s+/g, ' ');
    const key = nameTextKey(text);
    const existing = findByName(key);
    if (existing !== null) return existing;
    const person = removePersonTitles(
      parsePerson({ firstName: null, lastName: null, name: text, business: null }) ?? { firstName: text, lastName: '' },
    );
    const names = [person.firstName, person.lastName || 'none'];
    if (!names.every((name) => setupNameSchema.safeParse(name).success)) return 'not kept';
    const ref = { key: `name:${key}` };
    const created: NamedPerson = { ref, person, match: 'new', creates: { ...ref, name: fullName(person) } };
    addPerson(created);
    return created;
  }

  return {
    /**
     * Returns the name as the practice spells it: `Dr. Anna Berg` in a file becomes the existing `Anna Berg`. The
     * person is returned unchanged if no one, or more than one employee, has the name.
     */
    applyExistingSpelling: (person: Person): Person => existingPeople.get(personKey(person)) ?? person,
    /** Adds a person from a file of staff. */
    addStaff(key: string, person: Person) {
      addPerson({ person, ref: { key }, match: { key, name: fullName(removePersonTitles(person)) } });
    },
    /** Matches the names in the files to people, full names first, so that a surname alone can then be matched. */
    resolveNames(names: Iterable<string>) {
      const countParts = (name: string) => findFirstPerson(name).split(/[\s.]+/).length;
      const longest = [...names].sort((a, b) => countParts(b) - countParts(a));
      for (const name of longest) resolutions.set(name, resolvePersonWord(name));
    },
    meaning: (word: string): WordResolution => resolutions.get(word) ?? null,
  };
}
export type PeopleMatcher = ReturnType<typeof createPeopleMatcher>;
