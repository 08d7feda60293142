import { t } from '@lingui/core/macro';
import { useBlocker } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { reasonOf } from '#app/text/failures.tsx';
import { words } from '#app/text/shared-texts.ts';
import { type ExportInput, useExport } from './use-export.ts';

interface ExportButtonProps extends ExportInput {
  /** While the list is loading. */
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
        <AskBeforeLeaving />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {state.kind === 'failed' ? (
        <span role="alert" className="text-xs text-danger">
          {[t`The file was not saved.`, reasonOf(state.error)].join(' ')}
          <Button compact className="ms-1.5" disabled={disabled} onClick={() => void start()}>
            {words.tryAgain}
          </Button>
        </span>
      ) : null}
      <Button compact disabled={disabled} onClick={() => void start()}>
        <Download aria-hidden="true" size={14} /> <span className="max-sm:sr-only">{exportLabel}</span>
      </Button>
    </div>
  );
}

/** Warns that leaving the page cancels the export. */
function AskBeforeLeaving() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog title={t`Leave before the file is saved?`} onClose={blocker.reset}>
      <div className="flex flex-wrap justify-end gap-2 px-4 py-3">
        <Button onClick={blocker.proceed}>{t`Stop and leave`}</Button>
        <Button tone="primary" onClick={blocker.reset}>
          {t`Stay here`}
        </Button>
      </div>
    </Dialog>
  );
}
