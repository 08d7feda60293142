import { plural, t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolateText } from './isolate-text.ts';

const list = new Intl.ListFormat(shownLocale, { type: 'conjunction' });

/** The people in a sentence; null if none of them has a name. */
function listPeople(names: readonly (string | null)[]): { people: string; count: number } | null {
  const named = [...new Set(names)].flatMap((name) => (name ? [isolateText(name)] : []));
  if (named.length === 0) return null;
  const others = names.some((name) => !name)
    ? [t({ message: 'someone at another desk', comment: 'in a list of people, after their names' })]
    : [];
  const people = [...named, ...others];
  return { people: list.format(people), count: people.length };
}

/**
 * Says that colleagues are booking the same time; empty if there are none. `names` has null for a colleague without a
 * name.
 */
export function bookingPresenceText(names: readonly (string | null)[]): string {
  if (names.length === 0) return '';
  const who = listPeople(names);
  if (who === null) return t`Someone at another desk is booking this time, too`;
  const { people, count } = who;
  return plural(count, { one: `${people} is booking this time, too`, other: `${people} are booking this time, too` });
}

/**
 * Says that colleagues are changing an appointment; empty if there are none. `names` has null for a colleague without a
 * name.
 */
export function changingPresenceText(names: readonly (string | null)[]): string {
  if (names.length === 0) return '';
  const who = listPeople(names);
  if (who === null) return t`Someone at another desk is changing this appointment`;
  const { people, count } = who;
  return plural(count, {
    one: `${people} is changing this appointment`,
    other: `${people} are changing this appointment`,
  });
}
