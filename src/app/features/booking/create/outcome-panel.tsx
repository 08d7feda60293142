import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type ApiError, isOfAnotherPerson, isStorageFull } from '#app/api/api-error.ts';
import type { Directory } from '#app/api/directory.ts';
import { errorIdOf, foreignWordsOf, reasonOf, Said } from '#app/api/failures.tsx';
import { Button } from '#app/components/button.tsx';
import { ErrorId } from '#app/components/error-id.tsx';
import { type BookingStore, suggestionText } from '#app/features/booking/booking-schema.ts';
import { bookedText, othersText } from '#app/features/booking/booking-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { Problem } from './use-create-booking.ts';

interface OutcomePanelProps {
  problem: Problem;
  stores: readonly BookingStore[];
  /** The pets whose names are known. */
  pets: Directory['pets'];
  onAgain: () => void;
  /** Whether it is booked once the connection is back. */
  isWaiting: boolean;
  onWait: () => void;
  onStopWaiting: () => void;
  /** Closes the form and discards it. */
  onDiscard: () => void;
}

/**
 * Says why nothing was booked, or that it is not known, and what to do about it. It takes the focus when it appears.
 */
export function OutcomePanel(props: OutcomePanelProps) {
  const { problem } = props;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // That it is over takes nobody out of a field.
    const isOver = problem.kind === 'back' && document.activeElement !== document.body;
    if (!isOver) panel.current?.focus();
  }, [problem]);
  return (
    <div
      ref={panel}
      role="alert"
      tabIndex={-1}
      className="flex max-h-[40dvh] gap-2.5 overflow-y-auto rounded-md border border-danger bg-danger-soft px-3 py-2.5 text-sm"
    >
      <CircleAlert aria-hidden="true" size={18} className="mt-px shrink-0 text-danger" />
      <div className="flex min-w-0 grow flex-col gap-1.5">{content(props)}</div>
    </div>
  );
}

