import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { UNASSIGNED } from '#app/addresses/board-search.ts';
import { clockText, formatClockTime, usesTwelveHours } from '#app/text/time-text.ts';
import { createAppointmentRequestSchema } from '#contract/appointment.ts';
import { createUnnamedStore, receivedAppointmentSchema } from '#contract/received.ts';
import { rounds } from '#testing/rounds.ts';
import { buildSubmission, isSameRequest } from './booking-request.ts';
import { resolveTime, typedStartAt } from './booking-time.ts';
import {
  type Booking,
  type BookingStore,
  type BookingValues,
  initialBookingValues,
  reschedulingValues,
  type ValidationContext,
  validateBooking,
  valuesOfPlace,
} from './booking-values.ts';
import { parseNewPetText } from './registration.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [companyId, storeId, petId, typeId, vetId] = [id(1), id(2), id(3), id(4), id(5)] as const;
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const MINUTE = 60_000;

const openingHours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
const north: BookingStore = {
  ...{ ...createUnnamedStore(storeId), name: 'North', timeZone: 'Europe/Berlin', openingHours },
  rooms: [{ id: 'r1', name: 'Room 1', categories: [] }],
};
const lowe: BookingStore = { ...north, id: 'lowe', name: 'Lowe', timeZone: 'Australia/Lord_Howe', rooms: [] };
const stores = [north, lowe];
const type = {
  ...{ id: typeId, name: 'Dental', category: 'dental', durationMinutes: 45 },
  ...{ isMessaged: true, preparation: null, recallMonths: null, isActive: true },
};
const types = [type, { ...type, id: 'phone', isActive: false }];
/** A Monday. */
const DAY = '2026-06-01';
/** A time of day in the format of the field. */
const shown = (hour: number, minute: number) => formatClockTime({ hour, minute }, usesTwelveHours());

const empty = initialBookingValues({}, { stores, types });
const filled: BookingValues = {
  ...empty,
  pet: { id: petId, clientId: null, clientName: 'Ann Lee', name: 'Rex', species: 'dog', breed: null },
  visitTypeId: typeId,
  start: '9.30',
};
const context: ValidationContext = {
  ...{ stores, types, day: DAY, start: null, employeeId: null, roomId: null, status: 'confirmed' },
  ...{ isMoved: false, isNow: false, newPetFields: ['clientName', 'phone', 'petName', 'species'] },
};

const check = (changes: Partial<BookingValues> = {}, of: Partial<ValidationContext> = {}) =>
  validateBooking({ ...filled, ...changes }, { ...context, ...of });
function booked(...args: Parameters<typeof check>): Booking {
  const checked = check(...args);
  if ('errors' in checked) throw new Error(JSON.stringify(checked.errors));
  return checked.booking;
}
function errorsOf(...args: Parameters<typeof check>): string[] {
  const checked = check(...args);
  return 'errors' in checked ? Object.keys(checked.errors) : [];
}

describe('a new form', () => {
  test('is empty except for its store: day, start and length have defaults', () => {
    expect(empty).toEqual({
      ...{ pet: null, newPet: null, visitTypeId: null, employeeId: null, storeId, roomId: null },
      ...{ date: '', start: '', fold: null, length: '', notes: '', repeat: null },
      unmatched: { pet: '', visitTypeId: '', employeeId: '' },
    });
  });

  test('is filled from a place on the calendar', () => {
    const place = { storeId: 'lowe', roomId: 'r9', employeeId: vetId, visitTypeId: typeId };
    const times = { start: '2026-06-05T14:30', end: '2026-06-05T15:15' };
    expect(initialBookingValues({ ...place, ...times }, { stores, types })).toMatchObject({
      ...place,
      ...{ start: shown(14, 30), length: '45 min', date: '' },
    });
  });

  test('has the length of a drag across a clock change', () => {
    const night = { start: '2026-10-25T01:00', end: '2026-10-25T04:00' };
    expect(initialBookingValues(night, { stores, types }).length).toBe('4 h');
  });

  test('ignores a type that can no longer be booked, and invalid values of a link', () => {
    const odd = { visitTypeId: 'phone', storeId: 'gone', start: 'soon', end: '2026-06-05T15:15' };
    expect(initialBookingValues(odd, { stores, types })).toEqual(empty);
    const backwards = { start: '2026-06-05T14:30', end: '2026-06-05T14:00' };
    expect(initialBookingValues(backwards, { stores, types })).toMatchObject({ start: shown(14, 30), length: '' });
  });

  test('is for a new client if the caller’s number is not on file and clients can be registered', () => {
    const caller = { phone: '0171 234 567' };
    expect(initialBookingValues(caller, { stores, types }, ['phone']).newPet).toEqual(parseNewPetText(caller.phone));
    expect(initialBookingValues(caller, { stores, types }, null)).toMatchObject({
      ...{ newPet: null, unmatched: { ...empty.unmatched, pet: caller.phone } },
    });
  });
});

