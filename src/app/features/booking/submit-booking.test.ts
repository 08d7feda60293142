import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { bookedPet, createBookingPractice, newPixel, petlessRequest, recordOf } from '#testing/booking-practice.ts';
import { createOutcomes, LEFT, lost } from '#testing/lossy-creates.ts';
import { rounds } from '#testing/rounds.ts';
import { noAttempt, sentParts } from './draft.ts';
import type { BookingOutcome } from './submit-booking.ts';

const request = { ...petlessRequest, petId: bookedPet.id };
const ann = '00000000-0000-4000-8000-000000000009';
const startOf = (isLater: boolean) => (isLater ? later : petlessRequest).start;
const later = { ...petlessRequest, start: '2026-06-01T09:30:00.000Z', end: '2026-06-01T10:00:00.000Z' };
const week = 7 * 86_400_000;

/** The request for a series of three weekly appointments that begins with this one. */
function seriesOf(first: typeof petlessRequest) {
  const after = (text: string, weeks: number) => new Date(Date.parse(text) + weeks * week).toISOString();
  const times = [0, 1, 2].map((weeks) => ({ start: after(first.start, weeks), end: after(first.end, weeks) }));
  return { ...first, times };
}
const booked = { kind: 'booked', petId: bookedPet.id, petName: 'Rex', start: request.start, differs: false };

describe('losses, refusals, reloads, edits and repeated presses', () => {
  const history = fc.record({
    outcomes: fc.array(fc.constantFrom(...createOutcomes), { maxLength: 30 }),
    takesKey: fc.boolean(),
    isSeries: fc.boolean(),
    isNew: fc.constantFrom('pet on file', 'new pet', 'new client and pet'),
    delayMs: fc.nat({ max: 30_000 }),
    /** Before each press: whether the form has changed to another time, and how long the person waits. */
    presses: fc.array(fc.record({ isLater: fc.boolean(), pauseMs: fc.nat({ max: 20 * 60_000 }) }), { maxLength: 10 }),
  });

  test('register client and pet once, book nothing twice, and report the true outcome', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ outcomes, takesKey, isSeries, isNew, delayMs, presses }) => {
        const practice = createBookingPractice({ outcomes, delayMs }, takesKey);
        const { clients, pets, appointments, draft } = practice;
        const pet =
          isNew === 'pet on file'
            ? bookedPet
            : isNew === 'new pet'
              ? { ...newPixel, client: { id: ann, name: 'Ann Lee' } }
              : newPixel;
        const reported: string[] = [];
        let isLater = false;
        let checked = 0;

        function check(outcome: BookingOutcome | null | typeof LEFT) {
          expect([clients.created.length, pets.created.length].every((count) => count <= 1)).toBe(true);
          if (outcome !== null && outcome !== LEFT && outcome.kind === 'booked') reported.push(outcome.id);
          const unreported = appointments.created.filter(({ id }) => !reported.includes(id));
          expect(unreported.length).toBeLessThanOrEqual(1);
          expect(new Set(reported).size).toBe(reported.length);
          // Nothing is sent that is no longer in the form.
          for (const { body } of appointments.created.slice(checked)) expect(body.start).toBe(startOf(isLater));
          checked = appointments.created.length;
          if (outcome === null || outcome === LEFT) return;
          if (outcome.kind === 'booked') {
            const { times } = seriesOf(outcome.start === later.start ? later : petlessRequest);
            const starts = outcome.series?.map(({ start }) => start);
            expect(starts).toEqual(isSeries ? times.map(({ start }) => start) : undefined);
            const body = appointments.created.find(({ id }) => id === outcome.id)?.body;
            expect(body).toMatchObject({ start: outcome.start, petId: outcome.petId });
            if (isNew !== 'pet on file') expect(pets.created[0]?.id).toBe(outcome.petId);
          } else if (outcome.kind !== 'unknown') {
            const step = 'step' in outcome ? outcome.step : 'appointment';
            const created = { client: clients.created, pet: pets.created, appointment: unreported }[step];
            expect(created).toEqual([]);
          }
        }

        for (let press = 0; press < 60; press += 1) {
          isLater = presses[press]?.isLater ?? isLater;
          // An appointment that was reported as booked is not booked again.
          if (appointments.created.some(({ id, body }) => reported.includes(id) && body.start === startOf(isLater)))
            isLater = !isLater;
          practice.now += presses[press]?.pauseMs ?? 0;
          const single = isLater ? later : petlessRequest;
          const form = { pet, request: isSeries ? seriesOf(single) : single };
          const outcome = await practice.run(() => practice.book(form));
          check(outcome);
          if (outcome === LEFT) {
            const resumed = await practice.run(() => practice.resume(form));
            check(resumed);
            if (resumed !== null && resumed !== LEFT && resumed.kind === 'booked' && !resumed.differs) break;
          } else if (outcome.kind === 'booked' && !outcome.differs) break;
        }
        expect(draft.read()).toBeNull();
        expect(appointments.created.map(({ id }) => id).sort()).toEqual([...reported].sort());
        expect(appointments.created.at(-1)?.body.start).toBe(startOf(isLater));
        expect(clients.created).toHaveLength(isNew === 'new client and pet' ? 1 : 0);
      }),
      { numRuns: rounds({ few: 300, many: 10_000 }) },
    );
  });
});

