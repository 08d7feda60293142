import { plural, t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolated } from './isolated.ts';

const list = new Intl.ListFormat(shownLocale, { type: 'conjunction' });

/** The people of a sentence; null where none of them has a name. */
function peopleOf(names: readonly (string | null)[]): { people: string; count: number } | null {
  const named = [...new Set(names)].flatMap((name) => (name ? [isolated(name)] : []));
  if (named.length === 0) return null;
  const others = names.some((name) => !name)
    ? [t({ message: 'somebody at another desk', comment: 'in a list of people, after their names' })]
    : [];
  const people = [...named, ...others];
  return { people: list.format(people), count: people.length };
}

/** Tells that colleagues, by name or null, are booking this very time; empty for nobody. */
export function bookingPresenceText(names: readonly (string | null)[]): string {
  if (names.length === 0) return '';
  const who = peopleOf(names);
  if (who === null) return t`Somebody at another desk is booking here`;
  const { people, count } = who;
  return plural(count, { one: `${people} is booking here`, other: `${people} are booking here` });
}

/** Tells that colleagues, by name or null, are changing a visit; empty for nobody. */
export function changingText(names: readonly (string | null)[]): string {
  if (names.length === 0) return '';
  const who = peopleOf(names);
  if (who === null) return t`Somebody at another desk is changing this visit`;
  const { people, count } = who;
  return plural(count, { one: `${people} is changing this visit`, other: `${people} are changing this visit` });
}
