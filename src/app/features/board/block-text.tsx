import { Fragment, type ReactNode } from 'react';
import { fromRight } from '#app/language/line-direction.ts';
import { oddEndText } from '#app/scheduling/time-text.ts';
import type { BoardItem, BoardView } from './board-items.ts';
import { statusSignClass } from './status-look.tsx';

/**
 * Text that runs from right to left, and marks that turn the direction of what follows. Beyond the first plane of Unicode by
 * the first halves of its letters, which is quicker than by code points.
 */
const TURNING = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\ud802\ud803\ud83a\ud83b]/;

/**
 * Text kept from turning what stands beside it. An element of its own is not free, so on a page from left to right only text
 * that runs the other way has one; on a page from right to left a block runs as its heading does.
 */
function isolated(text: string): ReactNode {
  return text !== '' && (fromRight || TURNING.test(text)) ? <bdi>{text}</bdi> : text;
}

/** The parts that are there, with what divides them. */
function joined(parts: readonly ReactNode[], divider: string): ReactNode[] {
  return parts
    .filter((part) => part !== '')
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name.
      <Fragment key={index}>
        {index === 0 ? null : divider}
        {part}
      </Fragment>
    ));
}

function noteMark({ appointment }: BoardItem): ReactNode {
  const { notes, bookingNotes, clientNotes } = appointment;
  return notes || bookingNotes || clientNotes ? <i key="notes" className="block-notes" /> : '';
}

/**
 * The text of a block, the most important first. Plain text in one or two lines: boxes that align would cost a board of hundreds
 * of blocks half its time. What does not fit is cut off by the block.
 */
function textOf(item: BoardItem, lines: 'line' | 'lines', view: BoardView): ReactNode {
  const { heading, client, type, oddEnd, stay } = item;
  const initials = view === 'vets' ? '' : isolated(item.initials);
  const name = <b className={statusSignClass(item.look)}>{isolated(heading)}</b>;
  if (stay !== null) {
    return (
      <>
        {name} {isolated(stay)} · {isolated(client)}
        {noteMark(item)}
        {type === '' ? '' : ' · '}
        {joined([isolated(type), initials], ' · ')}
      </>
    );
  }
  const rest = joined(
    [
      oddEnd ? isolated(oddEndText(oddEnd)) : '',
      isolated(type),
      initials,
      lines === 'lines' ? isolated(item.time) : '',
    ],
    ' · ',
  );
  return (
    <>
      {name} {isolated(client)}
      {noteMark(item)}
      {rest.length === 0 ? null : lines === 'lines' ? <br /> : ' · '}
      {rest}
    </>
  );
}

const texts = { line: new WeakMap<BoardItem, ReactNode>(), lines: new WeakMap<BoardItem, ReactNode>() };

/** The same element for the same item, so that a block is drawn again only when its own text changes. */
export function blockText(item: BoardItem, lines: 'line' | 'lines', view: BoardView): ReactNode {
  const known = texts[lines];
  let text = known.get(item);
  if (text === undefined) {
    text = textOf(item, lines, view);
    known.set(item, text);
  }
  return text;
}
