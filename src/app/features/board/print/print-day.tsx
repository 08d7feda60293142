import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { useDeskSignals } from '#app/api/desk-signals.ts';
import { clientIdOf, type Directory } from '#app/api/directory.ts';
import { shortcutKey } from '#app/browser/shortcut-key.ts';
import { useIsPrinting } from '#app/browser/use-is-printing.ts';
import { whenIdle } from '#app/browser/when-idle.ts';
import { lazy } from '#app/components/lazy.tsx';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import { useCommand } from '#app/session/desk-commands.ts';
import type { DaySheetProps } from './day-sheet.tsx';

const DaySheet = lazy<DaySheetProps>({
  load: () => import('./day-sheet.tsx').then((module) => module.DaySheet),
  Fallback: ({ children }) => <div className="day-sheet">{children}</div>,
});

const loadClientsPart = () => import('#app/api/clients.ts');

/** The longest wait for phone numbers before printing without them. */
const TIMEOUT_MS = 3_000;

interface PrintInput {
  board: BoardModel;
  directory: Directory;
  /** Whether all of the day is loaded. */
  complete: boolean;
}

/**
 * Prints the day on the command `print`, and on Ctrl+P instead of the browser's own printing. The clients of the
 * day are loaded while nothing else happens and half of the request budget is left, since a page that the browser prints by
 * its own menu cannot wait for their phone numbers. What is still missing is loaded before printing, as far as that does not
 * take too long.
 */
export function usePrintDay({ board, directory, complete }: PrintInput): () => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const signals = useDeskSignals();
  const companyId = directory.company.id;
  const ids = board.appointments.flatMap((appointment) => clientIdOf(appointment, directory) ?? []);
  const key = [...new Set(ids)].sort().join();
  const wanted = useMemo(() => ({ companyId, clientIds: key === '' ? [] : key.split(',') }), [companyId, key]);

  useEffect(() => {
    if (!complete) return;
    let given = false;
    const mayGoOn = () => !given && signals.hasBudget(0.5);
    // What fails here is loaded before printing, or said on the sheet.
    void whenIdle()
      .then(loadClientsPart)
      .then(({ loadClients }) => loadClients(queryClient, api, wanted, mayGoOn))
      .catch(() => undefined);
    return () => {
      given = true;
    };
  }, [api, queryClient, signals, wanted, complete]);

  const busy = useRef(false);
  async function print() {
    if (busy.current) return;
    busy.current = true;
    const clients = loadClientsPart()
      .then(({ loadClients }) => loadClients(queryClient, api, wanted))
      .catch(() => undefined);
    const enough = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
    await Promise.race([Promise.all([clients, DaySheet.load()]), enough]);
    busy.current = false;
    window.print();
  }
  const onAsked = useEffectEvent(() => void print());
  useCommand('print', () => void print());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      onAsked();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return () => void print();
}

/** The printed day, rendered only while the page is printed. */
export function PrintedDay(props: DaySheetProps) {
  return useIsPrinting() ? <DaySheet {...props} /> : null;
}
