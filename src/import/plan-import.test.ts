import { describe, expect, test } from 'vitest';
import { fileOf, northStore, planFiles, recordsOf, refusalsOf, southStore } from '#testing/import-files.ts';

describe('clients', () => {
  test('are identified by their id, otherwise by their contents', async () => {
    const plan = await planFiles([
      fileOf('clients', [
        { id: '10001', firstName: 'Anna', lastName: 'Berg', email: 'a@example.org', phone: '030 1' },
        { firstName: 'Ben', lastName: 'Kern', email: '-', phone: '030 2' },
      ]),
    ]);
    expect(recordsOf(plan, 'client')).toEqual([
      { kind: 'client', key: '10001', firstName: 'Anna', lastName: 'Berg', email: 'a@example.org', phone: '030 1' },
      {
        kind: 'client',
        key: JSON.stringify(['Ben Kern', null, '030 2']),
        firstName: 'Ben',
        lastName: 'Kern',
        email: null,
        phone: '030 2',
      },
    ]);
  });

  const long = '1'.repeat(201);
  test.each([
    [{ email: 'mailto:a@example.org', mobile: 'n/a', phone: '030 1' }, 'a@example.org', '030 1', ''],
    [{ email: 'k. A.', mobile: '0', phone: 'keine' }, null, null, ''],
    [{ email: 'No e-mail', mobile: 'لا يوجد', phone: '030 1' }, null, '030 1', ''],
    [{ email: 'info', mobile: '1.2345E+11', phone: '030 1' }, null, '030 1', 'email info, mobile 1.2345E+11'],
    [{ email: '', phone: long }, undefined, undefined, ''],
  ])('have the first address and number in %j', async (cells, email, phone, skipped) => {
    const plan = await planFiles([fileOf('clients', [{ id: '1', name: 'Anna Berg', ...cells }])]);
    const [record] = recordsOf(plan, 'client');
    const notes = plan.lines
      .flatMap(({ notes }) => notes)
      .map((note) => ('field' in note ? `${note.field} ${note.text}` : ''));
    expect([record?.email, record?.phone, notes.join(', ')]).toEqual([email, phone, skipped]);
  });

  test('are written to as their file says, and not at all if any of its columns says so', async () => {
    const rows = [
      { contactBy: 'E-Mail', recallsBy: 'No', optedOut: 'No', language: 'German' },
      { contactBy: 'SMS', recallsBy: 'by SMS', optedOut: 'Yes', language: '' },
      { contactBy: 'none', optedOut: '', language: 'n/a' },
      { contactBy: 'Letter', optedOut: '', language: 'Klingon' },
      { contactBy: 'unknown', optedOut: '', language: 'fr' },
    ];
    const plan = await planFiles([
      fileOf(
        'clients',
        rows.map((row, nth) => ({ id: `${nth}`, name: 'Anna Berg', ...row })),
      ),
    ]);
    expect(recordsOf(plan, 'client').map(({ contactBy, language }) => [contactBy, language])).toEqual([
      ['email', 'de'],
      ['none', null],
      ['none', null],
      [null, null],
      [null, 'fr'],
    ]);
    expect(recordsOf(plan, 'client').map(({ recallsBy }) => recallsBy)).toEqual(['none', 'sms', null, null, null]);
    expect(plan.lines.flatMap(({ notes }) => notes)).toEqual([
      { code: 'left_out', field: 'contactBy', text: 'Letter' },
      { code: 'left_out', field: 'language', text: 'Klingon' },
    ]);
    const without = await planFiles([fileOf('clients', [{ id: '1', name: 'Anna Berg' }])]);
    expect(recordsOf(without, 'client')[0]).not.toHaveProperty('contactBy');
    const owner = { clientName: 'Ann Lee', clientPhone: '030 1', clientOptedOut: 'x', clientLanguage: 'es' };
    const pets = await planFiles([fileOf('pets', [{ name: 'Rex', ...owner }])]);
    expect(recordsOf(pets, 'client')).toMatchObject([{ contactBy: 'none', language: 'es' }]);
  });

  test('have a name in one column or two, of a person or a business', async () => {
    const plan = await planFiles([
      fileOf('clients', [
        { id: '1', name: 'Berg, Dr. Anna' },
        { id: '4', business: 'Zoo' },
        { id: '5', business: 'Zoo', lastName: 'Kern' },
        { id: '7', name: ' - ' },
        { id: '8', name: '07700 900105' },
      ]),
    ]);
    expect(recordsOf(plan, 'client').map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
      ['Dr. Anna', 'Berg'],
      ['', 'Zoo'],
      ['', 'Kern (Zoo)'],
    ]);
    expect(refusalsOf(plan)).toEqual(['clients.csv 3: no_name', 'clients.csv 4: no_name']);
  });

  test('have the family name first if most names in the file are in capitals like this', async () => {
    const names = (...all: string[]) =>
      planFiles([
        fileOf(
          'clients',
          all.map((name) => ({ name })),
        ),
      ]).then((plan) => recordsOf(plan, 'client').map(({ firstName, lastName }) => `${firstName}|${lastName}`));
    expect(await names('LEFÈVRE Zoë', 'DE LA CRUZ Ana-Inés', 'Rémi NOËL')).toEqual([
      'Zoë|LEFÈVRE',
      'Ana-Inés|DE LA CRUZ',
      'Rémi|NOËL',
    ]);
    expect(await names('ASPCA Houston', 'Anna Berg', 'Bo Li')).toEqual(['ASPCA|Houston', 'Anna|Berg', 'Bo|Li']);
  });

  test('get the mobile number of several phones, and no values for columns that their file lacks', async () => {
    const plan = await planFiles([
      fileOf('clients', [
        { id: '1', lastName: 'A', phone: '030 1', mobile: '0171 1' },
        { id: '2', lastName: 'B', phone: '030 2' },
        { id: '3', lastName: 'NULL', phone: 'NULL', mobile: '--' },
      ]),
    ]);
    expect(recordsOf(plan, 'client').map(({ phone, email }) => [phone, email])).toEqual([
      ['0171 1', undefined],
      ['030 2', undefined],
      [null, undefined],
    ]);
    expect(recordsOf(plan, 'client')[2]?.lastName).toBe('NULL');
  });

  describe('with more than one phone number', () => {
    const rows = [
      { id: '1', name: 'Anna Berg', mobile: '0400 111 222', phone: '03 5550 1234', alert: '' },
      { id: '2', name: 'Ben Kern', mobile: '', phone: '0463 540 220 / 0400 111 333', alert: 'bites' },
      { name: 'Eva Sol', mobile: 'call husband 0412 555 019', phone: '+61 412 555 019', alert: '' },
      { id: '4', name: 'Flo Ros', mobile: '0400 111 444', phone: '03 5550 9999', alert: 'x'.repeat(190) },
      { id: '5', name: 'Gil Pons', mobile: '0400 111 555', phone: '0400111555', alert: 'No' },
    ];
    const imported = async (choices: { phonesInAlert?: boolean }, files = [fileOf('clients', rows)]) => {
      const plan = await planFiles(files, choices);
      const clients = recordsOf(plan, 'client');
      return {
        keys: clients.map(({ key }) => key),
        values: clients.map(({ phone, alert }) => [phone, alert]),
        notes: plan.lines.map(({ notes }) => notes.map((note) => ('text' in note ? `${note.code} ${note.text}` : ''))),
      };
    };

    test('get the first, and a note about each other one and about words beside it', async () => {
      const { values, notes } = await imported({});
      expect(values).toEqual([
        ['0400 111 222', null],
        ['0463 540 220', 'bites'],
        ['call husband 0412 555 019', null],
        ['0400 111 444', 'x'.repeat(190)],
        ['0400 111 555', null],
      ]);
      expect(notes).toEqual([
        ['phone_left_out 03 5550 1234'],
        ['phone_left_out 0400 111 333'],
        ['phone_with_words call husband 0412 555 019'],
        ['phone_left_out 03 5550 9999'],
        [],
      ]);
    });

    test('get the others in the alert if chosen and as far as there is room, and stay the same clients', async () => {
      const { keys, values, notes } = await imported({ phonesInAlert: true });
      expect(values).toEqual([
        ['0400 111 222', 'phone: 03 5550 1234'],
        ['0463 540 220', 'bites; phone: 0400 111 333'],
        ['0412 555 019', 'mobile: call husband 0412 555 019'],
        ['0400 111 444', 'x'.repeat(190)],
        ['0400 111 555', null],
      ]);
      expect(notes).toEqual([[], [], [], ['phone_left_out 03 5550 9999'], []]);
      expect(keys).toEqual((await imported({})).keys);
    });

    test('of which a file of pets has the columns, are treated alike', async () => {
      const pets = fileOf('pets', [
        { name: 'Rex', clientName: 'Anna Berg', clientMobile: '0400 111 222', clientPhone: '03 5550 1234' },
      ]);
      expect(await imported({ phonesInAlert: true }, [pets])).toMatchObject({
        values: [['0400 111 222', 'clientPhone: 03 5550 1234']],
      });
    });
  });

  test('get an alert on one line, and are refused if it is too long', async () => {
    const plan = await planFiles([
      fileOf('clients', [
        { id: '1', name: 'Anna Berg', alert: 'pays in\nadvance' },
        { id: '2', name: 'Ben Kern', alert: 'n/a' },
        { id: '3', name: 'Eva Sol', alert: 'x'.repeat(201) },
      ]),
      fileOf('pets', [
        { id: '1', name: 'Rex', clientId: '1', alert: 'bites' },
        { id: '2', name: 'Mia', clientId: '9', clientName: 'Flo Ros', clientPhone: '030 9', clientAlert: 'deaf' },
      ]),
    ]);
    expect(recordsOf(plan, 'client').map(({ alert }) => alert)).toEqual(['pays in advance', null, 'deaf']);
    expect(recordsOf(plan, 'pet').map(({ alert }) => alert)).toEqual(['bites', null]);
    expect(plan.refused.map(({ reason }) => reason)).toEqual([
      { code: 'not_kept', field: 'alert', text: 'x'.repeat(201) },
    ]);
  });

  test('with a duplicate id are accepted if equal, otherwise refused with the first line', async () => {
    const plan = await planFiles([
      fileOf('clients', [
        { id: '1', name: 'Anna Berg' },
        { id: '1', name: 'Anna Berg' },
        { id: '1', name: 'Ben Kern' },
      ]),
    ]);
    expect(plan.lines).toHaveLength(1);
    expect(plan.repeated).toEqual({ 'clients.csv': 1 });
    expect(plan.refused).toEqual([
      {
        origin: { file: 'clients.csv', row: 2 },
        reason: { code: 'id_twice', text: '1', line: 2, file: 'clients.csv' },
      },
    ]);
  });

  test('with a name that is too long or cannot be stored are refused with its column', async () => {
    const plan = await planFiles([
      fileOf('clients', [
        { id: '1', name: `Anna ${'x'.repeat(201)}`, mobile: '' },
        { id: '2', name: 'Anna Berg', mobile: '0171\u0000' },
        { id: 'x'.repeat(501), name: 'Anna Berg' },
      ]),
    ]);
    expect(plan.refused.map(({ reason }) => ('field' in reason ? reason.field : ''))).toEqual(['name', 'mobile', 'id']);
  });
});

