import { asApiError } from '#app/api/api-error.ts';
import { newId } from '#app/browser/new-id.ts';
import { isPending } from '#app/changes/outbox/outbox.ts';
import { readBackBooking } from '#app/features/booking/booked-handler.ts';
import type { BookingRequest } from '#app/features/booking/booking-request.ts';
import { type BookingOutcome, resumeBooking, submitBooking } from '#app/features/booking/submit-booking.ts';
import { type AppointmentCommand, openConflicts } from '#app/features/change/changes.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { Desk, Shown } from './desk.ts';
import type { Names } from './network.ts';
import type { PracticeSystem } from './practice-systems.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A booking that someone requested, named in its notes, and every notice about it, in order. */
export interface RequestedBooking {
  notes: string;
  outcomes: BookingOutcome[];
}

/** The notices that people were shown about their actions. */
export interface Notices {
  bookings: Map<string, RequestedBooking>;
  changes: { desk: string; command: AppointmentCommand }[];
}

const SLOT_MS = 30 * 60_000;

interface PeopleOptions {
  time: VirtualTime;
  system: PracticeSystem;
  dates: readonly string[];
  notices: Notices;
  names: Names;
  /** Disconnects a desk from its network for a while. */
  disconnect: (desk: Desk, ms: number) => void;
}

