import { Trans } from '@lingui/react/macro';
import { intervalEnds, intervalText, shortZoneText } from '#app/text/time-text.ts';
import { invalidEndOf, recordedTime } from '#scheduling/visit.ts';
import { findFold } from '#scheduling/wall-clock.ts';
import type { BoardAppointment } from './model/board-appointments.ts';

/**
 * Returns the interval of an appointment (`time`), an instant of the shown day within it (`within`), and the zone to
 * append if clocks show the start twice that day (`zoneSuffix`).
 */
function shownTimes({ item: { appointment }, day: { zone, clock } }: BoardAppointment) {
  const time = recordedTime(appointment);
  return {
    time,
    within: Math.min(Math.max(time.start, clock.start), clock.end - 1),
    zoneSuffix: findFold(zone, time.start) === null ? '' : ` ${shortZoneText(zone, time.start)}`,
  };
}

/**
 * The start and end of an appointment. Each includes its day if that is not the shown day. The zone follows if clocks
 * show the start twice that day.
 */
export function timesText(visit: BoardAppointment): string {
  const { time, within, zoneSuffix } = shownTimes(visit);
  return `${intervalText(visit.day.zone, time, within)}${zoneSuffix}`;
}

/** Renders {@link timesText}. If the text wraps, the end is on the second line. */
export function AppointmentTimes({ of, startClass }: { of: BoardAppointment; startClass?: string }) {
  const { time, within, zoneSuffix } = shownTimes(of);
  if (invalidEndOf(time) !== null) return timesText(of);
  const { start, end } = intervalEnds(of.day.zone, time, within);
  return (
    <>
      <Trans comment="from when until when">
        <span className={`whitespace-nowrap ${startClass ?? ''}`}>{start} –</span>{' '}
        <span className="whitespace-nowrap">{end}</span>
      </Trans>
      {zoneSuffix}
    </>
  );
}