describe('pets', () => {
  const clients = fileOf('clients', [
    { id: '1', name: 'Dr. Anna Berg', phone: '030 1' },
    { id: '2', name: 'Ben Kern', phone: '030 2' },
    { id: '3', name: 'Ben Kern', phone: '030 3' },
  ]);

  test('belong to a client by id, or by name if it is unique', async () => {
    const pets = fileOf('pets', [
      { id: '1', name: 'Rex', clientId: '1' },
      { id: '2', name: 'Rex', clientName: 'berg, anna' },
      { id: '6', name: 'Rex', clientName: 'BERG Anna' },
      { id: '3', name: 'Rex', clientName: 'Ben Kern' },
      { id: '4', name: 'Rex', clientName: 'Ben Kern', clientPhone: '+49 30 3' },
      { id: '5', name: 'Rex' },
    ]);
    const plan = await planFiles([pets, clients]);
    expect(recordsOf(plan, 'pet').map(({ client }) => client)).toEqual([
      { key: '1' },
      { key: '1' },
      { key: '1' },
      { key: '3' },
    ]);
    expect(recordsOf(plan, 'client')).toHaveLength(3);
    expect(refusalsOf(plan)).toEqual(['pets.csv 3: several_clients', 'pets.csv 5: no_owner']);
  });

  test('are matched by the business of their client, and by a unique name in either order', async () => {
    const plan = await planFiles([
      fileOf('clients', [
        { id: '1', firstName: 'Anna', lastName: 'Berg', business: 'Tierheim Süd' },
        { id: '2', firstName: 'Jan', lastName: 'van den Berg' },
        { id: '3', firstName: 'Li', lastName: 'Bo Chen' },
        { id: '4', firstName: 'Bo Chen', lastName: 'Li' },
      ]),
      fileOf('pets', [
        { name: 'Rex', clientName: 'Tierheim Süd' },
        { name: 'Mia', clientName: 'Berg Anna' },
        { name: 'Tom', clientName: 'van den Berg Jan' },
        { name: 'Kim', clientName: 'Chen Li Bo' },
      ]),
    ]);
    expect(recordsOf(plan, 'pet').map(({ client }) => client)).toEqual([{ key: '1' }, { key: '1' }, { key: '2' }]);
    expect(refusalsOf(plan)).toEqual(['pets.csv 3: several_clients']);
  });

  test('with only the id and the name of their client do not change the client', async () => {
    const [only] = recordsOf(
      await planFiles([fileOf('pets', [{ id: '1', name: 'Rex', clientId: '7', clientName: 'Anna van Dyk' }])]),
      'client',
    );
    expect(only).toEqual({ kind: 'client', key: '7', firstName: 'Anna van', lastName: 'Dyk', mentioned: true });
  });

  test('of a client in no file belong to the existing client with that name', async () => {
    const plan = await planFiles([fileOf('pets', [{ name: 'Rex', species: 'Hund', clientName: 'Kern, Ben' }])]);
    expect(plan.lines.map(({ record }) => record)).toEqual([
      { kind: 'pet', key: '["Ben Kern","Rex","Hund"]', client: { name: 'Ben Kern' }, name: 'Rex', species: 'Hund' },
    ]);
  });

  test('with more of their client than a name are two records, and one client for many lines', async () => {
    const owner = { clientId: '7', clientName: 'Ben Kern', clientMobile: '0171 1' };
    const plan = await planFiles([
      fileOf('pets', [
        { id: '1', name: 'Rex', ...owner },
        { id: '2', name: 'Mia', ...owner },
        { id: '3', name: 'Leo', ...owner, clientMobile: '' },
        { id: '4', name: 'Tom', ...owner, clientMobile: '0171 2' },
        { id: '5', name: 'Max', ...owner, clientName: 'Clara Vogt' },
        owner,
        { ...owner, clientId: '8' },
      ]),
    ]);
    expect(recordsOf(plan, 'client').map(({ key }) => key)).toEqual(['7', '8']);
    expect(recordsOf(plan, 'pet').map(({ name, client }) => [name, client])).toEqual(
      ['Rex', 'Mia', 'Leo', 'Tom'].map((name) => [name, { key: '7' }]),
    );
    // The same id with another name is another client, and the pet does not go to the first client.
    expect(refusalsOf(plan)).toEqual(['pets.csv 3: id_twice', 'pets.csv 4: id_twice', 'pets.csv 4: no_client']);
    expect(plan.repeated).toEqual({ 'pets.csv': 1 });
  });

  test('never override a file of clients', async () => {
    const pets = fileOf('pets', [{ name: 'Rex', clientId: '1', clientName: 'A. Berg', clientPhone: '' }]);
    const plan = await planFiles([clients, pets]);
    expect(recordsOf(plan, 'client').map(({ phone }) => phone)).toEqual(['030 1', '030 2', '030 3']);
  });

  test('keep their species in the words of the file', async () => {
    const pets = fileOf('pets', [
      { id: '1', clientId: '1', name: 'Rex', species: 'Hund', breed: 'Dackel', sex: 'm/k' },
      { id: '2', clientId: '1', name: 'Mia', species: 'KATZE' },
      { id: '3', clientId: '1', name: 'Leo' },
    ]);
    const plan = await planFiles([pets]);
    expect(recordsOf(plan, 'pet').map(({ species, breed, sex }) => [species, breed, sex])).toEqual([
      ['Hund', 'Dackel', 'm/k'],
      ['KATZE', null, null],
      ['', null, null],
    ]);
    expect(plan.lines.map(({ notes }) => notes)).toEqual([[], [], [{ code: 'no_species' }]]);
  });

  test.each([
    ['2026-11-24', '2026-11-24', []],
    ['2026-11-25', null, [{ code: 'left_out', field: 'dateOfBirth', text: '2026-11-25' }]],
    ['2062-03-01', null, [{ code: 'left_out', field: 'dateOfBirth', text: '2062-03-01' }]],
    ['01.01.1900', null, []],
    ['30.12.1899 00:00', null, []],
    ['1899-12-29', '1899-12-29', []],
    ['0000-00-00', null, []],
    ['00.01.1900', null, []],
    ['unbekannt', null, []],
  ])('born on %s', async (dateOfBirth, born, notes) => {
    const plan = await planFiles([fileOf('pets', [{ id: '1', clientId: '1', name: 'Rex', dateOfBirth, sex: 'n/a' }])]);
    expect(recordsOf(plan, 'pet')).toMatchObject([{ dateOfBirth: born, sex: null }]);
    expect(plan.lines[0]?.notes).toEqual(notes);
  });

  test('are due again for a visit type, which is added like those of appointments', async () => {
    const rows = [
      { dueOn: '01.03.2027', dueFor: 'Rabies' },
      { dueOn: '1.4.27', dueFor: 'Impfung' },
      { dueOn: '', dueFor: 'Dental' },
      { dueOn: '01.05.2027', dueFor: '' },
      { dueOn: 'soon', dueFor: 'RABIES' },
      { dueOn: '01.06.2027', dueFor: 'Consultation' },
      { dueOn: '01.06.2027', dueFor: 'x'.repeat(201) },
      { dueOn: '01.06.2027', dueFor: 'Ear' },
      { dueOn: '01.03.2027', dueFor: 'Rabies', dead: 'yes' },
    ];
    const pets = rows.map((row, nth) => ({ id: `${nth}`, name: 'Rex', clientName: 'Anna Berg', dead: '', ...row }));
    const plan = await planFiles([fileOf('pets', pets)], { map: { types: { Impfung: 'rabies', Ear: null } } });
    const rabies = { key: 'name:rabies' };
    expect(recordsOf(plan, 'pet').map(({ key, dueOn, dueFor }) => [key, dueOn, dueFor])).toEqual([
      ['0', '2027-03-01', rabies],
      ['1', '2027-04-01', rabies],
      ...['2', '3', '4', '7', '8'].map((key) => [key, undefined, undefined]),
    ]);
    // Consultation is inactive.
    expect(refusalsOf(plan)).toEqual(['pets.csv 5: no_type', 'pets.csv 6: not_kept']);
    expect(plan.lines.flatMap(({ notes }) => notes)).toEqual([
      { code: 'no_due_for' },
      { code: 'date_left_out', text: 'soon' },
    ]);
    expect(plan.lines[0]).toMatchObject({
      ...{ isCreated: true, record: { kind: 'appointment_type', name: 'Rabies', durationMinutes: 30 } },
    });
    expect(recordsOf(plan, 'appointment_type')).toHaveLength(1);
  });

  test('are imported without an unreadable date of birth', async () => {
    const pets = fileOf('pets', [
      { id: '1', clientId: '1', name: 'Rex', dateOfBirth: '03.04.2019' },
      { id: '2', clientId: '1', name: 'Mia', dateOfBirth: '03/04/2019' },
      { id: '3', clientId: '1', name: 'Leo', dateOfBirth: 'spring' },
    ]);
    const plan = await planFiles([{ ...pets, dates: null }]);
    expect(recordsOf(plan, 'pet').map(({ dateOfBirth }) => dateOfBirth)).toEqual(['2019-04-03', null, null]);
    expect(plan.lines.flatMap(({ notes }) => notes)).toEqual([
      { code: 'date_left_out', text: '03/04/2019' },
      { code: 'date_left_out', text: 'spring' },
    ]);
  });
});

