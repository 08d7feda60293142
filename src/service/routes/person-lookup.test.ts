import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import { clientPageSchema, petPageSchema } from '#contract/clients-pets-staff.ts';
import { describeService } from '#testing/suite.ts';

describeService('clients and pets by phone number and email address', (suite) => {
  const people = [
    { firstName: 'Rosa', lastName: 'Kaufman', phone: '+49 171 555-0123', email: 'Rosa.Kaufman@example.com' },
    { firstName: 'Rosa', lastName: 'Miller', phone: '0171/5550123', email: 'rosa@example.org' },
    { firstName: 'Olga', lastName: 'Kaufman', phone: '(0171) 5559999', email: 'olga_k%@example.com' },
    { firstName: 'Ken', lastName: 'Kaufman', phone: null, email: null },
  ];

  async function listed(query: string) {
    const { client, practice } = suite();
    const { companyId } = practice;
    const found = clientPageSchema.parse((await client.get('/v1/clients', { companyId, query })).body);
    const pets = petPageSchema.parse((await client.get('/v1/pets', { companyId, query })).body);
    const names = found.data.map((person) => ('lastName' in person ? `${person.firstName} ${person.lastName}` : ''));
    expect(found.totalCount).toBe(names.length);
    // Each of these clients has one pet.
    expect(pets.data.map((pet) => ('clientName' in pet ? pet.clientName : '')).sort()).toEqual([...names].sort());
    expect(pets.totalCount).toBe(names.length);
    return names;
  }

  test('a number finds clients whose number ends with it, an email address clients whose address begins with it, together with names', async () => {
    const { client, practice } = suite();
    const { companyId } = practice;
    for (const person of people) {
      const created = await client.post('/v1/clients', { companyId, ...person });
      const pet = {
        companyId,
        clientId: createdSchema.parse(created.body),
        name: `${person.firstName}s`,
        species: 'cat',
      };
      expect((await client.post('/v1/pets', pet)).status).toBe(200);
    }
    expect(await listed('0171 555 0123')).toEqual(['Rosa Kaufman', 'Rosa Miller']);
    expect(await listed('+49171 5550123')).toEqual(['Rosa Kaufman']);
    expect(await listed('0123')).toEqual(['Rosa Kaufman', 'Rosa Miller']);
    expect(await listed('9999')).toEqual(['Olga Kaufman']);
    expect(await listed('5550')).toEqual([]);
    expect(await listed('123')).toEqual([]);
    expect(await listed('rosa@')).toEqual(['Rosa Miller']);
    expect(await listed('ROSA.kaufman@Ex')).toEqual(['Rosa Kaufman']);
    expect(await listed('kauf olga_k%@example.com')).toEqual(['Olga Kaufman']);
    expect(await listed('mill olga_k%@example.com')).toEqual([]);
    expect(await listed('olgaxk%@')).toEqual([]);
    expect(await listed('kauf')).toEqual(['Ken Kaufman', 'Olga Kaufman', 'Rosa Kaufman']);
  });

  test('a cursor is valid only for its number', async () => {
    const { client, practice } = suite();
    const { companyId } = practice;
    const page = async (query: string, cursor = '') =>
      client.get('/v1/clients', { companyId, query, limit: '1', cursor });
    const first = clientPageSchema.parse((await page('171 555 0123')).body);
    const cursor = first.nextCursor ?? '';
    expect([first.totalCount, cursor === '']).toEqual([2, false]);
    // The same number as people write it, and another number with the same parts.
    const second = await page('0171-5550123', cursor);
    expect([second.status, clientPageSchema.parse(second.body).hasMore]).toEqual([200, false]);
    for (const other of ['0123 171 555', 'rosa', 'rosa@']) expect((await page(other, cursor)).status).toBe(400);
  });

  test('any number in any notation is found by its last four digits or more', async () => {
    const { client, practice } = suite();
    const { companyId } = practice;
    const phone = fc.stringMatching(/^[\d +\-()/.]{5,40}$/).filter((text) => text.replace(/\D/g, '').length >= 5);
    await fc.assert(
      fc.asyncProperty(phone, fc.nat(), async (written, start) => {
        const created = await client.post('/v1/clients', {
          companyId,
          firstName: 'Any',
          lastName: 'One',
          phone: written,
        });
        const digits = written.replace(/\D/g, '');
        const query = digits.slice(start % (digits.length - 3));
        const found = await client.get('/v1/clients', { companyId, query, limit: '500' });
        const { data } = clientPageSchema.parse(found.body);
        expect(data.map(({ id }) => id)).toContain(createdSchema.parse(created.body));
        for (const person of data) {
          const theirs = 'phone' in person ? (person.phone ?? '').replace(/\D/g, '') : '';
          expect(theirs.endsWith(query.replace(/^0/, ''))).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });
});
