import { suggestCategory } from '#contract/category-by-name.ts';
import type { ImportLine } from '#contract/practice-import.ts';
import type { ImportMap } from '#import/choices.ts';
import type { ExistingPractice, Origin } from '#import/plan.ts';
import type { Collector } from './collector.ts';
import type { Person } from './names.ts';
import type { PeopleMatcher } from './people.ts';
import {
  createNameMatcher,
  indexChoices,
  type NameMatcher,
  type WordMeaning,
  type WordResolution,
} from './practice-words.ts';

/** The default duration of an appointment. */
const USUAL_MINUTES = 30;
const MAX_MINUTES = 1440;

/**
 * Keeps track of the people, rooms and types that appointments or due dates of pets mention, and that have to be
 * created.
 */
export function createImplicitRecords(practice: ExistingPractice, map: ImportMap, people: PeopleMatcher) {
  const findType = createNameMatcher(practice.types, indexChoices(map.types));
  const roomWords = indexChoices(map.rooms);
  const roomMatchers = new Map<string, NameMatcher>(
    practice.stores.map(({ id, rooms }) => [id, createNameMatcher(rooms, roomWords, (name) => `name:${id}:${name}`)]),
  );
  const existingMinutes = new Map(practice.types.map(({ id, durationMinutes }) => [id, durationMinutes]));
  /** For each new type, keyed by its key: the number of appointments in the files with each duration, in minutes. */
  const durationCounts = new Map<string, Map<number, number>>();
  const records = new Map<
    string,
    { origin: Origin; storeIds: Set<string>; meaning: WordMeaning; kind: 'vet' | 'room' | 'type' }
  >();

  /** The most common duration of a type's appointments; the shortest if several are equally common. */
  function commonMinutes(key: string): number {
    const counted = [...(durationCounts.get(key) ?? [])].sort(([a, some], [b, more]) => more - some || a - b);
    return counted[0]?.[0] ?? USUAL_MINUTES;
  }

  return {
    type: findType,
    person: people.meaning,
    room: (word: string, storeId: string): WordResolution => roomMatchers.get(storeId)?.(word) ?? null,

    /** Counts the duration of an appointment in the files for its type. */
    countDuration(word: string, minutes: number) {
      const key = recordToCreate(findType(word))?.key;
      if (key === undefined || !Number.isInteger(minutes) || minutes > MAX_MINUTES) return;
      const counts = durationCounts.get(key) ?? new Map<number, number>();
      durationCounts.set(key, counts.set(minutes, (counts.get(minutes) ?? 0) + 1));
    },
    findDuration: ({ ref }: WordMeaning): number =>
      'id' in ref ? (existingMinutes.get(ref.id) ?? USUAL_MINUTES) : commonMinutes(ref.key),

    /** Notes the records that an imported line mentions, if they have to be created; `storeId` is null for a pet. */
    noteMentions(
      origin: Origin,
      storeId: string | null,
      named: Partial<Record<'type' | 'vet' | 'room', WordMeaning | null>>,
    ) {
      for (const kind of ['type', 'vet', 'room'] as const) {
        const meaning = named[kind] ?? null;
        if (meaning?.creates === undefined) continue;
        const key = `${kind} ${meaning.creates.key}`;
        const existing = records.get(key);
        if (existing === undefined)
          records.set(key, { origin, storeIds: new Set(storeId === null ? [] : [storeId]), meaning, kind });
        else if (storeId !== null) existing.storeIds.add(storeId);
      }
    },

    /** Adds the noted records to the plan. */
    take(collector: Collector) {
      for (const { origin, storeIds, meaning, kind } of records.values()) {
        const { creates, person } = meaning;
        if (creates === undefined) continue;
        const record = createRecord(kind, creates, person, [...storeIds]);
        collector.take(origin, { record, called: creates.name, isCreated: true });
      }
    },
  };

  function createRecord(
    kind: 'vet' | 'room' | 'type',
    { key, name }: { key: string; name: string },
    person: Person | undefined,
    storeIds: readonly string[],
  ): ImportLine {
    if (kind === 'room') return { kind: 'room', key, storeId: storeIds[0] ?? '', name };
    if (kind === 'type') {
      const category = suggestCategory(name) ?? 'other';
      return { kind: 'appointment_type', key, name, category, durationMinutes: commonMinutes(key) };
    }
    const { firstName, lastName } = person ?? { firstName: name, lastName: '' };
    // A person who is created for an appointment gets only the permissions of a vet; managers must be in the file of
    // staff.
    return { kind: 'employee', key, firstName, lastName, role: 'vet', storeIds: [...storeIds], isActive: true };
  }
}
export type ImplicitRecords = ReturnType<typeof createImplicitRecords>;

const recordToCreate = (meaning: WordResolution) =>
  meaning === null || meaning === 'not kept' ? undefined : meaning.creates;