describe('the time of a form', () => {
  const noon = at('2026-06-01T10:00Z');
  const when = (changes: Partial<BookingValues>, following: number | null = null, of: Record<string, unknown> = {}) =>
    resolveTime({ ...empty, ...changes }, { store: north, day: DAY, type, ...of }, following);
  const clockOf = (start: string) => {
    const instant = when({ start }).start;
    return instant === null ? null : new Date(instant).toISOString();
  };

  test('has defaults for empty fields, with the usual length of the type', () => {
    expect(when({}, noon)).toMatchObject({
      ...{ isChosen: false, start: noon, time: { start: noon, end: noon + 45 * MINUTE } },
      ...{ startText: clockText(north.timeZone, noon), lengthText: '45 min' },
    });
    expect(when({ start: '  ' }, noon)).toMatchObject({ isChosen: false, start: noon });
    expect(when({})).toMatchObject({ start: null, time: null, startText: '' });
  });

  test.each([[null], [{ durationMinutes: null }], [{ durationMinutes: 0 }]])('is half an hour with type %j', (of) => {
    expect(when({}, noon, { type: of }).length).toBe(30 * MINUTE);
  });

  test('is the typed one, interpreted within the store’s hours', () => {
    expect(clockOf('4:30')).toBe('2026-06-01T14:30:00.000Z');
    expect(clockOf('230')).toBe('2026-06-01T12:30:00.000Z');
    expect(clockOf('6:30')).toBe('2026-06-01T16:30:00.000Z');
    expect(clockOf('06:30')).toBe('2026-06-01T04:30:00.000Z');
    expect(clockOf('9')).toBe('2026-06-01T07:00:00.000Z');
    expect(clockOf('half past')).toBeNull();
    expect(when({ start: '4:30', length: '1h' }, noon)).toMatchObject({
      ...{ isChosen: true, startText: '4:30', lengthText: '1h', length: 60 * MINUTE },
    });
  });

  test('is null while its date or length cannot be read, instead of falling back to another start', () => {
    expect(when({ date: 'to', start: '9:30' })).toMatchObject({ start: null, time: null });
    expect(when({ length: 'x' }, noon)).toMatchObject({ start: noon, length: null, time: null });
    expect(when({ start: 'x' }, noon)).toMatchObject({ isChosen: true, start: null, wall: null, startText: 'x' });
  });

  test('is null if the clock skips it, and ambiguous until one of two identical times is selected', () => {
    expect(when({ start: '02:30' }, null, { day: '2026-03-29' })).toMatchObject({
      ...{ start: null, wall: { kind: 'skipped' } },
    });
    const twice = (fold: BookingValues['fold']) => when({ start: '02:30', fold }, null, { day: '2026-10-25' }).start;
    expect(twice(null)).toBeNull();
    expect(twice('first')).toBe(at('2026-10-25T00:30Z'));
    expect(twice('second')).toBe(at('2026-10-25T01:30Z'));
  });

  test('is the offered one once that is taken, even if its time occurs twice', () => {
    const quarters = fc.oneof(
      fc.integer({ min: -200, max: 20_000 }),
      // The hours around clock changes in New York, Lord Howe and Berlin.
      ...['2026-11-01T06:00Z', '2027-04-03T15:00Z', '2026-10-25T01:00Z'].map((change) =>
        fc.integer({ min: -8, max: 8 }).map((offset) => offset + (at(change) - at('2026-06-02T00:00Z')) / 900_000),
      ),
    );
    const zones = fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin');
    const hours = fc.constantFrom(openingHours, [], [{ weekday: 1, opens: '12:00', closes: '23:00' }]);
    fc.assert(
      fc.property(quarters, zones, hours, (quarter, timeZone, open) => {
        const instant = at('2026-06-02T00:00Z') + quarter * 900_000;
        const day = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate();
        const store = { timeZone, openingHours: open };
        expect(when(typedStartAt(timeZone, instant), null, { store, day: day.toString() }).start).toBe(instant);
      }),
      { numRuns: rounds({ few: 300, many: 3000 }) },
    );
    expect(typedStartAt('America/New_York', at('2026-11-01T06:15Z'))).toEqual({
      ...{ date: '', start: shown(1, 15), fold: 'second' },
    });
  });
});

