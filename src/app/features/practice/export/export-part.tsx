import { plural, t } from '@lingui/core/macro';
import { Check, Download } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { companyName } from '#app/api/directory.ts';
import { saveFile } from '#app/browser/save-file.ts';
import { sleep } from '#app/browser/sleep.ts';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { LeaveGuard } from '#app/components/leave-dialog.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { kindTexts } from '#app/features/practice/import/field-texts.ts';
import { sendWithRetry } from '#app/features/practice/import/send-with-retry.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { TaskProgress } from '#app/features/practice/task-progress.tsx';
import { csvSeparator } from '#app/language/csv-file.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { listText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import type { ExportFile } from '#contract/practice-export.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { createPracticeExport, exportFileName, type FileProgress, type PracticeExport } from './practice-export.ts';

type ExportState =
  | { kind: 'idle' }
  /** `waiting` is the error with which the practice system asked Frontdesk to wait; null if it accepts requests. */
  | { kind: 'running'; files: readonly FileProgress[]; waiting: unknown }
  | { kind: 'failed'; files: readonly FileProgress[]; error: unknown }
  | { kind: 'saved'; files: readonly FileProgress[]; name: string };

/** Exports the practice to one file, which the browser saves. Leaving the screen cancels the export. */
function useExport() {
  const { api, companyId, send } = useEditor();
  const { company } = useDesk();
  const { zone } = usePractice();
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const created = useRef<PracticeExport | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function runExport(from: readonly FileProgress[]) {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    created.current ??= createPracticeExport(csvSeparator);
    let files = from;
    const showProgress = (waiting: unknown) => {
      if (!signal.aborted) setState({ kind: 'running', files, waiting });
    };
    showProgress(null);
    const readPage: Parameters<PracticeExport['run']>[0] = (page) =>
      sendWithRetry(() => send(() => api.call(practiceCalls.exportPractice, { companyId, ...page }, { signal })), {
        signal,
        sleep,
        onWait: showProgress,
      });
    try {
      const archive = await created.current.run(readPage, (now) => {
        files = now;
        showProgress(null);
      });
      if (signal.aborted) return;
      created.current = null;
      const name = exportFileName(companyName(company), dateIn(zone, Date.now()));
      saveFile(name, archive.type, [archive]);
      setState({ kind: 'saved', files, name });
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', files, error });
    }
  }
  return {
    state,
    start() {
      created.current = null;
      void runExport([]);
    },
    goOn: () => void runExport('files' in state ? state.files : []),
    cancel() {
      running.current?.abort();
      created.current = null;
      setState({ kind: 'idle' });
    },
  };
}

/** Saves the practice's data as files that Frontdesk can import, and lists what they contain. */
export function ExportPart() {
  const { state, start, goOn, cancel } = useExport();
  const button = useRef<HTMLButtonElement>(null);
  const isRunning = state.kind === 'running';
  useFocusReturn(button, isRunning);
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <p>
        {t`Save clients, pets, people and appointments as one .zip of CSV files. You can open them in a spreadsheet, and Frontdesk can import the .zip again, here or in another practice.`}
      </p>
      <ExportContents />
      <p className="text-muted">
        {t`The file isn’t protected: anyone who has it can read it. Keep it in a safe place.`}
      </p>
      {isRunning ? (
        <ExportProgress files={state.files} waiting={state.waiting} onCancel={cancel} />
      ) : (
        <>
          {state.kind === 'failed' ? (
            <Failure look="danger" error={state.error} onRetry={goOn}>
              {t`The export stopped. What has been read so far is kept.`}
            </Failure>
          ) : null}
          <div>
            <Button ref={button} tone={state.kind === 'failed' ? 'plain' : 'primary'} onClick={start}>
              <Download aria-hidden="true" size={16} />
              {state.kind === 'failed'
                ? t`Start over`
                : t({ message: 'Export', context: 'verb: saves the data of the practice to a file' })}
            </Button>
          </div>
        </>
      )}
      <p role="status" className={state.kind === 'saved' ? 'flex items-start gap-2' : 'sr-only'}>
        {state.kind === 'saved' ? (
          <>
            <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-ok" />
            <span className="min-w-0 break-words">{savedText(state)}</span>
          </>
        ) : isRunning ? (
          completeFilesText(state.files)
        ) : null}
      </p>
      <LeaveGuard
        isActive={isRunning}
        isPartOfPage
        title={t`Leave before the file is saved?`}
        leave={t`Stop and leave`}
      />
    </div>
  );
}

