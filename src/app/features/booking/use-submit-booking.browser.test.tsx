import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import * as z from 'zod/mini';
import { type ApiClient, ApiContext } from '#app/api/api-client.ts';
import { sessionQueries } from '#app/api/session.ts';
import { registerNoticeDisplay } from '#app/components/show-notice.ts';
import type { Call } from '#contract/endpoint.ts';
import { bookedPet, petlessRequest, recordOf } from '#testing/booking-practice.ts';
import { sessionOf } from '#testing/desk-sessions.ts';
import { lost } from '#testing/lossy-creates.ts';
import { createStorage } from '#testing/storage-in-memory.ts';
import { createDrafts, noAttempt, type StoredBookingDraft } from './draft.ts';
import type { RegisteredPet, Submission } from './submit-booking.ts';
import { type BookedOutcome, useSubmitBooking } from './use-submit-booking.ts';

const { companyId } = petlessRequest;
const submission: Submission<string> = {
  ...{ values: 'typed', request: petlessRequest, pet: bookedPet, anyVet: false, roomId: null, waits: false },
  ...{ shownIds: null, conflicts: () => [] },
};

/** A practice system whose responses are controlled by the test. */
function createDesk() {
  const requests: { path: string; answer: (value: unknown) => void; fail: (error: unknown) => void }[] = [];
  const queryClient = new QueryClient();
  const notices: string[] = [];
  const desk = {
    ...{ requests, queryClient, notices, booked: [] as [BookedOutcome, boolean][], registered: [] as RegisteredPet[] },
    creates: () => requests.filter(({ path }) => path === '/v1/appointments').length,
    signIn: (person: string) => queryClient.setQueryData(sessionQueries.current(api).queryKey, sessionOf(person)),
    /** Waits for the next request to a path and answers it. */
    async answer(path: string, value: unknown) {
      await expect.poll(() => requests.some((one) => one.path === path)).toBe(true);
      const at = requests.findIndex((one) => one.path === path);
      const [one] = requests.splice(at, 1);
      if (value instanceof Error) one?.fail(value);
      else one?.answer(value);
    },
  };
  const api: ApiClient = {
    call: ({ path }: Call) =>
      new Promise<never>((resolve, reject) => {
        requests.push({ path, answer: (value) => resolve(value as never), fail: reject });
      }),
  };
  registerNoticeDisplay({ add: ({ title }) => void notices.push(title), close: () => undefined, clear: () => [] });
  return { ...desk, api };
}

const nothingThere = { records: [], unresolvedIds: [], nextCursor: null, totalCount: 0 };
const SEARCH = '/v1/appointments/search';
const CREATE = '/v1/appointments';

let desk: ReturnType<typeof createDesk>;
let draft: StoredBookingDraft<string>;
beforeEach(() => {
  desk = createDesk();
  desk.signIn('ann');
  draft = createDrafts({ storage: createStorage(), companyId, person: 'ann', schema: z.string() }).open();
});

function Form({ what }: { what: Submission<string> }) {
  const booking = useSubmitBooking({
    ...{ companyId, draft, person: 'ann', capabilities: { createAppointment: { fields: [], idempotent: true } } },
    onBooked: (booked, isClosed) => void desk.booked.push([booked, isClosed]),
    onRegistered: (pet) => void desk.registered.push(pet),
  });
  return (
    <>
      <button type="button" onClick={() => booking.submit(what)}>
        Book
      </button>
      <button type="button" onClick={() => booking.bookWhenBack(what)}>
        Book when back
      </button>
      <p>{booking.sent.client ? 'client sent' : 'nothing sent'}</p>
      <output>{booking.phase ?? booking.outcome?.kind ?? 'idle'}</output>
    </>
  );
}

const open = (what = submission) =>
  render(
    <StrictMode>
      <QueryClientProvider client={desk.queryClient}>
        <ApiContext value={desk.api}>
          <Form what={what} />
        </ApiContext>
      </QueryClientProvider>
    </StrictMode>,
  );
type Screen = Awaited<ReturnType<typeof open>>;
const press = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true }).click();
const shows = (screen: Screen, text: string) => expect.element(screen.getByRole('status')).toHaveTextContent(text);

test('a notice says that nothing was booked if the form is closed by then', async () => {
  const screen = await open();
  await press(screen, 'Book');
  await screen.unmount();
  await desk.answer(SEARCH, lost());
  await expect.poll(() => desk.notices).toEqual(['Not booked']);
});

test('nothing is sent or reported in the name of someone who signs in later', async () => {
  const screen = await open();
  await press(screen, 'Book');
  await desk.answer(SEARCH, nothingThere);
  await expect.poll(() => desk.creates()).toBe(1);
  desk.signIn('bob');
  await desk.answer(CREATE, 'appointment-1');
  await shows(screen, 'booked');
  await press(screen, 'Book');
  await shows(screen, 'unknown');
  expect(desk.booked).toEqual([]);
  expect(desk.requests).toEqual([]);
  // The draft still says what was sent, and the next press of its person finds out the outcome by the same key.
  desk.signIn('ann');
  await press(screen, 'Book');
  await desk.answer(CREATE, 'appointment-1');
  await expect.poll(() => desk.booked).toMatchObject([[{ id: 'appointment-1' }, false]]);
});

test('the form stays open if an earlier press booked something other than its current content', async () => {
  const sent = { key: 'key-1', at: Date.now(), isSearched: false };
  const request = { ...petlessRequest, petId: bookedPet.id, notes: 'as it was' };
  const appointment = { request, sent, idsBefore: [], petName: 'Rex', roomId: null };
  draft.write({ values: 'typed', attempt: { ...noAttempt, appointment } });
  const screen = await open();
  await press(screen, 'Book');
  await desk.answer(SEARCH, { ...nothingThere, records: [recordOf(request, 'appointment-1', Date.now())] });
  await shows(screen, 'booked');
  expect(desk.booked).toMatchObject([[{ id: 'appointment-1', differs: true }, true]]);
});
