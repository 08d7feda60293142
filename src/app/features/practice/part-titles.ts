import { t } from '@lingui/core/macro';
import { translated } from '#app/language/translated.ts';
import type { PracticePart } from '#app/session/practice-parts.ts';
import { words } from '#app/text/shared-texts.ts';

/** The headings of the parts. */
export const partTitles: Readonly<Record<PracticePart, string>> = translated({
  practice: () => words.practice,
  stores: () => t`Stores and hours`,
  rooms: () => t`Rooms`,
  types: () => t`Visit types`,
  people: () => t({ message: 'People', comment: 'those who work in the practice' }),
  import: () => t({ message: 'Import', context: 'noun: of what another program has exported' }),
  history: () => t`History`,
});
