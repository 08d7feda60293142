import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { sessionQueries } from '#app/api/session.ts';
import { sleep } from '#app/browser/sleep.ts';
import type { FinderReference } from '#app/features/finder/finder-names.ts';
import type { FinderPage } from '#app/features/finder/finder-page.ts';
import { finderPage } from '#app/features/finder/finder-queries.ts';
import type { AnswerableRequest } from '#app/features/finder/finder-request.ts';
import { csvFormat } from './csv.ts';
import { createExportJobs, type ExportJob } from './export-jobs.ts';
import { loadNames } from './export-names.ts';
import { notifySaved, notifyStopped } from './export-notices.ts';
import { icalFormat } from './ical.ts';
import { type ExportKind, fileName, writeExport } from './write-export.ts';

const types = { csv: 'text/csv;charset=utf-8', ics: 'text/calendar;charset=utf-8' } as const;

const formats = { csv: csvFormat, ics: icalFormat } as const;

/** Module state: exports outlive the screen that started them. */
const jobs = createExportJobs({
  save,
  onSaved: (result, job) => notifySaved(result, job, () => void jobs.start({ ...job, reload: true })),
  onUnseenFailure: (error, job) => notifyStopped(error, job, () => void jobs.start(job)),
});

interface UseExportOptions {
  /** The request of the list. */
  request: AnswerableRequest | null;
  reference: FinderReference;
  /** The pages that the list has loaded already. */
  pages: readonly FinderPage[];
}

/** Exports the whole result, one file at a time, with progress and cancelling. */
export function useExport({ request, reference, pages }: UseExportOptions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const current = useSyncExternalStore(jobs.subscribe, jobs.state);
  const { directory } = reference;

  const ownerNow = useCallback(() => {
    const session = queryClient.getQueryData(sessionQueries.current(api).queryKey);
    return JSON.stringify([session?.signedIn, session?.person]);
  }, [api, queryClient]);
  const owner = ownerNow();
  const foreign = current.kind !== 'idle' && current.job.owner !== owner;
  useEffect(() => {
    if (foreign) jobs.cancel();
  }, [foreign]);

  const start = useCallback(
    (as: ExportKind) => {
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
            if (ownerNow() !== job.owner) jobs.cancel();
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
    },
    [api, queryClient, request, directory, pages, owner, ownerNow],
  );
  const again = useCallback((job: ExportJob) => void jobs.start(job), []);
  const state = foreign ? ({ kind: 'idle' } as const) : current;
  /** Whether another result is exported than the one on the screen. */
  const elsewhere = state.kind !== 'idle' && JSON.stringify(state.job.request) !== JSON.stringify(request);
  return { state, elsewhere, start, again, cancel: jobs.cancel };
}

/** How long the object URL stays valid, in milliseconds. */
const KEPT_MS = 60_000;

function save(parts: string[], kind: ExportKind): void {
  const address = URL.createObjectURL(new Blob(parts, { type: types[kind] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(kind);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
