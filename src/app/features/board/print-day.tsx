import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApi } from '#app/api/api-context.ts';
import { clientQueries } from '#app/api/client-queries.ts';
import type { Directory } from '#app/api/directory.ts';
import { shortcutKey } from '#app/browser/shortcut-key.ts';
import { lazyPart } from '#app/components/lazy-part.tsx';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BoardModel } from './board-model.ts';
import type { DaySheetProps } from './day-sheet.tsx';

const DaySheet = lazyPart<DaySheetProps>({
  load: () => import('./day-sheet.tsx').then((module) => module.DaySheet),
  Frame: ({ children }) => <div className="day-sheet">{children}</div>,
});

const PRINT_DAY = 'frontdesk-print-day';

/** Prints the day on the screen; can be called from anywhere. */
export function printDay(): void {
  window.dispatchEvent(new Event(PRINT_DAY));
}

/** The longest wait for phone numbers before printing without them. */
const TIMEOUT_MS = 3_000;

function clientIdOf({ clientId, petId }: ReceivedAppointment, directory: Directory): string | null {
  return clientId ?? (petId === null ? null : (directory.pets.get(petId)?.clientId ?? null));
}

interface PrintInput {
  board: BoardModel;
  directory: Directory;
  leftOut: ReadonlySet<string>;
}

function phonesQuery(api: ReturnType<typeof useApi>, { board, directory, leftOut }: PrintInput) {
  const ids = board.appointments
    .filter(({ id }) => !leftOut.has(id))
    .flatMap((appointment) => clientIdOf(appointment, directory) ?? []);
  return clientQueries.phones(api, { companyId: directory.company.id, clientIds: ids });
}

/**
 * Prints the day when {@link printDay} is called, and on Ctrl+P instead of the browser's own printing. The phone
 * numbers are loaded only then; those that take too long are left out.
 */
export function usePrintDay(input: PrintInput): () => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const latest = useRef(input);
  const busy = useRef(false);
  useEffect(() => {
    latest.current = input;
  });
  const print = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    const phones = queryClient.fetchQuery(phonesQuery(api, latest.current)).catch(() => undefined);
    const searchMs = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
    await Promise.race([Promise.all([phones, DaySheet.load()]), searchMs]);
    busy.current = false;
    window.print();
  }, [api, queryClient]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      void print();
    };
    const onAsked = () => void print();
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener(PRINT_DAY, onAsked);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener(PRINT_DAY, onAsked);
    };
  }, [print]);
  return () => void print();
}

/** Whether the page is being printed; true before the browser renders the print-out. */
function useIsPrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    const onChange = () => (media.matches ? before() : after());
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    media.addEventListener('change', onChange);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
      media.removeEventListener('change', onChange);
    };
  }, []);
  return printing;
}

/** The printed day, rendered only while the page is printed. */
export function PrintedDay(props: Omit<DaySheetProps, 'phoneOf'>) {
  return useIsPrinting() ? <WithPhones {...props} /> : null;
}

function WithPhones(props: Omit<DaySheetProps, 'phoneOf'>) {
  const { queryKey } = phonesQuery(useApi(), props);
  const phones = useQueryClient().getQueryData(queryKey);
  const phoneOf = (appointment: ReceivedAppointment) =>
    phones?.get(clientIdOf(appointment, props.directory) ?? '') ?? '';
  return <DaySheet {...props} phoneOf={phoneOf} />;
}
