import { describe, expect, test } from 'vitest';
import {
  ann,
  ask,
  asked,
  at,
  bella,
  bob,
  chiara,
  dental,
  expired,
  got,
  ids,
  left,
  nobody,
  north,
  notOffered,
  read,
  refusal,
  room2,
  south,
  southRoom,
} from './practices.ts';

const newClient = { firstName: 'Anna', lastName: 'Berg', phone: '+31 20 555 0100' };
const newPet = { name: 'Luna', species: 'cat' };

/** The version of a request. */
async function versionOf(id: string) {
  const { data } = await got('listOnlineRequests');
  return { expectedUpdatedAt: data.find((request) => request.id === id)?.updatedAt ?? '' };
}
/** The body that books the request for someone new. */
const forNew = async (given: object = {}) => ({
  ...(await versionOf(asked)),
  ...{ client: newClient, pet: newPet },
  ...given,
});

/** The booking pages of the practice, and requests from the web site. */
export function onlineRequestCases(): void {
  describe('the settings of the booking pages', () => {
    test('are those before the first change, and are then changed with their version', async () => {
      const { updatedAt, ...first } = await got('getOnlineBooking');
      expect([updatedAt, first.stores, first.types, first.noticeHours]).toEqual([null, [], [], 4]);
      const same = { ...first, expectedUpdatedAt: null };
      expect(await got('putOnlineBooking', same)).toEqual({ ...first, updatedAt: null });
      const stores = [
        { storeId: north, isOn: false, slug: 'elm-north' },
        { storeId: south, isOn: false },
      ];
      const types = [{ visitTypeId: dental, isOn: true }];
      const put = { ...same, stores, types, origins: ['https://elm.example'] };
      const changed = await got('putOnlineBooking', put);
      expect(changed).toMatchObject({ stores: [stores[0], { slug: null }], types: [{ publicName: null }] });
      expect(await got('putOnlineBooking', put)).toEqual(changed);
      expect(await refusal('putOnlineBooking', { ...put, noticeHours: 5 })).toMatch(/^409 changed_meanwhile/);
      expect(await got('getOnlineBooking')).toEqual(changed);
    });

    test('are refused with the field that is wrong', async () => {
      const { updatedAt: expectedUpdatedAt, ...first } = await got('getOnlineBooking');
      const refused = (given: object) => refusal('putOnlineBooking', { ...first, expectedUpdatedAt, ...given });
      const store = { storeId: north, isOn: true, slug: 'elm-north' };
      expect(await refused({ stores: [{ ...store, slug: null }] })).toBe('400 invalid_input stores[0].slug');
      expect(await refused({ stores: [store, store] })).toBe('400 invalid_input stores[1].storeId');
      expect(await refused({ stores: [{ ...store, storeId: nobody }] })).toBe('404 not_found stores[0].storeId');
      expect(await refused({ types: [{ visitTypeId: nobody, isOn: true }] })).toBe(
        '400 invalid_input types[0].visitTypeId',
      );
      expect(await refused({ dailyLimit: 201 })).toBe('400 invalid_input dailyLimit');
      expect(await refused({ origins: ['http://elm.example'] })).toBe('400 invalid_input origins[0]');
    });
  });

  describe('requests from the web site', () => {
    test('are listed by start, with the status that they have now', async () => {
      const { data, totalCount } = await got('listOnlineRequests');
      expect(data.map(({ id, status, appointmentId }) => [id, status, appointmentId])).toEqual([
        [expired, 'expired', null],
        [asked, 'open', null],
      ]);
      expect(totalCount).toBe(2);
      expect(ids(await got('listOnlineRequests', { status: 'open' }))).toEqual([asked]);
      expect(ids(await got('listOnlineRequests', { status: 'expired', storeIds: north }))).toEqual([expired]);
      expect(ids(await got('listOnlineRequests', { storeIds: south }))).toEqual([]);
      expect(await refusal('listOnlineRequests', { storeIds: nobody })).toBe('404 not_found storeIds');
    });

    test('are booked with a new client and pet, once for an Idempotency-Key', async () => {
      const [body, once] = [await forNew(), 'online-1'];
      const booked = await got('bookOnlineRequest', body, { id: asked, once });
      expect(await got('bookOnlineRequest', body, { id: asked, once })).toEqual(booked);
      const { appointmentId, clientId, petId } = booked;
      const { data } = await got('listOnlineRequests');
      const request = data.find(({ id }) => id === asked);
      expect(request).toMatchObject({ status: 'booked', appointmentId });
      expect(await read(appointmentId)).toMatchObject({
        ...{ petId, clientId, storeId: north, start: request?.start, end: request?.end },
        ...{ status: 'confirmed', createdFrom: 'plugin', clientNotes: 'She limps.', notes: null, employees: [] },
      });
      expect(await got('getClient', {}, { id: clientId })).toMatchObject(newClient);
      expect(await got('getPet', {}, { id: petId })).toMatchObject({ ...newPet, clientId });
    });

    test('are booked for those on file, at another time, with another vet, room and type', async () => {
      const given = { start: at('20:00'), employeeId: chiara, roomId: room2, visitTypeId: dental };
      const body = await forNew({ client: { id: ann }, pet: { id: bella }, ...given });
      const { appointmentId, clientId, petId } = await got('bookOnlineRequest', body, { id: asked });
      expect([clientId, petId]).toEqual([ann, bella]);
      const { start, end, roomId, visitTypeId, employees } = await read(appointmentId);
      const request = (await got('listOnlineRequests', { status: 'booked' })).data[0];
      const length = Date.parse(request?.end ?? '') - Date.parse(request?.start ?? '');
      expect([start, Date.parse(end) - Date.parse(start)]).toEqual([at('20:00'), length]);
      expect([roomId, visitTypeId, employees]).toEqual([room2, dental, [{ id: chiara, isMainEmployee: true }]]);
    });

    test('are refused with the field that is wrong, and stay open', async () => {
      const refused = async (given: object) => refusal('bookOnlineRequest', await forNew(given), { id: asked });
      expect(await refused({ client: { id: nobody } })).toBe('400 invalid_input client.id');
      expect(await refused({ client: { id: ann }, pet: { id: nobody } })).toBe('400 invalid_input pet.id');
      expect(await refused({ client: { id: bob }, pet: { id: bella } })).toBe('400 invalid_input pet.id');
      expect(await refused({ pet: { id: bella } })).toBe('400 invalid_input pet');
      expect(await refused({ visitTypeId: notOffered })).toBe('400 invalid_input visitTypeId');
      expect(await refused({ employeeId: left })).toBe('400 invalid_input employeeId');
      expect(await refused({ roomId: southRoom })).toBe('400 invalid_input roomId');
      expect(await refused({ end: at('17:00') })).toBe('400 invalid_input end');
      expect((await got('listOnlineRequests', { status: 'open' })).totalCount).toBe(1);
    });

    test('are declined with a reason, and answered only once', async () => {
      const body = await forNew();
      const version = await versionOf(asked);
      const declined = await got('declineOnlineRequest', { ...version, reason: 'We are closed.' }, { id: asked });
      expect(declined).toMatchObject({ id: asked, status: 'declined', appointmentId: null });
      expect(declined.updatedAt > version.expectedUpdatedAt).toBe(true);
      const late = await ask('bookOnlineRequest', body, { id: asked });
      expect([late.refusal, late.data]).toEqual(['409 not_open', expect.objectContaining({ current: declined })]);
      expect(await refusal('declineOnlineRequest', version, { id: asked })).toBe('409 not_open');
    });

    test('are not answered once they have expired, in another version, or under another id', async () => {
      const { expectedUpdatedAt } = await versionOf(expired);
      expect(await refusal('declineOnlineRequest', { expectedUpdatedAt }, { id: expired })).toBe('409 not_open');
      const stale = { expectedUpdatedAt: '2020-01-01T00:00:00.000Z' };
      expect(await refusal('declineOnlineRequest', stale, { id: asked })).toBe('409 changed_meanwhile');
      expect(await refusal('bookOnlineRequest', await forNew(stale), { id: asked })).toBe('409 changed_meanwhile');
      expect(await refusal('declineOnlineRequest', stale, { id: nobody })).toBe('404 not_found id');
    });
  });
}
