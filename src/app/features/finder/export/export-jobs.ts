import type { AnswerableRequest } from '#app/features/finder/finder-request.ts';
import type { ExportKind, ExportProgress, ExportResult } from './write-export.ts';

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

export type ExportState =
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
