import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { waitingText, waitOf } from '#app/api/failures.tsx';
import { useCountdown } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { PracticeError } from '#app/features/practice/practice-error.tsx';
import { words } from '#app/text/shared-texts.ts';
import { number } from './counts.ts';
import type { ImportJob } from './import-job.ts';
import type { ImportState } from './import-state.ts';

type Sending = NonNullable<ImportState['sending']>;

/** How long it still takes, roughly. */
function leftText(seconds: number | null): string {
  if (seconds === null) return '';
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return t`less than 1 min left`;
  return t({ message: plural(minutes, { one: 'about # min left', other: 'about # min left' }), comment: 'minutes' });
}

function stepText({ isDryRun, done, all }: Sending): string {
  const [so, of] = [number(done), number(all)];
  return isDryRun
    ? t({ message: `Checked: ${so} of ${of}`, comment: 'records of files that are looked through' })
    : t({ message: `Imported: ${so} of ${of}`, comment: 'records of files that are written' });
}

/** What is heard: at each quarter alone. */
function quarterText(sending: Sending): string {
  const { done, all } = sending;
  const quarter = all === 0 ? 4 : Math.floor((4 * done) / all);
  return quarter === 0 ? '' : stepText({ ...sending, done: Math.floor((quarter * all) / 4) });
}

/** How far an import or its check is, what holds it up, and how it is stopped. */
export function SendingProgress({ sending, job }: { sending: Sending; job: ImportJob }) {
  const { phase, error, done, all, secondsLeft, isDryRun } = sending;
  const title = isDryRun
    ? t({ message: 'Checking', comment: 'nothing is written' })
    : t({ message: 'Importing', comment: 'records are written' });
  const isHeld = phase === 'stopped' || phase === 'failed';
  const place = useRef<HTMLElement>(null);
  // The button that began it is gone.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  const stopped = phase === 'stopped' ? t`Stopped. What was imported so far stays; the rest is not there yet.` : null;
  return (
    <section
      ref={place}
      aria-label={title}
      tabIndex={-1}
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3 outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <progress aria-label={title} max={all} value={done} className="min-w-32 grow basis-64" />
        <p className="tabular-nums">{stepText(sending)}</p>
        {phase === 'going' && secondsLeft !== null ? <p className="text-muted">{leftText(secondsLeft)}</p> : null}
        {phase === 'stopping' ? <p className="text-muted">{t`Stopping…`}</p> : null}
        {isHeld ? null : (
          <Button aria-disabled={phase === 'stopping'} onClick={isDryRun ? job.end : job.stop}>
            {t({ message: 'Stop', comment: 'button: ends an import that is under way' })}
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {stopped ?? (phase === 'waiting' ? words.waiting : quarterText(sending))}
      </p>
      {phase === 'waiting' ? <Waiting error={error} /> : null}
      {stopped ? <p aria-hidden="true">{stopped}</p> : null}
      {phase === 'failed' ? (
        <PracticeError error={error}>
          {isDryRun ? t`The check could not go on.` : t`The import could not go on. What was imported so far stays.`}
        </PracticeError>
      ) : null}
      {isHeld || phase === 'stopping' ? (
        <div className="flex flex-wrap gap-2">
          {isHeld ? (
            <Button tone="primary" onClick={job.goOn}>
              {t({ message: 'Continue', context: 'verb: an import goes on where it was stopped' })}
            </Button>
          ) : null}
          <Button onClick={job.end}>{isDryRun ? t`End the check` : t`End the import here`}</Button>
        </div>
      ) : null}
    </section>
  );
}

function Waiting({ error }: { error: unknown }) {
  const seconds = useCountdown(waitOf(error), error);
  return <p className="text-warn">{waitingText(seconds)}</p>;
}