describe('before sending', () => {
  test('the appointments of that time are read, and conflicts that were not shown are reported', async () => {
    const practice = createBookingPractice();
    const [seen, unseen] = ['1', '2'].map((id) => recordOf({ ...request, notes: id }, id, 0));
    if (!seen || !unseen) throw new Error('There are two.');
    practice.others.push(seen, unseen);
    const conflicts = (others: readonly ReceivedAppointment[]) => [...others];
    const outcome = await practice.book({ conflicts, shownIds: new Set([seen.id]) });
    expect(outcome).toEqual({ kind: 'conflict', others: [unseen] });
    expect(practice.appointments.created).toEqual([]);
    expect(await practice.book({ conflicts, shownIds: new Set([seen.id, unseen.id]) })).toMatchObject(booked);
  });

  test('every date of a series is read, ten per search, and all conflicts are reported', async () => {
    const practice = createBookingPractice();
    const first = seriesOf(petlessRequest);
    const inDays = (days: number, text: string) => new Date(Date.parse(text) + days * 86_400_000).toISOString();
    const times = Array.from({ length: 12 }, (_, days) => ({
      start: inDays(days, first.start),
      end: inDays(days, first.end),
    }));
    const last = recordOf({ ...request, ...times[11] }, '1', 0);
    practice.others.push(last);
    const conflicts = (others: readonly ReceivedAppointment[]) => others.filter(({ start }) => start === last.start);
    const booking = { request: { ...petlessRequest, times }, conflicts };
    expect(await practice.book(booking)).toEqual({ kind: 'conflict', others: [last] });
    expect(practice.requests).toBe(2);
    expect(await practice.book({ ...booking, shownIds: new Set([last.id]) })).toMatchObject({
      ...booked,
      series: times.map((time) => ({ ...time, id: expect.any(String) })),
    });
    expect(practice.appointments.created).toHaveLength(1);
  });

  test('a series that is only partly stored is neither booked nor not', async () => {
    const practice = createBookingPractice({ outcomes: ['answered', 'unreadable'] }, false);
    const { appointments } = practice.ports.create;
    practice.ports.create.appointments = (body, key) => {
      practice.others.push(recordOf(request, ann, practice.now));
      return appointments(body, key);
    };
    expect((await practice.book({ request: seriesOf(petlessRequest) })).kind).toBe('unknown');
  });

  test('nothing is registered or booked without a connection', async () => {
    const practice = createBookingPractice({ outcomes: ['lost'] });
    expect(await practice.book({ pet: newPixel })).toEqual({ kind: 'offline' });
    expect([practice.requests, practice.draft.read()?.attempt]).toEqual([1, noAttempt]);
  });

  test('a booking that waits for the connection is sent once it is back', async () => {
    const practice = createBookingPractice({ outcomes: ['lost', 'lost', 'lost'] });
    expect(await practice.book({ waits: true })).toMatchObject({ ...booked, how: 'answered' });
    expect(practice.pauses).toEqual([5000, 5000, 5000]);
    expect(practice.phases).toEqual(['reading', 'waiting', 'waiting', 'waiting', 'sending']);
  });

  test('it is not sent after the user cancels the wait', async () => {
    const practice = createBookingPractice({ outcomes: ['lost'] });
    expect(await practice.book({ waits: true }, AbortSignal.abort())).toEqual({ kind: 'offline' });
    expect(practice.appointments.created).toEqual([]);
  });

  test('it is not sent if its start passed while waiting, but is if the start had passed before', async () => {
    const start = new Date(createBookingPractice().now + 4999).toISOString();
    const practice = createBookingPractice({ outcomes: ['lost', 'answered', 'answered', 'lost'] });
    const waiting = { request: { ...petlessRequest, start }, waits: true };
    expect(await practice.book(waiting)).toEqual({ kind: 'passed' });
    expect((await practice.book(waiting)).kind).toBe('booked');
  });

  test.each(['silent', 'unreadable'] as const)('a search that is %s does not prevent the booking', async (outcome) => {
    const practice = createBookingPractice({ outcomes: [outcome, 'made-and-lost'] }, false);
    expect(await practice.book()).toMatchObject({ ...booked, how: 'found' });
  });
});