describe('inactive records', () => {
  const files = [
    fileOf('clients', [
      { id: '1', name: 'Anna Berg', active: 'Ja' },
      { id: '2', name: 'Ben Kern', active: 'inaktiv' },
    ]),
    fileOf('pets', [
      { id: '1', name: 'Rex', clientId: '1', dead: 'N', active: '1' },
      { id: '2', name: 'Mia', clientId: '1', dead: 'True', active: '1' },
      { id: '3', name: 'Leo', clientId: '1', dead: '', active: 'verstorben' },
      { id: '4', name: 'Tom', clientId: '2', dead: '', active: '1' },
      { id: '5', name: 'Max', clientName: 'Ben Kern', dead: '', active: '1' },
      { id: '6', name: 'Sam', clientId: '1', dead: '03.04.2024', active: '1' },
    ]),
    fileOf('appointments', [
      { petId: '4', start: '24.11.2026 9:00', type: 'Consultation' },
      { petName: 'mia', clientName: 'Anna Berg', start: '24.11.2026 9:00', type: 'Consultation' },
    ]),
  ];

  test('are imported as inactive, pets with the date of their death', async () => {
    const plan = await planFiles(files);
    expect(plan.lines).toHaveLength(10);
    expect(recordsOf(plan, 'client').map(({ isActive }) => isActive)).toEqual([true, false]);
    expect(recordsOf(plan, 'pet').map(({ name, isActive, deceasedOn }) => [name, isActive, deceasedOn])).toEqual([
      ['Rex', true, undefined],
      ['Mia', false, undefined],
      ['Leo', false, undefined],
      ['Tom', true, undefined],
      ['Max', true, undefined],
      ['Sam', false, '2024-04-03'],
    ]);
    expect(plan.skipped).toEqual({ 'clients.csv': 0, 'pets.csv': 0, 'appointments.csv': 0 });
    expect(plan.inactive).toEqual({ clients: 0, pets: 0, appointments: 0 });
  });

  test('are left out if chosen, with their pets and appointments', async () => {
    const plan = await planFiles(files, { takeInactive: false });
    expect(plan.lines.map(({ record }) => record.key)).toEqual(['1', '1']);
    expect(plan.skipped).toEqual({ 'clients.csv': 1, 'pets.csv': 5, 'appointments.csv': 2 });
    expect(plan.inactive).toEqual({ clients: 1, pets: 5, appointments: 2 });
    expect(plan.refused).toEqual([]);
  });
});

