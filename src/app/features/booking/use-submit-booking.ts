import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { listKeys } from '#app/api/appointment-store.ts';
import { updateListedRecords } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { signedInPerson } from '#app/api/session.ts';
import { showNotice } from '#app/components/show-notice.ts';
import { calls } from '#contract/calls.ts';
import type { Capabilities } from '#contract/desk.ts';
import { notBookedNotice } from './booked-notice.ts';
import { createBookingPorts } from './booking-ports.ts';
import { type StoredBookingDraft, sentParts } from './draft.ts';
import type { Registration } from './registration.ts';
import {
  type BookingOutcome,
  type BookingPhase,
  type PetOnFile,
  type ProgressHandlers,
  type RegisteredPet,
  registerPet,
  resumeBooking,
  type Submission,
  submitBooking,
} from './submit-booking.ts';

/** The outcome of a successful booking, which is reported once. */
export type BookedOutcome = Extract<BookingOutcome, { kind: 'booked' }>;

/** The key of the mutation that books a draft, by which another form of the same draft can see that it is running. */
const bookingMutationKey = (draftId: string) => ['book', draftId] as const;

/** Whether a draft is being booked, possibly by a form that has been closed. Another form must not continue it. */
export function isBeingBooked(queryClient: QueryClient, draftId: string): boolean {
  return queryClient.isMutating({ mutationKey: bookingMutationKey(draftId) }) > 0;
}

interface SubmitOptions<Values> {
  companyId: string;
  draft: StoredBookingDraft<Values>;
  /**
   * The person who books; null if all desks share a key. Nothing is sent or shown in the name of someone who signs in later.
   */
  person: string | null;
  capabilities: Capabilities;
  /**
   * Called once for each booking. `isClosed`: whether the form was closed or changed in the meantime, so that it must
   * not be closed now.
   */
  onBooked: (booked: BookedOutcome, isClosed: boolean) => void;
  /** Called after a pet was registered, so that the form selects it instead of showing the fields for a new one. */
  onRegistered: (pet: RegisteredPet) => void;
}

/**
 * One run of the mutation: a booking, a registration, or (if neither is given) the lookup of what was sent before a
 * reload.
 */
interface SubmissionRun<Values> {
  submission: Submission<Values> | null;
  /** The content of a restored form, against which the earlier request is compared; null if the form is incomplete. */
  current: Submission<Values> | null;
  /** A registration without a booking; null for a booking. */
  registering: RegistrationRun<Values> | null;
  waitController: AbortController;
}

interface RegistrationRun<Values> {
  registration: Registration;
  values: Values;
  onPet: (pet: PetOnFile) => void;
}

/**
 * Books the content of a form. Only one booking of a draft runs at a time; further presses are ignored. Closing the
 * form does not cancel the booking, unless it is still waiting for the connection. If the form is closed, a notice
 * reports the outcome.
 */