describe('an appointment', () => {
  test('is booked, and its draft is removed for good', async () => {
    const practice = createBookingPractice();
    expect(await practice.book({ roomId: 'room-1' })).toEqual({
      ...{ ...booked, how: 'answered', end: request.end, storeId: request.storeIds[0], roomId: 'room-1' },
      id: practice.appointments.created[0]?.id,
    });
    practice.draft.write({ values: 'typed while the form closes' });
    expect(practice.draft.read()).toBeNull();
  });

  test('that is refused can be corrected', async () => {
    const refusal = () => new ApiError({ kind: 'http', status: 400 });
    const practice = createBookingPractice({ outcomes: ['answered', 'refused'], refusal });
    expect(await practice.book()).toEqual({ kind: 'refused', step: 'appointment', error: refusal() });
    expect(practice.draft.read()).toMatchObject({ values: 'typed', attempt: { appointment: null } });
    expect(await practice.book({ request: later })).toMatchObject({ kind: 'booked', how: 'answered', differs: false });
  });

  test('whose response is lost is looked up, and a missing connection is reported', async () => {
    const outcomes = ['answered', 'lost', ...Array.from({ length: 12 }, () => 'lost' as const)] as const;
    const practice = createBookingPractice({ outcomes });
    expect(await practice.book()).toEqual({ kind: 'unknown', step: 'appointment', error: lost(), offline: true });
    expect(new Set(practice.phases)).toEqual(new Set(['reading', 'sending', 'cut-off']));
    expect(await practice.book()).toMatchObject({ ...booked, how: 'found' });
  });

  test('that is no longer in the form is looked up, but not sent', async () => {
    const practice = createBookingPractice({ outcomes: ['answered', 'left'] });
    await practice.run(practice.book);
    expect(await practice.book({ request: later })).toMatchObject({ kind: 'absent', step: 'appointment' });
    expect(practice.appointments.created).toEqual([]);
    // The user presses the button again.
    expect(await practice.book({ request: later })).toMatchObject({ kind: 'booked', start: later.start });
  });

  test('that was booked before the form was edited is reported as different', async () => {
    const practice = createBookingPractice({ outcomes: ['answered', 'made-and-left'] });
    await practice.run(practice.book);
    expect(await practice.book({ request: later, values: 'edited' })).toMatchObject({ ...booked, differs: true });
    expect(practice.draft.read()).toMatchObject({ values: 'edited', attempt: { appointment: null } });
  });
});

