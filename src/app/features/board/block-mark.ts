import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { concernText } from '#app/text/arrival-text.ts';
import { messageMarkTexts } from '#app/text/message-mark-text.ts';
import { durationText } from '#app/text/time-text.ts';
import type { Concern } from '#scheduling/arrival.ts';
import type { MessageMark } from '#scheduling/message-mark.ts';

/** The short mark at the end of a block. It says what needs attention, or else that the client has confirmed. */
export interface BlockMark {
  kind: Concern['kind'] | 'clash' | MessageMark;
  /**
   * A very short text, such as `died`, `vet away`, `late 12`, `over 1 h 5`, `clash` or `25 min`; empty if the client has
   * confirmed, because that mark is only a tick.
   */
  text: string;
}

/** A wait of at most this many minutes gets no mark. */
const CALM_WAIT_MINUTES = 15;

const numbers = new Intl.NumberFormat(shownLocale);

/** A number of minutes without a unit, such as `38`; from an hour on `1 h 38`. */
function shortDuration(minutes: number): string {
  const [hours, rest] = [minutes - (minutes % 60), minutes % 60];
  if (hours === 0) return numbers.format(rest);
  return rest === 0 ? durationText(hours) : `${durationText(hours)} ${numbers.format(rest)}`;
}

/** The most urgent reason why an appointment needs attention, or the client's confirmation; null if there is neither. */
export function findBlockMark(
  [first]: readonly Concern[],
  clashes: boolean,
  message: MessageMark | null = null,
): BlockMark | null {
  if (first !== undefined && !('minutes' in first)) return { kind: first.kind, text: concernText(first) };
  const { kind, minutes } = first ?? { kind: null, minutes: 0 };
  if (kind === 'late') {
    const time = shortDuration(minutes);
    return { kind, text: t({ message: `late ${time}`, comment: 'by how many minutes, as short as possible' }) };
  }
  if (kind === 'over') {
    const time = shortDuration(minutes);
    return { kind, text: t({ message: `over ${time}`, comment: 'by how many minutes, as short as possible' }) };
  }
  if (message === 'another-time') {
    const text = t({ message: 'wants to move', comment: 'the client, to another time; as short as possible' });
    return { kind: message, text };
  }
  if (clashes) return { kind: 'clash', text: t({ message: 'clash', comment: 'two appointments at the same time' }) };
  if (message === 'not-delivered') return { kind: message, text: messageMarkTexts[message] };
  if (message === 'confirmed') return { kind: message, text: '' };
  if (minutes <= CALM_WAIT_MINUTES) return null;
  // Unlike a delay, a waiting time has no word before it, so it needs a unit.
  return { kind: 'waiting', text: minutes < 60 ? durationText(minutes) : shortDuration(minutes) };
}
