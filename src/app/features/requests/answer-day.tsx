import { useId, useState } from 'react';
import { hasPetDied } from '#app/api/directory.ts';
import { Failure } from '#app/components/failure.tsx';
import { useWholeDay, type WholeDay } from '#app/days/whole-day.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dateInYearText, distanceText } from '#app/text/time-text.ts';
import { shiftsUnknownText } from '#app/text/time-warnings.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { findConcerns } from '#scheduling/arrival.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { createPlanConflicts } from '#scheduling/conflicting-appointments.ts';
import { AnswerRow, type AnswerRowProps } from './answer-row.tsx';
import { checkTime } from './time-check.ts';

interface AnswerDayProps extends Omit<AnswerRowProps, 'record' | 'time' | 'concerns' | 'isCurrent' | 'isSeen'> {
  /** `YYYY-MM-DD` */
  date: string;
  records: readonly ReceivedAppointment[];
  /** The number of appointments on this day that await an answer, in words. */
  count: string;
  /** Whether the row of an appointment says that its time is still free, or that it is not. */
  checksTime: (record: ReceivedAppointment) => boolean;
  /** The id of the row that is in the tab order. */
  current: string | undefined;
}

/** The rows of one day. The day is loaded only once its rows have scrolled into view, since each day takes several requests. */
export function AnswerDay({ records, count, checksTime, current, ...row }: AnswerDayProps) {
  const { date } = row;
  const heading = useId();
  const [isSeen, setSeen] = useState(false);
  const checksSome = records.some(checksTime);
  const day = useWholeDay(date, { enabled: isSeen, needsFreeTimes: checksSome });
  const { directory, now } = row;
  const [first] = records;
  const today = dateIn(first ? zoneOfAppointment(first, directory) : directory.fallbackZone, now);
  const shownDay: WholeDay = isSeen ? day : { ...day, state: 'loading' };
  const planConflicts = shownDay.state === 'complete' ? createPlanConflicts(shownDay) : () => [];
  function observeSection(section: HTMLElement | null) {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (section) observer.observe(section);
    return () => observer.disconnect();
  }
  return (
    <section ref={observeSection} aria-labelledby={heading}>
      <h2
        id={heading}
        className="sticky top-0 z-10 flex items-baseline gap-2 border-y border-line bg-ground px-3 py-1.5 text-sm font-semibold"
      >
        {dateInYearText(date, today)}
        <span className="text-xs font-normal text-muted">
          {distanceText(today, date)} · {count}
        </span>
      </h2>
      {day.state === 'failed' || (day.state === 'unplanned' && checksSome) ? (
        <Failure className="bg-warn-soft px-3 py-1.5 text-sm" onRetry={day.retry}>
          {day.state === 'unplanned'
            ? shiftsUnknownText()
            : checksSome
              ? texts.clashesUnknown
              : texts.appointmentsNotLoaded}
        </Failure>
      ) : null}
      <ul className="bg-surface">
        {records.map((record) => (
          <AnswerRow
            key={record.id}
            {...row}
            record={record}
            time={checksTime(record) ? checkTime(record, shownDay) : null}
            concerns={findConcerns(record, {
              ...{
                now,
                planConflicts,
                zone: zoneOfAppointment(record, directory),
                hasDied: hasPetDied(record, directory),
              },
            })}
            isCurrent={record.id === current}
            isSeen={isSeen}
          />
        ))}
      </ul>
    </section>
  );
}