test.each([
  ['2023-05-06', '2023-05-06', []],
  ['2018-01-01', null, [{ code: 'left_out', field: 'dead', text: '2018-01-01' }]],
  ['2027-01-01', null, [{ code: 'left_out', field: 'dead', text: '2027-01-01' }]],
  ['May 2023', null, [{ code: 'date_left_out', text: 'May 2023' }]],
])('a pet that was born on 9 July 2018 and died on %s', async (dead, deceasedOn, notes) => {
  const cells = { id: '1', clientId: '1', name: 'Rex', dateOfBirth: '2018-07-09', dead };
  const plan = await planFiles([fileOf('pets', [cells])]);
  expect(recordsOf(plan, 'pet')).toMatchObject([{ isActive: false, deceasedOn }]);
  expect(plan.lines[0]?.notes).toEqual(notes);
});

describe('employees', () => {
  test('match existing ones whose names are only spelled differently', async () => {
    const plan = await planFiles([fileOf('staff', [{ name: 'DR. BERG, ANNA', role: 'vet' }])]);
    expect(recordsOf(plan, 'employee')).toMatchObject([{ firstName: 'Anna', lastName: 'Berg' }]);
  });

  test('have the role in any language, and the stores in the file or all', async () => {
    const plan = await planFiles(
      [
        fileOf('staff', [
          { id: '1', name: 'Ada Roth', role: 'Praxisinhaberin', stores: 'north' },
          { id: '2', name: 'Ben Kern', role: 'TFA', stores: 'North; East / South', active: 'nein' },
          { id: '3', name: 'Eva Sol', role: 'Chauffeur' },
          { id: '4', name: 'Flo Ros', role: 'Springer' },
          { name: 'Gil Pons DVM', role: 'veterinario' },
        ]),
      ],
      { map: { roles: { springer: 'groomer' } } },
    );
    expect(
      recordsOf(plan, 'employee').map(({ key, role, storeIds, isActive }) => [key, role, storeIds, isActive]),
    ).toEqual([
      ['1', 'manager', [northStore], true],
      ['2', 'nurse', [northStore, southStore], false],
      ['4', 'groomer', [northStore, southStore], true],
      [JSON.stringify(['Gil Pons']), 'vet', [northStore, southStore], true],
    ]);
    expect(plan.refused).toEqual([
      { origin: { file: 'staff.csv', row: 2 }, reason: { code: 'unknown_role', text: 'Chauffeur' } },
    ]);
    expect(plan.lines[1]?.notes).toEqual([{ code: 'unknown_store_left_out', text: 'East' }]);
    expect(plan.words.filter(({ of }) => of !== 'stores')).toEqual([
      { of: 'roles', word: 'Praxisinhaberin', lines: 1, match: { value: 'manager' } },
      { of: 'roles', word: 'TFA', lines: 1, match: { value: 'nurse' } },
      { of: 'roles', word: 'Chauffeur', lines: 1, match: 'unknown' },
      { of: 'roles', word: 'Springer', lines: 1, match: { value: 'groomer' } },
      { of: 'roles', word: 'veterinario', lines: 1, match: { value: 'vet' } },
    ]);
  });
});