describe('after a reload', () => {
  const leave = async (takesKey = true) => {
    const practice = createBookingPractice({ outcomes: ['answered', 'left'] }, takesKey);
    await practice.run(practice.book);
    return practice;
  };

  test('nothing is looked up if nothing was sent', async () => {
    const practice = createBookingPractice();
    expect(await practice.resume()).toBeNull();
    practice.draft.write({ values: 'typed' });
    expect([await practice.resume(), practice.requests]).toEqual([null, 0]);
  });

  test.each([
    ['is booked', 'less than ten minutes ago', 10 * 60_000 - 1, true, 'booked', 1],
    ['is only looked up', 'ten minutes ago', 10 * 60_000, true, 'absent', 0],
    ['is only looked up', 'without an idempotency key', 0, false, 'absent', 0],
  ] as const)('what was sent %s if that was %s', async (_what, _when, age, takesKey, kind, created) => {
    const practice = await leave(takesKey);
    practice.now += age;
    expect(await practice.resume()).toMatchObject({ kind });
    expect(practice.appointments.created).toHaveLength(created);
  });

  test('it is only looked up if the form is incomplete, or has another pet', async () => {
    for (const current of [null, { pet: { id: ann, name: 'Bella' } }, { pet: newPixel }]) {
      const practice = await leave();
      expect((await practice.resume(current))?.kind).toBe('absent');
      expect(practice.appointments.created).toEqual([]);
    }
  });

  test('it is looked up without its key if the practice API no longer accepts one', async () => {
    const practice = await leave();
    Object.assign(practice.ports, { takesKey: () => false });
    expect((await practice.book()).kind).toBe('absent');
  });
});

describe('a new client and pet', () => {
  test('are registered, and the appointment is booked for that pet', async () => {
    const practice = createBookingPractice();
    const { companyId } = petlessRequest;
    const outcome = await practice.book({ pet: newPixel });
    expect(practice.clients.created).toMatchObject([{ body: { companyId, ...newPixel.client } }]);
    expect(practice.pets.created).toMatchObject([
      { body: { companyId, clientId: practice.clients.created[0]?.id, ...newPixel.pet } },
    ]);
    expect(outcome).toMatchObject({ kind: 'booked', petId: practice.pets.created[0]?.id, petName: 'Pixel' });
    expect(practice.phases).toEqual(['reading', 'registering', 'sending']);
    expect(practice.registered).toMatchObject([
      { id: practice.pets.created[0]?.id, clientName: 'Rosa Kaufman', name: 'Pixel', species: 'cat', breed: null },
    ]);
  });

  test('that are refused can be corrected, while a registered client is kept', async () => {
    const refusal = () => new ApiError({ kind: 'http', status: 400 });
    const practice = createBookingPractice({ outcomes: ['answered', 'answered', 'refused'], refusal });
    expect(await practice.book({ pet: newPixel })).toMatchObject({ kind: 'refused', step: 'pet' });
    expect(sentParts(practice.draft.read()?.attempt)).toEqual({ client: true, pet: false });
    const corrected = { client: { firstName: 'Ro', lastName: 'Kaufmann' }, pet: { name: 'Pixel', species: 'dog' } };
    expect(await practice.book({ pet: corrected })).toMatchObject({ kind: 'booked' });
    expect(practice.clients.created).toMatchObject([{ body: newPixel.client }]);
    expect(practice.pets.created).toMatchObject([{ body: { species: 'dog' } }]);
  });

  test('are sent again unchanged if it is uncertain whether they were registered', async () => {
    const practice = createBookingPractice({ outcomes: ['answered', 'answered', 'made-and-left'] });
    await practice.run(() => practice.book({ pet: newPixel }));
    expect(sentParts(practice.draft.read()?.attempt)).toEqual({ client: true, pet: true });
    const edited = { client: { id: ann, name: 'Ann Lee' }, pet: { name: 'Pix', species: 'dog' } };
    expect(await practice.book({ pet: edited })).toMatchObject({ kind: 'booked', petName: 'Pixel' });
    expect(practice.pets.created).toMatchObject([{ body: newPixel.pet }]);
  });

  test('do not need the client that was sent if one on file is selected instead', async () => {
    const practice = createBookingPractice({ outcomes: ['answered', 'left'] });
    await practice.run(() => practice.book({ pet: newPixel }));
    expect((await practice.book({ pet: { ...newPixel, client: { id: ann, name: 'Ann Lee' } } })).kind).toBe('booked');
    expect(practice.clients.created).toEqual([]);
    expect(practice.pets.created).toMatchObject([{ body: { clientId: ann } }]);
  });

  test('are not registered again after 23 hours unless the user has seen who is on file', async () => {
    const practice = createBookingPractice({ outcomes: ['answered', 'left'] });
    await practice.run(() => practice.book({ pet: newPixel }));
    practice.now += 23 * 3_600_000;
    expect(await practice.book({ pet: newPixel })).toMatchObject({ kind: 'absent', step: 'client' });
    expect(sentParts(practice.draft.read()?.attempt)).toEqual({ client: false, pet: false });
  });
});