/** The random actions of the person at a desk, limited to those that the screen would allow. */
export function createPeople({ time, system, dates, notices, names, disconnect }: PeopleOptions) {
  const { random } = time;
  /** The forms of drafts that may have been sent, as stored in each desk's browser. */
  const forms = new Map<string, { request: BookingRequest; desk: Desk }>();
  const { company } = system;
  let numbers = 0;
  /** The bookings whose outcome has not been shown yet. */
  const underWay = new Set<string>();

  const named = (record: ReceivedAppointment) => names.of(record.id);

  function request(notes: string): BookingRequest {
    const slot = Date.parse(`${random.pick(dates)}T14:00:00Z`) + random.integer(0, 5) * SLOT_MS;
    const employee = random.pick(system.employees.filter(({ isActive }) => isActive));
    return {
      companyId: company.id,
      storeIds: [random.pick(company.stores).id],
      petId: random.pick(system.pets).id,
      visitTypeId: random.pick(system.types.filter(({ isActive }) => isActive)).id,
      start: new Date(slot).toISOString(),
      end: new Date(slot + SLOT_MS).toISOString(),
      ...(random.chance(0.7) ? { employeeId: employee.id } : {}),
      notes,
    };
  }

  async function booked(desk: Desk, draftId: string, outcome: BookingOutcome | null): Promise<void> {
    const form = forms.get(draftId);
    if (outcome === null || form === undefined) return;
    underWay.delete(draftId);
    const booking = notices.bookings.get(form.request.notes ?? '');
    booking?.outcomes.push(outcome);
    time.note(`${desk.computer.name}: ${form.request.notes} is ${outcome.kind}`);
    const { api, queryClient, drafts } = desk.page();
    if (outcome.kind === 'booked') {
      const roomId = random.chance(0.3)
        ? random.pick(company.stores.find(({ id }) => id === outcome.storeId)?.rooms ?? []).id
        : null;
      const canPlace = desk.page().capabilities()?.changeAppointment?.fields.includes('roomId') === true;
      await readBackBooking(
        { api, queryClient, companyId: company.id },
        { ...outcome, roomId: canPlace ? roomId : null },
      );
      return;
    }
    if (random.chance(0.5)) {
      const shownIds = outcome.kind === 'conflict' ? new Set(outcome.others.map(({ id }) => id)) : null;
      time.timer(desk.computer, 2000 + random.fraction() * 8000, () => void submit(desk, draftId, shownIds));
      return;
    }
    // A booking that certainly failed can be discarded.
    const draft = drafts.open(draftId);
    if (!draft.read()?.attempt.appointment) draft.end();
  }

  const progress = { signal: new AbortController().signal, report: () => undefined, onRegistered: () => undefined };
  /** The booking in a form. */
  function formOf({ request: { petId, ...rest } }: { request: BookingRequest }) {
    const pet = { id: petId, name: '' };
    return { values: rest.notes ?? '', request: rest, pet, anyVet: false, roomId: null, waits: false };
  }

  async function submit(desk: Desk, draftId: string, shownIds: ReadonlySet<string> | null): Promise<void> {
    const form = forms.get(draftId);
    if (form === undefined) return;
    const request = form.request;
    const page = desk.page();
    const sameVet = (other: ReceivedAppointment) =>
      other.employees.some(({ id }) => id === request.employeeId) && other.notes !== request.notes;
    const submission = {
      ...{ ...formOf(form), shownIds },
      conflicts: (others: readonly ReceivedAppointment[]) => others.filter(sameVet),
    };
    underWay.add(draftId);
    await booked(
      desk,
      draftId,
      await submitBooking(page.bookingPorts(), page.drafts.open(draftId), submission, progress),
    );
  }

  function book(desk: Desk): void {
    numbers += 1;
    const notes = `booking ${numbers}`;
    const draftId = newId();
    forms.set(draftId, { request: request(notes), desk });
    notices.bookings.set(notes, { notes, outcomes: [] });
    desk.page().drafts.open(draftId).write({ values: notes });
    void submit(desk, draftId, null);
  }

  /** Changes an appointment as the person sees it. */
  function change(desk: Desk, kind: 'move' | 'next' | 'status' | 'notes' | 'together'): void {
    const page = desk.page();
    const seen = page.seen();
    if (seen.length === 0 || page.capabilities()?.changeAppointment === undefined) return;
    const [one, ...others] = random.shuffled(seen.toSorted((a, b) => named(a).localeCompare(named(b))));
    if (one === undefined) return;
    numbers += 1;
    time.note(`${desk.computer.name}: ${kind} ${numbers} of ${named(one)}`);
    const later = (record: ReceivedAppointment, ms: number) => ({
      start: new Date(Date.parse(record.start) + ms).toISOString(),
      end: new Date(Date.parse(record.end) + ms).toISOString(),
    });
    const ms = random.pick([-1, 1, 2, 48]) * SLOT_MS;
    const rooms = company.stores.find(({ id }) => id === one.storeId)?.rooms ?? [];
    if (kind === 'next') page.changes.takeNextStep(one, { hasDied: false });
    else if (kind === 'notes') page.changes.change(one, { notes: `note ${numbers}` });
    else if (kind === 'status')
      page.changes.change(one, { status: random.pick(['cancelled', 'confirmed', 'checked_in']) });
    else if (kind === 'move')
      page.changes.change(one, { ...later(one, ms), ...(random.chance(0.5) ? { roomId: random.pick(rooms).id } : {}) });
    else
      page.changes.changeTogether(
        [one, ...others].slice(0, 3).map((appointment) => ({ appointment, changes: later(appointment, SLOT_MS) })),
        'moved',
      );
  }

  function show(desk: Desk): void {
    const next: Shown = { date: random.pick(dates), stores: random.pick([[0], [1], [0, 1]]) };
    time.note(`${desk.computer.name}: shows ${next.date} of ${next.stores.length} stores`);
    desk.show(next);
  }

  function reload(desk: Desk): void {
    // The browser asks first, and the person waits.
    if (isBusy(desk)) return;
    time.note(`${desk.computer.name}: reload`);
    desk.load();
    for (const [draftId, form] of forms) if (form.desk === desk) underWay.delete(draftId);
    resume(desk);
  }

  /** Determines the outcome of the bookings that a page left behind. */
  function resume(desk: Desk): void {
    for (const [draftId, form] of forms) {
      const page = desk.page();
      if (form.desk !== desk || !page.drafts.open(draftId).read()?.attempt.appointment) continue;
      underWay.add(draftId);
      time.timer(desk.computer, 1000, () => {
        const draft = desk.page().drafts.open(draftId);
        void resumeBooking(desk.page().bookingPorts(), draft, formOf(form), progress).then((outcome) =>
          booked(desk, draftId, outcome),
        );
      });
    }
  }

  function sleep(desk: Desk): void {
    const ms = 5000 + random.fraction() ** 2 * 240_000;
    time.note(`${desk.computer.name}: sleeps ${Math.round(ms / 1000)} s`);
    desk.computer.isAsleep = true;
    time.at(ms, () => desk.computer.isAsleep && desk.wake());
  }

  function decide(desk: Desk, mine: boolean): void {
    const { changes } = desk.page();
    for (const conflict of openConflicts(changes.commands()))
      changes.resolve(conflict, mine && random.chance(0.5) ? 'mine' : 'theirs');
    for (const { state, group } of changes.commands())
      if (state === 'uncertain' && mine && random.chance(0.1)) changes.giveUp(group);
  }

  /** Whether a change of the desk is still pending. */
  const isBusy = (desk: Desk) =>
    desk
      .page()
      .changes.commands()
      .some((command) => isPending(command) || command.state === 'giving-up');

  return {
    /** A random action of a person. */
    act(desk: Desk): void {
      if (desk.computer.isAsleep) return;
      const page = desk.page();
      // Until the day has loaded, there is nothing on the screen to act on.
      if (page.capabilities() === null || page.read().content === null) return;
      decide(desk, true);
      const what = random.weighted([
        ['book', 26],
        ['move', 14],
        ['next', 8],
        ['status', 8],
        ['notes', 10],
        ['together', 4],
        ['undo', 10],
        ['show', 10],
        ['offline', 4],
        ['sleep', 3],
        ['reload', 4],
      ] as const);
      if (what === 'book') book(desk);
      else if (what === 'show') show(desk);
      else if (what === 'offline') disconnect(desk, 1000 + random.fraction() * 40_000);
      else if (what === 'sleep') sleep(desk);
      else if (what === 'reload') reload(desk);
      else if (what === 'undo') {
        if (page.changes.undo()) time.note(`${desk.computer.name}: undo`);
      } else change(desk, what);
    },
    decide,
    isBusy,
    /** The number of pending bookings. */
    bookings: () => underWay.size,
    note(desk: Desk, command: AppointmentCommand): void {
      notices.changes.push({ desk: desk.computer.name, command });
      const error = asApiError(command.error);
      const why = error === null ? '' : ` (${error.kind} ${error.status})`;
      time.note(`${desk.computer.name}: ${command.state} ${named(command.task.base)}${why}`);
    },
  };
}
