import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { nameAppointment } from '#app/features/finder/appointment-names.ts';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { directory } from '#testing/board-fixture.ts';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { loadNames } from './load-names.ts';

/** What a file says of the owner of the first appointment, and what was asked for that. */
async function ownerInFile(petsNameTheirOwners: boolean) {
  const practice = createPracticeInMemory();
  if (!petsNameTheirOwners) {
    const data = practice.pets.map(({ clientName: _none, ...pet }) => pet);
    practice.answer('GET /v1/pets', () =>
      Response.json({ data, nextCursor: null, hasMore: false, totalCount: data.length }),
    );
  }
  const names = await loadNames({
    api: createApiClient({ fetch: practice.fetch, baseUrl: '', onResponse: () => {} }),
    queryClient: new QueryClient(),
    directory: { ...directory, company: { ...directory.company, id: practice.company.id } },
    partly: false,
  });
  const { owner } = nameAppointment(receivedAppointmentSchema.parse(practice.appointments[0]), names);
  return { owner, asked: practice.asked.map(({ name }) => name) };
}

test('a file names the owners, by the list of clients where the pets do not name them', async () => {
  const { owner } = await ownerInFile(false);
  expect(owner).toBe('Ann Lee');
});

test('a file asks for no clients where the pets name them', async () => {
  const { owner, asked } = await ownerInFile(true);
  expect(owner).toBe('Ann Lee');
  expect(asked).toContain('GET /v1/pets');
  expect(asked).not.toContain('GET /v1/clients');
});
