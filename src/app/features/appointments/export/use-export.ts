import { plural, t } from '@lingui/core/macro';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { saveFile } from '#app/browser/save-file.ts';
import { showNotice } from '#app/components/show-notice.ts';
import type { AppointmentReference } from '#app/features/appointments/appointment-names.ts';
import {
  combinePages,
  findNextPosition,
  type ResultOptions,
  type ResultPage,
  readPage,
} from '#app/features/appointments/appointments-result.ts';
import { appointmentsCsv } from './appointments-csv.ts';
import { EXPORT_KEY, loadNames } from './load-names.ts';

type ExportState =
  | { kind: 'idle' }
  /** `all` is the number of appointments of the result that is being exported; null if it is unknown. */
  | { kind: 'running'; done: number; all: number | null }
  | { kind: 'failed'; error: unknown; request: ResultOptions['request'] };

export interface ExportInput {
  options: ResultOptions;
  /** The pages that the list has already loaded, which the export does not request again. */
  pages: readonly ResultPage[];
  /** The number of appointments; null if it is unknown. */
  total: number | null;
  reference: AppointmentReference;
}

/** Writes the whole result to a CSV file, in its order. Leaving the screen cancels the export. */
export function useExport({ options, pages: loaded, total: all, reference }: ExportInput) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function startExport() {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    // On abort, also cancels a query that is still waiting for the request budget.
    signal.addEventListener('abort', () => void queryClient.cancelQueries({ queryKey: [EXPORT_KEY] }));
    setState({ kind: 'running', done: combinePages(loaded, options.request.order).records.length, all });
    try {
      const pages = [...loaded];
      for (let position = findNextPosition(pages); position !== null; position = findNextPosition(pages)) {
        const next = position;
        const page = await queryClient.fetchQuery({
          queryKey: [EXPORT_KEY, options.request, next],
          queryFn: (query) => readPage(options, queryClient, next, query),
          retry: retryUntilLoadedOptions.retry,
          gcTime: 0,
        });
        signal.throwIfAborted();
        pages.push(page);
        setState({ kind: 'running', done: combinePages(pages, options.request.order).records.length, all });
      }
      const { records, unreadable, isEndless } = combinePages(pages, options.request.order);
      if (isEndless) throw new ApiError({ kind: 'invalid', status: 200 });
      const names = await loadNames(options.api, queryClient, reference);
      signal.throwIfAborted();
      saveFile(fileName(), 'text/csv;charset=utf-8', appointmentsCsv(records, names));
      setState({ kind: 'idle' });
      notifySaved(records.length, unreadable);
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error, request: options.request });
    }
  }

  function cancelExport() {
    running.current?.abort();
    setState({ kind: 'idle' });
  }
  // A failure is reported only while the list that was exported is shown.
  const isOfAnother = state.kind === 'failed' && hashKey([state.request]) !== hashKey([options.request]);
  return { state: isOfAnother ? ({ kind: 'idle' } as const) : state, start: startExport, cancel: cancelExport };
}

/** The name of the exported file, in the language of the page. */
function fileName(): string {
  const name = t({ message: 'appointments', comment: 'The name of a saved file, without spaces.' });
  return `${name}.csv`;
}

function notifySaved(count: number, unreadable: number): void {
  const file = fileName();
  showNotice({
    tone: unreadable > 0 ? 'warn' : 'ok',
    title: t`${file} is saved`,
    text: [
      t`${plural(count, { one: '# appointment.', other: '# appointments.' })}`,
      unreadable === 0
        ? ''
        : t`${plural(unreadable, {
            one: '# more couldn’t be read and is not included.',
            other: '# more couldn’t be read and are not included.',
          })}`,
    ]
      .filter(Boolean)
      .join(' '),
  });
}
