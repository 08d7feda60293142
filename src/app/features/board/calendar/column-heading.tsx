import { plural, t } from '@lingui/core/macro';
import { createContext, use } from 'react';
import type { Load } from '#app/features/board/model/column-load.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { factsText } from '#app/text/list-text.ts';

/** What the columns hold; empty while that is not known. It changes without a redraw of the calendars. */
export const ColumnLoads = createContext<ReadonlyMap<string, Load>>(new Map());

const percents = new Intl.NumberFormat(shownLocale, { style: 'percent' });
const counts = new Intl.NumberFormat(shownLocale);

/** `12 visits, 64% of the opening hours taken`. */
function loadText({ visits: total, share, note }: Load): string {
  const taken = share === null ? '' : percents.format(share);
  return factsText([
    note,
    t`${plural(total, { one: '# visit', other: '# visits' })}`,
    share === null
      ? ''
      : t({ message: `${taken} of the opening hours taken`, comment: 'in a column of the board; a percentage' }),
  ]);
}

/** A heading with what is under it in figures, as far as they fit beside it, and in words for a hover and a screen reader. */
export function HeadingWithLoad({ title, load }: { title: string; load: Load | undefined }) {
  if (load === undefined) return <bdi>{title}</bdi>;
  const said = loadText(load);
  const share = load.share === null ? '' : ` · ${percents.format(load.share)}`;
  return (
    <span title={factsText([title, said])}>
      <bdi>{title}</bdi> <span className="sr-only">{said}</span>
      <span aria-hidden="true" className="column-load">{`${counts.format(load.visits)}${share}`}</span>
    </span>
  );
}

/** The heading of a column. */
export function ColumnHeading({ id, title }: { id: string; title: string }) {
  return <HeadingWithLoad title={title} load={use(ColumnLoads).get(id)} />;
}
