import { type CSSProperties, memo } from 'react';
import { oddEndText } from '#app/scheduling/time-text.ts';
import { recedes } from '#app/scheduling/visit.ts';
import type { Share } from './arrange-lane.ts';
import type { BlockStates } from './block-states.ts';
import type { BoardItem } from './board-items.ts';
import { statusSignClass } from './status-look.tsx';
import { axisPixels, blockMinutes } from './time-axis.ts';

interface AppointmentBlockProps extends Share {
  item: BoardItem;
  states: BlockStates;
}

/** Minutes from which on two lines of text fit in a block, and those beyond which its first line may be out of sight. */
const LEAST_OF_TWO_LINES = 28;
const MOST_IN_SIGHT = 60;

/** Pixels between a block and the next one. */
const GAP = 1;

function placeOf({ item, first, span, tracks }: AppointmentBlockProps): CSSProperties {
  const { fromMinute, toMinute } = blockMinutes(item);
  return {
    top: axisPixels(fromMinute),
    height: axisPixels(toMinute - fromMinute) - GAP,
    ...(tracks === 1
      ? {}
      : { left: `${(first / tracks) * 100}%`, width: `calc(${(span / tracks) * 100}% - ${GAP}px)` }),
  };
}

/** Text that runs from right to left, and marks that turn the direction of what follows. */
const TURNING =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** `dir` for text that could turn the text beside it. It is not free, so other text goes without. */
function isolation(text: string): 'auto' | undefined {
  return TURNING.test(text) ? 'auto' : undefined;
}

/**
 * One appointment on the board. It redraws when its own item or its place changes and never because the board does; what
 * else changes about it is marked on its element by the states. Clicks and keys are taken by the board, which knows the
 * block by its `data-key`.
 */
export const AppointmentBlock = memo(function AppointmentBlock(props: AppointmentBlockProps) {
  const { item, states } = props;
  const length = item.toMinute - item.fromMinute;
  const short = length < LEAST_OF_TWO_LINES;
  const tall = length > MOST_IN_SIGHT;
  const rest = item.oddEnd
    ? oddEndText(item.oddEnd)
    : [item.initials, item.client, item.type].filter((part) => part !== '').join(' · ');
  return (
    <button
      ref={(element) => (element ? states.attach(item.key, element) : undefined)}
      type="button"
      data-key={item.key}
      data-appointment={item.appointment.id}
      data-receding={recedes(item.appointment) || undefined}
      data-tall={tall || undefined}
      aria-label={item.label}
      tabIndex={-1}
      style={placeOf(props)}
      className={`appointment-block ${item.look.tint}`}
    >
      {/* Lines of plain text: boxes that align would cost a board of hundreds of blocks half its time. */}
      <span className="appointment-block-text">
        <b dir={isolation(item.heading)} className={statusSignClass(item.look)}>
          {item.heading}
        </b>{' '}
        {item.time}
        {short ? ' ' : <br />}
        <span dir={isolation(rest)}>{rest}</span>
      </span>
    </button>
  );
});
