import { Fragment, type ReactNode } from 'react';

import { statusIconClass } from '#app/appearance/status-icon.tsx';
import { listNotes } from '#app/features/board/model/board-appointments.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { isRightToLeft } from '#app/language/line-direction.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';

/** The number of text lines that fit into a block. */
type LineCount = 1 | 2 | 3;

/** Blocks of at least this many minutes have room for a third line. */
const MINUTES_OF_THREE_LINES = 45;

/**
 * The number of lines that fit into a block: one in a block of a quarter of an hour or in the strip of stays, three in
 * a long block.
 */
export function countBlockLines(
  { fromMinute, toMinute, stay }: BoardItem,
  { isShort, isWhole }: { isShort: boolean; isWhole: boolean },
): LineCount {
  if (isShort || stay !== null) return 1;
  return isWhole && toMinute - fromMinute >= MINUTES_OF_THREE_LINES ? 3 : 2;
}

/** The classes of the element around the lines, which also draws the status icon. */
export function blockTextClass(item: BoardItem, lines: LineCount): string {
  return `block-text block-lines ${lines === 1 ? 'single-line' : ''} ${statusIconClass(item.display.value)}`;
}

/**
 * Matches right-to-left characters and direction marks. Beyond the Basic Multilingual Plane only the first surrogate is
 * tested, which is faster than testing code points.
 */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\ud802\ud803\ud83a\ud83b]/;

/**
 * Isolates text so that its direction does not affect the text beside it. Each element costs time, so on a
 * left-to-right page only right-to-left text gets one. On a right-to-left page all text does, so that each part is
 * truncated at its own end.
 */
function isolateInElement(text: string): ReactNode {
  return text !== '' && (isRightToLeft || RIGHT_TO_LEFT.test(text)) ? <bdi>{text}</bdi> : text;
}

/** Joins the non-empty parts with dividers. On a right-to-left page the style sheet adds the dividers. */
function joinParts(parts: readonly ReactNode[]): ReactNode[] {
  return parts
    .filter((part) => part !== '')
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key.
      <Fragment key={index}>
        {index === 0 || isRightToLeft ? '' : ' · '}
        {part}
      </Fragment>
    ));
}

/** A time that is shown whole or not at all, since a truncated time would be a different one. */
export const untruncatedTime = (time = '') => <bdi className="block-time inline-block">{time}</bdi>;

/** Like {@link untruncatedTime}, for a time that may be at the start of a line. */
export function untruncatedDetail(time = ''): ReactNode {
  if (time === '') return '';
  // At the start of a line the browser would truncate an inline block like text, so a zero-width space precedes it.
  return (
    <>
      {'\u200b'}
      {untruncatedTime(time)}
    </>
  );
}

/** The pet's name, followed by marks if there is an alert or there are notes. */
function petNameWithMarks({ heading, awaitsPet, alert, appointment }: BoardItem): ReactNode {
  return (
    <>
      <b>{isolateInElement(heading)}</b>
      {alert === '' ? null : <i className="block-alert" />}
      {awaitsPet || listNotes(appointment).length === 0 ? null : <i className="block-notes" />}
    </>
  );
}

/**
 * The text of a block, most important first, with each line truncated at its end. The start time is omitted because the
 * axis shows it; a stay, which has no axis, includes its times. While the client's name or a mark of the pet is
 * loading, whatever would follow it is left out, so that nothing moves.
 */
export function blockText(item: BoardItem, lines: LineCount, view: ColumnsView): ReactNode {
  const { client, type, stay, awaitsPet } = item;
  const about = [isolateInElement(type), view === 'vets' ? '' : isolateInElement(item.vet)];
  const besideClient = awaitsPet ? [] : about;
  const name = petNameWithMarks(item);
  const rest = joinParts([isolateInElement(client), ...besideClient]);
  // The key replaces the whole text when the pet's name replaces a title, so that nothing shifts.
  const key = item.heading;
  if (stay !== null)
    return (
      <span key={key} className="block-line">
        {name} {untruncatedDetail(stay[0])} {untruncatedDetail(stay[1])}
        {rest.length === 0 ? '' : ' · '}
        {rest}
      </span>
    );
  if (lines === 1)
    return (
      <span key={key} className="block-line">
        {name}
        {rest.length === 0 ? '' : ' '}
        {isRightToLeft ? isolateInElement(client) : rest}
        {isRightToLeft ? <span className="block-rest">{joinParts(besideClient)}</span> : null}
      </span>
    );
  return (
    <Fragment key={key}>
      <span className="block-line">{name}</span>
      <span className="block-line">{lines === 3 ? isolateInElement(client) : rest}</span>
      {lines === 3 ? <span className="block-line">{joinParts(about)}</span> : null}
    </Fragment>
  );
}
