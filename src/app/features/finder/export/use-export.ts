import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { sessionQueries } from '#app/api/session.ts';
import { saveFile } from '#app/browser/save-file.ts';
import { sleep } from '#app/browser/sleep.ts';
import type { FinderReference } from '#app/features/finder/appointment-names.ts';
import { type FinderPage, finderPage } from '#app/features/finder/finder-queries.ts';
import type { AnswerableRequest } from '#app/features/finder/finder-request.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { DeskSession } from '#contract/desk.ts';
import { csvFormat } from './csv.ts';
import { notifySaved, notifyStopped } from './export-notices.ts';
import { icalFormat } from './ical.ts';
import { loadNames } from './load-names.ts';
import { type ExportKind, type ExportProgress, type ExportResult, fileName, writeExport } from './write-export.ts';

/** One export: all that it depends on is fixed when it is requested. */
export interface ExportJob {
  as: ExportKind;
  /** The owner: it is shown to nobody else, and ends when they sign out. */
  owner: string;
  request: AnswerableRequest;
  /** The number of matches, as far as known at the start. */
  total: number | null;
  /** Writes ids in place of names that could not be loaded, instead of failing. */
  withoutNames: boolean;
  /** Loads all pages again, because those of the screen were incomplete. */
  reload: boolean;
  run: (job: ExportJob, onProgress: (progress: ExportProgress) => void, signal: AbortSignal) => Promise<ExportResult>;
}

type ExportState =
  | { kind: 'idle' }
  | ({ kind: 'running'; job: ExportJob } & ExportProgress)
  | { kind: 'failed'; job: ExportJob; error: unknown };

interface ExportJobsOptions {
  save: (parts: string[], as: ExportKind) => void;
  onSaved: (result: ExportResult, job: ExportJob) => void;
  /** Called for a failure while no screen shows the export. */
  onUnseenFailure: (error: unknown, job: ExportJob) => void;
}

/** The exports of this window, one at a time. They continue while another screen is open. */
export function createExportJobs({ save, onSaved, onUnseenFailure }: ExportJobsOptions) {
  let state: ExportState = { kind: 'idle' };
  let running: AbortController | null = null;
  const listeners = new Set<() => void>();
  function setState(next: ExportState) {
    state = next;
    for (const listener of listeners) listener();
  }
  function cancel() {
    running?.abort();
    running = null;
    setState({ kind: 'idle' });
  }
  async function start(job: ExportJob): Promise<void> {
    if (running) return;
    const controller = new AbortController();
    const isCurrent = () => running === controller;
    running = controller;
    setState({ kind: 'running', job, done: 0, total: job.total });
    try {
      const onProgress = (progress: ExportProgress) => {
        if (isCurrent()) setState({ kind: 'running', job, ...progress });
      };
      const result = await job.run(job, onProgress, controller.signal);
      if (!isCurrent()) return;
      running = null;
      save(result.parts, job.as);
      setState({ kind: 'idle' });
      onSaved(result, job);
    } catch (error) {
      if (!isCurrent()) return;
      running = null;
      setState({ kind: 'failed', job, error });
      if (listeners.size === 0) onUnseenFailure(error, job);
    }
  }
  return {
    start,
    cancel,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const types = { csv: 'text/csv;charset=utf-8', ics: 'text/calendar;charset=utf-8' } as const;

const formats = { csv: csvFormat, ics: icalFormat } as const;

/** Module state: exports outlive the screen that started them. */
const jobs = createExportJobs({
  save: (parts, as) => saveFile(fileName(as), types[as], parts),
  onSaved: (result, job) => notifySaved(result, job.as, () => void jobs.start({ ...job, reload: true })),
  onUnseenFailure: (error, job) => notifyStopped(error, job.as, () => void jobs.start(job)),
});

interface UseExportOptions {
  /** The request of the list. */
  request: AnswerableRequest | null;
  reference: FinderReference;
  /** The pages that the list has loaded already. */
  pages: readonly FinderPage[];
}

/** Whose file it is: a person's, in one session. */
const ownerOf = (session: DeskSession | undefined) => JSON.stringify([session?.signedIn, session?.person]);

/** Exports the whole result, one file at a time, with progress and cancelling. */
export function useExport({ request, reference, pages }: UseExportOptions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const current = useSyncExternalStore(jobs.subscribe, jobs.state);
  const { directory } = reference;

  const owner = ownerOf(useDesk().session);
  const foreign = current.kind !== 'idle' && current.job.owner !== owner;
  useEffect(() => {
    if (foreign) jobs.cancel();
  }, [foreign]);

  const start = (as: ExportKind) => {
    if (request === null) return;
    void jobs.start({
      as,
      owner,
      request,
      total: pages.at(-1)?.totalCount ?? null,
      withoutNames: false,
      reload: false,
      run: async (job, onProgress, signal) => {
        // The next person at this browser must not get a file that was started by the one before.
        const endWithOwner = () => {
          const session = queryClient.getQueryData(sessionQueries.current(api).queryKey);
          if (ownerOf(session) !== job.owner) jobs.cancel();
          signal.throwIfAborted();
        };
        const names = await loadNames({ api, queryClient, directory, partly: job.withoutNames });
        const result = await writeExport({
          format: formats[as](names),
          known: job.reload ? [] : pages,
          loadPage: (cursor) => {
            endWithOwner();
            return finderPage(api, request, cursor, { signal, purpose: 'poll' });
          },
          onProgress,
          sleep,
          signal,
        });
        endWithOwner();
        return result;
      },
    });
  };
  const again = (job: ExportJob) => void jobs.start(job);
  const state = foreign ? ({ kind: 'idle' } as const) : current;
  /** Whether another result is exported than the one on the screen. */
  const elsewhere = state.kind !== 'idle' && JSON.stringify(state.job.request) !== JSON.stringify(request);
  return { state, elsewhere, start, again, cancel: jobs.cancel };
}