describe('a completed form', () => {
  test('results in a booking at the typed time', () => {
    expect(booked()).toEqual({
      ...{ store: north, pet: filled.pet, registration: null, visitTypeId: typeId },
      time: { start: at('2026-06-01T07:30Z'), end: at('2026-06-01T08:15Z') },
      times: [{ start: at('2026-06-01T07:30Z'), end: at('2026-06-01T08:15Z') }],
      ...{ employeeId: null, anyVet: true, roomId: null, status: 'confirmed', notes: '' },
    });
  });

  test('with a repetition has the times of its dates in order, except those left out', () => {
    const changed = { '2026-06-08': null, '2026-06-15': at('2026-07-01T06:00Z'), '2026-06-02': null };
    const repeat = { every: '1', unit: 'weeks' as const, count: '4', changed };
    const starts = ['2026-06-01T07:30Z', '2026-06-22T07:30Z', '2026-07-01T06:00Z'].map(at);
    expect(booked({ repeat }).times).toEqual(starts.map((start) => ({ start, end: start + 45 * MINUTE })));
  });

  test('has errors for an invalid repetition', () => {
    const rhythm = { every: '1', unit: 'weeks' as const, count: '4', changed: {} };
    expect(errorsOf({ repeat: { ...rhythm, every: '0', count: '53' } })).toEqual(['repeat.every', 'repeat.count']);
    const together = { '2026-06-08': at('2026-06-15T07:30Z') };
    expect(errorsOf({ repeat: { ...rhythm, changed: together } })).toEqual(['repeat.changed']);
  });

  test('uses the default start, vet and room if none is given, and the given status', () => {
    const start = at('2026-06-01T10:00Z');
    const following = { start, employeeId: vetId, roomId: 'r1', status: 'checked_in' };
    expect(booked({ start: '' }, following)).toMatchObject({
      ...{ time: { start, end: start + 45 * MINUTE }, employeeId: vetId, roomId: 'r1', status: 'checked_in' },
    });
    const chosen = { employeeId: 'ada', roomId: 'r1' };
    expect(booked({ start: '', ...chosen }, { ...following, roomId: 'r2' })).toMatchObject(chosen);
  });

  test('has no room of another store', () => {
    expect(booked({ roomId: 'elsewhere' }).roomId).toBeNull();
    expect(booked({ roomId: 'elsewhere' }, { roomId: 'r1' }).roomId).toBe('r1');
  });

  test('with a new client and pet registers them, whatever was typed for the pet before', () => {
    const newPet = { ...parseNewPetText('Rosa Kaufman'), petName: 'Pixel', species: 'cat', phone: '0171 234' };
    const { registration } = booked({ pet: null, newPet, unmatched: { ...empty.unmatched, pet: 'pix' } });
    expect(registration).toMatchObject({
      ...{ client: { firstName: 'Rosa', lastName: 'Kaufman', phone: '0171 234' }, pet: { name: 'Pixel' } },
    });
  });

  test('for an existing appointment needs neither pet nor type', () => {
    expect(booked({ pet: null, visitTypeId: null }, { isMoved: true })).toMatchObject({ pet: null, visitTypeId: '' });
  });
});

