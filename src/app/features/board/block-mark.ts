import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { concernText } from '#app/text/arrival-text.ts';
import { durationText } from '#app/text/time-text.ts';
import type { Concern } from '#scheduling/arrival.ts';

/** The short mark at the end of a block whose appointment needs attention. */
export interface BlockMark {
  kind: Concern['kind'] | 'clash';
  /** A very short text: `died`, `vet away`, `late 12`, `over 1 h 5`, `clash`, `25 min`. */
  text: string;
}

/** Patients who have waited longer than this, in minutes, need attention. */
const CALM_WAIT_MINUTES = 15;

const numbers = new Intl.NumberFormat(shownLocale);

/** `38`, and from an hour on `1 h 38`. */
function short(minutes: number): string {
  const [hours, rest] = [minutes - (minutes % 60), minutes % 60];
  if (hours === 0) return numbers.format(rest);
  return rest === 0 ? durationText(hours) : `${durationText(hours)} ${numbers.format(rest)}`;
}

/** The most urgent reason why an appointment needs attention; null if there is none. */
export function blockMarkOf([first]: readonly Concern[], clashes: boolean): BlockMark | null {
  if (first !== undefined && !('minutes' in first)) return { kind: first.kind, text: concernText(first) };
  const { kind, minutes } = first ?? { kind: null, minutes: 0 };
  if (kind === 'late') {
    const time = short(minutes);
    return { kind, text: t({ message: `late ${time}`, comment: 'by how many minutes, as short as can be' }) };
  }
  if (kind === 'over') {
    const time = short(minutes);
    return { kind, text: t({ message: `over ${time}`, comment: 'by how many minutes, as short as can be' }) };
  }
  if (clashes) return { kind: 'clash', text: t({ message: 'clash', comment: 'two appointments at the same time' }) };
  if (minutes <= CALM_WAIT_MINUTES) return null;
  // A waiting time has no word before it, so it needs its unit.
  return { kind: 'waiting', text: minutes < 60 ? durationText(minutes) : short(minutes) };
}