describe('without an idempotency key', () => {
  const elsewhere = ann;
  test.each([
    ['booked', 'everything is equal', {}],
    ['booked', 'an instant has another notation', { start: '2026-06-01T09:30:00+02:00' }],
    ['booked', 'it has no store', { storeId: null }],
    ['booked', 'its creation time is missing', { createdAt: null }],
    ['booked', 'it was created by a clock ten minutes behind', { createdAt: '2026-05-30T09:50:04.000Z' }],
    ['absent', 'it was created before', { createdAt: '2026-05-30T09:49:59.999Z' }],
    ['absent', 'the pet differs', { petId: elsewhere }],
    ['absent', 'the type differs', { visitTypeId: elsewhere }],
    ['absent', 'it starts at another time', { start: '2026-06-01T07:31:00.000Z' }],
    ['absent', 'it ends at another time', { end: '2026-06-01T08:01:00.000Z' }],
    ['absent', 'it was created in the practice system', { createdFrom: 'web' }],
    ['absent', 'it is in another store', { storeId: elsewhere }],
  ])('the response counts as %s if %s', async (kind, _where, changes) => {
    const practice = createBookingPractice({ outcomes: ['unreadable', 'lost'] }, false);
    const { appointments } = practice.ports.create;
    practice.ports.create.appointments = (body, key) => {
      practice.others.push({ ...recordOf(request, elsewhere, practice.now), ...changes });
      return appointments(body, key);
    };
    expect((await practice.book()).kind).toBe(kind);
  });

  test.each([
    ['are read', 'answered', {}],
    ['cannot be read', 'unreadable', { createdAt: { gte: '2026-05-30T09:50:00.000Z' } }],
  ] as const)('all sent fields are compared if the earlier appointments %s', async (_what, outcome, createdAt) => {
    const practice = createBookingPractice({ outcomes: [outcome, 'made-and-lost'] }, false);
    practice.others.push(recordOf(request, elsewhere, practice.now - 3_600_000));
    const searched: unknown[] = [];
    const { search } = practice.ports;
    practice.ports.search = (input, timeoutMs) => {
      searched.push(input);
      return search(input, timeoutMs);
    };
    expect(await practice.book()).toMatchObject({ ...booked, id: practice.appointments.created[0]?.id });
    expect(searched[1]).toEqual({
      ...{ companyId: request.companyId, storeIds: request.storeIds, limit: 100 },
      filter: {
        petId: { eq: request.petId },
        visitTypeId: { eq: request.visitTypeId },
        start: { between: [request.start, request.start] },
        end: { between: [request.end, request.end] },
        createdFrom: { eq: 'external_api' },
        ...createdAt,
      },
    });
  });
});