describe('the errors of a form', () => {
  test('include every invalid field', () => {
    const wrong = { pet: null, visitTypeId: null, storeId: '', date: 'x', length: '0', notes: 'a\u0000b' };
    expect(errorsOf(wrong)).toEqual(['pet', 'visitTypeId', 'storeId', 'date', 'notes']);
    expect(errorsOf({ start: 'x', length: '0' })).toEqual(['start', 'length']);
    expect(errorsOf({ start: '' })).toEqual(['start']);
  });

  test('include text that matches no option, even if an option was selected before', () => {
    const unmatched = { pet: 'lunx', visitTypeId: 'zz', employeeId: 'kwx' };
    expect(errorsOf({ unmatched })).toEqual(['pet', 'visitTypeId', 'employeeId']);
    expect(errorsOf({ unmatched }, { isMoved: true })).toEqual(['visitTypeId', 'employeeId']);
  });

  test('include a skipped time, and a repeated one until one of them is selected', () => {
    expect(errorsOf({ start: '02:30' }, { day: '2026-03-29' })).toEqual(['start']);
    const twice = { start: '02:30' };
    expect(errorsOf(twice, { day: '2026-10-25' })).toEqual(['start']);
    expect(booked({ ...twice, fold: 'first' }, { day: '2026-10-25' }).time.start).toBe(at('2026-10-25T00:30Z'));
  });

  test('include a year outside the supported range', () => {
    for (const day of ['1899-12-31', '9999-01-01']) expect(errorsOf({}, { day }), day).toEqual(['date']);
  });

  test('include each field of a new client and pet', () => {
    const errors = errorsOf({ pet: null, newPet: parseNewPetText('Rosa Kaufman') });
    expect(errors).toEqual(['newPet.petName', 'newPet.species']);
  });
});

test('any input results in an error or in a request that the practice API accepts', () => {
  const text = (...examples: string[]) => fc.oneof(fc.constantFrom(...examples), fc.string({ maxLength: 6 }));
  const typed = fc.record({
    pet: fc.constantFrom(filled.pet, null),
    newPet: fc.constantFrom(null, null, parseNewPetText('Rosa'), {
      ...parseNewPetText('Bo Li'),
      petName: 'P',
      species: 'cat',
    }),
    visitTypeId: fc.constantFrom(typeId, null),
    storeId: fc.constantFrom(storeId, storeId, ''),
    date: fc.constantFrom('', '', '2026-02-30'),
    start: text('', '2:30', '9', '23:59'),
    fold: fc.constantFrom(null, 'first' as const, 'second' as const),
    length: text('', '30', '1h', '60 d'),
    employeeId: fc.constantFrom(null, vetId),
    roomId: fc.constantFrom(null, 'r1', 'elsewhere'),
    notes: fc.oneof(fc.string(), fc.string({ unit: 'binary' })),
    repeat: fc.constantFrom(null, { every: '1', unit: 'weeks' as const, count: '3', changed: {} }),
    unmatched: fc.record({
      pet: fc.constantFrom('', '', 'lunx'),
      visitTypeId: fc.constantFrom('', '', 'zz'),
      employeeId: fc.constantFrom('', '', 'kw'),
    }),
  });
  const days = fc.constantFrom(DAY, '2026-03-29', '2026-10-25', '2099-12-31');
  const following = fc.constantFrom(null, at('2026-06-01T10:00Z'));
  fc.assert(
    fc.property(typed, days, following, (values, day, start) => {
      const checked = validateBooking(values, { ...context, day, start });
      if ('errors' in checked) {
        expect(Object.keys(checked.errors)).not.toEqual([]);
        for (const [field, message] of Object.entries(checked.errors)) {
          expect(values).toHaveProperty(field);
          expect(message).not.toBe('');
        }
        return;
      }
      const { times, ...request } = buildSubmission(checked.booking, companyId).request;
      expect(createAppointmentRequestSchema.safeParse({ ...request, petId }).error).toBeUndefined();
      expect(times?.length ?? 1).toBe(values.repeat === null ? 1 : 3);
      expect(times?.[0] ?? request).toMatchObject({ start: request.start, end: request.end });
    }),
    { numRuns: rounds({ few: 100, ci: 500, many: 5000 }) },
  );
});

describe('the request of a booking', () => {
  test('has exactly the properties in the specification', () => {
    const { request, pet, roomId } = buildSubmission(
      booked({ roomId: 'r1', notes: '  ' }, { status: 'requested' }),
      companyId,
    );
    expect(request).toEqual({
      ...{ companyId, storeIds: [storeId], visitTypeId: typeId },
      ...{ start: '2026-06-01T07:30:00.000Z', end: '2026-06-01T08:15:00.000Z' },
    });
    expect({ pet, roomId }).toEqual({ pet: { id: petId, name: 'Rex' }, roomId: 'r1' });
  });

  test('includes values that differ from the default, even a status that was added to the enum later', () => {
    const changes = { employeeId: vetId, notes: 'Nervous at the door' };
    const { request } = buildSubmission(booked(changes, { status: 'waitlisted' }), companyId);
    expect(request).toMatchObject({ ...changes, status: 'waitlisted' });
  });

  test('has a registration instead of a pet', () => {
    const newPet = { ...parseNewPetText('Rosa Kaufman'), petName: 'Pixel', species: 'cat' };
    const booking = booked({ newPet });
    expect(buildSubmission(booking, companyId).pet).toBe(booking.registration);
  });
});

