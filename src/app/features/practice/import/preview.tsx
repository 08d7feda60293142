import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { countLines } from '#import/line-groups.ts';
import { formatCount, totalCounts } from './counts.ts';
import { type ImportJob, type ImportState, isPreviewStale, type PlanOutcome } from './import-job.ts';
import { isValidSource } from './import-options.tsx';
import { OutcomeTables } from './outcome-tables.tsx';
import { ImportProgress } from './progress.tsx';

/** The id of the preview's heading, which gets the focus after a check. */
export const PREVIEW_HEADING_ID = 'import-preview';

interface PreviewProps {
  state: ImportState;
  job: ImportJob;
}

/** Shows what an import would do, and afterwards what it has done. */
export function Preview({ state, job }: PreviewProps) {
  const { files, plan, running, outcome, preview } = state;
  if (outcome) return <ImportOutcome outcome={outcome} job={job} />;
  if (files.length === 0) return null;
  const isStale = isPreviewStale(state);
  const isFresh = preview !== null && !isStale && running === null;
  const isReading = files.some(({ table, problem }) => table === null && problem === null);
  const canCheck = plan !== null && !isReading && isValidSource(state.settings.source) && running === null;
  return (
    <section aria-labelledby={PREVIEW_HEADING_ID} className="flex min-w-0 flex-col gap-3">
      <h2 id={PREVIEW_HEADING_ID} tabIndex={-1} className="text-base font-semibold outline-none">
        {t({ message: 'Preview', comment: 'a heading: what an import would do' })}
      </h2>
      {running ? (
        <ImportProgress running={running} job={job} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            tone={isFresh ? 'plain' : 'primary'}
            aria-disabled={!canCheck}
            onClick={() => (canCheck ? job.check() : undefined)}
          >
            {preview === null
              ? t({ message: 'Check', comment: 'button: finds out what an import would do' })
              : t({ message: 'Check again', comment: 'button: finds out what an import would do' })}
          </Button>
          <p className="text-muted" role="status">
            {isReading || state.isPlanning
              ? t`Reading the files…`
              : preview === null
                ? t`Shows what would change, without saving anything.`
                : isStale
                  ? t`Something has changed since this preview. Check again before you import.`
                  : null}
          </p>
        </div>
      )}
      {preview ? (
        <OutcomeTables
          key={preview.version}
          outcome={preview}
          settings={state.settings}
          onChoose={(next) => {
            job.choose(next);
            job.check();
          }}
        />
      ) : null}
      <InterruptionNotice state={state} />
      {isFresh ? <ImportStarter preview={preview} isRest={state.stopped !== null} job={job} /> : null}
    </section>
  );
}

/** Says why a check or an import ended early, and what has been written so far. */
function InterruptionNotice({ state: { error, stopped } }: Pick<PreviewProps, 'state'>) {
  const [done, all] = [formatCount(stopped?.done ?? 0), formatCount(stopped?.all ?? 0)];
  const soFar = stopped
    ? t`${done} of ${all} records were imported and are kept. You can import the rest at any time.`
    : t`Nothing was saved.`;
  if (error !== null)
    return (
      <Failure look="danger" error={error}>
        {soFar}
      </Failure>
    );
  return stopped === null ? null : (
    <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
      {t`Stopped.`} {soFar}
    </p>
  );
}

interface StartImportProps {
  preview: PlanOutcome;
  /** Whether the import was stopped after a part of it had been written. */
  isRest: boolean;
  job: ImportJob;
}

function ImportStarter({ preview, isRest, job }: StartImportProps) {
  const counts = totalCounts(preview.result);
  const { created } = preview.result;
  const count = counts.new + counts.changed + created.employees.length + created.rooms.length + created.types.length;
  return count === 0 ? (
    <p role="status" className="font-medium">
      {t`There is nothing to import. Every record is already here or was refused.`}
    </p>
  ) : (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button tone="primary" onClick={job.start}>
        {isRest ? t`Import the rest` : plural(count, { one: 'Import # record', other: 'Import # records' })}
      </Button>
      <span className="text-muted" role="status">
        {t`Only the changes shown above will be saved.`}
      </span>
    </p>
  );
}

/** The outcome of an import, with links to what may be done next. */
function ImportOutcome({ outcome, job }: { outcome: PlanOutcome; job: ImportJob }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView();
  }, []);
  const refused = countLines(outcome.result.refused);
  const link = 'inline-flex min-h-9 items-center font-medium text-accent underline';
  return (
    <section aria-labelledby="import-done" className="flex min-w-0 flex-col gap-3">
      <h2 id="import-done" ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        {t`The import is done`}
      </h2>
      <OutcomeTables outcome={outcome} settings={job.state().settings} onChoose={null} />
      {refused > 0 ? (
        <p className="text-muted">
          {t`Correct the refused lines in the downloaded file and drop it here. Records that are already imported won’t change.`}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Link to="/" className={link}>
          {t`Go to the calendar`}
        </Link>
        <Link to="/appointments" className={link}>
          {t`Appointments`}
        </Link>
        <Button onClick={job.clear}>{t`Import more files`}</Button>
      </div>
    </section>
  );
}
