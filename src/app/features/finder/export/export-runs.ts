import type { AnswerableRequest } from '#app/features/finder/finder-request.ts';
import type { ExportProgress, ExportResult } from './run-export.ts';

export type ExportKind = 'csv' | 'ics';

/** One file to be written: everything that it depends on is settled when it is asked for. */
export interface ExportJob {
  as: ExportKind;
  /** Whose it is: it is shown to nobody else, and ends when they leave. */
  owner: string;
  request: AnswerableRequest;
  /** All matches as far as it is known at the start. */
  total: number | null;
  /** Writes ids in place of names that could not be loaded, rather than failing. */
  withoutNames: boolean;
  /** Reads all pages anew: those that the screen has ended too early. */
  afresh: boolean;
  run: (job: ExportJob, onProgress: (progress: ExportProgress) => void, signal: AbortSignal) => Promise<ExportResult>;
}

export type ExportState =
  | { kind: 'idle' }
  | ({ kind: 'running'; job: ExportJob } & ExportProgress)
  | { kind: 'failed'; job: ExportJob; error: unknown };

interface ExportRunsOptions {
  save: (parts: string[], as: ExportKind) => void;
  onSaved: (result: ExportResult, job: ExportJob) => void;
  /** Told of a failure that no screen shows. */
  onUnseenFailure: (error: unknown, job: ExportJob) => void;
}

/** The exports of this window, one at a time. They go on while another screen is open. */
export function createExportRuns({ save, onSaved, onUnseenFailure }: ExportRunsOptions) {
  let state: ExportState = { kind: 'idle' };
  let running: AbortController | null = null;
  const listeners = new Set<() => void>();
  function become(next: ExportState) {
    state = next;
    for (const listener of listeners) listener();
  }
  function cancel() {
    running?.abort();
    running = null;
    become({ kind: 'idle' });
  }
  async function start(job: ExportJob): Promise<void> {
    if (running) return;
    const controller = new AbortController();
    const isCurrent = () => running === controller;
    running = controller;
    become({ kind: 'running', job, done: 0, total: job.total });
    try {
      const onProgress = (progress: ExportProgress) => {
        if (isCurrent()) become({ kind: 'running', job, ...progress });
      };
      const result = await job.run(job, onProgress, controller.signal);
      if (!isCurrent()) return;
      running = null;
      save(result.parts, job.as);
      become({ kind: 'idle' });
      onSaved(result, job);
    } catch (error) {
      if (!isCurrent()) return;
      running = null;
      become({ kind: 'failed', job, error });
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
