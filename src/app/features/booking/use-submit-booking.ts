import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { listKeys } from '#app/api/appointment-store.ts';
import { putNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { knownPerson } from '#app/api/session.ts';
import { showNotice } from '#app/components/show-notice.ts';
import type { Capabilities } from '#contract/desk.ts';
import { endpoints } from '#contract/endpoints.ts';
import { notBookedNotice } from './booked-notice.ts';
import { createBookingPorts } from './booking-ports.ts';
import { type Draft, sentParts } from './draft.ts';
import type { Registration } from './registration.ts';
import {
  type BookingOutcome,
  type PetOnFile,
  type Phase,
  type Progress,
  type RegisteredPet,
  registerPet,
  resumeBooking,
  type Submission,
  submitBooking,
} from './submit-booking.ts';

/** A booking as it is reported once. */
export type Booked = Extract<BookingOutcome, { kind: 'booked' }>;

/** The key of the mutation that books a draft. */
const bookingMutationKey = (draftId: string) => ['book', draftId] as const;

/** Whether a draft is being booked, also by a form that is closed by now: another form must not go on with it. */
export function isBeingBooked(queryClient: QueryClient, draftId: string): boolean {
  return queryClient.isMutating({ mutationKey: bookingMutationKey(draftId) }) > 0;
}

interface SubmitOptions<Values> {
  companyId: string;
  draft: Draft<Values>;
  /** The person who books (`DeskSession`): nothing is sent or shown in the name of somebody who signs in meanwhile. */
  person: string | null;
  capabilities: Capabilities;
  /** Called once for a booking. `isClosed`: whether the form was closed meanwhile, or stays open for what it has now. */
  onBooked: (booked: Booked, isClosed: boolean) => void;
  /** Called with a pet that was registered, which the form is to have in place of the fields of a new one. */
  onRegistered: (pet: RegisteredPet) => void;
}

/** A press of the button, or without a submission the search for what was sent before a reload. */
interface Run<Values> {
  submission: Submission<Values> | null;
  /** What a form that was restored has; null where it is not complete. */
  current: Submission<Values> | null;
  /** Whom to register without booking anything, and what follows; null for a booking. */
  registering: Registering<Values> | null;
  until: AbortController;
}

interface Registering<Values> {
  registration: Registration;
  values: Values;
  onPet: (pet: PetOnFile) => void;
}

/**
 * Books what a form has. One booking of a draft runs at a time: another press meanwhile does nothing. Closing the form
 * does not stop it, unless it still waits for the connection; a notice then says how it ended.
 */
export function useSubmitBooking<Values>(options: SubmitOptions<Values>) {
  const { companyId, draft, person, capabilities, onBooked, onRegistered } = options;
  const api = useApi();
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<Phase>('reading');
  const [sent, setSent] = useState(() => sentOf(draft));
  if (sent.id !== draft.id) setSent(sentOf(draft));
  const isOpen = useRef(true);
  /** What is waiting for the connection. */
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      waiting.current?.abort();
    };
  }, []);

  const isSamePerson = () => knownPerson(queryClient) === person;
  const booking = useMutation({
    mutationKey: bookingMutationKey(draft.id),
    // Without a connection nothing is sent, and after a lost one the result is looked for.
    networkMode: 'always',
    async mutationFn({ submission, current, registering, until }: Run<Values>): Promise<BookingOutcome | null> {
      const ports = createBookingPorts(onlyWhile(isSamePerson, api), capabilities);
      const progress: Progress = {
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
          putNames(queryClient, petQueries.names(api, { companyId }).queryKey, [{ ...blank, ...pet }]);
          for (const list of [endpoints.listClients, endpoints.listPets])
            void queryClient.invalidateQueries({ queryKey: queryKeyOf(list), refetchType: 'none' });
          if (isOpen.current) onRegistered(pet);
        },
      };
      if (registering) {
        const pet = await registerPet(ports, draft, { companyId, ...registering }, progress);
        if ('kind' in pet) return pet;
        if (isOpen.current) registering.onPet(pet);
        return null;
      }
      return submission
        ? submitBooking(ports, draft, submission, progress)
        : resumeBooking(ports, draft, current, progress);
    },
    onSettled: () => setSent(sentOf(draft)),
    onSuccess(outcome) {
      if (outcome === null || !isSamePerson()) return;
      if (outcome.kind === 'booked') onBooked(outcome, outcome.differs || !isOpen.current);
      else if (!isOpen.current) showNotice(notBookedNotice(outcome.kind !== 'unknown'));
      if (outcome.kind === 'conflict') void queryClient.invalidateQueries({ queryKey: listKeys.days() });
    },
  });
  const { mutate, variables, data, error, isPending } = booking;

  function start(run: Partial<Run<Values>>, first: Phase): void {
    if (isBeingBooked(queryClient, draft.id)) return;
    setPhase(first);
    mutate({ submission: null, current: null, registering: null, ...run, until: new AbortController() });
  }

  // It should never throw. If it does, only a search can tell what became of the request.
  const failed: BookingOutcome | null = error && { kind: 'unknown', step: 'appointment', error, offline: false };
  return {
    /** What is being done; null while nothing is. */
    phase: isPending ? phase : null,
    /** How the last booking ended, and what it was; null while there is none, or one is under way. */
    outcome: isPending ? null : (data ?? failed),
    submitted: variables?.submission ?? null,
    /** Whether it registered a pet, and booked nothing. */
    wasRegistering: variables?.registering != null,
    /** Which parts of a registration were sent: from then on they stay as they are. */
    sent: sent.parts,
    submit: (submission: Submission<Values>) => start({ submission }, 'reading'),
    /** Books once the connection is back. */
    bookWhenBack: (submission: Submission<Values>) => start({ submission: { ...submission, waits: true } }, 'reading'),
    /** Registers a pet without booking anything. */
    register: (registering: Registering<Values>) => start({ registering }, 'registering'),
    /** Ends the waiting or the search. */
    stop: () => variables?.until.abort(),
    /** Finds out what became of what was sent before a reload. */
    resume: (current: Submission<Values> | null) => start({ current }, 'looking'),
  };
}

/** What was sent of a registration, for a form that shows it. */
function sentOf(draft: Draft<unknown>) {
  return { id: draft.id, parts: sentParts(draft.read()?.attempt) };
}

/** A client that sends nothing once somebody else has signed in. */
export function onlyWhile(isSamePerson: () => boolean, api: ApiClient): ApiClient {
  return {
    ...api,
    async call(endpoint, input, options) {
      if (!isSamePerson()) throw new ApiError({ kind: 'http', status: 401 });
      return api.call(endpoint, input, options);
    },
  };
}
