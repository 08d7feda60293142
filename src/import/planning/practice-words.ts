import type { PracticeRecordRef } from '#contract/practice-import.ts';
import { looseNameKey, setupNameSchema } from '#contract/practice-setup.ts';
import type { ImportMap } from '#import/choices.ts';
import type { ExistingPractice, WordMatch } from '#import/plan.ts';
import type { RefusalReason } from '#import/reasons.ts';
import type { Person } from './names.ts';

type WordSubject = WordMatch['of'];

/** Creates a list of the words in the files, with the number of lines in which each occurs. */
export function createWordList() {
  const matches = new Map<string, WordMatch>();
  /** Counts a line with a word; `match` is called only for the first line. */
  function countWord(of: WordSubject, word: string, match: () => WordMatch['match']) {
    const key = `${of} ${looseNameKey(word)}`;
    const existing = matches.get(key);
    if (existing === undefined) matches.set(key, { of, word, lines: 1, match: match() });
    else existing.lines += 1;
  }
  return {
    count: countWord,
    /**
     * Creates a function that translates a word by a person's choices or, without a choice, by the `vocabulary`, and
     * counts the lines with the word.
     */
    reader<Value extends string>(
      of: WordSubject,
      map: Readonly<Record<string, Value>> | undefined,
      vocabulary: (word: string) => Value | null,
    ): WordReader<Value> {
      const chosen = indexChoices(map);
      const values = new Map<string, Value | null>();
      return (word) => {
        const cached = values.get(word);
        const value = cached === undefined ? (chosen.get(looseNameKey(word)) ?? vocabulary(word)) : cached;
        values.set(word, value);
        if (word !== '') countWord(of, word, () => (value === null ? 'unknown' : { value }));
        return value;
      };
    },
    all: (): WordMatch[] => [...matches.values()],
  };
}
export type WordList = ReturnType<typeof createWordList>;

/** Returns the value of the contract that a word means; null if there is none. */
export type WordReader<Value> = (word: string) => Value | null;

/** Indexes a person's choices for words by the `looseNameKey` of each word. */
export function indexChoices<Value>(map: Readonly<Record<string, Value>> | undefined): ReadonlyMap<string, Value> {
  return new Map(Object.entries(map ?? {}).map(([word, value]) => [looseNameKey(word), value]));
}

/** The record that a word of the files refers to, which may have to be created. */
export interface WordMeaning {
  ref: PracticeRecordRef;
  match: WordMatch['match'];
  /** The key and name of the record to create; absent if the record exists. */
  creates?: { key: string; name: string };
  person?: Person;
}

/** The meaning of a word; null if the word is left out, `not kept` if it is a name that the practice cannot store. */
export type WordResolution = WordMeaning | null | 'not kept';

export const toWordMatch = (meaning: WordResolution) => (meaning === 'not kept' ? 'unknown' : (meaning?.match ?? null));

interface NamedRecord {
  id: string;
  name: string;
}

/**
 * Creates a function that finds the record that a word names, for example a visit type. `keyOf` returns the key
 * for a new record, given its name normalized by `looseNameKey`.
 */
export function createNameMatcher(
  existing: readonly NamedRecord[],
  chosen: ReadonlyMap<string, string | null>,
  keyOf = (name: string) => `name:${name}`,
) {
  const byName = new Map(existing.map((one) => [looseNameKey(one.name), one]));
  const found = new Map<string, WordResolution>();

  function resolveWord(word: string): WordResolution {
    const other = chosen.get(looseNameKey(word));
    if (other === null) return null;
    const name = setupNameSchema.safeParse((other ?? word).replaceAll(/\s+/g, ' '));
    if (!name.success) return 'not kept';
    const one = byName.get(looseNameKey(name.data));
    if (one !== undefined) return { ref: { id: one.id }, match: { id: one.id, name: one.name } };
    const key = keyOf(looseNameKey(name.data));
    return { ref: { key }, match: 'new', creates: { key, name: name.data } };
  }

  return (word: string): WordResolution => {
    const before = found.get(word);
    if (before !== undefined) return before;
    const meaning = resolveWord(word);
    found.set(word, meaning);
    return meaning;
  };
}
export type NameMatcher = ReturnType<typeof createNameMatcher>;

export type ExistingStore = ExistingPractice['stores'][number];

/**
 * Matches the words in the files with the stores of the practice; stores are never created. If the practice has one
 * store and all appointments have the same word for a store, the two match even if the names differ. Lines without a
 * store belong to the default store.
 */
export function createStoreMatcher(
  stores: readonly ExistingStore[],
  {
    map,
    words,
    onlyWord,
    defaultStoreId,
  }: { map: ImportMap; words: WordList; onlyWord: string | null; defaultStoreId: string },
) {
  const chosen = indexChoices(map.stores);
  const [single] = stores.length === 1 ? stores : [];
  const byName = new Map(stores.map((store) => [looseNameKey(store.name), store]));
  const find = (word: string): ExistingStore | 'unknown' | null => {
    const other = chosen.get(looseNameKey(word));
    if (other === null) return null;
    const store = byName.get(looseNameKey(other ?? word));
    return store ?? (single !== undefined && onlyWord === looseNameKey(word) ? single : 'unknown');
  };
  /** Counts the word and returns its store; null if the word is left out, `'unknown'` if no store matches. */
  function readStore(word: string): ExistingStore | 'unknown' | null {
    const store = find(word);
    words.count('stores', word, () =>
      store === null || store === 'unknown' ? store : { id: store.id, name: store.name },
    );
    return store;
  }
  return {
    all: stores,
    isKnown: (word: string) => find(word) !== 'unknown',
    readStore,
    /**
     * Returns the store of a line: the default store if the line has no word for one, or a word that is left out.
     * Returns the reason if no store matches.
     */
    findStoreOfLine(word: string | null): ExistingStore | RefusalReason {
      const store = (word === null ? null : readStore(word)) ?? stores.find(({ id }) => id === defaultStoreId);
      return store === undefined || store === 'unknown' ? { code: 'unknown_store', text: word ?? '' } : store;
    },
  };
}
export type StoreMatcher = ReturnType<typeof createStoreMatcher>;
