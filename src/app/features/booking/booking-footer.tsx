import { t } from '@lingui/core/macro';
import { Button } from '#app/components/button.tsx';
import { PresenceNote } from '#app/components/presence.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { OutcomePanel, phaseText } from './outcome-panel.tsx';
import type { SeriesDate } from './repeat.ts';
import { bookSeriesText } from './repeat-fields.tsx';
import { ClashingDates } from './series-dates.tsx';
import { SubmitButton } from './submit-button.tsx';
import type { BookingRun } from './use-booking.ts';
import { useBookingFormContext } from './use-booking-form.ts';
import type { DateCheck } from './use-date-checks.ts';

interface BookingFooterProps {
  run: BookingRun;
  /** The number of appointments to book. */
  count: number;
  /** The dates of a series; empty for a single appointment. */
  dates: readonly SeriesDate[];
  checks: readonly DateCheck[];
  /** Says what colleagues are booking at the same time; empty if they are booking nothing then. */
  others: string;
}

/** The bottom of the booking panel: the outcome of the last attempt to book, and the buttons. */
export function BookingFooter({ run, count, dates, checks, others }: BookingFooterProps) {
  const { purpose, panel, store, lists, when } = useBookingFormContext();
  const { phase, problem, isTaken } = run;
  const isWalkIn = purpose.kind === 'walk-in';
  const place = when.time && { store, stores: lists.stores, time: when.time, petName: '', pets: lists.pets };
  return (
    <>
      <PresenceNote text={others} className="text-sm" />
      {problem ? (
        <OutcomePanel
          {...{ problem, place }}
          instead={run.instead}
          isBack={run.isBack}
          onAgain={run.again}
          onBookWhenBack={run.bookWhenBack}
        />
      ) : null}
      <ClashingDates {...{ dates, checks }} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className={phase ? 'me-auto text-sm text-muted' : 'sr-only'}>
          {phase ? phaseText(phase) : ''}
        </p>
        {phase === 'waiting' ? <Button onClick={run.stop}>{t`Stop waiting`}</Button> : null}
        {panel.onWait && !isWalkIn && phase === null ? (
          <Button
            compact
            tone={panel.isForWaitingList ? 'primary' : 'quiet'}
            className="min-h-9"
            onClick={run.putOnWaitingList}
          >
            {panel.isForWaitingList
              ? t({
                  message: 'Next: when they can come',
                  comment: 'button: leads to when a pet could come, for the waiting list',
                })
              : texts.putOnWaitingList}
          </Button>
        ) : null}
        {panel.isForWaitingList ? null : (
          <SubmitButton isDisabled={phase !== null}>
            {count > 1 ? bookSeriesText(count, isTaken) : buttonText(isWalkIn, isTaken)}
          </SubmitButton>
        )}
      </div>
    </>
  );
}

function buttonText(isWalkIn: boolean, isTaken: boolean): string {
  if (isWalkIn) return isTaken ? t`Check in anyway` : t({ message: 'Check in', comment: 'button: a patient has come' });
  return isTaken ? texts.bookAnyway : texts.bookAppointment;
}