function content({ problem, stores, pets, onAgain, isWaiting, onWait, onStopWaiting, onDiscard }: OutcomePanelProps) {
  switch (problem.kind) {
    case 'offline':
      return (
        <>
          <Heading>
            {problem.noNetwork
              ? t`You’re offline. Not booked, nothing is lost.`
              : t`No connection. Not booked, nothing is lost.`}
          </Heading>
          {isWaiting ? (
            <p>{t`It is booked once the connection is back, if the time is still free then. Keep this form open.`}</p>
          ) : null}
          <Again onAgain={isWaiting ? onStopWaiting : onWait}>{isWaiting ? t`Don’t wait` : t`Book when back`}</Again>
        </>
      );
    case 'back':
      return <Heading>{t`The connection is back. Not booked, nothing is lost.`}</Heading>;
    case 'passed':
      return (
        <>
          <Heading>{t`Not booked: when the connection was back, this time had passed`}</Heading>
          <Again onAgain={onAgain}>{t`Book anyway`}</Again>
        </>
      );
    case 'refused':
      return (
        <>
          <Heading>{words.notBooked}</Heading>
          <Advice error={problem.error} />
          <p>{t`Everything you typed is still here.`}</p>
        </>
      );
    case 'fault':
      return (
        <>
          <Heading>{t`The practice system reports a fault`}</Heading>
          <Advice error={problem.error} />
          <p>{t`Checking whether it was booked all the same. Everything you typed is still here.`}</p>
        </>
      );
    case 'conflict': {
      const { storeIds, start, end } = problem.request;
      const place = { storeId: storeIds[0] ?? '', start, end };
      return (
        <>
          <Heading>
            {problem.wasLoaded
              ? t`Not booked yet: somebody else has just booked this time`
              : t`Not booked yet: this time is taken`}
          </Heading>
          <ul>
            {othersText(problem.others, place, stores, pets).map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
          <Again onAgain={onAgain}>{t`Book anyway`}</Again>
        </>
      );
    }
    case 'form-changed': {
      const pet = problem.booked.petName;
      const booking = bookedText(problem.booked, stores);
      return (
        <>
          <Heading>
            {pet === '' ? (
              t`The appointment is booked; what the form says now is not`
            ) : (
              <Trans>
                <bdi>{pet}</bdi> is booked; what the form says now is not
              </Trans>
            )}
          </Heading>
          <p>{t`Booked: ${booking}. What you have changed here since then is not part of it.`}</p>
          <div className="flex gap-2">
            <Button compact onClick={onAgain}>
              {t`Book this one, too`}
            </Button>
            <Button compact tone="quiet" onClick={onDiscard}>
              {t({ message: 'Discard it', comment: 'what the form says and is not booked' })}
            </Button>
          </div>
        </>
      );
    }
    case 'absent':
      return (
        <>
          <Heading>{words.notBooked}</Heading>
          {problem.fault ? <Advice error={problem.fault} /> : null}
          <p>
            {absentText(problem.lookUps, problem.seconds, problem.fault !== null)}{' '}
            {t`Everything you typed is still here. Trying again looks once more before it books.`}
          </p>
          <Again onAgain={onAgain}>{words.tryAgain}</Again>
        </>
      );
    case 'unknown':
      return (
        <>
          <Heading>{words.outcomeUnknown}</Heading>
          {problem.fault ? <Advice error={problem.fault} /> : null}
          <p>
            {problem.offline
              ? t`The connection was lost on the way. Nothing is sent again by itself. When it is back, look again: it is booked only if it is not there yet. Until then, write the appointment down.`
              : t`The practice system does not answer. Nothing is sent again by itself. When it is back, look again: it is booked only if it is not there yet. Until then, write the appointment down.`}
          </p>
          <Again onAgain={onAgain}>{t`Look again`}</Again>
        </>
      );
  }
}

/** The text where the appointment was searched for and is not there. */
function absentText(lookUps: number, seconds: number, isFault: boolean): string {
  return isFault
    ? t`The appointment is not in the practice system: looked ${plural(lookUps, { one: 'once', other: '# times' })} in ${seconds} s.`
    : t`The answer was lost, and the appointment is not in the practice system: looked ${plural(lookUps, { one: 'once', other: '# times' })} in ${seconds} s.`;
}

function Heading({ children }: { children: ReactNode }) {
  return <p className="font-semibold text-danger">{children}</p>;
}

function Again({ children, onAgain }: { children: ReactNode; onAgain: () => void }) {
  return (
    <div>
      <Button compact onClick={onAgain}>
        {children}
      </Button>
    </div>
  );
}

/** The service's advice on an error, with the id to quote. */
function Advice({ error }: { error: ApiError }) {
  const advice = suggestionText(foreignWordsOf(error) ?? '');
  const id = errorIdOf(error);
  return (
    <>
      <p className="break-words">{advice === '' ? refusedText(error) : <Said text={advice} />}</p>
      {id === null ? null : (
        <p className="text-xs">
          <ErrorId id={id} />
        </p>
      )}
    </>
  );
}

/** The text of an error without words of the practice system. */
function refusedText(error: ApiError): string {
  const { status, retryAfterSeconds } = error;
  if (status === 401) return t`You are not signed in any more. Sign in again and book then.`;
  if (status === 403) return words.viewOnly;
  if (status === 429) {
    return retryAfterSeconds === null
      ? t`The practice system is asked too often. Wait a minute and book again.`
      : t`The practice system is asked too often. Book again in ${retryAfterSeconds} s.`;
  }
  if (isStorageFull(error) || isOfAnotherPerson(error)) return reasonOf(error);
  if (status === 503) return t`The practice system is not available. Try again in a moment.`;
  if (status !== null && status >= 500) return reasonOf(error);
  return status === null
    ? t`The practice system refused the booking (status unknown).`
    : t`The practice system refused the booking (status ${status}).`;
}
