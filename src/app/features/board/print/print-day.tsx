import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { loadClients } from '#app/api/clients.ts';
import { clientIdOf, type Directory } from '#app/api/directory.ts';
import { localStore } from '#app/browser/storage.ts';
import { useIsPrinting } from '#app/browser/use-is-printing.ts';
import { useCommand } from '#app/commands/desk-commands.ts';
import { lazy } from '#app/components/lazy.tsx';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import { type PrintOrder, readPreferences, savePreferences } from '#app/session/preferences.ts';
import type { DaySheetProps } from './day-sheet.tsx';
import type { PrintActions } from './print-menu.tsx';
import { type PrintTarget, printChoices } from './sheet-tables.ts';

const DaySheet = lazy<DaySheetProps>({
  load: () => import('./day-sheet.tsx').then((module) => module.DaySheet),
  Fallback: ({ children }) => <div className="day-sheet">{children}</div>,
});

/** How long printing waits for phone numbers and for the code of the sheet, in milliseconds. */
const TIMEOUT_MS = 3_000;

interface PrintInput {
  board: BoardModel;
  directory: Directory;
}

/**
 * Prints the day as selected in the menu. The command **Print** repeats the last selection, and Ctrl or ⌘ with P runs
 * it instead of the browser's own printing. The clients' phone numbers are loaded first, unless that takes too long.
 * Printing from the browser's menu cannot wait for them, so the sheet then says that they may be missing.
 */
export function usePrintDay({ board, directory }: PrintInput): PrintActions {
  const api = useApi();
  const queryClient = useQueryClient();
  const [last, setLast] = useState(() => readPreferences(localStore).printBy);
  const [withCancelled, setWithCancelled] = useState(() => readPreferences(localStore).printCancelled);
  const isBusy = useRef(false);
  const [only, setOnly] = useState<PrintTarget | null>(null);
  async function print(by: PrintOrder, one: PrintTarget | null) {
    if (isBusy.current) return;
    isBusy.current = true;
    setLast(by);
    setOnly(one);
    savePreferences(localStore, { printBy: by });
    const clientIds = board.appointments.flatMap((appointment) => clientIdOf(appointment, directory) ?? []);
    // If the phone numbers don't arrive in time, the printed sheet says so.
    const clients = loadClients(queryClient, api, { companyId: directory.company.id, clientIds }).catch(
      () => undefined,
    );
    const enough = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
    await Promise.race([Promise.all([clients, DaySheet.load()]), enough]);
    isBusy.current = false;
    window.print();
  }
  const choicesOf = (by: PrintOrder) => printChoices(board, directory, by);
  // If the vet or room that was printed last is not on the shown day, all of them are printed.
  const targetToRepeat = () => (choicesOf(last).some(({ id }) => id === only?.id) ? only : null);
  useCommand('print', () => void print(last, targetToRepeat()));
  return {
    ...{ last, only, choicesOf },
    print: (by, one) => void print(by, one),
    withCancelled,
    onWithCancelled(next) {
      setWithCancelled(next);
      savePreferences(localStore, { printCancelled: next });
    },
  };
}

/** The printed day, rendered only while the page is being printed. */
export function PrintedDay(props: DaySheetProps) {
  return useIsPrinting() ? <DaySheet {...props} /> : null;
}
