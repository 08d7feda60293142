import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { Select } from '#app/components/select.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { roleTexts } from '#app/text/role-text.ts';
import { employeeRoles } from '#contract/enums.ts';
import type { WordMatch } from '#import/plan.ts';
import { formatCount } from './counts.ts';
import { type ImportJob, type ImportState, type WordKind, wordKey } from './import-job.ts';
import { ScrollTable } from './scroll-table.tsx';

interface Option {
  value: string;
  label: string;
}

const wordKinds = ['people', 'rooms', 'types', 'stores', 'statuses', 'roles'] as const satisfies readonly WordKind[];

const kindTitles: Readonly<Record<WordKind, string>> = translateOnRead({
  people: () => t({ message: 'People', comment: 'those who work in the practice' }),
  rooms: () => t`Rooms`,
  types: () => t`Visit types`,
  stores: () => t`Stores`,
  statuses: () => t({ message: 'Statuses', comment: 'of appointments' }),
  roles: () => t({ message: 'Roles', comment: 'what people do in a practice' }),
});

/** The label of the button that shows the words that were matched automatically. */
const showMatchedTexts: Readonly<Record<WordKind, (count: number) => string>> = {
  people: (count) =>
    plural(count, { one: '# person matched by name · Show', other: '# people matched by name · Show' }),
  rooms: (count) => plural(count, { one: '# room matched by name · Show', other: '# rooms matched by name · Show' }),
  types: (count) =>
    plural(count, { one: '# visit type matched by name · Show', other: '# visit types matched by name · Show' }),
  stores: (count) => plural(count, { one: '# store matched by name · Show', other: '# stores matched by name · Show' }),
  statuses: (count) => plural(count, { one: '# status recognised · Show', other: '# statuses recognised · Show' }),
  roles: (count) => plural(count, { one: '# role recognised · Show', other: '# roles recognised · Show' }),
};

/** What happens with words that have no automatic match and no choice. */
const hints: Readonly<Record<WordKind, string>> = translateOnRead({
  people: () =>
    t`New people are added as vets at all stores, without a sign-in key. You can set their access under People.`,
  rooms: () => t`New rooms are for all visit types.`,
  types: () => t`New visit types get the most common length of their appointments in the files.`,
  stores: () =>
    t`The import doesn’t add stores. Lines for a store that is left out are imported into the store chosen below.`,
  statuses: () => t`Appointments with a status that you leave out are refused.`,
  roles: () => t`People with a role that you leave out are refused.`,
});

const NEW_OPTION = 'new';
const LEFT_OUT_OPTION = 'left out';
const UNKNOWN_OPTION = '';
/** The prefix of option values for existing names, so that none equals a special option. */
const NAME_PREFIX = 'called ';

interface WordChoicesProps {
  words: readonly WordMatch[];
  state: ImportState;
  job: ImportJob;
  /** The statuses that appointments can have. */
  statuses: readonly Option[];
}

/** Lets the person choose what words in the files mean: which person, room or visit type of the practice. */
export function WordChoices({ words, state, job, statuses }: WordChoicesProps) {
  return (
    <div className="flex flex-col gap-4">
      {wordKinds.map((of) => {
        const own = words.filter((word) => word.of === of);
        return own.length === 0 ? null : <WordKindTable key={of} {...{ of, own, state, job, statuses }} />;
      })}
    </div>
  );
}

function automaticChoice({ match }: WordMatch): string {
  if (match === 'new') return NEW_OPTION;
  if (match === 'unknown') return UNKNOWN_OPTION;
  if (match === null) return LEFT_OUT_OPTION;
  return NAME_PREFIX + ('value' in match ? match.value : match.name);
}

interface WordKindTableProps extends Omit<WordChoicesProps, 'words'> {
  of: WordKind;
  own: readonly WordMatch[];
}

