import { describe, expect, test } from 'vitest';
import { enumsSchema } from '#contract/enum-entries.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import {
  ada,
  ann,
  ask,
  bella,
  bob,
  book,
  bram,
  chiara,
  got,
  ids,
  left,
  nobody,
  notOffered,
  read,
  refusal,
  south,
} from './practices.ts';

/** Look-ups, clients and pets. */
export function peopleCases(): void {
  describe('look-ups', () => {
    test('list the company with its stores, hours and rooms', async () => {
      const { data, totalCount } = await got('listCompanies');
      expect([totalCount, data]).toEqual([1, [createPracticeInMemory().company]]);
    });

    test('list the values and labels of each enum', async () => {
      const labels = ({ value, label }: { value: string; label: string }) => [value, label];
      const labelled = Object.entries(await got('listEnums')).map(([name, entries]) => [name, entries.map(labels)]);
      const known = Object.entries(enumsSchema.parse(createPracticeInMemory().enums));
      expect(labelled).toEqual(known.map(([name, entries]) => [name, entries.map(labels)]));
    });

    test('find employees by name and store, including inactive ones', async () => {
      expect(ids(await got('listEmployees'))).toEqual([ada, bram, chiara, left]);
      expect(ids(await got('listEmployees', { query: 'wit' }))).toEqual([bram]);
      expect(ids(await got('listEmployees', { storeIds: south }))).toEqual([ada, chiara, left]);
    });

    test('find visit types by name, including inactive ones', async () => {
      expect(ids(await got('listAppointmentTypes')).sort()).toEqual(
        [1, 2, 3, 4, 5, 6].map((number) => idOf(7, number)),
      );
      expect(ids(await got('listAppointmentTypes', { query: 'adv tel' }))).toEqual([notOffered]);
    });

    test('find clients and pets by the beginnings of names, and pets by their client', async () => {
      expect(ids(await got('listClients', { query: 'st' }))).toEqual([bob]);
      expect(ids(await got('listPets', { query: 'bel ann' })).sort()).toEqual([1, 26].map((number) => idOf(4, number)));
      const ofBob = await got('listPets', { clientId: bob, limit: 4 });
      expect([ofBob.data.length, ofBob.totalCount, ofBob.hasMore]).toEqual([4, 6, true]);
      expect((await got('listPets', { clientId: bob, limit: 4, cursor: ofBob.nextCursor })).data).toHaveLength(2);
      expect(await refusal('listPets', { cursor: 'x' })).toBe('400 invalid_input cursor');
    });

    test('find a new client and their pet by name, phone and email', async () => {
      const person = { firstName: ' Rosa', lastName: 'Kaufman', phone: '0171 555 0123', email: 'Rosa@example.com' };
      const rosa = await got('createClient', person, { once: 'k' });
      expect(await got('createClient', person, { once: 'k' })).toBe(rosa);
      expect(await refusal('createClient', { ...person, phone: null }, { once: 'k' })).toBe(
        '422 idempotency_key_reused Idempotency-Key',
      );
      const pet = await got('createPet', { clientId: rosa, name: 'Nox', species: 'cat' });
      for (const query of ['kauf', '5550123', '+171-5550123', 'rosa@EX', 'kauf rosa@']) {
        expect([query, ids(await got('listClients', { query }))]).toEqual([query, [rosa]]);
        expect([query, ids(await got('listPets', { query }))]).toEqual([query, [pet]]);
      }
      expect((await got('listClients', { query: 'kauf' })).data).toMatchObject([{ contactBy: null, language: null }]);
      const written = { firstName: 'Ida', lastName: 'Kaufman', contactBy: 'none', language: 'de' };
      expect(await got('getClient', {}, { id: await got('createClient', written) })).toMatchObject(written);
      for (const query of ['+49171-5550123', 'ann rosa@'])
        expect((await got('listClients', { query })).totalCount).toBe(0);
      expect((await got('listPets', { query: 'nox' })).data).toMatchObject([
        { clientId: rosa, clientName: 'Rosa Kaufman', breed: null },
      ]);
    });

    test('list clients with their pets, by whose names they are found, too', async () => {
      const rosa = await got('createClient', { firstName: 'Rosa', lastName: 'Kaufman', phone: '0171 555 0123' });
      for (const name of ['Nox', 'Ida']) await got('createPet', { clientId: rosa, name, species: 'cat' });
      for (const query of ['nox', 'nox rosa', 'kauf', '5550123']) {
        const { data } = await got('listClients', { query, withPets: true });
        expect([query, data]).toMatchObject([query, [{ id: rosa, pets: [{ name: 'Ida' }, { name: 'Nox' }] }]]);
      }
      expect((await got('listClients', { query: 'nox' })).totalCount).toBe(0);
      expect((await got('listClients', { query: 'nox bob', withPets: true })).totalCount).toBe(0);
      expect((await got('listClients', { withPets: true, limit: 2 })).data).toHaveLength(2);
    });

    test('find possible duplicates, and merge them by one transfer, which another undoes', async () => {
      const twice = { firstName: 'Rosa', lastName: 'Kaufman', phone: '0171 555 0123' };
      const [one, two] = [await got('createClient', twice), await got('createClient', twice)];
      const pets = [one, two].map((clientId) => got('createPet', { clientId, name: 'Nox', species: 'cat' }));
      const [, nox] = await Promise.all(pets);
      const { pairs } = await got('listDuplicates');
      const pair = pairs.find(({ clients }) => ids({ data: clients }).includes(one));
      expect(pair?.reasons.toSorted()).toEqual(['name_and_pet', 'phone']);
      expect(pair?.clients).toMatchObject([{ appointments: 0, pets: [{ name: 'Nox' }] }, { nextAppointment: null }]);
      const [kept, other] = [await got('getClient', {}, { id: one }), await got('getClient', {}, { id: two })];
      const side = (client: { id: string; updatedAt?: string }) => ({
        id: client.id,
        expectedUpdatedAt: client.updatedAt ?? '',
      });
      const taken = { ...side(kept), contactBy: 'none', language: 'fr' };
      const body = { from: { ...side(other), isActive: false }, to: taken, petIds: [nox], appointmentIds: [] };
      expect(await refusal('transferClient', { ...body, petIds: [] })).toMatch(/^409 changed_meanwhile/);
      expect(await refusal('transferClient', { ...body, to: body.from })).toMatch(/^400 invalid_input/);
      const after = await got('transferClient', body);
      expect(after).toMatchObject({
        from: { id: two, isActive: false },
        to: { id: one, contactBy: 'none', language: 'fr' },
      });
      expect(await got('transferClient', body)).toEqual(after);
      expect((await got('listPets', { clientId: one })).totalCount).toBe(2);
      const back = { from: side(after.to), to: { ...side(after.from), isActive: true } };
      await got('transferClient', { ...back, petIds: [nox], appointmentIds: [] });
      expect((await got('listPets', { clientId: two })).totalCount).toBe(1);
      expect(await got('getClient', {}, { id: two })).toMatchObject({ isActive: true });
    });

    test('refuse a client or a pet with the invalid field', async () => {
      const pet = { clientId: ann, name: 'Nox', species: 'cat' };
      expect(await refusal('createClient', { firstName: ' ', lastName: 'Kaufman' })).toBe(
        '400 invalid_input firstName',
      );
      expect(await refusal('createClient', { firstName: 'R', lastName: 'K', phone: '12' })).toBe(
        '400 invalid_input phone',
      );
      expect(await refusal('createPet', { ...pet, clientId: nobody })).toBe('400 invalid_input clientId');
      expect(await refusal('createPet', { ...pet, dateOfBirth: '2999-01-01' })).toBe('400 invalid_input dateOfBirth');
    });
  });

  describe('clients and pets', () => {
    const clientOf = async (id: string) => resolved(await got('getClient', {}, { id }));
    const petOf = async (id: string) => resolved(await got('getPet', {}, { id }));
    const resolved = <Item extends object>(record: Item | { id: string }) => {
      if (!('updatedAt' in record)) throw new Error('the record is unresolved');
      return record as Item;
    };
    const correctClient = async (id: string, changes: object) =>
      ask('changeClient', { expectedUpdatedAt: (await clientOf(id)).updatedAt, ...changes }, { id });
    const correctPet = async (id: string, changes: object) =>
      ask('changePet', { expectedUpdatedAt: (await petOf(id)).updatedAt, ...changes }, { id });

    test('are read by id, in the same form as in lists', async () => {
      const [listed] = (await got('listPets', { query: 'bella ann' })).data.filter(({ id }) => id === bella);
      expect(await got('getPet', {}, { id: bella })).toEqual(listed);
      expect(await clientOf(ann)).toMatchObject({ firstName: 'Ann', alert: null, isActive: true });
      expect(await refusal('getClient', {}, { id: nobody })).toBe('404 not_found id');
      expect(await refusal('getPet', {}, { id: 'x' })).toBe('404 not_found id');
    });

    test('are corrected field by field, each time with a later version', async () => {
      const before = await clientOf(ann);
      const changes = { lastName: ' Leigh ', phone: '0171 555', alert: ' pays in advance\n', isActive: false };
      const { body } = await correctClient(ann, changes);
      expect(body).toEqual({ ...before, ...(body as object), phone: '0171 555', alert: 'pays in advance' });
      expect(body).toMatchObject({ lastName: 'Leigh', email: null, isActive: false, createdAt: before.createdAt });
      const after = await clientOf(ann);
      expect(after).toEqual(body);
      expect(after.updatedAt > before.updatedAt).toBe(true);
      expect((await correctClient(ann, { alert: null, phone: null })).body).toMatchObject({ alert: null, phone: null });
      expect((await correctClient(ann, { contactBy: 'sms', language: 'ar' })).body).toMatchObject({
        ...{ contactBy: 'sms', language: 'ar', lastName: 'Leigh' },
      });
      expect((await correctClient(ann, { contactBy: 'none', language: null })).body).toMatchObject({
        ...{ contactBy: 'none', language: null },
      });
      expect((await correctClient(ann, { contactBy: null })).body).toMatchObject({ contactBy: null });
      const pet = {
        name: 'Bello',
        species: 'cat',
        breed: 'Persian',
        sex: 'f',
        dateOfBirth: '2020-02-29',
        alert: 'bites',
      };
      expect((await correctPet(bella, { ...pet, deceasedOn: '2024-05-01' })).body).toMatchObject(pet);
      const alive = { breed: null, sex: null, deceasedOn: null, dateOfBirth: null, isActive: false };
      expect((await correctPet(bella, alive)).body).toMatchObject({ ...alive, name: 'Bello', alert: 'bites' });
    });

    test('stay unchanged if they already have the values, whatever version was expected', async () => {
      const { body } = await correctPet(bella, { alert: 'bites' });
      const again = { expectedUpdatedAt: '2020-01-01T00:00Z', alert: ' bites ' };
      expect((await ask('changePet', again, { id: bella })).body).toEqual(body);
      const stale = await ask('changePet', { ...again, alert: 'kicks' }, { id: bella });
      expect([stale.refusal, stale.data]).toMatchObject(['409 changed_meanwhile', { current: body }]);
      expect(await petOf(bella)).toEqual(body);
      const client = await ask('changeClient', { ...again, alert: 'deaf' }, { id: ann });
      expect([client.refusal, client.data]).toMatchObject(['409 changed_meanwhile', { current: await clientOf(ann) }]);
    });

    test('are refused with the invalid field', async () => {
      const clientFault = async (changes: object) => (await correctClient(ann, changes)).refusal;
      const petFault = async (changes: object) => (await correctPet(bella, changes)).refusal;
      expect(await clientFault({})).toBe('400 invalid_input');
      expect(await clientFault({ firstName: null })).toBe('400 invalid_input firstName');
      expect(await clientFault({ isActive: null })).toBe('400 invalid_input isActive');
      expect(await clientFault({ phone: '12' })).toBe('400 invalid_input phone');
      expect(await clientFault({ alert: 'bites\nkicks' })).toBe('400 invalid_input alert');
      expect(await clientFault({ title: 'Dr' })).toBe('400 invalid_input title');
      for (const contactBy of ['phone', '', false])
        expect(await clientFault({ contactBy })).toBe('400 invalid_input contactBy');
      for (const language of ['it', 'EN', 'en-US'])
        expect(await clientFault({ language })).toBe('400 invalid_input language');
      expect(await petFault({ clientId: nobody })).toBe('400 invalid_input clientId');
      expect(await petFault({ deceasedOn: '2999-01-01' })).toBe('400 invalid_input deceasedOn');
      expect(await petFault({ dateOfBirth: '2999-01-01' })).toBe('400 invalid_input dateOfBirth');
      expect(await petFault({ dateOfBirth: '2024-05-02', deceasedOn: '2024-05-01' })).toBe(
        '400 invalid_input deceasedOn',
      );
      await correctPet(bella, { dateOfBirth: '2024-05-01' });
      expect(await petFault({ deceasedOn: '2024-04-30' })).toBe('400 invalid_input deceasedOn');
      await correctPet(bella, { deceasedOn: '2024-05-01' });
      expect(await petFault({ dateOfBirth: '2024-05-02' })).toBe('400 invalid_input dateOfBirth');
      const stale = { expectedUpdatedAt: '2020-01-01T00:00Z' };
      const changePet = (changes: object) => refusal('changePet', { ...stale, ...changes }, { id: bella });
      expect(await changePet({ deceasedOn: '2999-01-01' })).toBe('400 invalid_input deceasedOn');
      expect(await changePet({ dateOfBirth: '2024-05-02', deceasedOn: '2024-05-01' })).toBe(
        '400 invalid_input deceasedOn',
      );
      expect(await changePet({ dateOfBirth: '2024-05-02' })).toBe('409 changed_meanwhile');
      expect(await changePet({ clientId: nobody })).toBe('409 changed_meanwhile');
      expect(await refusal('changePet', { ...stale, alert: 'x' }, { id: nobody })).toBe('404 not_found id');
      expect(await refusal('changeClient', { ...stale, alert: 'x' }, { id: 'x' })).toBe('404 not_found id');
    });

    test('are found by their new names immediately, and moved pets by their new client', async () => {
      const before = await petOf(bella);
      await correctClient(ann, { lastName: 'Leigh' });
      expect(await petOf(bella)).toEqual({ ...before, clientName: 'Ann Leigh' });
      expect(ids(await got('listPets', { query: 'bella leigh' }))).toContain(bella);
      expect(ids(await got('listPets', { query: 'bella lee' }))).not.toContain(bella);
      expect((await correctPet(bella, { clientId: bob, name: 'Rufus' })).body).toMatchObject({
        clientName: 'Bob Stone',
      });
      expect(ids(await got('listPets', { query: 'rufus stone' }))).toEqual([bella]);
      expect(ids(await got('listPets', { clientId: ann }))).not.toContain(bella);
      const [owned] = (await got('searchAppointments', { filter: { petId: { eq: bella } } })).data;
      expect(owned).toMatchObject({ clientId: ann });
    });

    test('are listed by whether they are active', async () => {
      await correctClient(ann, { isActive: false });
      await correctPet(bella, { isActive: false });
      expect(ids(await got('listClients', { isActive: false }))).toEqual([ann]);
      expect(ids(await got('listClients', { isActive: true }))).not.toContain(ann);
      expect((await got('listClients')).totalCount).toBe(5);
      expect(ids(await got('listPets', { isActive: false }))).toEqual([bella]);
      expect((await got('listPets', { isActive: true })).totalCount).toBe(29);
      expect(ids(await got('listPets', { isActive: true, clientId: ann }))).not.toContain(bella);
      for (const isActive of ['', 'null', 'yes'])
        expect(await refusal('listPets', { isActive })).toBe('400 invalid_input isActive');
    });

    test('a new name of a pet is used in upcoming titles that were composed from the previous one', async () => {
      const composed = await book();
      const { title } = composed;
      await correctPet(bella, { name: 'Rufus' });
      const renamed = await read(composed.id);
      expect([title, renamed.title]).toEqual(['Bella – Consultation', 'Rufus – Consultation']);
      expect(renamed).toEqual({ ...composed, title: renamed.title, updatedAt: renamed.updatedAt });
      expect(renamed.updatedAt > composed.updatedAt).toBe(true);
      expect((await got('listAppointmentHistory', {}, { id: composed.id })).data).toHaveLength(1);
      const found = (query: string) => got('searchAppointments', { query, filter: { petId: { eq: bella } } });
      expect(ids(await found('rufus'))).toContain(composed.id);
      expect(ids(await found('bella'))).not.toContain(composed.id);
      await correctPet(bella, { species: 'cat' });
      expect(await read(composed.id)).toEqual(renamed);
    });
  });
}
