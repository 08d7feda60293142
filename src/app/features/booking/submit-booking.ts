import type { ApiError } from '#app/api/api-error.ts';
import { type AppointmentPage, MAX_SPANS, spansSearch } from '#app/api/appointments.ts';
import { type CreateResult, createOnce } from '#app/api/create-once.ts';
import { type BookingRequest, isSameRequest } from '#app/features/booking/booking-request.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment, ReceivedPet } from '#contract/received.ts';
import { type BookingPorts, isConnectionFailure } from './booking-ports.ts';
import { type BookingAttempt, noAttempt, type SentAppointment, type StoredBookingDraft } from './draft.ts';
import { findSentAppointments } from './find-sent-appointments.ts';
import type { Registration } from './registration.ts';

/**
 * A booked appointment, or the first of a series. Instants are ISO 8601 in UTC. `roomId`: the selected room; null for
 * any.
 */
export interface BookedAppointment {
  id: string;
  start: string;
  end: string;
  storeId: string;
  petId: string;
  petName: string;
  roomId: string | null;
  /** All appointments of a series, in order of start. */
  series?: readonly { id: string; start: string; end: string }[];
}

/** The records that a booking creates, in this order. */
export type BookingStep = 'client' | 'pet' | 'appointment';

/** What happened to a booking that was submitted. After any outcome except `booked`, the form stays open. */
export type BookingOutcome =
  /** `differs`: an earlier attempt was booked, and the form has changed since. */
  | ({ kind: 'booked'; how: 'answered' | 'found'; differs: boolean } & BookedAppointment)
  /** Nothing was sent, because there is no connection. */
  | { kind: 'offline' }
  /** Nothing was sent, because the start had passed before the connection was back. */
  | { kind: 'passed' }
  /**
   * Nothing was sent, because these appointments clash with the booking and the form has not shown them yet. There may
   * be none if a request from the web site holds the time.
   */
  | { kind: 'conflict'; others: ReceivedAppointment[] }
  | { kind: 'refused'; step: BookingStep; error: ApiError }
  /**
   * A complete search did not find the record that was sent. `error` is why the create request failed; null if that is
   * no longer certain.
   */
  | { kind: 'absent'; step: BookingStep; error: unknown }
  /** The outcome is unknown, since the searches failed, too. `offline`: they failed because there was no connection. */
  | { kind: 'unknown'; step: BookingStep; error: unknown; offline: boolean };

/**
 * The phase of a booking: reading the appointments at its time, waiting for the connection before anything is sent, registering
 * the client and the pet, sending the create request, or looking up the outcome. `cut-off`: the outcome is to be looked up, but
 * there is no connection.
 */
export type BookingPhase = 'reading' | 'waiting' | 'registering' | 'sending' | 'looking' | 'cut-off';

export interface PetOnFile {
  id: string;
  name: string;
}

/** Everything that is needed to send a booking. */
export interface Submission<Values> {
  /** The values of the form, which cannot be edited while the booking is being sent. */
  values: Values;
  request: Omit<BookingRequest, 'petId'>;
  /** Either a pet on file, or one to register first. */
  pet: PetOnFile | Registration;
  /** Whether no vet was chosen, so that the request names a vet who was free. */
  anyVet: boolean;
  /** The selected room; null for any. */
  roomId: string | null;
  /** Ids of the clashing appointments that the person has seen; null if it was uncertain whether there are any. */
  shownIds: ReadonlySet<string> | null;
  /** Selects the clashes to confirm before sending, given the appointments at the requested time. */
  conflicts: (appointments: readonly ReceivedAppointment[]) => ReceivedAppointment[];
  /**
   * Whether a request from the web site holds the time, given these appointments. Only for a booking without a form,
   * which shows no warning.
   */
  isHeld?: (appointments: readonly ReceivedAppointment[]) => boolean;
  /** Whether to wait for the connection instead of ending with `offline`. */
  waits: boolean;
}

/** A pet that was just registered, as far as its record is known. */
export type RegisteredPet = Pick<ReceivedPet, 'id' | 'clientId' | 'clientName' | 'name' | 'species' | 'breed'>;

export interface ProgressHandlers {
  /** Aborted to stop waiting for the connection. */
  signal: AbortSignal;
  report: (phase: BookingPhase) => void;
  /** Called when a pet is registered, so that the form selects it. */
  onRegistered: (pet: RegisteredPet) => void;
}

/**
 * How long a booking waits for the appointments at its time, in milliseconds. It is sent even if they cannot be read.
 */
const READ_TIMEOUT_MS = 4000;
/** The time between two attempts of a waiting booking to reach the practice system, in milliseconds. */
const CONNECTION_RETRY_MS = 5000;
/** After this time in milliseconds, an interrupted booking is not sent again without confirmation. */
const RESUME_LIMIT_MS = 10 * 60_000;

/**
 * Books once. It first resolves an earlier attempt of the same draft, then reads the appointments of that time,
 * registers the client and the pet if they are new, and creates the appointment. The draft records each create request
 * before it is sent, and its id once it is certain, so that a reload, a crash or another press creates nothing twice.
 */
