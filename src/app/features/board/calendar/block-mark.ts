import { t } from '@lingui/core/macro';
import { waitedSince } from '#app/features/board/visit-text.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { durationText } from '#app/scheduling/time-text.ts';
import { minutesLate, minutesOver } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The short mark at the end of a block whose appointment needs somebody. */
export interface BlockMark {
  kind: 'late' | 'over' | 'clash' | 'waiting';
  /** As short as can be: `late 12`, `over 5`, `clash`, `25 min`. */
  text: string;
}

/** Patients who wait for longer, in minutes, need somebody; who has just checked in does not. */
const CALM_WAIT_MINUTES = 15;

/** Minutes up to 99, then whole hours. */
const short = (minutes: number) =>
  minutes < 100 ? minutes.toLocaleString(shownLocale) : durationText(minutes - (minutes % 60));

/** The most urgent reason why an appointment needs somebody; null where it does not. */
export function blockMarkOf(
  appointment: ReceivedAppointment,
  { now, day, clashes }: { now: number; day: Interval; clashes: boolean },
): BlockMark | null {
  const late = minutesLate(appointment, now, day);
  if (late !== null) {
    const time = short(late);
    return { kind: 'late', text: t({ message: `late ${time}`, comment: 'by how many minutes, as short as can be' }) };
  }
  const over = minutesOver(appointment, now, day);
  if (over !== null) {
    const time = short(over);
    return { kind: 'over', text: t({ message: `over ${time}`, comment: 'by how many minutes, as short as can be' }) };
  }
  if (clashes) return { kind: 'clash', text: t({ message: 'clash', comment: 'two appointments at the same time' }) };
  const since = waitedSince(appointment, now, day);
  const waited = since === null ? 0 : Math.floor((now - since) / 60_000);
  if (waited <= CALM_WAIT_MINUTES) return null;
  // Without a word before it, the duration needs its unit.
  return { kind: 'waiting', text: durationText(waited < 60 ? waited : waited - (waited % 60)) };
}
