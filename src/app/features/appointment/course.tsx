import { t } from '@lingui/core/macro';
import type { Directory } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { courseText } from '#app/text/course-text.ts';
import { momentInYear } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { zoneOf } from '#scheduling/calendar-day.ts';
import { byStart, placeInCourse } from '#scheduling/course.ts';
import { isDimmed, recordedTime } from '#scheduling/visit.ts';
import { Section } from './details-panel.tsx';

interface CourseProps {
  /** All appointments of the course, including this one. */
  course: readonly ReceivedAppointment[];
  appointment: ReceivedAppointment;
  directory: Directory;
  statuses: EnumDisplays;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  addressOf: (appointment: ReceivedAppointment) => Address;
}

/** The appointments of a course, each with a link. Cancelled ones are struck through. */
export function Course({ course, appointment, directory, statuses, now, addressOf }: CourseProps) {
  const place = placeInCourse(course, appointment.id);
  if (place === null) return null;
  const which = courseText(place);
  return (
    <Section>
      <h3 className="text-xs font-semibold text-muted">
        {which === '' ? heading() : t({ message: `${heading()}, ${which}`, comment: '“Course, 3 of 6”' })}
      </h3>
      <ol aria-label={heading()} className="-my-1 max-h-44 overflow-y-auto py-1">
        {byStart(course).map((one) => {
          const display = statuses.of(one.status);
          const when = momentInYear(zoneOf(one, directory), recordedTime(one).start, now);
          const crossed = isDimmed(one) ? 'line-through decoration-1' : '';
          return (
            <li key={one.id} className="flex min-h-6 items-center gap-x-2 tabular-nums">
              <span className={`${display.tint} grid size-5 shrink-0 place-items-center rounded-full`}>
                <StatusIcon status={display.value} />
              </span>
              {one.id === appointment.id ? (
                <span aria-current="true" className={`font-semibold ${crossed}`}>
                  {when}
                </span>
              ) : (
                <AppLink to={addressOf(one)} className={`text-accent ${crossed}`}>
                  {when}
                </AppLink>
              )}
              <bdi className="sr-only">{display.label}</bdi>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function heading(): string {
  return t({ message: 'Course', comment: 'several appointments of a pet that were booked together' });
}