export async function submitBooking<Values>(
  ports: BookingPorts,
  draft: StoredBookingDraft<Values>,
  submission: Submission<Values>,
  progress: ProgressHandlers,
): Promise<BookingOutcome> {
  const booking = createBookingSteps(ports, draft, submission.values, progress);
  draft.write({ values: submission.values });
  const wasSearched = booking.attempt().appointment?.sent.isSearched === true;
  const earlier = await booking.resolve(submission, Number.POSITIVE_INFINITY);
  // If the person has already seen that a complete search found nothing, another press sends the request again.
  if (earlier && !(earlier.kind === 'absent' && wasSearched)) return earlier;

  const before = await readAppointmentsWhenOnline(ports, submission, progress);
  if (before === 'offline' || before === 'passed') return { kind: before };
  const found = before?.records ?? [];
  const others = submission.conflicts(found).filter(({ id }) => !submission.shownIds?.has(id));
  if (others.length > 0 || submission.isHeld?.(found)) return { kind: 'conflict', others };

  const { request, roomId } = submission;
  const pet = 'id' in submission.pet ? submission.pet : await booking.register(request.companyId, submission.pet);
  if ('kind' in pet) return pet;
  progress.report('sending');
  return booking.send(
    {
      ...{ request: { ...request, petId: pet.id }, petName: pet.name, roomId, sent: null },
      idsBefore: before && before.nextCursor === null ? before.records.map(({ id }) => id) : null,
    },
    { mayRepeat: true, differs: false },
  );
}

/**
 * Determines the outcome of an appointment that was sent before a reload or a crash; returns null if none was sent. The
 * request is repeated only if it is recent, has an idempotency key, and still matches the form (`current`). Otherwise
 * the outcome is found by searching for the appointment.
 */
export async function resumeBooking<Values>(
  ports: BookingPorts,
  draft: StoredBookingDraft<Values>,
  current: Pick<Submission<Values>, 'request' | 'pet' | 'anyVet'> | null,
  progress: ProgressHandlers,
): Promise<BookingOutcome | null> {
  const content = draft.read();
  return content && createBookingSteps(ports, draft, content.values, progress).resolve(current, RESUME_LIMIT_MS);
}

/**
 * Registers the pet of a draft, and first its client if they are new, without booking anything. As with a booking,
 * no client is registered twice, and a later booking of the draft uses the registered pet.
 */
export function registerPet<Values>(
  ports: BookingPorts,
  draft: StoredBookingDraft<Values>,
  { companyId, registration, values }: { companyId: string; registration: Registration; values: Values },
  progress: ProgressHandlers,
): Promise<PetOnFile | BookingOutcome> {
  draft.write({ values });
  return createBookingSteps(ports, draft, values, progress).register(companyId, registration);
}

/**
 * Reads the appointments at the time of a booking, at all accessible stores. Returns null if they cannot be read, and
 * `offline` or `passed` if the booking must not be sent.
 */
async function readAppointmentsWhenOnline(
  ports: BookingPorts,
  { request, waits }: Submission<unknown>,
  { signal, report }: ProgressHandlers,
): Promise<AppointmentPage | 'offline' | 'passed' | null> {
  const hasPassed = () => instantOf(request.start) < ports.clock();
  const hadPassed = hasPassed();
  report('reading');
  for (;;) {
    try {
      const page = await readAppointmentsAt(ports, request);
      return signal.aborted ? 'offline' : page;
    } catch (error) {
      if (!isConnectionFailure(ports, error)) return null;
    }
    // Without a connection the booking would fail, too, so it is not sent. Unlike after a lost response, it is certain
    // that nothing was booked.
    if (!waits) return 'offline';
    report('waiting');
    await ports.sleep(CONNECTION_RETRY_MS, signal);
    if (signal.aborted) return 'offline';
    if (!hadPassed && hasPassed()) return 'passed';
  }
}

/** Reads the appointments at all times of a booking. */
export async function readAppointmentsAt(
  ports: Pick<BookingPorts, 'search'>,
  { companyId, start, end, times }: Pick<BookingRequest, 'companyId' | 'start' | 'end' | 'times'>,
): Promise<AppointmentPage> {
  const spans = (times ?? [{ start, end }]).map((time) => ({ from: time.start, to: time.end }));
  const found = new Map<string, ReceivedAppointment>();
  let nextCursor: string | null = null;
  for (let nth = 0; nth < spans.length; nth += MAX_SPANS) {
    const page = await ports.search(spansSearch(companyId, spans.slice(nth, nth + MAX_SPANS)), READ_TIMEOUT_MS);
    for (const record of page.records) found.set(record.id, record);
    nextCursor ??= page.nextCursor;
  }
  return { records: [...found.values()], unresolvedIds: [], nextCursor, totalCount: null };
}

