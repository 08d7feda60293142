import { Download } from 'lucide-react';
import { Button } from '#app/components/button.tsx';
import { words } from '#app/text/words.ts';
import type { ExportKind } from './export-jobs.ts';
import { NamesMissing } from './export-names.ts';
import { failureText } from './export-notices.ts';
import type { useExport } from './use-export.ts';

const labels: Readonly<Record<ExportKind, string>> = { csv: 'CSV', ics: 'iCalendar' };

/** The whole result as a file, with its progress and a way to cancel it. */
export function ExportMenu(props: ReturnType<typeof useExport> & { disabled: boolean }) {
  const { state, elsewhere, start, again, cancel, disabled } = props;
  const filters = elsewhere ? ', with the filters at its start' : '';
  if (state.kind === 'running') {
    const { job, done, total } = state;
    return (
      <div className="flex flex-wrap items-center gap-2 text-xs" role="status">
        <progress
          aria-label="Export"
          max={total ?? undefined}
          value={total === null ? undefined : done}
          className="w-28"
        />
        <span className="tabular-nums">
          {labels[job.as]}: {done.toLocaleString()}
          {total === null ? '' : ` of ${total.toLocaleString()}`}
          {filters}
        </span>
        <Button compact onClick={cancel}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {state.kind === 'failed' ? (
        <span role="alert" className="text-xs text-danger">
          The {labels[state.job.as]} export{filters} stopped{failureText(state.error)}. Nothing was saved.
          <Button compact className="ms-1.5" onClick={() => again(state.job)}>
            {words.tryAgain}
          </Button>
          {state.error instanceof NamesMissing ? (
            <Button compact className="ms-1.5" onClick={() => again({ ...state.job, withoutNames: true })}>
              Export without them
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