export function useSubmitBooking<Values>(options: SubmitOptions<Values>) {
  const { companyId, draft, person, capabilities, onBooked, onRegistered } = options;
  const api = useApi();
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<BookingPhase>('reading');
  const [sent, setSent] = useState(() => readSentParts(draft));
  if (sent.id !== draft.id) setSent(readSentParts(draft));
  const isOpen = useRef(true);
  /** The controller that cancels a booking while it waits for the connection; null if none waits. */
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      waiting.current?.abort();
    };
  }, []);

  const isSamePerson = () => signedInPerson(queryClient) === person;
  // If the person signs out before the response arrives, the draft is kept, so that their form can determine the
  // outcome later.
  const ownDraft = { ...draft, end: () => (isSamePerson() ? draft.end() : undefined) };
  const reportBooked = (booked: BookedOutcome) => onBooked(booked, booked.differs || !isOpen.current);
  const booking = useMutation({
    mutationKey: bookingMutationKey(draft.id),
    // Otherwise TanStack Query would pause the mutation while offline. The function handles that itself: it sends no
    // booking without a connection, and looks up the outcome if a response was lost.
    networkMode: 'always',
    async mutationFn({
      submission,
      current,
      registering,
      waitController: until,
    }: SubmissionRun<Values>): Promise<BookingOutcome | null> {
      const ports = createBookingPorts(limitApiToPerson(isSamePerson, api), capabilities);
      const progress: ProgressHandlers = {
        signal: until.signal,
        report(next) {
          waiting.current = next === 'waiting' ? until : null;
          setPhase(next);
        },
        onRegistered(pet) {
          const blank = {
            sex: null,
            dateOfBirth: null,
            deceasedOn: null,
            alert: null,
            isActive: true,
            updatedAt: null,
          };
          updateListedRecords(queryClient, petQueries.names(api, { companyId }).queryKey, [{ ...blank, ...pet }]);
          for (const list of [calls.listClients, calls.listPets])
            void queryClient.invalidateQueries({ queryKey: queryKeyOf(list), refetchType: 'none' });
          if (isOpen.current) onRegistered(pet);
        },
      };
      if (registering) {
        const pet = await registerPet(ports, ownDraft, { companyId, ...registering }, progress);
        if ('kind' in pet) return pet;
        if (isOpen.current) registering.onPet(pet);
        return null;
      }
      return submission
        ? submitBooking(ports, ownDraft, submission, progress)
        : resumeBooking(ports, ownDraft, current, progress);
    },
    onSettled: () => setSent(readSentParts(draft)),
    onSuccess(outcome) {
      if (outcome === null || !isSamePerson()) return;
      if (outcome.kind === 'booked') reportBooked(outcome);
      else if (!isOpen.current) showNotice(notBookedNotice(outcome.kind !== 'unknown'));
      if (outcome.kind === 'conflict') void queryClient.invalidateQueries({ queryKey: listKeys.days() });
    },
  });
  const { mutate, variables, data, error, isPending, submittedAt } = booking;

  function startRun(run: Partial<SubmissionRun<Values>>, first: BookingPhase): void {
    if (isBeingBooked(queryClient, draft.id)) return;
    setPhase(first);
    mutate({ submission: null, current: null, registering: null, ...run, waitController: new AbortController() });
  }

  // The mutation should never fail. If it does, only a search can find out what happened to the request.
  const failed: BookingOutcome | null = error && { kind: 'unknown', step: 'appointment', error, offline: false };
  return {
    /** The current phase; null while nothing is running. */
    phase: isPending ? phase : null,
    /** The outcome of the last run; null if there is none, or a run is in progress. */
    outcome: isPending ? null : (data ?? failed),
    submitted: variables?.submission ?? null,
    /** When the last run began, in milliseconds since 1970; 0 if there is none. */
    submittedAt,
    /** Whether the run registered a pet without booking anything. */
    wasRegistering: variables?.registering != null,
    /** Which parts of a registration were sent and can therefore no longer be edited. */
    sent: sent.parts,
    submit: (submission: Submission<Values>) => startRun({ submission }, 'reading'),
    /** Waits for the connection, then books. */
    bookWhenBack: (submission: Submission<Values>) =>
      startRun({ submission: { ...submission, waits: true } }, 'reading'),
    /** Registers a pet without booking anything. */
    register: (registering: RegistrationRun<Values>) => startRun({ registering }, 'registering'),
    /** Stops waiting for the connection or looking for the outcome. */
    stop: () => variables?.waitController.abort(),
    /** Determines the outcome of what was sent before a reload. */
    resume: (current: Submission<Values> | null) => startRun({ current }, 'looking'),
  };
}

/** Reads which parts of a draft's registration were sent. */
function readSentParts(draft: StoredBookingDraft<unknown>) {
  return { id: draft.id, parts: sentParts(draft.read()?.attempt) };
}

/** Wraps an API client so that it sends nothing once someone else has signed in. */
export function limitApiToPerson(isSamePerson: () => boolean, api: ApiClient): ApiClient {
  return {
    ...api,
    async call(endpoint, input, options) {
      if (!isSamePerson()) throw new ApiError({ kind: 'http', status: 401 });
      return api.call(endpoint, input, options);
    },
  };
}
