import { t } from '@lingui/core/macro';
import { TaskProgress } from '#app/features/practice/task-progress.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { formatCount } from './counts.ts';
import type { ImportJob, JobProgress } from './import-job.ts';

function progressText({ isDryRun, done, all }: JobProgress): string {
  const [count, total] = [formatCount(done), formatCount(all)];
  return isDryRun
    ? t({ message: `Checked: ${count} of ${total}`, comment: 'records of files that are looked through' })
    : t({ message: `Imported: ${count} of ${total}`, comment: 'records of files that are written' });
}

/** The text for screen readers, which changes only at each quarter of the progress. */
function quarterText(running: JobProgress): string {
  const { done, all } = running;
  const quarter = all === 0 ? 4 : Math.floor((4 * done) / all);
  return quarter === 0 ? '' : progressText({ ...running, done: Math.floor((quarter * all) / 4) });
}

/** The progress of an import or its check, any delay, and a button to stop it. */
export function ImportProgress({ running, job }: { running: JobProgress; job: ImportJob }) {
  const { isDryRun, done, all, waiting } = running;
  const title = isDryRun
    ? t({ message: 'Checking', comment: 'nothing is written' })
    : t({ message: 'Importing', comment: 'records are written' });
  return (
    <TaskProgress
      {...{ title, done, all, waiting }}
      text={progressText(running)}
      stopLabel={t({ message: 'Stop', comment: 'button: ends an import that is under way' })}
      onStop={job.stop}
    >
      <p role="status" className="sr-only">
        {waiting === null ? quarterText(running) : texts.waiting}
      </p>
    </TaskProgress>
  );
}
