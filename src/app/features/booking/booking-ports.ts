import { searchAppointments } from '#app/api/appointment-queries.ts';
import type { ApiClient } from '#app/api/client.ts';
import { createAppointment } from '#app/api/create-appointment.ts';
import type { DraftStore } from './draft-store.ts';
import type { BookingPorts } from './submit-booking.ts';

/** Beyond this nobody answers any more; the appointment is then looked for. */
const CREATE_MS = 45_000;

const turns = new Map<string, Promise<unknown>>();

/** The browser's own locks cover all tabs; a page without them (plain http in a network) covers its own tab. */
function exclusively<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request(name, run);
  const turn = (turns.get(name) ?? Promise.resolve()).then(run, run);
  const settled = turn.catch(() => {});
  turns.set(name, settled);
  void settled.then(() => {
    if (turns.get(name) === settled) turns.delete(name);
  });
  return turn;
}

/** The browser's side of a booking. */
export function createBookingPorts(api: ApiClient, drafts: DraftStore): BookingPorts {
  return {
    drafts,
    search: (search, within) =>
      searchAppointments(api, search, { signal: AbortSignal.timeout(within), purpose: 'recheck' }),
    create: (request) => createAppointment(api, request, AbortSignal.timeout(CREATE_MS)),
    clock: Date.now,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    exclusively,
  };
}
