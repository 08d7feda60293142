import { describe, expect, test } from 'vitest';
import { seriesLength } from '#contract/appointment-series.ts';
import type { WaitingListEntry } from '#contract/waiting-list.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import {
  ada,
  ann,
  ask,
  at,
  bella,
  bob,
  bram,
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
  today,
  visit,
} from './practices.ts';

const series = {
  storeIds: [north],
  petId: bella,
  visitTypeId: consultation,
  times: [
    { start: at('20:00'), end: at('20:30') },
    { start: at('20:15'), end: at('20:45') },
    { start: `${today}T23:00:00+02:00`, end: at('21:30') },
  ],
};
const waiting = { storeId: north, petId: bella, visitTypeId: consultation, from: '2030-06-01' };
const entries = async (given: object = {}) => (await got('listWaitingList', given)).data;
const entryOf = async (id: string) => {
  const found = (await entries()).find((entry) => entry.id === id);
  if (found === undefined) throw new Error('there is no such entry');
  return found;
};
const wait = async (given: object = {}) => entryOf(await got('createWaitingListEntry', { ...waiting, ...given }));
const change = ({ id, updatedAt }: WaitingListEntry, changes: object) =>
  ask('changeWaitingListEntry', { expectedUpdatedAt: updatedAt, ...changes }, { id });
const refused = async (entry: WaitingListEntry, changes: object) => (await change(entry, changes)).refusal;

