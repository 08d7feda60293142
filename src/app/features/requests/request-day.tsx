import { plural } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { hasPetDied } from '#app/api/directory.ts';
import { ErrorMessage } from '#app/components/error-message.tsx';
import { useWholeDay, type WholeDay } from '#app/days/whole-day.ts';
import { words } from '#app/text/shared-texts.ts';
import { dayInYear, distanceText } from '#app/text/time-text.ts';
import { dutyUnknownText } from '#app/text/time-warnings.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { concernsOf } from '#scheduling/arrival.ts';
import { dayInterval, zoneOf } from '#scheduling/calendar-day.ts';
import { createVetAway } from '#scheduling/conflicting-appointments.ts';
import { RequestRow } from './request-row.tsx';
import { timeAnswer } from './time-answer.ts';

interface RequestDayProps
  extends Omit<Parameters<typeof RequestRow>[0], 'request' | 'time' | 'concerns' | 'isCurrent'> {
  /** `YYYY-MM-DD` */
  date: string;
  today: string;
  requests: readonly ReceivedAppointment[];
  /** The id of the request in the tab order. */
  current: string | undefined;
}

/**
 * The requests of a day, which is loaded just before it scrolls into view: each day costs requests of the shared
 * budget.
 */
export function RequestDay({ date, today, requests, current, ...row }: RequestDayProps) {
  const heading = useId();
  const [isSeen, setSeen] = useState(false);
  const day = useWholeDay(date, { enabled: isSeen });
  const { directory, now } = row;
  const { fallbackZone } = directory;
  const shownDay: WholeDay = isSeen ? day : { ...day, state: 'loading' };
  const isVetAway = shownDay.state === 'complete' ? createVetAway(shownDay) : () => false;
  function watch(section: HTMLElement | null) {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (section) observer.observe(section);
    return () => observer.disconnect();
  }
  return (
    <section ref={watch} aria-labelledby={heading}>
      <h2
        id={heading}
        className="sticky top-0 z-10 flex items-baseline gap-2 border-y border-line bg-ground px-3 py-1.5 text-sm font-semibold"
      >
        {dayInYear(fallbackZone, dayInterval(fallbackZone, date).start, now)}
        <span className="text-xs font-normal text-muted">
          {distanceText(today, date)} ·{' '}
          {plural(requests.filter(row.isOpen).length, { one: '# request', other: '# requests' })}
        </span>
      </h2>
      {day.state === 'failed' || day.state === 'unplanned' ? (
        <ErrorMessage className="bg-warn-soft px-3 py-1.5 text-sm" onRetry={day.retry}>
          {day.state === 'unplanned' ? dutyUnknownText() : words.clashesUnknown}
        </ErrorMessage>
      ) : null}
      <ul className="bg-surface">
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            {...row}
            request={request}
            time={timeAnswer(request, shownDay)}
            concerns={concernsOf(request, {
              ...{ now, isVetAway, zone: zoneOf(request, directory), hasDied: hasPetDied(request, directory) },
            })}
            isCurrent={request.id === current}
          />
        ))}
      </ul>
    </section>
  );
}
