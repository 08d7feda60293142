import { plural, t } from '@lingui/core/macro';
import { Hourglass, TriangleAlert } from 'lucide-react';
import { failureKind } from '#app/api/api-error.ts';
import { useCountdown } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { type DayProblem, useBoard } from '#app/features/board/board-context.ts';
import { ErrorReason, errorIdOf, keyRejectedTexts, retryAfterOf, systemBusyText } from '#app/text/error-texts.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { BoardNotice } from './board-notice.tsx';

/**
 * Returns a title and a text that explain the error and what it means for booking from this screen.
 *
 * @param missing the number of missing appointments; null if it is unknown
 */
export function explainProblem(
  { error, loaded, asOf }: DayProblem,
  missing: number | null,
): { title: string; text: string } {
  const kind = failureKind(error);
  const refusal = keyRejectedTexts(error);
  const outdatedText = asOf === null ? '' : t`This is the day as of ${asOf}. Later changes are missing.`;
  const missingText =
    loaded === 'part' && missing !== null && missing > 0
      ? t`${plural(missing, { one: '# appointment is missing.', other: '# appointments are missing.' })}`
      : '';
  const stripedText = loaded === 'none' ? '' : t`Striped times may already be taken.`;
  const details = [outdatedText, missingText, stripedText].filter(Boolean).join(' ');
  if (kind === 'refused') return { title: refusal.title, text: [refusal.advice, details].filter(Boolean).join(' ') };
  if (kind === 'waiting') return { title: texts.waiting, text: details };
  const title =
    loaded === 'none'
      ? t`This day couldn’t be loaded: don’t book from this screen.`
      : loaded === 'part'
        ? t`Part of the day couldn’t be loaded: don’t book from this screen.`
        : t`The practice system isn’t responding: don’t book from this screen.`;
  return { title, text: details };
}

/**
 * Shown when the day, or a part of it, could not be loaded or is out of date, so that time that looks free may be
 * taken.
 */
export function DayError({ fault }: { fault: DayProblem }) {
  const { board, day } = useBoard();
  const kind = failureKind(fault.error);
  const waiting = kind === 'waiting';
  const seconds = useCountdown(retryAfterOf(fault.error), fault.error);
  const { title, text } = explainProblem(fault, board.missing);
  return (
    <BoardNotice
      icon={waiting ? Hourglass : TriangleAlert}
      role={waiting ? undefined : 'alert'}
      errorId={errorIdOf(fault.error)}
      action={
        waiting ? null : (
          <Button compact disabled={day.fetching} onClick={day.onRetry}>
            {texts.tryAgain}
          </Button>
        )
      }
    >
      {/* Only the title is announced: the countdown would be announced every second. */}
      <span role="status" className="sr-only">
        {waiting ? title : ''}
      </span>
      <strong className="font-semibold">{waiting ? systemBusyText(seconds) : title}</strong> {text}{' '}
      {kind === 'failed' ? <ErrorReason error={fault.error} /> : null}
    </BoardNotice>
  );
}
