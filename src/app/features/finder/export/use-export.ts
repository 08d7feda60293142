import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#app/api/api-context.ts';
import type { AppointmentPage } from '#app/api/appointment-queries.ts';
import type { FinderReference } from '#app/features/finder/finder-names.ts';
import { type AnswerableRequest, finderPage } from '#app/features/finder/finder-queries.ts';
import { appointmentCsvHead, appointmentCsvLine, unresolvedCsvLine } from './appointment-csv.ts';
import { appointmentIcalEvent, appointmentIcalFoot, appointmentIcalHead } from './appointment-ical.ts';
import { type ExportFormat, type ExportProgress, runExport } from './run-export.ts';

export type ExportKind = 'csv' | 'ics';

export type ExportState =
  | { kind: 'idle' }
  | ({ kind: 'running' } & ExportProgress)
  | { kind: 'failed'; as: ExportKind; error: unknown };

const types = { csv: 'text/csv;charset=utf-8', ics: 'text/calendar;charset=utf-8' } as const;

function formatOf(kind: ExportKind, reference: FinderReference): ExportFormat {
  if (kind === 'csv') {
    return {
      head: appointmentCsvHead,
      page: ({ records, unresolvedIds }) =>
        records.map((record) => appointmentCsvLine(record, reference)).join('') +
        unresolvedIds.map(unresolvedCsvLine).join(''),
      foot: () => '',
    };
  }
  return {
    head: appointmentIcalHead,
    page: ({ records }) => records.map((record) => appointmentIcalEvent(record, reference)).join(''),
    foot: appointmentIcalFoot,
  };
}

interface UseExportOptions {
  request: AnswerableRequest | null;
  reference: FinderReference;
  /** What the list has read already. */
  pages: readonly AppointmentPage[];
}

/** Exports of the whole result, one at a time: their progress, and the way to call them off. */
export function useExport({ request, reference, pages }: UseExportOptions) {
  const api = useApi();
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async (as: ExportKind) => {
      if (request === null || running.current) return;
      const controller = new AbortController();
      running.current = controller;
      setState({ kind: 'running', done: 0, total: pages.at(-1)?.totalCount ?? null });
      try {
        const parts = await runExport({
          format: formatOf(as, reference),
          known: pages,
          loadPage: (cursor, signal) => finderPage(api, request, cursor, { signal, purpose: 'poll' }),
          onProgress: (progress) => setState({ kind: 'running', ...progress }),
          sleep: abortableSleep,
          signal: controller.signal,
        });
        save(parts, as);
        setState({ kind: 'idle' });
      } catch (error) {
        setState(controller.signal.aborted ? { kind: 'idle' } : { kind: 'failed', as, error });
      } finally {
        running.current = null;
      }
    },
    [api, request, reference, pages],
  );
  const cancel = useCallback(() => running.current?.abort(), []);
  return { state, start, cancel };
}

function abortableSleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** How long the browser may take to begin reading the file. */
const KEPT_MS = 60_000;

function save(parts: string[], kind: ExportKind): void {
  const address = URL.createObjectURL(new Blob(parts, { type: types[kind] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `appointments.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
