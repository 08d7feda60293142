import { Download } from 'lucide-react';
import { asApiError } from '#app/api/api-error.ts';
import { Button } from '#app/components/button.tsx';
import type { useExport } from './use-export.ts';

/** The whole result as a file, with progress and the way to call it off. */
export function ExportMenu({ state, start, cancel, disabled }: ReturnType<typeof useExport> & { disabled: boolean }) {
  if (state.kind === 'running') {
    const { done, total } = state;
    return (
      <div className="flex items-center gap-2 text-xs" role="status">
        <progress
          aria-label="Export"
          max={total ?? undefined}
          value={total === null ? undefined : done}
          className="w-28"
        />
        <span className="tabular-nums">
          {done.toLocaleString()}
          {total === null ? '' : ` of ${total.toLocaleString()}`}
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
          The export stopped{reason(state.error)}. Nothing was saved.
          <Button compact className="ml-1.5" onClick={() => void start(state.as)}>
            Try again
          </Button>
        </span>
      ) : null}
      <Button compact disabled={disabled} onClick={() => void start('csv')}>
        <Download aria-hidden="true" size={14} /> CSV
      </Button>
      <Button compact disabled={disabled} onClick={() => void start('ics')}>
        <Download aria-hidden="true" size={14} /> iCalendar
      </Button>
    </div>
  );
}

function reason(error: unknown): string {
  const suggestion = asApiError(error)?.suggestion;
  return suggestion ? `: ${suggestion}` : '';
}
