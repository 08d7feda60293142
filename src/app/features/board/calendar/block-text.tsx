import { Fragment, type ReactNode } from 'react';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { statusSignClass } from '#app/features/board/status-icon.tsx';
import { fromRight } from '#app/language/line-direction.ts';
import type { BoardView } from '#app/session/board-search.ts';

/**
 * Right-to-left letters and direction marks. Beyond the Basic Multilingual Plane only the first surrogate is tested,
 * which is faster than testing code points.
 */
const TURNING = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\ud802\ud803\ud83a\ud83b]/;

/**
 * Isolates text so that its direction does not affect what follows. The element costs time, so on a left-to-right page
 * only right-to-left text gets one; on a right-to-left page a block follows the direction of its heading.
 */
function isolated(text: string): ReactNode {
  return text !== '' && (fromRight || TURNING.test(text)) ? <bdi>{text}</bdi> : text;
}

/** A time, which is shown whole or not at all: what is left of one that is cut off is another time. */
function whole(time: string): ReactNode {
  if (time === '') return '';
  // What stands first in a line is cut off like a letter, so something does that takes no room.
  return (
    <>
      {'\u200b'}
      <bdi className="block-time">{time}</bdi>
    </>
  );
}

/** The parts that are not empty, with a divider between them. */
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

/** The start of a visit: before the name where it fits beside it, else the style sheet shows none of it. */
function timeMark({ time }: BoardItem): ReactNode {
  return <bdi className="block-start">{time}</bdi>;
}

/** Whether a block has a single line. */
const isLine = (item: BoardItem, short: boolean) => short || item.stay !== null;

const lineClass = (item: BoardItem) => `block-line ${statusSignClass(item.display)}`;

/** The classes of the element around the text of a block. A single line is that element: one more in each block is felt. */
export function blockTextClass(item: BoardItem | undefined, short: boolean): string {
  return item && isLine(item, short) ? `block-text ${lineClass(item)}` : 'block-text';
}

/**
 * The text of a block, the most important first: plain text in one or two lines, cut off by the block. Flex or grid
 * boxes would take half the drawing time of a board with hundreds of blocks.
 */
function textOf(item: BoardItem, short: boolean, view: BoardView): ReactNode {
  const { heading, client, type, stay } = item;
  const initials = view === 'vets' ? '' : isolated(item.initials);
  const name = <b>{isolated(heading)}</b>;
  if (stay !== null) {
    return (
      <>
        {name} {whole(stay[0])} {whole(stay[1])} · {isolated(client)}
        {noteMark(item)}
        {type === '' ? '' : ' · '}
        {joined([isolated(type), initials], ' · ')}
      </>
    );
  }
  const about = [isolated(type), initials];
  if (short) {
    const rest = joined(about, ' · ');
    return (
      <>
        {name} {isolated(client)}
        {noteMark(item)}
        {timeMark(item)}
        {rest.length === 0 ? null : ' · '}
        {rest}
      </>
    );
  }
  return (
    <>
      <span className={lineClass(item)}>
        {name}
        {noteMark(item)}
        {timeMark(item)}
      </span>
      {/* That the visit is late or waiting, which the style sheet draws. */}
      <i className="block-note" />
      {joined([isolated(client), ...about], ' · ')}
    </>
  );
}

const lines = new WeakMap<BoardItem, ReactNode>();
const texts = new WeakMap<BoardItem, ReactNode>();

/** Returns the same element for the same item, so that a block is drawn again only when its own text changes. */
export function blockText(item: BoardItem, short: boolean, view: BoardView): ReactNode {
  const known = isLine(item, short) ? lines : texts;
  let text = known.get(item);
  if (text === undefined) {
    // A name that comes late takes the place of the old text, instead of moving the rest of it.
    text = <Fragment key={item.label}>{textOf(item, short, view)}</Fragment>;
    known.set(item, text);
  }
  return text;
}
