import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { LeaveGuard } from '#app/components/leave-dialog.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { type ExportInput, useExport } from './use-export.ts';

interface ExportButtonProps extends ExportInput {
  /** Whether there is nothing to export, because the list is loading or empty. */
  disabled: boolean;
}

/** Saves the whole result to a file, with progress and a cancel button. */
export function ExportButton({ disabled, ...exported }: ExportButtonProps) {
  const { state, start, cancel } = useExport(exported);
  const exportLabel = t({ message: 'Export', context: 'noun: a list that is being saved as a file' });
  if (state.kind === 'running') {
    const [done, all] = [state.done, state.all ?? 0].map((count) => count.toLocaleString(shownLocale));
    return (
      <div className="flex flex-wrap items-center gap-2 text-xs" role="status">
        <progress
          aria-label={exportLabel}
          max={state.all ?? undefined}
          value={state.all === null ? undefined : state.done}
          className="w-28"
        />
        <span className="tabular-nums">
          {state.all === null
            ? done
            : t({
                message: `${done} of ${all}`,
                comment: 'so many of all: appointments written to a file, next steps done',
              })}
        </span>
        <Button compact onClick={cancel}>
          {t({ message: 'Cancel', context: 'verb: stops an export' })}
        </Button>
        <LeaveGuard isActive title={t`Leave before the file is saved?`} leave={t`Stop and leave`} />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {state.kind === 'failed' ? (
        <Failure
          className="text-xs text-danger"
          error={state.error}
          onRetry={disabled ? undefined : () => void start()}
        >
          {t`The file was not saved.`}
        </Failure>
      ) : null}
      <Button compact disabled={disabled} onClick={() => void start()}>
        <Download aria-hidden="true" size={14} /> <span className="max-sm:sr-only">{exportLabel}</span>
      </Button>
    </div>
  );
}
