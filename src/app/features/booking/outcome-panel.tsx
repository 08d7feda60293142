import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { type ApiError, asApiError } from '#app/api/api-error.ts';
import { Button } from '#app/components/button.tsx';
import { ErrorId } from '#app/components/error-id.tsx';
import { appointmentText, type WarningContext } from '#app/days/warning-text.ts';
import { errorIdOf, errorReasonText, QuotedMessage, untranslatedMessage } from '#app/text/error-texts.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookingOutcome, BookingPhase, BookingStep } from './submit-booking.ts';

/** Why a form is still open after it was submitted. */
export type BookingProblem = Exclude<BookingOutcome, { kind: 'booked' }>;

interface OutcomePanelProps {
  problem: BookingProblem;
  /** The store and time of the booking; null if the form's values are not valid. */
  place: WarningContext | null;
  /**
   * The names of a vet whom someone else has booked in the meantime (`lost`), and of one who is still free at that time
   * (`vet`); null if there are no such vets.
   */
  instead: { lost: string; vet: string } | null;
  /** Whether the practice system has been reached since the booking was attempted. */
  isBack: boolean;
  onAgain: () => void;
  onBookWhenBack: () => void;
}

/**
 * Says why nothing was booked, or that the outcome is uncertain, and what to do about it. Takes the focus when it
 * appears, unless it reports a clash.
 */
export function OutcomePanel(props: OutcomePanelProps) {
  const { problem, place, instead } = props;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem.kind !== 'conflict') panel.current?.focus();
  }, [problem]);
  if (problem.kind === 'conflict')
    return <ConflictPanel heading={notBookedText(instead)} others={problem.others} place={place} />;
  return <AlertPanel ref={panel}>{problemContent({ ...props, problem })}</AlertPanel>;
}

function AlertPanel({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex max-h-[40dvh] gap-2 overflow-y-auto rounded-md border border-danger bg-danger-soft px-2.5 py-2 text-sm"
    >
      <CircleAlert aria-hidden="true" size={18} className="mt-px shrink-0 text-danger" />
      <div className="flex min-w-0 grow flex-col gap-1">{children}</div>
    </div>
  );
}

interface ConflictPanelProps extends Pick<OutcomePanelProps, 'place'> {
  heading: string;
  others: readonly ReceivedAppointment[];
}

/** Names the clashing appointments that someone else has booked in the meantime. */
export function ConflictPanel({ heading, others, place }: ConflictPanelProps) {
  return (
    <AlertPanel>
      <OutcomeHeading>{heading}</OutcomeHeading>
      {place === null ? null : (
        <ul>
          {others.map((other) => (
            <li key={other.id}>{appointmentText(other, place)}</li>
          ))}
        </ul>
      )}
    </AlertPanel>
  );
}

type NonConflictProblem = Exclude<BookingProblem, { kind: 'conflict' }>;

function problemContent({
  problem,
  isBack,
  onAgain,
  onBookWhenBack,
}: OutcomePanelProps & { problem: NonConflictProblem }) {
  switch (problem.kind) {
    case 'offline':
      return isBack ? (
        <>
          <OutcomeHeading>{t`You were offline. Not booked, nothing is lost.`}</OutcomeHeading>
          <TryAgain onAgain={onAgain}>{texts.tryAgain}</TryAgain>
        </>
      ) : (
        <>
          <OutcomeHeading>{t`You’re offline. Not booked, nothing is lost.`}</OutcomeHeading>
          <TryAgain onAgain={onBookWhenBack}>{t`Book when back`}</TryAgain>
        </>
      );
    case 'passed':
      return <OutcomeHeading>{t`Not booked: this time had passed when the connection came back`}</OutcomeHeading>;
    case 'refused':
      return (
        <>
          <OutcomeHeading>{refusedHeading(problem.step)}</OutcomeHeading>
          <ErrorDetails error={problem.error} />
          <p>{t`Everything you typed is still here.`}</p>
        </>
      );
    case 'absent': {
      const error = asApiError(problem.error);
      return (
        <>
          <OutcomeHeading>{refusedHeading(problem.step)}</OutcomeHeading>
          {error?.kind === 'http' ? <ErrorDetails error={error} /> : null}
          <p>{t`The response was lost, and the practice system has no record of it. Everything you typed is still here.`}</p>
          <TryAgain onAgain={onAgain}>{texts.tryAgain}</TryAgain>
        </>
      );
    }
    case 'unknown':
      return (
        <>
          <OutcomeHeading>{unknownHeading(problem.step)}</OutcomeHeading>
          <p>
            {problem.offline ? t`The connection was lost.` : t`The practice system isn’t responding.`}{' '}
            {t`Nothing will be sent again automatically. Write the appointment down for now, and check again later: nothing will be booked twice.`}
          </p>
          <TryAgain onAgain={onAgain}>{t`Check again`}</TryAgain>
        </>
      );
  }
}

function notBookedText(instead: OutcomePanelProps['instead']): string {
  if (instead === null) return t`Not booked yet: someone else has just booked this time`;
  const [lost, vet] = [isolateText(instead.lost), isolateText(instead.vet)];
  return t({
    message: `Not booked yet: ${lost} has just been booked at this time, but ${vet} is still free.`,
    comment: 'two vets; no one had been chosen',
  });
}

function unknownHeading(step: BookingStep): string {
  if (step === 'client') return t`We couldn’t confirm that the client was registered`;
  return step === 'pet' ? t`We couldn’t confirm that the pet was registered` : texts.outcomeUnknown;
}

function refusedHeading(step: BookingStep): string {
  if (step === 'client') return t`The client was not registered, and nothing is booked`;
  return step === 'pet' ? t`The pet was not registered, and nothing is booked` : texts.notBooked;
}

function OutcomeHeading({ children }: { children: ReactNode }) {
  return <p className="font-semibold text-danger">{children}</p>;
}

function TryAgain({ children, onAgain }: { children: ReactNode; onAgain: () => void }) {
  return (
    <div>
      <Button compact onClick={onAgain}>
        {children}
      </Button>
    </div>
  );
}

/** The practice system's message about an error, with the error's id, which can be quoted to support. */
function ErrorDetails({ error }: { error: ApiError }) {
  const advice = untranslatedMessage(error) ?? '';
  const id = errorIdOf(error);
  return (
    <>
      <p className="break-words">{advice === '' ? fallbackErrorText(error) : <QuotedMessage text={advice} />}</p>
      {id === null ? null : (
        <p className="text-xs">
          <ErrorId id={id} />
        </p>
      )}
    </>
  );
}

/** The text for an error without a message from the practice system. */
function fallbackErrorText(error: ApiError): string {
  switch (error.status) {
    case 401:
      return t`You’re no longer signed in. Sign in again, then book.`;
    case 403:
      return texts.viewOnly;
    case 429:
      return t`Too many requests. Wait a minute and book again.`;
    default:
      return errorReasonText(error);
  }
}

/** The phase of a booking, in words. */
export function phaseText(phase: BookingPhase): string {
  switch (phase) {
    case 'waiting':
      return t`Waiting for the connection. The appointment will be booked once it’s back.`;
    case 'registering':
      return t`Registering…`;
    case 'looking':
      return t`Checking whether it was booked…`;
    case 'cut-off':
      return t`No connection. Once it’s back, we’ll check whether the appointment was booked…`;
    case 'reading':
    case 'sending':
      return t`Booking…`;
  }
}
