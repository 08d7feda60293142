import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ApiError } from '#app/api/api-error.ts';
import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import type { Outcome } from './submit-booking.ts';

interface OutcomePanelProps {
  outcome: Exclude<Outcome, { kind: 'booked' }>;
  /** The appointments that came in between, in words. */
  othersText: readonly { id: string; text: string }[];
  onAgain: () => void;
}

/** Why nothing was booked, or that nobody knows, and what to do about it. It takes the focus when it appears. */
export function OutcomePanel({ outcome, othersText, onAgain }: OutcomePanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new outcome is read out, also one of the same kind.
  useEffect(() => panel.current?.focus(), [outcome]);
  return (
    <div
      ref={panel}
      role="alert"
      tabIndex={-1}
      className="flex max-h-[40dvh] gap-2.5 overflow-y-auto rounded-md border border-danger bg-danger-soft px-3 py-2.5 text-sm"
    >
      <CircleAlert aria-hidden="true" size={18} className="mt-px shrink-0 text-danger" />
      <div className="flex min-w-0 grow flex-col gap-1.5">{content(outcome, othersText, onAgain)}</div>
    </div>
  );
}

function content(
  outcome: OutcomePanelProps['outcome'],
  othersText: OutcomePanelProps['othersText'],
  onAgain: () => void,
) {
  switch (outcome.kind) {
    case 'refused':
      return <Refused error={outcome.error} settled={outcome.settled} />;
    case 'changed':
      return (
        <>
          <Heading>Not booked yet: somebody has booked this time meanwhile</Heading>
          <ul>
            {othersText.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
          <Again onAgain={onAgain}>Book anyway</Again>
        </>
      );
    case 'absent':
      return (
        <>
          <Heading>Not booked</Heading>
          <p>
            The answer was lost, and the appointment is not in the practice system: looked {times(outcome.lookUps)} in{' '}
            {outcome.seconds} s. Everything you typed is still here. Trying again looks once more before it books.
          </p>
          <Again onAgain={onAgain}>Try again</Again>
        </>
      );
    case 'unknown':
      return (
        <>
          <Heading>Could not find out whether it was booked</Heading>
          <p>
            The practice system does not answer. Nothing is sent again by itself. When it is back, look again: it is
            booked only if it is not there yet. Until then, write the appointment down.
          </p>
          <Again onAgain={onAgain}>Look again</Again>
        </>
      );
  }
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

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

function Refused({ error, settled }: { error: ApiError; settled: boolean }) {
  return (
    <>
      <Heading>Not booked</Heading>
      <p className="break-words">{error.suggestion ?? reasonOf(error)}</p>
      <p>
        Everything you typed is still here.
        {settled ? '' : ' Booking again looks for the appointment first, so that it is not booked twice.'}
      </p>
      {error.errorInstanceId === null ? null : (
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
          <span>
            Error id <code className="break-all">{error.errorInstanceId}</code>
          </span>
          <CopyButton text={error.errorInstanceId} label="Copy error id" />
        </p>
      )}
    </>
  );
}

/** For an error without advice of its own. */
function reasonOf({ status, retryAfterSeconds }: ApiError): string {
  if (status === 401) return 'You are not signed in any more. Sign in again and book then.';
  if (status === 403) return 'Your API key may not book here.';
  if (status === 429) {
    return retryAfterSeconds === null
      ? 'The practice system is asked too often. Wait a minute and book again.'
      : `The practice system is asked too often. Book again in ${retryAfterSeconds} s.`;
  }
  if (status === 503) return 'The practice system is not available. Try again in a moment.';
  return `The practice system refused the booking (status ${status ?? 'unknown'}).`;
}
