import { describe, expect, test } from 'vitest';
import { idOf } from '#testing/practice-in-memory.ts';
import {
  ada,
  ann,
  ask,
  at,
  book,
  booking,
  bram,
  chiara,
  consultation,
  dental,
  got,
  ids,
  left,
  nobody,
  north,
  notOffered,
  read,
  refusal,
  room1,
  room2,
  south,
  southRoom,
  today,
  visit,
} from './practices.ts';

const change = (id: string, expectedUpdatedAt: string, changes: object) =>
  ask('changeAppointment', { expectedUpdatedAt, ...changes }, { id });

/** Listing, searching, booking, changing and undoing appointments. */
export function appointmentCases(): void {
  describe('appointments', () => {
    test('are listed in pages, newest first', async () => {
      const first = await got('listAppointments', { limit: 5 });
      expect([ids(first), first.totalCount, first.hasMore]).toEqual([[1, 2, 3, 4, 5].map(visit), 12, true]);
      const second = await got('listAppointments', { limit: 7, cursor: first.nextCursor });
      expect([ids(second), second.totalCount]).toEqual([[6, 7, 8, 9, 10, 11, 12].map(visit), 12]);
      expect([second.hasMore, second.nextCursor]).toEqual([false, null]);
      expect(ids(await got('listAppointments', { limit: 2, direction: 'asc' }))).toEqual([12, 11].map(visit));
    });

    test('are listed after the instant in updatedSince', async () => {
      const { updatedAt } = await read(visit(3));
      expect(ids(await got('listAppointments', { updatedSince: updatedAt }))).toEqual([1, 2].map(visit));
      const changed = (await change(visit(9), (await read(visit(9))).updatedAt, { notes: 'late' })).body;
      expect(ids(await got('listAppointments', { updatedSince: updatedAt }))).toEqual([1, 2, 9].map(visit));
      expect(ids(await got('listAppointments', { updatedSince: changed?.updatedAt }))).toEqual([]);
    });

    test('are listed by store, status, pet, client, employee and start', async () => {
      const listed = async (given: object) => ids(await got('listAppointments', given));
      expect(await listed({ storeIds: south })).toEqual([2, 4, 6, 8, 10, 12].map(visit));
      expect(await listed({ status: 'cancelled' })).toEqual([visit(7)]);
      expect(await listed({ petId: idOf(4, 7) })).toEqual([visit(7)]);
      expect(await listed({ clientId: ann, employeeId: ada })).toEqual([visit(1)]);
      expect(await listed({ startDate: at('12:00'), endDate: at('13:30') })).toEqual([2, 3].map(visit));
    });

    test('are found by a time range that they overlap', async () => {
      const [from, to] = [at('13:15'), at('14:30')];
      const or = [{ start: { gte: from, lt: to } }, { start: { lt: from }, end: { gt: from } }];
      const found = await got('searchAppointments', { filter: { or } });
      expect([ids(found), found.totalCount]).toEqual([[3, 4, 5].map(visit), 3]);
      expect(ids(await got('searchAppointments', { storeIds: [south], filter: { or } }))).toEqual([visit(4)]);
    });

    test('are found by the beginnings of words of their title, ignoring case', async () => {
      expect(ids(await got('searchAppointments', { query: 'bell' }))).toEqual([1, 2, 7, 8].map(visit));
      expect(ids(await got('searchAppointments', { query: 'DAY bel' }))).toEqual([2, 7].map(visit));
      expect(ids(await got('searchAppointments', { query: 'ella' }))).toEqual([]);
    });

    test('are found by the operators eq, in and isNull', async () => {
      const found = async (filter: object) => ids(await got('searchAppointments', { filter }));
      expect(await found({ status: { in: ['requested', 'no_show'] } })).toEqual([1, 8, 9].map(visit));
      expect(await found({ employeeId: { eq: chiara }, storeId: { eq: south } })).toEqual([6, 12].map(visit));
      expect(await found({ checkedInAt: { isNull: false } })).toEqual([]);
      expect(await found({ visitTypeId: { eq: dental }, or: [{}, { petId: { eq: nobody } }] })).toEqual(
        [3, 8].map(visit),
      );
    });

    test('are found by start, earliest or latest first, in pages', async () => {
      const order = async (given: object) => ids(await got('searchAppointments', given));
      const byStart = Array.from({ length: 12 }, (_, nth) => visit(nth + 1));
      expect(await order({ order: 'start' })).toEqual(byStart);
      expect(await order({ order: '-start' })).toEqual(byStart.toReversed());
      const first = await got('searchAppointments', { order: '-start', limit: 5 });
      const rest = await got('searchAppointments', { order: '-start', limit: 9, cursor: first.nextCursor });
      expect([ids(first), ids(rest)]).toEqual([byStart.toReversed().slice(0, 5), byStart.toReversed().slice(5)]);
      for (const wrong of [null, 'end', '-created'])
        expect(await refusal('searchAppointments', { order: wrong })).toBe('400 invalid_input order');
    });

    test('keep their pages when another appointment is created between two requests', async () => {
      const filter = { storeId: { eq: north } };
      const first = await got('searchAppointments', { filter, limit: 4 });
      expect([ids(first), first.totalCount]).toEqual([[1, 3, 5, 7].map(visit), 6]);
      await book();
      const rest = await got('searchAppointments', { filter, limit: 4, cursor: first.nextCursor });
      expect([ids(rest), rest.hasMore, rest.totalCount]).toEqual([[9, 11].map(visit), false, 7]);
    });

    test('refuse an invalid search or list with the invalid field', async () => {
      expect(await refusal('searchAppointments', { filter: { colour: { eq: 'red' } } })).toBe(
        '400 invalid_input filter.colour',
      );
      expect(await refusal('searchAppointments', { filter: { start: { gt: 'noon' } } })).toBe(
        '400 invalid_input filter.start.gt',
      );
      expect(await refusal('searchAppointments', { query: '' })).toBe('400 invalid_input query');
      expect(await refusal('searchAppointments', { cursor: 'x' })).toBe('400 invalid_input cursor');
      expect(await refusal('listAppointments', { limit: 501 })).toBe('400 invalid_input limit');
      expect(await refusal('listAppointments', { cursor: 'x' })).toBe('400 invalid_input cursor');
      expect(await refusal('listAppointments', { storeIds: nobody })).toBe('404 not_found storeIds');
      expect(await refusal('listAppointments', { companyId: nobody })).toBe('403 insufficient_access companyId');
    });

    test('answer 404 to an unknown id', async () => {
      for (const id of [nobody, 'x']) {
        expect(await refusal('getAppointment', {}, { id })).toBe('404 not_found id');
        expect(await refusal('listAppointmentHistory', {}, { id })).toBe('404 not_found id');
      }
      expect(await refusal('changeAppointment', { expectedUpdatedAt: at('12:00'), notes: '' }, { id: nobody })).toBe(
        '404 not_found id',
      );
    });
  });

  describe('a new appointment', () => {
    test('takes its title from pet and visit type, and begins its history', async () => {
      const made = await book({
        storeIds: [south, north],
        employeeId: ada,
        notes: 'Limps',
        start: `${today}T22:00+02:00`,
      });
      expect(made).toMatchObject({
        ...{ storeId: south, clientId: ann, title: 'Bella – Consultation', status: 'requested', notes: 'Limps' },
        ...{ start: at('20:00'), end: at('20:30'), createdFrom: 'external_api', roomId: southRoom, checkedInAt: null },
        ...{ visitTypeName: 'Consultation', visitTypeCategory: 'consult', createdAt: made.updatedAt },
        employees: [{ id: ada, isMainEmployee: true }],
      });
      const { data } = await got('listAppointmentHistory', {}, { id: made.id });
      expect(data).toMatchObject([{ at: made.createdAt, employeeId: ada }]);
      const fields = data[0]?.changes.map(({ field, from, to }) => [field, from, to]);
      expect(fields?.sort()).toEqual([
        ['employeeId', null, ada],
        ['end', null, at('20:30')],
        ['notes', null, 'Limps'],
        ['roomId', null, southRoom],
        ['start', null, at('20:00')],
        ['status', null, 'requested'],
        ['visitTypeId', null, consultation],
      ]);
    });

    test('gets the first free room, and none if all are taken', async () => {
      const rooms = [await book(), await book({ start: at('20:15') }), await book({ end: at('21:00') })];
      expect(rooms.map(({ roomId }) => roomId)).toEqual([room1, room2, null]);
      expect(await book({ start: at('21:00'), end: at('21:30') })).toMatchObject({ roomId: room1 });
    });

    test('gets no blocked room, but the room of a cancelled appointment', async () => {
      await book({ status: 'cancelled' });
      const block = { kind: 'unavailable', storeId: north, start: at('19:00'), end: at('20:05') };
      await got('changeAvailability', { put: [{ id: nobody, ...block, roomId: room1 }] });
      expect(await book()).toMatchObject({ roomId: room2 });
      await got('changeAvailability', { put: [{ id: left, ...block, storeId: south }] });
      expect(await book({ storeIds: [south] })).toMatchObject({ roomId: null });
    });

    test('prefers a room for its category over rooms for all categories', async () => {
      await got('changeRoom', { categories: ['dental'] }, { id: room2 });
      expect(await book({ visitTypeId: dental })).toMatchObject({ roomId: room2 });
      expect(await book()).toMatchObject({ roomId: room1 });
      expect(await book()).toMatchObject({ roomId: null });
    });

    test('is checked in if its status is checked_in', async () => {
      const here = await book({ status: 'checked_in' });
      expect(here.checkedInAt).toBe(here.createdAt);
      expect(await book({ status: 'in_progress' })).toMatchObject({ checkedInAt: null });
    });

    test('is created once per idempotency key', async () => {
      const made = await got('createAppointment', booking, { once: 'k' });
      expect(await got('createAppointment', Object.fromEntries(Object.entries(booking).reverse()), { once: 'k' })).toBe(
        made,
      );
      expect(await refusal('createAppointment', { ...booking, notes: 'x' }, { once: 'k' })).toBe(
        '422 idempotency_key_reused Idempotency-Key',
      );
      expect(await refusal('createAppointment', booking, { once: 'k k' })).toBe('400 invalid_input Idempotency-Key');
      expect((await got('listAppointments')).totalCount).toBe(13);
    });

    test('is refused with the invalid field', async () => {
      const refused = (given: object) => refusal('createAppointment', { ...booking, ...given });
      expect(await refused({ end: booking.start })).toBe('400 invalid_input end');
      expect(await refused({ start: 'noon' })).toBe('400 invalid_input start');
      expect(await refused({ petId: nobody })).toBe('400 invalid_input petId');
      expect(await refused({ visitTypeId: nobody })).toBe('400 invalid_input visitTypeId');
      expect(await refused({ visitTypeId: notOffered })).toBe('400 invalid_input visitTypeId');
      expect(await refused({ employeeId: left })).toBe('400 invalid_input employeeId');
      expect(await refused({ storeIds: [] })).toBe('400 invalid_input storeIds');
      expect(await refused({ storeIds: [nobody] })).toBe('404 not_found storeIds');
      expect(await refused({ colour: 'red' })).toBe('400 invalid_input colour');
      const { data } = await ask('createAppointment', { ...booking, end: undefined });
      expect(data?.suggestion).toBe('end: is required in the body');
    });
  });

  describe('a change of an appointment', () => {
    test('returns the new version, and is in the history', async () => {
      const before = await read(visit(1));
      const { body: after } = await change(visit(1), before.updatedAt, { status: 'checked_in', notes: 'Here' });
      expect(after).toMatchObject({ status: 'checked_in', notes: 'Here', checkedInAt: expect.any(String) });
      expect(after && after.updatedAt > before.updatedAt).toBe(true);
      expect(await read(visit(1))).toEqual(after);
      const { data, totalCount } = await got('listAppointmentHistory', {}, { id: visit(1) });
      expect(totalCount).toBe(2);
      expect(
        data.map(({ employeeId, changes }) => [employeeId, changes.map(({ field, from }) => [field, from])]),
      ).toEqual([
        [
          ada,
          [
            ['status', 'requested'],
            ['notes', null],
            ['checkedInAt', null],
          ],
        ],
        [null, []],
      ]);
      expect(data.map((entry) => entry.at)).toEqual([after?.updatedAt, before.createdAt]);
    });

    test('is refused with the record if another version was expected, unless it already has the values', async () => {
      const { updatedAt } = await read(visit(1));
      const { body: theirs } = await change(visit(1), updatedAt, { notes: 'theirs' });
      const refused = await change(visit(1), updatedAt, { notes: 'mine' });
      expect([refused.refusal, refused.data]).toEqual([
        '409 changed_meanwhile',
        expect.objectContaining({ current: theirs }),
      ]);
      expect((await change(visit(1), updatedAt, { notes: 'theirs' })).body).toEqual(theirs);
    });

    test('cancels the appointment, and restores it', async () => {
      const { body: cancelled } = await change(visit(2), (await read(visit(2))).updatedAt, { status: 'cancelled' });
      const { body: restored } = await change(visit(2), cancelled?.updatedAt ?? '', { status: 'confirmed' });
      expect([cancelled?.status, restored?.status]).toEqual(['cancelled', 'confirmed']);
    });

    test('to another visit type sets its name and category, and the title that the service composes', async () => {
      const before = await book();
      const { body: after } = await change(before.id, before.updatedAt, { visitTypeId: dental });
      expect(after).toEqual({
        ...before,
        ...{
          visitTypeId: dental,
          visitTypeName: 'Dental cleaning',
          visitTypeCategory: 'dental',
          title: 'Bella – Dental cleaning',
        },
        updatedAt: after?.updatedAt,
      });
      const { data } = await got('listAppointmentHistory', {}, { id: before.id });
      expect(data[0]?.changes).toEqual([{ field: 'visitTypeId', from: consultation, to: dental }]);
    });

    test('sets time, room, vet and notes, and empties them', async () => {
      const [to, none] = [
        { start: at('18:00'), end: at('18:45'), roomId: room2, employeeId: bram },
        { roomId: null, employeeId: null, notes: null },
      ];
      const { body: moved } = await change(visit(1), (await read(visit(1))).updatedAt, to);
      expect(moved).toMatchObject({
        start: to.start,
        end: to.end,
        roomId: room2,
        employees: [{ id: bram, isMainEmployee: true }],
      });
      expect((await change(visit(1), moved?.updatedAt ?? '', none)).body).toMatchObject({
        roomId: null,
        employees: [],
        notes: null,
      });
    });

    test('is refused with the invalid field', async () => {
      const { updatedAt } = await read(visit(1));
      const refused = async (changes: object) => (await change(visit(1), updatedAt, changes)).refusal;
      expect(await refused({ roomId: southRoom })).toBe('400 invalid_input roomId');
      expect(await refused({ employeeId: left })).toBe('400 invalid_input employeeId');
      expect(await refused({ employeeId: nobody })).toBe('400 invalid_input employeeId');
      expect(await refused({ end: at('11:00') })).toBe('400 invalid_input end');
      expect(await refused({ start: at('12:30') })).toBe('400 invalid_input start');
      expect(await refused({ status: 'asleep' })).toBe('400 invalid_input status');
      expect(await refused({ visitTypeId: nobody })).toBe('400 invalid_input visitTypeId');
      expect(await refused({ visitTypeId: notOffered })).toBe('400 invalid_input visitTypeId');
      expect(await refused({ visitTypeId: null })).toBe('400 invalid_input visitTypeId');
      expect(await refused({})).toBe('400 invalid_input');
      expect(await refused({ title: 'Bello' })).toBe('400 invalid_input title');
    });
  });

  describe('a booking', () => {
    test('is undone by its author as long as no one else has changed it; otherwise it is cancelled', async () => {
      const slip = await book();
      const seen = { expectedUpdatedAt: slip.updatedAt };
      const { body: changed } = await change(slip.id, slip.updatedAt, { notes: 'x' });
      const refused = await ask('deleteAppointment', seen, { id: slip.id });
      expect([refused.refusal, refused.data]).toEqual([
        '409 changed_meanwhile',
        expect.objectContaining({ current: changed }),
      ]);
      const now = { expectedUpdatedAt: changed?.updatedAt };
      expect(await got('deleteAppointment', now, { id: slip.id })).toBe(true);
      expect(await refusal('deleteAppointment', now, { id: slip.id })).toBe('404 not_found id');
      expect(await refusal('getAppointment', {}, { id: slip.id })).toBe('404 not_found id');
      expect((await got('listAppointments')).totalCount).toBe(12);
      const { updatedAt } = await read(visit(1));
      const old = { expectedUpdatedAt: updatedAt };
      expect(await refusal('deleteAppointment', old, { id: visit(1) })).toBe('409 not_removable');
      expect(await refusal('deleteAppointment', old, { id: nobody })).toBe('404 not_found id');
      expect(await refusal('deleteAppointment', {}, { id: visit(1) })).toBe('400 invalid_input expectedUpdatedAt');
    });

    test('that was undone is not created again with the idempotency key of its create', async () => {
      const id = await got('createAppointment', booking, { once: 'k' });
      const { updatedAt } = await read(id);
      await got('deleteAppointment', { expectedUpdatedAt: updatedAt }, { id });
      expect(await got('createAppointment', booking, { once: 'k' })).toBe(id);
      expect(await refusal('getAppointment', {}, { id })).toBe('404 not_found id');
    });
  });
}