function WordKindTable({ of, own, state, job, statuses }: WordKindTableProps) {
  const [isAllShown, setAllShown] = useState(false);
  const onFile = useExistingOptions(of, statuses);
  const chosen = state.map[of] ?? {};
  const unmatched = own.filter(({ word }) => state.unmatched.has(wordKey(of, word)) || Object.hasOwn(chosen, word));
  const found = own.length - unmatched.length;
  const title = kindTitles[of];
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="font-semibold">{title}</h3>
      {unmatched.length > 0 ? <p className="text-muted">{hints[of]}</p> : null}
      {unmatched.length > 0 || isAllShown ? (
        <ScrollTable label={title}>
          <thead>
            <tr>
              <th scope="col">{t({ message: 'In the files', comment: 'above words of the files' })}</th>
              <th scope="col">{t({ message: 'Lines', comment: 'above numbers of lines of a file' })}</th>
              <th scope="col">
                {t({ message: 'In Frontdesk', comment: 'above what words of the files mean in this practice' })}
              </th>
            </tr>
          </thead>
          <tbody>
            {(isAllShown ? own : unmatched).map((match) => (
              <WordRow
                key={match.word}
                {...{ match, onFile, job }}
                chosen={chosen[match.word]}
                isAsked={unmatched.includes(match)}
              />
            ))}
          </tbody>
        </ScrollTable>
      ) : null}
      {found > 0 ? (
        <p>
          <Button compact tone="quiet" aria-expanded={isAllShown} onClick={() => setAllShown(!isAllShown)}>
            {isAllShown
              ? t({ message: 'Show less', comment: 'button: folds what needs no decision' })
              : showMatchedTexts[of](found)}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

interface WordRowProps {
  match: WordMatch;
  onFile: readonly Option[];
  job: ImportJob;
  /** The meaning that was chosen: null if the word is left out, undefined if the automatic match applies. */
  chosen: string | null | undefined;
  /** Whether the word had no automatic match, or the person has chosen what it means. */
  isAsked: boolean;
}

function WordRow({ match, onFile, job, chosen, isAsked }: WordRowProps) {
  const { of, word, lines } = match;
  const value =
    chosen === undefined ? automaticChoice(match) : chosen === null ? LEFT_OUT_OPTION : NAME_PREFIX + chosen;
  const text = isolateText(word);
  // A word can match a person from a file who is not in the practice yet. The choice then gets an option of its own.
  const isElsewhere = value.startsWith(NAME_PREFIX) && !onFile.some((one) => NAME_PREFIX + one.value === value);
  const mayBeNew = isAsked && (of === 'people' || of === 'rooms' || of === 'types');
  const mayBeLeftOut = of !== 'statuses' && of !== 'roles';
  const options = [
    ...(value === UNKNOWN_OPTION
      ? [{ value: UNKNOWN_OPTION, label: t({ message: 'Choose', comment: 'what a file holds, or a word means' }) }]
      : []),
    ...(mayBeNew
      ? [{ value: NEW_OPTION, label: t({ message: 'New', context: 'a person, room or visit type that is made' }) }]
      : []),
    ...(isElsewhere ? [{ value, label: value.slice(NAME_PREFIX.length) }] : []),
    ...onFile.map(({ value, label }) => ({ value: NAME_PREFIX + value, label })),
    ...(mayBeLeftOut
      ? [{ value: LEFT_OUT_OPTION, label: t({ message: 'Leave out', comment: 'a column or a word of a file' }) }]
      : []),
  ];
  function onChange(next: string) {
    if (next === NEW_OPTION) job.chooseWord(of, word, undefined);
    else if (next === LEFT_OUT_OPTION) job.chooseWord(of, word, null);
    else if (next.startsWith(NAME_PREFIX)) job.chooseWord(of, word, next.slice(NAME_PREFIX.length));
  }
  return (
    <tr>
      <th scope="row">
        <bdi>{word}</bdi>
      </th>
      <td>{formatCount(lines)}</td>
      <td className="choice wide">
        <Select
          label={t({ message: `Match “${text}” to`, comment: 'a word of a file: a person, a room, a status …' })}
          labelHidden="always"
          options={options}
          value={value}
          onChange={onChange}
        />
      </td>
    </tr>
  );
}

/** The options that a word in a file can be matched with: names of existing records, or the existing statuses or roles. */
function useExistingOptions(of: WordKind, statuses: readonly Option[]): readonly Option[] {
  const { stores, employees, types } = usePractice();
  const nameOptions = (names: readonly string[]) => [...new Set(names)].map((name) => ({ value: name, label: name }));
  switch (of) {
    case 'people':
      return nameOptions(employees.filter(({ isActive }) => isActive).map(({ name }) => name));
    case 'rooms':
      return nameOptions(stores.flatMap(({ rooms }) => rooms.map(({ name }) => name)));
    case 'types':
      return nameOptions(types.filter(({ isActive }) => isActive).map(({ name }) => name));
    case 'stores':
      return nameOptions(stores.map(({ name }) => name));
    case 'statuses':
      return statuses;
    case 'roles':
      return employeeRoles.map((role) => ({ value: role, label: roleTexts[role] }));
  }
}