/**
 * Moves the focus back to the button that starts an export once the export has ended, since the Cancel button, which
 * had the focus, no longer exists.
 */
function useFocusReturn(button: RefObject<HTMLButtonElement | null>, isRunning: boolean) {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning && document.activeElement === document.body) button.current?.focus();
    wasRunning.current = isRunning;
  }, [button, isRunning]);
}

function ExportContents() {
  const included = [
    t`Clients with contact details and alerts`,
    t`Pets with species, breed, dates and alerts`,
    t`People with their roles and stores`,
    t`Appointments with vet, room, status, notes and cancellation reason`,
  ];
  return (
    <div className="flex flex-col gap-2">
      <ul className="list-disc ps-5" aria-label={t({ message: 'Included', comment: 'a list of what an export has' })}>
        {included.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{t`Inactive clients and pets, and pets that died, are included, too.`}</p>
      <p>
        {t`Not included: shifts and time off, the waiting list, hours, rooms and visit types that no appointment uses, sign-in keys and permissions, and the history.`}
      </p>
    </div>
  );
}

const formatCount = (number: number) => number.toLocaleString(shownLocale);

/** The number of records in each file, in words. */
const countTexts: Record<ExportFile, (rows: number) => string> = {
  appointments: (appointments) => plural(appointments, { one: '# appointment', other: '# appointments' }),
  pets: (pets) => plural(pets, { one: '# pet', other: '# pets' }),
  clients: (clients) => plural(clients, { one: '# client', other: '# clients' }),
  people: (people) => plural(people, { one: '# person', other: '# people' }),
};

const countsText = (files: readonly FileProgress[]) => listText(files.map(({ file, done }) => countTexts[file](done)));

function savedText({ name, files }: { name: string; files: readonly FileProgress[] }): string {
  const [file, counts] = [isolateText(name), countsText(files)];
  return t({ message: `${file} is saved: ${counts}.`, comment: 'counts: 12 appointments, 3 pets …' });
}

/** The text for screen readers: the files that are complete, with their numbers of records. */
function completeFilesText(files: readonly FileProgress[]): string {
  return countsText(files.filter(({ done, all }) => all !== null && done >= all));
}

interface ExportProgressProps {
  files: readonly FileProgress[];
  waiting: unknown;
  onCancel: () => void;
}

/** The progress of the export, any delay, and a button to cancel it. */
function ExportProgress({ files, waiting, onCancel }: ExportProgressProps) {
  const current = files.find(({ done, all }) => all === null || done < all);
  const total = current?.all ?? null;
  const [done, all] = [formatCount(current?.done ?? 0), formatCount(total ?? 0)];
  const complete = files.filter((one) => one !== current && one.all !== null);
  return (
    <TaskProgress
      title={t({ message: 'Exporting', comment: 'the data of the practice are being saved' })}
      done={current?.done ?? 0}
      all={total}
      text={
        current === undefined || total === null ? (
          texts.loading
        ) : (
          <>
            {kindTexts[current.file === 'people' ? 'staff' : current.file]}{' '}
            {t({
              message: `${done} of ${all}`,
              comment: 'so many of all: appointments written to a file, next steps done',
            })}
          </>
        )
      }
      stopLabel={t({ message: 'Cancel', context: 'verb: stops an export' })}
      onStop={onCancel}
      waiting={waiting}
    >
      {complete.length > 0 ? <p className="text-muted">{countsText(complete)}</p> : null}
    </TaskProgress>
  );
}