/** Series, the waiting list and the reasons of changes. */
export function fillingCases(): void {
  describe('a series', () => {
    test('is booked like several creates, and listed by start for each of its appointments', async () => {
      const { seriesId, appointmentIds } = await got('createSeries', { ...series, employeeId: ada, notes: 'Stitches' });
      const booked = await Promise.all(appointmentIds.map(read));
      expect(booked.map(({ start, end, roomId }) => [start, end, roomId])).toEqual([
        [at('20:00'), at('20:30'), room1],
        [at('20:15'), at('20:45'), room2],
        [at('21:00'), at('21:30'), room1],
      ]);
      for (const one of booked)
        expect(one).toMatchObject({
          ...{ title: 'Bella – Consultation', status: 'requested', notes: 'Stitches', clientId: ann, storeId: north },
          employees: [{ id: ada, isMainEmployee: true }],
        });
      const { data } = await got('listAppointmentHistory', {}, { id: booked[2]?.id ?? '' });
      expect(data).toMatchObject([{ at: booked[2]?.createdAt, employeeId: ada }]);

      const [first = '', second = '', third = ''] = appointmentIds;
      const updatedAt = booked[0]?.updatedAt;
      const moved = { expectedUpdatedAt: updatedAt, start: at('22:00'), end: at('22:30') };
      await got('changeAppointment', moved, { id: first });
      for (const id of appointmentIds) expect(ids(await got('listSeries', {}, { id }))).toEqual([second, third, first]);
      const page = await got('listSeries', { limit: 2 }, { id: first });
      expect([ids(page), page.totalCount, page.hasMore]).toEqual([[second, third], 3, true]);
      expect(ids(await got('listSeries', { limit: 2, cursor: page.nextCursor }, { id: first }))).toEqual([first]);
      expect(ids(await got('listSeries', {}, { id: visit(1) }))).toEqual([visit(1)]);
      expect(await refusal('listSeries', {}, { id: nobody })).toBe('404 not_found id');
      expect(seriesId).not.toBe((await got('createSeries', series)).seriesId);
    });

    test('is booked once per idempotency key, with the same response even after one booking is undone', async () => {
      const made = await got('createSeries', series, { once: 'k' });
      const [first = '', ...rest] = made.appointmentIds;
      await got('deleteAppointment', { expectedUpdatedAt: (await read(first)).updatedAt }, { id: first });
      expect(await got('createSeries', series, { once: 'k' })).toEqual(made);
      expect(ids(await got('listSeries', {}, { id: rest[0] ?? '' }))).toEqual(rest);
      expect((await got('listAppointments')).totalCount).toBe(14);
      expect(await refusal('createSeries', { ...series, notes: 'x' }, { once: 'k' })).toBe(
        '422 idempotency_key_reused Idempotency-Key',
      );
    });

    test('accepts null for optional fields', async () => {
      const empty = { employeeId: null, notes: null, status: null };
      const { appointmentIds } = await got('createSeries', { ...series, ...empty });
      for (const one of await Promise.all(appointmentIds.map(read)))
        expect(one).toMatchObject({ employees: [], notes: null, status: 'requested' });
    });

    test('is refused as a whole with the invalid field', async () => {
      const wrong = (given: object) => refusal('createSeries', { ...series, ...given });
      const [one, two] = series.times;
      expect(await wrong({ times: [one] })).toBe('400 invalid_input times');
      expect(await wrong({ times: [one, one] })).toBe('400 invalid_input times[1].start');
      expect(await wrong({ times: [one, { ...two, end: at('20:15') }] })).toBe('400 invalid_input times[1].end');
      const many = Array.from({ length: seriesLength.max + 1 }, (_, nth) => ({
        ...{
          start: `2031-01-01T${String(nth % 24).padStart(2, '0')}:${String(nth).padStart(2, '0')}:00Z`,
          end: '2032-01-01T00:00Z',
        },
      }));
      expect(await wrong({ times: many })).toBe('400 invalid_input times');
      expect(await wrong({ storeIds: [] })).toBe('400 invalid_input storeIds');
      expect(await wrong({ petId: nobody })).toBe('400 invalid_input petId');
      expect(await wrong({ visitTypeId: notOffered })).toBe('400 invalid_input visitTypeId');
      expect(await wrong({ employeeId: left })).toBe('400 invalid_input employeeId');
      expect(await wrong({ storeIds: [nobody] })).toBe('404 not_found storeIds');
      expect((await got('listAppointments')).totalCount).toBe(12);
    });
  });

  describe('the waiting list', () => {
    test('adds entries with the client of the pet and the duration of the visit type, oldest first', async () => {
      const plain = await wait({
        employeeId: null,
        durationMinutes: null,
        weekdays: null,
        earliest: null,
        notes: null,
      });
      expect(plain).toEqual({
        ...{ id: plain.id, companyId: idOf(1, 1), ...waiting, clientId: ann, employeeId: null, durationMinutes: 30 },
        ...{ until: null, weekdays: [], earliest: null, latest: null, notes: null },
        ...{ status: 'waiting', appointmentId: null, createdAt: plain.updatedAt, updatedAt: plain.updatedAt },
      });
      const wishes = { durationMinutes: 45, until: '2030-06-01', earliest: '08:00', latest: '24:00' };
      const choosy = await wait({
        ...{ ...wishes, storeId: south, petId: idOf(4, 2), employeeId: bram, weekdays: [5, 1], notes: ' Soon ' },
      });
      expect(choosy).toMatchObject({ ...wishes, clientId: bob, employeeId: bram, weekdays: [1, 5], notes: 'Soon' });
      const listed = async (given: object) => ids(await got('listWaitingList', given));
      expect(await listed({})).toEqual([plain.id, choosy.id]);
      expect(await listed({ storeIds: south })).toEqual([choosy.id]);
      expect(await listed({ petId: bella, status: 'waiting' })).toEqual([plain.id]);
      expect(await listed({ status: 'booked' })).toEqual([]);
      const first = await got('listWaitingList', { limit: 1 });
      expect([first.totalCount, first.hasMore]).toEqual([2, true]);
      expect(await listed({ limit: 1, cursor: first.nextCursor })).toEqual([choosy.id]);
    });

    test('adds an entry once per idempotency key', async () => {
      const id = await got('createWaitingListEntry', waiting, { once: 'k' });
      expect(await got('createWaitingListEntry', waiting, { once: 'k' })).toBe(id);
      expect(await entries()).toHaveLength(1);
    });

    test('refuses an entry with the invalid field', async () => {
      const wrong = (given: object) => refusal('createWaitingListEntry', { ...waiting, ...given });
      expect(await wrong({ petId: nobody })).toBe('400 invalid_input petId');
      expect(await wrong({ visitTypeId: notOffered })).toBe('400 invalid_input visitTypeId');
      expect(await wrong({ employeeId: left })).toBe('400 invalid_input employeeId');
      expect(await wrong({ storeId: nobody })).toBe('404 not_found storeId');
      expect(await wrong({ until: '2030-05-31' })).toBe('400 invalid_input until');
      expect(await wrong({ earliest: '08:00', latest: '08:20' })).toBe('400 invalid_input latest');
      expect(await wrong({ weekdays: [1, 1] })).toBe('400 invalid_input weekdays');
      for (const durationMinutes of [0, 1441])
        expect(await wrong({ durationMinutes })).toBe('400 invalid_input durationMinutes');
      expect(await wrong({ from: '2030-02-29' })).toBe('400 invalid_input from');
      expect(await wrong({ earliest: '24:01' })).toBe('400 invalid_input earliest');
      expect(await wrong({ status: 'waiting' })).toBe('400 invalid_input status');
      expect(await wrong({ notes: 'x'.repeat(2001) })).toBe('400 invalid_input notes');
      expect(await wrong({ notes: ' ' })).toBe('400 invalid_input notes');
      expect(await wrong({ colour: 'red' })).toBe('400 invalid_input colour');
      expect(await refusal('listWaitingList', { storeIds: nobody })).toBe('404 not_found storeIds');
      expect(await refusal('listWaitingList', { cursor: 'x' })).toBe('400 invalid_input cursor');
      expect(await entries()).toEqual([]);
    });

    test('changes an entry, and empties its fields', async () => {
      const before = await wait();
      const values = { storeId: south, visitTypeId: dental, employeeId: ada, durationMinutes: 20, from: '2030-06-02' };
      const wishes = { until: '2030-07-01', weekdays: [3, 2], earliest: '09:00', latest: '10:00', notes: 'Ear' };
      const { body: after } = await change(before, { ...values, ...wishes });
      expect(after).toMatchObject({ ...values, ...wishes, weekdays: [2, 3], createdAt: before.createdAt });
      expect(after && after.updatedAt > before.updatedAt).toBe(true);
      const none = { employeeId: null, until: null, weekdays: null, earliest: null, latest: null, notes: null };
      const emptied = after && (await change(after, none)).body;
      expect(emptied).toEqual({ ...after, ...none, weekdays: [], updatedAt: emptied?.updatedAt });
      expect(await entries()).toEqual([emptied]);
    });

    test('refuses a change with the entry if another version was expected, unless it already has the values', async () => {
      const before = await wait();
      const { body: theirs } = await change(before, { notes: 'theirs', weekdays: [1] });
      const late = await change(before, { notes: 'mine' });
      expect([late.refusal, late.data]).toEqual([
        '409 changed_meanwhile',
        expect.objectContaining({ current: theirs }),
      ]);
      expect((await change(before, { notes: 'theirs', weekdays: [1] })).body).toEqual(theirs);
    });

    test('refuses a change with the invalid field, checked together with the unchanged fields', async () => {
      const entry = await wait({ until: '2030-06-10', earliest: '08:00', latest: '09:00' });
      expect(await refused(entry, {})).toBe('400 invalid_input');
      expect(await refused(entry, { from: '2030-06-11' })).toBe('400 invalid_input until');
      expect(await refused(entry, { durationMinutes: 61 })).toBe('400 invalid_input latest');
      expect(await refused(entry, { visitTypeId: nobody })).toBe('400 invalid_input visitTypeId');
      expect(await refused(entry, { employeeId: left })).toBe('400 invalid_input employeeId');
      expect(await refused(entry, { storeId: nobody })).toBe('404 not_found storeId');
      expect(await refused(entry, { petId: bella })).toBe('400 invalid_input petId');
      expect(await refused(entry, { status: 'booked' })).toBe('400 invalid_input appointmentId');
      expect(await refused(entry, { status: 'withdrawn', appointmentId: visit(1) })).toBe(
        '400 invalid_input appointmentId',
      );
      expect(await refused(entry, { appointmentId: visit(1) })).toBe('400 invalid_input appointmentId');
      expect(await refused(entry, { status: 'booked', appointmentId: nobody })).toBe('400 invalid_input appointmentId');
      expect(await refused({ ...entry, id: nobody }, { notes: 'x' })).toBe('404 not_found id');
      expect(await entryOf(entry.id)).toEqual(entry);
    });

    test('marks an entry as booked with an appointment, which no other status has', async () => {
      const { body: booked } = await change(await wait(), { status: 'booked', appointmentId: visit(2) });
      expect(booked).toMatchObject({ status: 'booked', appointmentId: visit(2) });
      if (booked === null) throw new Error('it is not booked');
      expect(await refused(booked, { status: 'booked' })).toBe('400 invalid_input appointmentId');
      expect(await refused(booked, { appointmentId: null })).toBe('400 invalid_input appointmentId');
      expect((await change(booked, { status: 'withdrawn' })).body).toMatchObject({
        status: 'withdrawn',
        appointmentId: null,
      });
    });

    test('sets an entry back to waiting when its booking is undone', async () => {
      const { times, ...booking } = series;
      const id = await got('createAppointment', { ...booking, ...times[0] });
      const { body: booked } = await change(await wait(), { status: 'booked', appointmentId: id });
      await got('deleteAppointment', { expectedUpdatedAt: (await read(id)).updatedAt }, { id });
      const [again] = await entries({ status: 'waiting' });
      expect(again).toEqual({ ...booked, status: 'waiting', appointmentId: null, updatedAt: again?.updatedAt });
      expect(again && booked && again.updatedAt > booked.updatedAt).toBe(true);
    });

    test('moves the entries of a pet to its new client', async () => {
      const entry = await wait();
      const other = await wait({ petId: idOf(4, 3) });
      const { updatedAt } = await got('getPet', {}, { id: bella }).then((pet) => {
        if (!('updatedAt' in pet)) throw new Error('the pet is unresolved');
        return pet;
      });
      await got('changePet', { expectedUpdatedAt: updatedAt, clientId: bob }, { id: bella });
      const [moved, same] = await entries();
      expect(moved).toEqual({ ...entry, clientId: bob, updatedAt: moved?.updatedAt });
      expect(moved && moved.updatedAt > entry.updatedAt).toBe(true);
      expect(same).toEqual(other);
    });
  });

  describe('the reason of a change', () => {
    const history = async (id: string) => (await got('listAppointmentHistory', {}, { id })).data;
    const patch = async (changes: object, id = visit(2)) =>
      ask('changeAppointment', { expectedUpdatedAt: (await read(id)).updatedAt, ...changes }, { id });

    test('accompanies a change of status, and is not a change on its own', async () => {
      await patch({ status: 'cancelled', reason: ' Client ' });
      expect(await history(visit(2))).toMatchObject([{ reason: 'Client' }, { changes: [] }]);
      expect((await history(visit(2)))[1]).not.toHaveProperty('reason');
      const before = await read(visit(2));
      expect((await patch({ status: 'cancelled', reason: 'Practice' })).body).toEqual(before);
      expect(await history(visit(2))).toMatchObject([{ reason: 'Client' }, { changes: [] }]);
      await patch({ status: 'confirmed', reason: null });
      expect((await history(visit(2)))[0]).not.toHaveProperty('reason');
      expect((await patch({ notes: 'x', reason: 'Client' })).refusal).toBe('400 invalid_input reason');
      expect((await patch({ reason: 'Client' })).refusal).toBe('400 invalid_input');
      expect((await patch({ status: 'cancelled', reason: ' ' })).refusal).toBe('400 invalid_input reason');
    });

    test('is added later, replaced and removed, and the appointment stays unchanged', async () => {
      const { body: cancelled } = await patch({ status: 'cancelled' });
      const time = cancelled?.updatedAt;
      const give = (given: object, id = visit(2)) => ask('giveReason', { at: time, reason: 'Other', ...given }, { id });
      expect((await give({ reason: ' Recovered ' })).body).toMatchObject({
        at: time,
        employeeId: ada,
        reason: 'Recovered',
        reasonAt: expect.any(String),
        reasonEmployeeId: ada,
      });
      expect((await give({ reason: 'Other' })).body).toEqual((await history(visit(2)))[0]);
      expect(await read(visit(2))).toEqual(cancelled);
      expect((await give({ reason: null })).body).not.toHaveProperty('reason');
      expect((await give({ at: at('12:00') })).refusal).toBe('404 not_found at');
      const { times, ...booking } = series;
      const { id, createdAt } = await read(await got('createAppointment', { ...booking, ...times[0] }));
      expect((await give({ at: createdAt }, id)).refusal).toBe('404 not_found at');
      expect((await give({}, nobody)).refusal).toBe('404 not_found id');
      expect((await give({ reason: ' ' })).refusal).toBe('400 invalid_input reason');
      const { body: noted } = await patch({ notes: 'Called' });
      expect((await give({ at: noted?.updatedAt })).refusal).toBe('404 not_found at');
    });

    test('is listed with the history of all appointments of some days, oldest entry first', async () => {
      const { appointmentIds } = await got('createSeries', { ...series, times: series.times.slice(0, 2) });
      const [one = '', two = ''] = appointmentIds;
      const { body: cancelled } = await patch({ status: 'cancelled', reason: 'Client' }, two);
      const listed = (given: object = {}) =>
        got('listHistory', { start: at('20:00'), end: at('23:00'), ...given }).then(({ data }) => data);
      const all = await listed();
      const creates = [one, two].sort();
      expect(all.map(({ appointmentId }) => appointmentId)).toEqual([...creates, two]);
      expect(all[2]).toMatchObject({
        at: cancelled?.updatedAt,
        employeeId: ada,
        reason: 'Client',
        reasonEmployeeId: ada,
      });
      const { appointmentId: _, ...entry } = all[2] ?? { appointmentId: '' };
      expect(entry).toEqual((await history(two))[0]);
      expect(await listed({ start: at('20:15') })).toEqual(all.filter(({ appointmentId }) => appointmentId === two));
      expect(await listed({ end: at('20:00'), start: at('19:00') })).toEqual([]);
      expect(await listed({ storeIds: south })).toEqual([]);
      const page = await got('listHistory', { start: at('20:00'), end: at('23:00'), limit: 2 });
      expect([page.data, page.totalCount]).toEqual([all.slice(0, 2), 3]);
      expect(await listed({ limit: 2, cursor: page.nextCursor })).toEqual(all.slice(2));
      const wrong = (given: object) => refusal('listHistory', { start: at('20:00'), end: at('23:00'), ...given });
      expect(await wrong({ end: at('20:00') })).toBe('400 invalid_input end');
      expect(await wrong({ end: '2030-12-01T00:00:00Z' })).toBe('400 invalid_input end');
      expect(await wrong({ storeIds: nobody })).toBe('404 not_found storeIds');
    });
  });
}
