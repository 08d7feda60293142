import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { asApiError } from '#app/api/api-error.ts';
import { isSetupOpen } from '#app/api/desk-setup.ts';
import { errorIdOf, Reason, waitOf } from '#app/api/failures.tsx';
import { useCountdown } from '#app/browser/use-now.ts';
import { ErrorId } from '#app/components/error-id.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { CalendarLink } from '#app/session/links.tsx';
import type { ErrorMessageKey } from '#contract/error.ts';

const isKey = (error: unknown, key: ErrorMessageKey) => asApiError(error)?.messageKey === key;

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  /** Whether the code came with the link that was followed. */
  fromLink: boolean;
  isMissing: boolean;
  /** Why the last try failed; null while there is none. */
  error: unknown;
  ref: Ref<HTMLInputElement>;
}

/** The code that the terminal shows, so that nobody else on the network sets the practice up. */
export function CodeField({ value, onChange, fromLink, isMissing, error, ref }: CodeFieldProps) {
  const [left, setLeft] = useState(false);
  const [changedSince, setChangedSince] = useState<unknown>(null);
  const isWrong = isKey(error, 'wrong_code') && changedSince !== error;
  const missing = (isMissing || left) && value.trim() === '';
  return (
    <TextField
      ref={ref}
      label={t`Setup code`}
      className="max-w-md"
      value={value}
      onChange={(code) => {
        setChangedSince(error);
        onChange(code);
      }}
      onBlur={() => setLeft(true)}
      hint={
        fromLink
          ? t`From the link that you followed.`
          : t`The terminal in which Frontdesk was started shows it. It is valid for 15 minutes, and a new one follows.`
      }
      error={
        isWrong
          ? t`That code is wrong or has expired. Look at the terminal: it shows a new one when the last has expired.`
          : missing
            ? t`Enter the code that the terminal shows.`
            : undefined
      }
    />
  );
}

interface SetupOutcomeProps {
  isPending: boolean;
  /** How often it was tried without an answer. */
  failures: number;
  /** Whether it is not known if the practice was set up. */
  isOpen: boolean;
  error: unknown;
  /** Whether something that was typed is wrong. */
  hasFaults: boolean;
}

/** How the last try to set the practice up ended. */
export function SetupOutcome({ isPending, failures, isOpen, error, hasFaults }: SetupOutcomeProps) {
  const seconds = useCountdown(waitOf(error), error);
  if (isPending) {
    return (
      <p role="status" className="text-muted">
        {failures > 0 ? t`No answer yet. Asking again; it is set up once only…` : t`Setting up…`}
      </p>
    );
  }
  if (isOpen) {
    return (
      <Problem>
        {t`The answer was lost: the practice may be set up. Try again with the same code to find out; it is set up once only, and nothing you typed is lost.`}
      </Problem>
    );
  }
  if (hasFaults) return <Problem>{t`Some of this can’t be set up yet: see what is marked above.`}</Problem>;
  if (!error || isSetupOpen(error) || isKey(error, 'wrong_code')) return null;
  if (isKey(error, 'set_up_already')) {
    return (
      <Problem>
        {t`A practice has been set up meanwhile. Sign in to it with your key. Where nobody has one, whoever looks after Frontdesk can issue one on the server.`}{' '}
        <CalendarLink />
      </Problem>
    );
  }
  if (seconds !== null) {
    return (
      <Problem>
        {seconds > 0
          ? t({ message: `Too many tries. Try again in ${seconds} s.`, comment: 'seconds, in short' })
          : t`You can try again now.`}
      </Problem>
    );
  }
  const id = errorIdOf(error);
  return (
    <Problem>
      {t`Not set up.`} <Reason error={error} /> {id === null ? null : <ErrorId id={id} />}
    </Problem>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex min-w-0 grow basis-64 gap-1.5 text-danger">
      <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <p>{children}</p>
    </div>
  );
}
