import { t } from '@lingui/core/macro';
import type { Directory } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { seriesPositionText } from '#app/text/series-text.ts';
import { instantInYearText } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { findPositionInSeries } from '#scheduling/series.ts';
import { compareByStart, isDimmed, recordedTime } from '#scheduling/visit.ts';
import { DetailsSection } from './details-panel.tsx';

interface SeriesSectionProps {
  /** All appointments of the series, including this one. */
  series: readonly ReceivedAppointment[];
  appointment: ReceivedAppointment;
  directory: Directory;
  statuses: EnumDisplays;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  appointmentAddress: (appointment: ReceivedAppointment) => Address;
}

/** The appointments of a series, each with a link. Cancelled appointments are struck through. */
export function SeriesSection({
  series,
  appointment,
  directory,
  statuses,
  now,
  appointmentAddress,
}: SeriesSectionProps) {
  const position = findPositionInSeries(series, appointment.id);
  if (position === null) return null;
  const positionText = seriesPositionText(position);
  return (
    <DetailsSection>
      <h3 className="text-xs font-semibold text-muted">
        {positionText === ''
          ? seriesHeading()
          : t({ message: `${seriesHeading()}, ${positionText}`, comment: '“Series, 3 of 6”' })}
      </h3>
      <ol aria-label={seriesHeading()} className="-my-1 max-h-44 overflow-y-auto py-1">
        {series.toSorted(compareByStart).map((one) => {
          const display = statuses.of(one.status);
          const when = instantInYearText(zoneOfAppointment(one, directory), recordedTime(one).start, now);
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
                <AppLink to={appointmentAddress(one)} className={`text-accent ${crossed}`}>
                  {when}
                </AppLink>
              )}
              <bdi className="sr-only">{display.label}</bdi>
            </li>
          );
        })}
      </ol>
    </DetailsSection>
  );
}

function seriesHeading(): string {
  return t({ message: 'Series', comment: 'several appointments of a pet that were booked together' });
}
