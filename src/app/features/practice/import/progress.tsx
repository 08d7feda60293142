import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { useCountdown } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { waitingText, waitOf } from '#app/text/failures.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { countText } from './counts.ts';
import type { ImportJob, Running } from './import-job.ts';

function stepText({ isDryRun, done, all }: Running): string {
  const [so, of] = [countText(done), countText(all)];
  return isDryRun
    ? t({ message: `Checked: ${so} of ${of}`, comment: 'records of files that are looked through' })
    : t({ message: `Imported: ${so} of ${of}`, comment: 'records of files that are written' });
}

/** What is announced: only each quarter. */
function quarterText(running: Running): string {
  const { done, all } = running;
  const quarter = all === 0 ? 4 : Math.floor((4 * done) / all);
  return quarter === 0 ? '' : stepText({ ...running, done: Math.floor((quarter * all) / 4) });
}

/** The progress of an import or its check, any delay, and a button to stop it. */
export function Progress({ running, job }: { running: Running; job: ImportJob }) {
  const { isDryRun, done, all, waiting } = running;
  const title = isDryRun
    ? t({ message: 'Checking', comment: 'nothing is written' })
    : t({ message: 'Importing', comment: 'records are written' });
  const place = useRef<HTMLElement>(null);
  // The button that started it no longer exists.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <section
      ref={place}
      aria-label={title}
      tabIndex={-1}
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3 outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <progress aria-label={title} max={all} value={done} className="min-w-32 grow basis-64" />
        <p className="tabular-nums">{stepText(running)}</p>
        <Button onClick={job.stop}>
          {t({ message: 'Stop', comment: 'button: ends an import that is under way' })}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {waiting === null ? quarterText(running) : texts.waiting}
      </p>
      {waiting === null ? null : <Waiting error={waiting} />}
    </section>
  );
}

function Waiting({ error }: { error: unknown }) {
  const seconds = useCountdown(waitOf(error), error);
  return <p className="text-warn">{waitingText(seconds)}</p>;
}
