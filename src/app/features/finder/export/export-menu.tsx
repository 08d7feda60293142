import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import { Button } from '#app/components/button.tsx';
import { words } from '#app/text/shared-texts.ts';
import { progressText, stoppedText } from './export-notices.ts';
import { NamesMissing } from './load-names.ts';
import type { useExport } from './use-export.ts';
import type { ExportKind } from './write-export.ts';

const labels: Readonly<Record<ExportKind, string>> = { csv: 'CSV', ics: 'iCalendar' };

/** A menu that exports the whole result as a file, with progress and a cancel button. */
export function ExportMenu(props: ReturnType<typeof useExport> & { disabled: boolean }) {
  const { state, elsewhere, start, again, cancel, disabled } = props;
  if (state.kind === 'running') {
    const { job, done, total } = state;
    return (
      <div className="flex flex-wrap items-center gap-2 text-xs" role="status">
        <progress
          aria-label={t({ message: 'Export', context: 'noun: a list that is being saved as a file' })}
          max={total ?? undefined}
          value={total === null ? undefined : done}
          className="w-28"
        />
        <span className="tabular-nums">{progressText({ format: labels[job.as], done, total, elsewhere })}</span>
        <Button compact onClick={cancel}>
          {t({ message: 'Cancel', context: 'verb: stops an export' })}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {state.kind === 'failed' ? (
        <span role="alert" className="text-xs text-danger">
          {stoppedText({ format: labels[state.job.as], elsewhere, error: state.error })}
          <Button compact className="ms-1.5" onClick={() => again(state.job)}>
            {words.tryAgain}
          </Button>
          {state.error instanceof NamesMissing ? (
            <Button compact className="ms-1.5" onClick={() => again({ ...state.job, withoutNames: true })}>
              {t({ message: 'Export without them', comment: 'Without the names that could not be loaded' })}
            </Button>
          ) : null}
        </span>
      ) : null}
      <Button compact disabled={disabled} onClick={() => start('csv')}>
        <Download aria-hidden="true" size={14} /> CSV
      </Button>
      <Button compact disabled={disabled} onClick={() => start('ics')}>
        <Download aria-hidden="true" size={14} /> iCalendar
      </Button>
    </div>
  );
}
