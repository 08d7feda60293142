import { describe, expect, test } from 'vitest';
import { permissionSets } from '#contract/permissions.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import {
  ada,
  ann,
  ask,
  at,
  bella,
  bob,
  bram,
  company,
  consultation,
  dental,
  got,
  ids,
  nobody,
  north,
  notOffered,
  refusal,
  room1,
  room2,
  south,
  visit,
} from './practices.ts';

const hours = [{ weekday: 1, opens: '09:00', closes: '17:00' }];
const stores = async () => (await got('listCompanies')).data[0]?.stores ?? [];
const rooms = async (storeId: string) => (await stores()).find(({ id }) => id === storeId)?.rooms ?? [];
/** The history without the entries about the manager's key for these requests. */
const history = async () =>
  (await got('listPracticeHistory')).data
    .filter(({ employeeId }) => employeeId !== null)
    .map(({ kind, action, name, employeeId, changes }) => ({
      ...{ kind, action, name, employeeId },
      changes: Object.fromEntries(changes.map(({ field, from, to }) => [field, [from, to]])),
    }));

/** Managing and importing a practice. */
export function practiceCases(): void {
  describe('the practice', () => {
    test('is renamed', async () => {
      expect(await got('changeCompany', { name: ' Elm ' }, { id: company })).toMatchObject({
        id: company,
        name: 'Elm',
      });
      expect((await got('listCompanies')).data).toMatchObject([{ name: 'Elm' }]);
      expect(await history()).toEqual([
        {
          kind: 'company',
          action: 'changed',
          name: 'Test practice',
          employeeId: ada,
          changes: { name: ['Test practice', 'Elm'] },
        },
      ]);
      expect(await refusal('changeCompany', { name: 'Elm' }, { id: nobody })).toBe('404 not_found id');
      for (const name of [null, ' ', 'x'.repeat(201)])
        expect(await refusal('changeCompany', { name }, { id: company })).toBe('400 invalid_input name');
    });

    test('adds nothing to its history if nothing changes', async () => {
      await got('changeCompany', { name: 'Test practice' }, { id: company });
      await got(
        'changeStore',
        { name: 'North', openingHours: (await stores())[0]?.openingHours.toReversed() },
        { id: north },
      );
      await got('changeRoom', { name: 'Room 1', position: 0 }, { id: room1 });
      await got('changeAppointmentType', { isActive: true }, { id: dental });
      await got('changeEmployee', { firstName: 'Bram', permissions: permissionSets.book.toReversed() }, { id: bram });
      expect(await history()).toEqual([]);
    });

    test('gets a new last store, which everyone with every store can access immediately', async () => {
      const store = { name: 'West', timeZone: 'Europe/Paris', openingHours: hours };
      const id = await got('createStore', store, { once: 'k' });
      expect(await got('createStore', store, { once: 'k' })).toBe(id);
      expect(await refusal('createStore', { ...store, name: 'East' }, { once: 'k' })).toBe(
        '422 idempotency_key_reused Idempotency-Key',
      );
      const noContact = { phone: null, email: null, address: null, website: null };
      expect((await stores()).at(-1)).toEqual({ id, companyId: company, ...store, ...noContact, rooms: [] });
      expect((await got('getEmployee', {}, { id: ada })).id).toBe(ada);
      expect((await got('listEmployees', { storeIds: id })).data).toMatchObject([
        { firstName: 'Ada' },
        { firstName: 'Dov' },
      ]);
      expect(await history()).toMatchObject([
        {
          kind: 'store',
          action: 'created',
          name: 'West',
          changes: { name: [null, 'West'], timeZone: [null, 'Europe/Paris'] },
        },
      ]);
    });

    test('changes a store', async () => {
      const after = await got('changeStore', { name: 'Centre', openingHours: hours }, { id: north });
      expect(after).toMatchObject({ id: north, name: 'Centre', timeZone: 'America/New_York', openingHours: hours });
      expect((await stores())[0]).toEqual(after);
      expect(await refusal('changeStore', { name: ' SOUTH' }, { id: north })).toBe('400 invalid_input name');
      expect(await refusal('createStore', { ...after, id: undefined, rooms: undefined, name: 'south' })).toBe(
        '400 invalid_input name',
      );
      for (const timeZone of ['+01:00', 'Mars/Base'])
        expect(await refusal('changeStore', { timeZone }, { id: north })).toBe('400 invalid_input timeZone');
      expect(await refusal('changeStore', { openingHours: null }, { id: north })).toBe(
        '400 invalid_input openingHours',
      );
      // A name may get other letters of the same kind, and is compared in NFC.
      await got('changeStore', { name: 'CENTR\u00c9' }, { id: north });
      expect(await refusal('changeStore', { name: 'Centre\u0301' }, { id: south })).toBe('400 invalid_input name');
      expect(await refusal('changeStore', { name: 'x' }, { id: nobody })).toBe('404 not_found id');
      expect(await refusal('changeStore', {}, { id: north })).toBe('400 invalid_input');
    });

    test('has a phone number, an e-mail address, an address and a web site for each store', async () => {
      const contact = { phone: '(555) 010-1234', email: 'hello@elm.example', website: 'https://elm.example/visit?a=1' };
      const typed = { ...contact, address: ' 12 Elm Street\r\n  \u202eNew York\n' };
      const stored = { ...contact, address: '12 Elm Street\nNew York' };
      expect(await got('changeStore', typed, { id: north })).toMatchObject(stored);
      expect(await history()).toMatchObject([
        { kind: 'store', changes: { phone: [null, '(555) 010-1234'], address: [null, stored.address] } },
      ]);
      const west = { name: 'West', timeZone: 'Europe/Paris', openingHours: [], ...typed, phone: null };
      await got('createStore', west);
      expect((await stores()).at(-1)).toMatchObject({ ...stored, phone: null });
      await got('changeStore', { address: null, website: null }, { id: north });
      expect((await stores())[0]).toMatchObject({ ...contact, address: null, website: null });
      const faults: [field: string, values: string[]][] = [
        ['phone', ['12', '', 'ext. 4']],
        ['email', ['elm', 'a@b@c', '']],
        ['address', ['', ' \n ', '1\n2\n3\n4\n5', 'a\tb', 'x'.repeat(301)]],
        [
          'website',
          ['elm.example', 'ftp://elm.example', 'https://', 'https://a b', 'javascript:alert(1)', 'http://u@x'],
        ],
      ];
      for (const [field, values] of faults)
        for (const value of values) {
          const fault = `400 invalid_input ${field}`;
          expect([value, await refusal('changeStore', { [field]: value }, { id: north })]).toEqual([value, fault]);
        }
      await got('changeStore', { address: ['1', '2', '3', 'x'.repeat(294)].join('\n') }, { id: north });
    });

    test('adds, changes and moves rooms', async () => {
      const id = await got('createRoom', { storeId: north, name: 'Lab', categories: ['dental', 'dental'] });
      expect((await rooms(north)).map((room) => room.id)).toEqual([room1, room2, id]);
      expect(await got('changeRoom', { position: 0, categories: null }, { id })).toEqual({
        id,
        name: 'Lab',
        categories: [],
      });
      await got('changeRoom', { position: 9 }, { id: room1 });
      expect((await rooms(north)).map((room) => room.id)).toEqual([id, room2, room1]);
      expect(await history()).toEqual([
        { kind: 'room', action: 'changed', name: 'Room 1', employeeId: ada, changes: { position: [1, 2] } },
        {
          kind: 'room',
          action: 'changed',
          name: 'Lab',
          employeeId: ada,
          changes: { categories: [['dental'], []], position: [2, 0] },
        },
        {
          kind: 'room',
          action: 'created',
          name: 'Lab',
          employeeId: ada,
          changes: { storeId: [null, north], name: [null, 'Lab'], categories: [null, ['dental']] },
        },
      ]);
      expect(await refusal('createRoom', { storeId: north, name: 'lab' })).toBe('400 invalid_input name');
      expect(await refusal('changeRoom', { name: 'Room 2' }, { id: room1 })).toBe('400 invalid_input name');
      expect(await refusal('createRoom', { storeId: nobody, name: 'Spa' })).toBe('404 not_found storeId');
      expect(await refusal('changeRoom', { name: 'Spa' }, { id: nobody })).toBe('404 not_found id');
      for (const position of [-1, 0.5, null])
        expect(await refusal('changeRoom', { position }, { id })).toBe('400 invalid_input position');
      expect(await refusal('changeRoom', { storeId: south }, { id })).toBe('400 invalid_input storeId');
      // Names are unique only in their store.
      await got('createRoom', { storeId: south, name: 'Lab', categories: null });
    });

    test('deletes a room with its blocks, unless it has an upcoming appointment', async () => {
      const block = { kind: 'unavailable', storeId: north, roomId: room2, start: at('12:00'), end: at('13:00') };
      await got('changeAvailability', { put: [{ id: nobody, ...block }] });
      expect(await got('deleteRoom', {}, { id: room2 })).toBe(true);
      expect((await got('listAvailability', { start: at('00:00'), end: at('23:00') })).data).toEqual([]);
      expect((await rooms(north)).map(({ id }) => id)).toEqual([room1]);
      expect(await refusal('deleteRoom', {}, { id: room2 })).toBe('404 not_found id');
      expect(await refusal('deleteRoom', {}, { id: room1 })).toBe('409 in_use');
      const removed = { storeId: [north, null], name: ['Room 2', null], position: [1, null] };
      expect(await history()).toMatchObject([{ kind: 'room', action: 'removed', name: 'Room 2', changes: removed }]);
    });

    test('adds and changes visit types', async () => {
      const type = { name: 'Laser', category: 'surgical', durationMinutes: 45 };
      const id = await got('createAppointmentType', type);
      expect(await got('changeAppointmentType', { durationMinutes: 30, isActive: false }, { id })).toEqual({
        ...{ id, companyId: company, ...type, durationMinutes: 30, isActive: false },
        ...{ isMessaged: true, preparation: null, recallMonths: null },
      });
      expect(ids(await got('listAppointmentTypes', { query: 'las' }))).toEqual([id]);
      expect(await refusal('createAppointmentType', { ...type, name: 'DENTAL cleaning' })).toBe(
        '400 invalid_input name',
      );
      expect(await refusal('changeAppointmentType', { name: 'laser' }, { id: dental })).toBe('400 invalid_input name');
      for (const durationMinutes of [0, 1.5, 1441])
        expect(await refusal('changeAppointmentType', { durationMinutes }, { id })).toBe(
          '400 invalid_input durationMinutes',
        );
      expect(await refusal('createAppointmentType', { ...type, name: 'x', category: 'magic' })).toBe(
        '400 invalid_input category',
      );
      expect(await refusal('changeAppointmentType', { name: 'x' }, { id: nobody })).toBe('404 not_found id');
      expect(await history()).toEqual([
        {
          kind: 'appointment_type',
          action: 'changed',
          name: 'Laser',
          employeeId: ada,
          changes: { durationMinutes: [45, 30], isActive: [true, false] },
        },
        {
          kind: 'appointment_type',
          action: 'created',
          name: 'Laser',
          employeeId: ada,
          changes: { name: [null, 'Laser'], category: [null, 'surgical'], durationMinutes: [null, 45] },
        },
      ]);
    });

    test('says of a visit type whether clients get messages, and what they do before', async () => {
      const typeOf = async (id: string) =>
        (await got('listAppointmentTypes')).data.find((type: { id: string }) => type.id === id);
      const type = { name: 'Laser', category: 'surgical', durationMinutes: 45, isMessaged: null };
      const id = await got('createAppointmentType', { ...type, preparation: ' Nothing to eat\nfrom 22:00 ' });
      expect(await typeOf(id)).toMatchObject({ isMessaged: true, preparation: 'Nothing to eat\nfrom 22:00' });
      const changed = (changes: object) => got('changeAppointmentType', changes, { id });
      expect(await changed({ preparation: null })).toMatchObject({ isMessaged: true, preparation: null });
      for (const preparation of ['', ' ', 'x'.repeat(501), 'a\u0004b'])
        expect(await refusal('changeAppointmentType', { preparation }, { id })).toBe('400 invalid_input preparation');
      expect(await refusal('changeAppointmentType', { isMessaged: null }, { id })).toBe('400 invalid_input isMessaged');
      // No messages about euthanasia, unless the practice says so.
      expect(await changed({ category: 'euthanasia' })).toMatchObject({ isMessaged: false });
      expect((await history())[0]).toMatchObject({
        changes: { category: ['surgical', 'euthanasia'], isMessaged: [true, false] },
      });
      expect(await changed({ isMessaged: true })).toMatchObject({ isMessaged: true });
      expect(await changed({ category: 'euthanasia', durationMinutes: 30 })).toMatchObject({ isMessaged: true });
      expect(await changed({ category: 'other' })).toMatchObject({ isMessaged: true });
      expect(await changed({ category: 'euthanasia', isMessaged: true })).toMatchObject({ isMessaged: true });
      const farewell = { ...type, category: 'euthanasia' };
      expect(await typeOf(await got('createAppointmentType', { ...farewell, name: 'A' }))).toMatchObject({
        isMessaged: false,
      });
      const messaged = await got('createAppointmentType', { ...farewell, name: 'B', isMessaged: true });
      expect(await typeOf(messaged)).toMatchObject({ isMessaged: true });
    });

    test('adds and changes people', async () => {
      const person = {
        firstName: ' Eva ',
        lastName: 'Lind',
        role: 'nurse',
        storeIds: [north],
        permissions: ['pets.read', 'appointments.read'],
      };
      const id = await got('createEmployee', person);
      const made = {
        ...person,
        firstName: 'Eva',
        id,
        companyId: company,
        isActive: true,
        permissions: ['appointments.read', 'pets.read'],
      };
      expect(await got('getEmployee', {}, { id })).toEqual(made);
      expect(ids(await got('listEmployees', { query: 'lind ev' }))).toEqual([id]);
      expect(await got('changeEmployee', { role: 'vet', storeIds: [south, south] }, { id })).toEqual({
        ...made,
        role: 'vet',
        storeIds: [south],
      });
      expect(await refusal('createEmployee', { ...person, storeIds: [nobody] })).toBe('404 not_found storeIds');
      for (const wrong of [
        { role: 'king' },
        { lastName: null },
        { storeIds: [] },
        { permissions: null },
        { email: 'x' },
      ])
        expect(await refusal('createEmployee', { ...person, ...wrong })).toBe(
          `400 invalid_input ${Object.keys(wrong)[0]}`,
        );
      expect(await refusal('getEmployee', {}, { id: nobody })).toBe('404 not_found id');
      expect(await refusal('changeEmployee', { role: 'vet' }, { id: nobody })).toBe('404 not_found id');
      const [changed, created] = await history();
      expect(changed).toEqual({
        kind: 'employee',
        action: 'changed',
        name: 'Eva Lind',
        employeeId: ada,
        changes: { role: ['nurse', 'vet'], storeIds: [[north], [south]] },
      });
      expect(created?.changes).toEqual({
        ...{ firstName: [null, 'Eva'], lastName: [null, 'Lind'], role: [null, 'nurse'], storeIds: [null, [north]] },
        permissions: [null, made.permissions],
      });
    });

    test('keeps its last manager', async () => {
      const refused = (changes: object) => refusal('changeEmployee', changes, { id: ada });
      expect(await refused({ isActive: false })).toBe('409 last_manager');
      expect(await refused({ permissions: permissionSets.book })).toBe('409 last_manager');
      await got('changeEmployee', { permissions: permissionSets.manage }, { id: bram });
      expect(await got('changeEmployee', { isActive: false }, { id: bram })).toMatchObject({ isActive: false });
      expect(await refused({ isActive: false })).toBe('409 last_manager');
    });

    test('issues a key once, lists it without the key, and revokes it', async () => {
      const request = { access: 'read_only', expiresAt: '2031-01-01T00:00Z' };
      const { id, key } = await got('issueKey', request, { id: bram, once: 'k' });
      expect(key).toMatch(/^fd_/);
      expect((await ask('issueKey', request, { id: bram, once: 'k' })).refusal).toBe('409 already_issued');
      const other = await got('issueKey', { access: 'read_write' }, { id: bram });
      await got('issueKey', { access: 'read_write' }, { id: bram });
      const listed = await got('listKeys', { limit: 2 }, { id: bram });
      expect([listed.totalCount, listed.data[1]?.id]).toEqual([3, other.id]);
      const { data } = await got('listKeys', { cursor: listed.nextCursor }, { id: bram });
      expect(data).toMatchObject([
        { id, employeeId: bram, access: 'read_only', expiresAt: '2031-01-01T00:00:00.000Z', revokedAt: null },
      ]);
      expect([await got('revokeKey', {}, { id }), await got('revokeKey', {}, { id })]).toEqual([true, true]);
      const keys = (await got('listKeys', {}, { id: bram })).data;
      expect(keys.map((one) => one.revokedAt === null)).toEqual([true, true, false]);
      const subject = { kind: 'key', name: 'Bram de Wit', employeeId: ada };
      const values = { employeeId: bram, access: 'read_only', expiresAt: '2031-01-01T00:00:00.000Z' };
      const changes = (edge: (value: string) => unknown) =>
        Object.fromEntries(Object.entries(values).map(([field, value]) => [field, edge(value)]));
      expect((await history()).filter((_, nth) => nth === 0 || nth === 3)).toEqual([
        { ...subject, action: 'removed', changes: changes((value) => [value, null]) },
        { ...subject, action: 'created', changes: changes((value) => [null, value]) },
      ]);
    });

    test('permanently revokes the keys of an employee who is deactivated', async () => {
      await got('issueKey', { access: 'read_write' }, { id: bram });
      await got('changeEmployee', { isActive: false }, { id: bram });
      await got('changeEmployee', { isActive: true }, { id: bram });
      expect((await got('listKeys', {}, { id: bram })).data).toMatchObject([{ revokedAt: expect.any(String) }]);
    });

    test('ends the upcoming shifts of a deactivated employee only', async () => {
      const duty = { kind: 'on_duty', storeId: north, start: at('08:00'), end: at('17:00') };
      const put = [bram, ada].map((employeeId, nth) => ({ ...duty, id: idOf(9, nth + 1), employeeId }));
      await got('changeAvailability', { put });
      await got('changeEmployee', { isActive: false }, { id: bram });
      const plan = await got('listAvailability', { start: at('00:00'), end: at('23:00') });
      expect(plan.data).toMatchObject([{ employeeId: ada }]);
    });

    test('refuses a key for an inactive or unknown employee, or one that has expired', async () => {
      await got('changeEmployee', { isActive: false }, { id: bram });
      const key = { access: 'read_write' };
      expect(await refusal('issueKey', key, { id: bram })).toBe('400 invalid_input id');
      expect(await refusal('issueKey', { ...key, expiresAt: '2020-01-01T00:00Z' }, { id: ada })).toBe(
        '400 invalid_input expiresAt',
      );
      expect(await refusal('issueKey', key, { id: nobody })).toBe('404 not_found id');
      expect(await refusal('listKeys', {}, { id: nobody })).toBe('404 not_found id');
      expect(await refusal('revokeKey', {}, { id: nobody })).toBe('404 not_found id');
    });
  });

  describe('an import', () => {
    const employee = {
      kind: 'employee',
      key: 'e1',
      firstName: 'Eva',
      lastName: 'Lind',
      role: 'vet',
      storeIds: [north],
      isActive: true,
    };
    const room = { kind: 'room', key: 'r1', storeId: north, name: 'Lab' };
    const type = { kind: 'appointment_type', key: 't1', name: 'Laser', category: 'surgical', durationMinutes: 45 };
    const client = { kind: 'client', key: 'c1', firstName: 'Rosa', lastName: 'Kaufman', phone: '0171 555 0123' };
    const pet = { kind: 'pet', key: 'p1', client: { name: 'Rosa  KAUFMAN' }, name: 'Nox' };
    const visitLine = {
      ...{
        kind: 'appointment',
        key: 'v1',
        storeId: north,
        pet: { key: 'p1' },
        visitType: { key: 't1' },
        employee: { key: 'e1' },
      },
      ...{ room: { key: 'r1' }, start: at('20:00'), end: at('20:30'), status: 'completed', notes: null },
    };
    const all = [visitLine, pet, client, type, room, employee];
    const write = async (lines: object[], more: object = {}) =>
      (await got('importRecords', { source: 'VetSoft', dryRun: false, lines, ...more })).lines.map((line) =>
        line.outcome === 'refused' ? line.reason : [line.outcome, ...line.kept].join(' '),
      );
    const newAll = all.map(() => 'new');

    test('reports the outcomes of a dry run without writing', async () => {
      expect(await write(all, { dryRun: true })).toEqual(newAll);
      expect((await got('listClients', { query: 'kaufman' })).totalCount).toBe(0);
      expect((await got('listAppointments')).totalCount).toBe(12);
      const expected = [{ kind: 'client', key: 'c1' }];
      const unnamed = { ...pet, client: { key: 'c1' } };
      expect(await write([unnamed], { dryRun: true, expected })).toEqual(['new']);
      expect(await write([unnamed], { dryRun: true })).toEqual(['no_client']);
    });

    test('makes a pet due again once, for an active visit type', async () => {
      const due = { ...pet, dueOn: '2026-03-01', dueFor: 'laser' };
      expect(await write([client, type, due])).toEqual(['new', 'new', 'new']);
      expect(await write([{ ...due, dueOn: '2027-03-01', dueFor: { key: 't1' } }])).toEqual(['unchanged']);
      const [first] = (await got('listRecalls')).data;
      expect(first).toMatchObject({ dueOn: '2026-03-01', status: 'due' });
      const expectedUpdatedAt = first?.updatedAt;
      await got('changeRecall', { expectedUpdatedAt, status: 'declined' }, { id: first?.id ?? '' });
      expect(await write([due])).toEqual(['unchanged']);
      expect(await write([{ ...due, dueOn: '2027-03-01' }])).toEqual(['changed']);
      const recalls = (await got('listRecalls')).data.map((recall) => [recall.dueOn, recall.status]);
      expect(recalls).toEqual([
        ['2026-03-01', 'declined'],
        ['2027-03-01', 'due'],
      ]);
      expect(await write([{ ...due, dueFor: { key: 't9' } }])).toEqual(['no_type']);
      const wrong = { source: 'VetSoft', dryRun: true, lines: [{ ...due, dueFor: 'Lasers' }] };
      expect(await refusal('importRecords', wrong)).toMatch(/^400 /);
    });

    test('creates records with the same names, rights and history as manually created ones', async () => {
      expect(await write(all)).toEqual(newAll);
      const [made] = (await got('searchAppointments', { query: 'nox laser' })).data;
      const [eva] = (await got('listEmployees', { query: 'eva' })).data;
      const [rosa] = (await got('listClients', { query: '5550123' })).data;
      const lab = (await rooms(north)).at(-1);
      expect(lab).toMatchObject({ name: 'Lab', categories: [] });
      expect(made).toMatchObject({
        ...{
          clientId: rosa?.id,
          title: 'Nox – Laser',
          visitTypeName: 'Laser',
          visitTypeCategory: 'surgical',
          roomId: lab?.id,
        },
        ...{ employees: [{ id: eva?.id, isMainEmployee: true }], createdFrom: 'migration', checkedInAt: at('20:00') },
      });
      expect((await got('listPets', { query: 'nox' })).data).toMatchObject([
        { clientName: 'Rosa Kaufman', species: '', sex: null },
      ]);
      expect(await got('getEmployee', {}, { id: eva?.id ?? '' })).toMatchObject({ permissions: permissionSets.book });
      expect(eva).toMatchObject({ permissions: permissionSets.book });
      expect((await history()).map(({ kind }) => kind).sort()).toEqual(['appointment_type', 'employee', 'room']);
    });

    test('changes nothing when it is repeated', async () => {
      await write(all);
      expect(await write(all)).toEqual(all.map(() => 'unchanged'));
      expect((await got('listAppointments')).totalCount).toBe(13);
    });

    test('keeps fields that were changed here, and updates the others', async () => {
      await write(all);
      const { id } = (await got('listAppointmentTypes', { query: 'laser' })).data[0] ?? { id: '' };
      await got('changeAppointmentType', { durationMinutes: 50 }, { id });
      expect(await write([{ ...type, name: 'Laser II', durationMinutes: 60 }])).toEqual(['changed durationMinutes']);
      expect((await got('listAppointmentTypes', { query: 'laser' })).data).toMatchObject([
        { name: 'Laser II', durationMinutes: 50 },
      ]);
      await got('changeAppointmentType', { durationMinutes: 60 }, { id });
      expect(await write([{ ...type, name: 'Laser II', durationMinutes: 70 }])).toEqual(['unchanged durationMinutes']);
      expect(
        await write([
          { ...client, phone: null },
          { ...client, firstName: '', mentioned: true },
        ]),
      ).toEqual(['changed', 'unchanged']);
      expect((await got('listClients', { query: 'rosa' })).data).toMatchObject([{ phone: null }]);
    });

    test('marks clients and pets that are inactive or dead', async () => {
      const gone = [
        { ...client, isActive: false },
        { ...pet, isActive: false, deceasedOn: '2024-04-03' },
      ];
      expect(await write(gone)).toEqual(['new', 'new']);
      expect((await got('listClients', { query: 'kaufman', isActive: false })).data).toMatchObject([
        { isActive: false },
      ]);
      expect((await got('listPets', { query: 'nox' })).data).toMatchObject([
        { isActive: false, deceasedOn: '2024-04-03' },
      ]);
      // A file without such columns does not affect these fields.
      expect(await write([client, pet])).toEqual(['unchanged', 'unchanged']);
      expect(await write([{ ...pet, isActive: true, deceasedOn: null }])).toEqual(['changed']);
    });

    test('matches an existing employee by name', async () => {
      const bramLine = { ...employee, firstName: 'bram', lastName: 'De Wit' };
      expect(await write([bramLine])).toEqual(['unchanged firstName lastName']);
      expect(await write([{ ...bramLine, role: 'nurse', key: 'e2' }])).toEqual(['new']);
      expect((await got('listEmployees', { query: 'wit' })).totalCount).toBe(2);
    });

    test('resolves references by id, key and name', async () => {
      const known = {
        ...visitLine,
        pet: { id: bella },
        visitType: { id: consultation },
        employee: { id: bram },
        room: { id: room2 },
      };
      const named = { ...known, key: 'v2', pet: { name: 'bella', client: { name: 'Lee, Ann' } } };
      expect(await write([known, named, { ...named, pet: { name: 'Nox', client: { id: bob } } }])).toEqual([
        'new',
        'no_client',
        'no_pet',
      ]);
      expect(await write([{ ...pet, client: { name: 'lee ann' } }])).toEqual(['new']);
      expect((await got('searchAppointments', { filter: { petId: { eq: bella } } })).data).toContainEqual(
        expect.objectContaining({ title: 'Bella – Consultation', clientId: ann, roomId: room2 }),
      );
    });

    test('refuses individual lines, each with its reason', async () => {
      const own = { pet: { id: bella }, visitType: { id: consultation }, employee: null, room: null };
      const one = { ...visitLine, ...own };
      await write([{ ...client, firstName: 'Ann', lastName: 'Lee' }]);
      expect(await write(['8', '9'].map((key) => ({ ...pet, key, name: 'Mo', client: { id: bob } })))).toEqual([
        'new',
        'new',
      ]);
      const lines = [
        { ...one, key: '1', pet: { id: nobody } },
        { ...one, key: '2', visitType: { id: nobody } },
        { ...one, key: '3', employee: { id: nobody } },
        { ...one, key: '4', room: { id: idOf(3, 21) } },
        { ...one, key: '5', end: one.start },
        { ...one, key: '6', visitType: { id: notOffered } },
        { ...one, key: '11', pet: { name: 'MO ', client: { id: bob } } },
        { ...pet, key: '7', client: { name: 'Ann Lee' } },
        { ...type, key: '8', name: 'CONSULTATION' },
        { ...room, key: '9', name: 'room 1' },
        { ...employee, key: '10', firstName: 'Ada', lastName: 'Okafor', isActive: false, storeIds: [north] },
      ];
      expect(await write(lines)).toEqual([
        ...[
          'no_pet',
          'no_type',
          'no_employee',
          'no_room',
          'ends_before_start',
          'new',
          'several_pets',
          'several_clients',
          'name_taken',
          'name_taken',
        ],
        'unchanged storeIds isActive',
      ]);
      expect(await refusal('importRecords', { source: 'VetSoft', dryRun: true, lines: [] })).toBe(
        '400 invalid_input lines',
      );
      expect(
        await refusal('importRecords', { source: 'VetSoft', dryRun: true, lines: [{ ...room, storeId: nobody }] }),
      ).toBe('404 not_found lines[0]');
      expect((await got('getAppointment', {}, { id: visit(1) })).id).toBe(visit(1));
    });
  });
}
