import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { CalendarLink } from '#app/addresses/links.tsx';
import { asApiError } from '#app/api/api-error.ts';
import { leavesOutcomeUnknown } from '#app/api/desk-setup.ts';
import { useCountdown } from '#app/browser/use-now.ts';
import { ErrorId } from '#app/components/error-id.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { useBlurredFields } from '#app/components/use-blurred-fields.ts';
import { ErrorReason, errorIdOf, retryAfterOf } from '#app/text/error-texts.tsx';
import type { ErrorMessageKey } from '#contract/error.ts';

const hasMessageKey = (error: unknown, key: ErrorMessageKey) => asApiError(error)?.messageKey === key;

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  /** Whether the code came from the link with which the page was opened. */
  fromLink: boolean;
  isMissing: boolean;
  /** Why the last attempt failed; null if it didn't fail, or if there was none. */
  error: unknown;
  ref: Ref<HTMLInputElement>;
}

/** The field for the code that the terminal prints. The code keeps others on the network from setting up the practice. */
export function CodeField({ value, onChange, fromLink, isMissing, error, ref }: CodeFieldProps) {
  const blurred = useBlurredFields();
  const [correctedError, setCorrectedError] = useState<unknown>(null);
  const isWrong = hasMessageKey(error, 'wrong_code') && correctedError !== error;
  const missing = (isMissing || blurred.has('code')) && value.trim() === '';
  return (
    <TextField
      ref={ref}
      label={t`Setup code`}
      className="max-w-md"
      value={value}
      onChange={(code) => {
        setCorrectedError(error);
        onChange(code);
      }}
      onBlur={() => blurred.mark('code')}
      hint={
        fromLink
          ? t`Filled in from your link.`
          : t`The code is shown in the terminal where Frontdesk was started. It is valid for 15 minutes, then a new one replaces it.`
      }
      error={
        isWrong
          ? t`That code is wrong or has expired. Use the latest code in the terminal.`
          : missing
            ? t`Enter the code shown in the terminal.`
            : undefined
      }
    />
  );
}

interface SetupOutcomeProps {
  isPending: boolean;
  /** The number of attempts without a response. */
  failures: number;
  /** Whether the practice may have been set up although the response was lost. */
  isOutcomeUnknown: boolean;
  error: unknown;
  /** Whether any input is invalid. */
  hasProblems: boolean;
}

/** The outcome of the last attempt to set up the practice. */
export function SetupOutcome({ isPending, failures, isOutcomeUnknown, error, hasProblems }: SetupOutcomeProps) {
  const seconds = useCountdown(retryAfterOf(error), error);
  if (isPending) {
    return (
      <p role="status" className="text-muted">
        {failures > 0 ? t`Still waiting. Trying again… Nothing will be set up twice.` : t`Setting up…`}
      </p>
    );
  }
  if (isOutcomeUnknown) {
    return (
      <SetupProblem>
        {t`We didn’t get a reply, so the practice may already be set up. Try again with the same code to find out. Nothing will be set up twice, and nothing you typed is lost.`}
      </SetupProblem>
    );
  }
  if (hasProblems)
    return <SetupProblem>{t`Some of this can’t be set up yet. Check the marked fields above.`}</SetupProblem>;
  if (!error || leavesOutcomeUnknown(error) || hasMessageKey(error, 'wrong_code')) return null;
  if (hasMessageKey(error, 'set_up_already')) {
    return (
      <SetupProblem>
        {t`A practice has already been set up. Sign in with your key. If no one has one, ask your Frontdesk administrator to issue one on the server.`}{' '}
        <CalendarLink />
      </SetupProblem>
    );
  }
  if (seconds !== null) {
    return (
      <SetupProblem>
        {seconds > 0
          ? t({ message: `Too many attempts. Try again in ${seconds} s.`, comment: 'seconds, in short' })
          : t`You can try again now.`}
      </SetupProblem>
    );
  }
  const id = errorIdOf(error);
  return (
    <SetupProblem>
      {t`The practice couldn’t be set up.`} <ErrorReason error={error} /> {id === null ? null : <ErrorId id={id} />}
    </SetupProblem>
  );
}

function SetupProblem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex min-w-0 grow basis-64 gap-1.5 text-danger">
      <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <p>{children}</p>
    </div>
  );
}
