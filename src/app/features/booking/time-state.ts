import { t } from '@lingui/core/macro';
import { type WarningContext, warningText } from '#app/days/warning-text.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText, dayAndClockText } from '#app/text/time-text.ts';
import { shiftsUnknownText, timeMaybeTakenText } from '#app/text/time-warnings.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import type { FreeStart } from '#scheduling/bookable.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import type { NoTimeReason } from '#scheduling/no-time.ts';
import type { Warning } from '#scheduling/warnings.ts';
import type { RequestedTime } from './booking-time.ts';
import type { BookingStore } from './booking-values.ts';
import { noTimeText } from './no-time-text.ts';
import type { BookingFreeTimes } from './use-free-times.ts';

/** Whether an appointment can take place at the time in a form. */
export type TimeState =
  /** Too little is filled in to say anything. */
  | { kind: 'silent' }
  | { kind: 'checking' }
  /** The day could not be loaded; if `isPlan`, only its shifts could not be loaded. */
  | { kind: 'lost'; isPlan: boolean }
  /**
   * The day has no free time. `next`: the first free start on a later day; null if none has been found. `otherVetStart`: a free
   * start on this day with a vet other than the requested one; null if there is none.
   */
  | { kind: 'none'; why: NoTimeReason; next: FreeStart | null; otherVetStart: FreeStart | null }
  | { kind: 'free' }
  /** There are no warnings, but some records could not be read. */
  | { kind: 'doubtful'; unreadable: number }
  /** `next`: the first free start after the requested time; null if none has been found. */
  | { kind: 'taken'; warnings: Warning[]; next: FreeStart | null };

/** Determines, from the loaded data, whether an appointment can take place at the time in a form. */
export function determineTimeState(
  freeTimes: BookingFreeTimes,
  { start, time, isChosen }: Pick<RequestedTime, 'start' | 'time' | 'isChosen'>,
): TimeState {
  const { state, starts, next, unreadable } = freeTimes;
  if (state === 'waiting') return { kind: 'silent' };
  if (state === 'failed' || state === 'unplanned') return { kind: 'lost', isPlan: state === 'unplanned' };
  if (state === 'loading') return { kind: 'checking' };
  if (time === null) {
    if (isChosen || start !== null) return { kind: 'silent' };
    if (!freeTimes.isPossible) return { kind: 'taken', warnings: allDayWarnings(freeTimes), next: null };
    if (starts.length > 0) return { kind: 'silent' };
    return { kind: 'none', why: freeTimes.whyNone('day'), next, otherVetStart: freeTimes.otherVetStart };
  }
  const warnings = freeTimes.warningsAt(time);
  if (warnings === null) return { kind: 'checking' };
  if (warnings.length > 0) return { kind: 'taken', warnings, next: next?.start === time.start ? null : next };
  return unreadable > 0 ? { kind: 'doubtful', unreadable } : { kind: 'free' };
}

/** The warnings that apply at any time of the day. */
function allDayWarnings({ warningsAt, noon }: BookingFreeTimes): Warning[] {
  const warnings = warningsAt({ start: noon, end: noon }) ?? [];
  return warnings.filter(({ kind }) => kind === 'no-room-suits' || kind === 'vet-elsewhere');
}

interface TimeStateContext extends WarningContext {
  store: BookingStore;
  employees: readonly ReceivedEmployee[];
  /** The id of the vet that the appointment would get; null for none. */
  employeeId: string | null;
  roomId: string | null;
  /** The calendar's day, `YYYY-MM-DD` in the store's zone. */
  day: string;
  /** Whether a vet is needed, but the practice system does not say who is on duty. */
  isStaffingUnknown: boolean;
}

/** One line that says whether a time can be booked, with details on demand. */
export interface TimeStateLine {
  tone: 'ok' | 'warn' | 'quiet';
  text: string;
  details: string[];
}

/** Describes the state of a time in one line; null if there is nothing to say. */
export function describeTimeState(state: TimeState, context: TimeStateContext): TimeStateLine | null {
  switch (state.kind) {
    case 'silent':
      return null;
    case 'checking':
      return { tone: 'quiet', text: texts.checkingClashes, details: [] };
    case 'lost':
      return { tone: 'warn', text: state.isPlan ? shiftsUnknownText() : texts.clashesUnknown, details: [] };
    case 'none':
      return { tone: 'warn', text: noTimeText(state.why, { ...context, part: 'day' }), details: [] };
    case 'free':
      return { tone: 'ok', text: timeIsFreeText(context), details: [] };
    case 'doubtful':
      return {
        tone: 'quiet',
        text: timeMaybeTakenText(state.unreadable),
        details: [],
      };
    case 'taken': {
      const [first, ...others] = state.warnings.map((warning) => warningText(warning, context));
      const details = [...(first?.details ?? []), ...others.flatMap(({ title, details: more }) => [title, ...more])];
      return { tone: 'warn', text: first?.title ?? '', details };
    }
  }
}

function timeIsFreeText(context: TimeStateContext): string {
  const text = freeVetAndRoomText(context);
  if (!context.isStaffingUnknown) return text;
  return t({
    message: `${text} · who is on duty isn’t known`,
    comment: 'text: “Free in Room 1”, or “This time is free”',
  });
}

function freeVetAndRoomText({ employees, employeeId, store, roomId }: TimeStateContext): string {
  const vet = isolateText(employees.find(({ id }) => id === employeeId)?.name ?? '');
  const room = isolateText(store.rooms.find(({ id }) => id === roomId)?.name ?? '');
  if (vet === '' && room === '') return texts.timeIsFree;
  if (room === '') return t`Free with ${vet}`;
  return vet === ''
    ? t({ message: `Free in ${room}`, comment: 'a time that can be booked; a room' })
    : t({ message: `Free with ${vet}, ${room}`, comment: 'a time that can be booked; a vet and a room' });
}

/** The text of a free start that is offered as an alternative, with its day if it is on another day. */
export function offeredStartText(zone: string, next: number, day: string): string {
  return dateIn(zone, next) === day ? clockText(zone, next) : dayAndClockText(zone, next);
}