/** The steps of booking a draft, which read and write its attempt. */
function createBookingSteps<Values>(
  ports: BookingPorts,
  draft: StoredBookingDraft<Values>,
  values: Values,
  { signal, report, onRegistered }: ProgressHandlers,
) {
  const readAttempt = () => draft.read()?.attempt ?? noAttempt;
  const saveAttempt = (changes: Partial<BookingAttempt>) =>
    draft.write({ values: draft.read()?.values ?? values, attempt: { ...readAttempt(), ...changes } });
  const shared = {
    ...{ clock: ports.clock, sleep: ports.sleep, signal },
    onFailure: (error: unknown) => report(isConnectionFailure(ports, error) ? 'cut-off' : 'looking'),
  };
  const failureOutcome = (
    step: BookingStep,
    result: Exclude<CreateResult<unknown>, { kind: 'created' }>,
  ): BookingOutcome =>
    result.kind === 'unknown'
      ? { ...result, step, offline: isConnectionFailure(ports, result.error) }
      : { ...result, step };

  /**
   * Registers the client or the pet, unless that was done before. Returns the id, or the outcome if registering failed.
   */
  async function registerStep(step: 'client' | 'pet', create: (key: string | null) => Promise<string>) {
    const earlier = readAttempt()[step];
    if (earlier?.id) return earlier.id;
    const result = await createOnce(create, {
      ...shared,
      sent: earlier?.sent ?? null,
      newKey: ports.newKey,
      save: (sent) => saveAttempt({ [step]: sent && { sent, id: null } }),
    });
    if (result.kind !== 'created') return failureOutcome(step, result);
    saveAttempt({ [step]: { sent: null, id: result.value } });
    return result.value;
  }

  /** Sends the appointment or, if `sent` says that it was sent before, determines its outcome. */
  async function sendAppointment(
    { sent, ...unsent }: Omit<SentAppointment, 'sent'> & { sent: SentAppointment['sent'] | null },
    { mayRepeat, differs }: { mayRepeat: boolean; differs: boolean },
  ): Promise<BookingOutcome> {
    const { request, petName, roomId } = unsent;
    const result = await createOnce((key) => ports.create.appointments(request, key), {
      ...{ ...shared, sent, mayRepeat },
      newKey: () => (ports.takesKey(request) ? ports.newKey() : null),
      lookUp: (now) => findSentAppointments(ports, { ...unsent, sent: now }),
      save: (now) => saveAttempt({ appointment: now && { ...unsent, sent: now } }),
    });
    if (result.kind !== 'created') return failureOutcome('appointment', result);
    if (differs) saveAttempt({ appointment: null });
    else draft.end();
    const { petId, start, end, storeIds, times } = request;
    const ids = result.value;
    const booked = { id: ids[0] ?? '', petId, petName, start, end, storeId: storeIds[0] ?? '', roomId };
    const series = times?.map((time, nth) => ({ id: ids[nth] ?? '', ...time }));
    return { kind: 'booked', how: result.how, differs, ...booked, ...(series ? { series } : {}) };
  }

  return {
    attempt: readAttempt,
    send: sendAppointment,
    /** Registers the pet, and first its client if they are new. Parts that were sent before are not changed. */
    async register(companyId: string, requested: Registration): Promise<PetOnFile | BookingOutcome> {
      const { registration: sent, client: sentClient, pet: sentPet } = readAttempt();
      const isClientSent = sentPet !== null || (sentClient !== null && !('id' in requested.client));
      const client = (isClientSent && sent?.client) || requested.client;
      const pet = (sentPet && sent?.pet) || requested.pet;
      saveAttempt({ registration: { client, pet } });
      report('registering');
      const owner =
        'id' in client
          ? client.id
          : await registerStep('client', (key) => ports.create.client({ companyId, ...client }, key));
      if (typeof owner !== 'string') return owner;
      const id = await registerStep('pet', (key) => ports.create.pet({ companyId, clientId: owner, ...pet }, key));
      if (typeof id !== 'string') return id;
      const clientName = 'id' in client ? client.name : `${client.firstName} ${client.lastName}`;
      const registered = {
        id,
        clientId: owner,
        clientName,
        name: pet.name,
        species: pet.species,
        breed: pet.breed ?? null,
      };
      onRegistered(registered);
      return registered;
    },
    /**
     * Determines the outcome of an appointment that was sent before; returns null if none was. A request is repeated
     * only if it is more recent than `repeatsWithinMs`, has an idempotency key, and still matches the form.
     */
    async resolve(current: Pick<Submission<Values>, 'request' | 'pet' | 'anyVet'> | null, repeatsWithinMs: number) {
      const { appointment, pet } = readAttempt();
      if (appointment === null) return null;
      report('looking');
      const petId = current && ('id' in current.pet ? current.pet.id : pet?.id);
      const isSame =
        current && petId ? isSameRequest({ ...current.request, petId }, appointment.request, current.anyVet) : false;
      const isRecent = ports.clock() - appointment.sent.at < repeatsWithinMs;
      return sendAppointment(appointment, {
        mayRepeat: isSame && isRecent && ports.takesKey(appointment.request),
        differs: !isSame,
      });
    },
  };
}