test('two requests are equal if all properties are, where absent equals empty', () => {
  const { request } = buildSubmission(booked(), companyId);
  const one = { ...request, petId };
  expect(isSameRequest(one, { ...one, notes: '' }, false)).toBe(true);
  expect(isSameRequest(one, { ...one, employeeId: 'someone else' }, true)).toBe(true);
  const changes = {
    ...{ companyId: id(9), storeIds: [id(9)], petId: id(9), visitTypeId: id(9), employeeId: id(9) },
    ...{ start: '2026-06-01T07:45:00.000Z', end: '2026-06-01T08:30:00.000Z', status: 'requested', notes: 'New' },
  };
  for (const [field, value] of Object.entries(changes))
    expect(isSameRequest(one, { ...one, [field]: value }, false), field).toBe(false);
});

describe('a place that is selected while the form is open', () => {
  const values: BookingValues = { ...filled, storeId, roomId: 'r1', employeeId: vetId, length: '20 min', date: 'x' };
  const place = { storeId, start: '2026-06-04T11:00' };

  test('changes the start, but keeps length, room and vet unless it has them', () => {
    expect(valuesOfPlace(values, place, stores)).toEqual({ storeId, start: shown(11, 0), fold: null, date: '' });
    expect(valuesOfPlace(values, { start: '2026-06-04T11:00' }, stores).storeId).toBe(storeId);
  });

  test('changes length, room and vet if it has them', () => {
    const dragged = { ...place, roomId: 'r2', employeeId: 'ada', end: '2026-06-04T12:00' };
    expect(valuesOfPlace(values, dragged, stores)).toMatchObject({ roomId: 'r2', employeeId: 'ada', length: '1 h' });
  });

  test('clears the room if the store changes', () => {
    expect(valuesOfPlace(values, { ...place, storeId: 'lowe' }, stores)).toMatchObject({
      storeId: 'lowe',
      roomId: null,
    });
  });
});

describe('the form for rescheduling', () => {
  const appointment = receivedAppointmentSchema.parse({
    ...{ id: 'a', petId, storeId, visitTypeId: typeId, roomId: 'r1', status: 'confirmed', notes: 'Old file' },
    ...{ start: '2026-10-25T00:30:00Z', end: '2026-10-25T01:50:00Z' },
    employees: [
      { id: 'nurse', isMainEmployee: false },
      { id: vetId, isMainEmployee: true },
    ],
  });

  test('starts with the appointment’s values and vet, in any room', () => {
    const values = reschedulingValues(appointment, north.timeZone, false);
    expect(values).toEqual({
      ...{ ...empty, visitTypeId: typeId, employeeId: vetId, storeId },
      ...{ start: shown(2, 30), fold: 'first', length: '1 h 20 min' },
    });
    const moved = validateBooking(values, { ...context, isMoved: true, day: '2026-10-25' });
    expect(moved).toMatchObject({
      booking: { time: { start: at('2026-10-25T00:30Z'), end: at('2026-10-25T01:50Z') }, employeeId: vetId },
    });
  });

  test('has the first employee if none is the main one, and no vet yet if there are none', () => {
    const staffed = (employees: { id: string; isMainEmployee: boolean }[]) =>
      reschedulingValues({ ...appointment, employees }, north.timeZone, false).employeeId;
    expect(staffed([{ id: 'nurse', isMainEmployee: false }])).toBe('nurse');
    expect(staffed([])).toBe(UNASSIGNED);
    const grooming = { ...appointment, employees: [], visitTypeCategory: 'grooming' };
    expect(reschedulingValues(grooming, north.timeZone, false).employeeId).toBeNull();
    expect(reschedulingValues(appointment, north.timeZone, true).employeeId).toBeNull();
  });

  test('has the usual length of the type if the end is invalid', () => {
    const odd = reschedulingValues({ ...appointment, end: appointment.start }, north.timeZone, false);
    expect(resolveTime(odd, { store: north, day: '2026-10-25', type }, null).length).toBe(45 * MINUTE);
  });
});
