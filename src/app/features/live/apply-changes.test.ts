import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type AppointmentPage, appointmentQueries } from '#app/api/appointment-queries.ts';
import { createApiClient } from '#app/api/client.ts';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import { applyChanges } from './apply-changes.ts';

const api = createApiClient({
  baseUrl: 'http://desk.test',
  fetch: () => Promise.reject(new Error('nothing is asked')),
});

function appointment(id: string, more: Partial<ReceivedAppointment> = {}): ReceivedAppointment {
  const start = '2026-03-10T14:00:00.000Z';
  return { ...receivedAppointmentSchema.parse({ id, petId: 'bella', clientId: 'maria', start, end: start }), ...more };
}

test('a change reaches the visits of its pet and its client, and nobody else’s', () => {
  const queryClient = new QueryClient();
  const keys = {
    bella: appointmentQueries.ofPatient(api, 'c', { petId: 'bella' }).queryKey,
    maria: appointmentQueries.ofPatient(api, 'c', { clientId: 'maria' }).queryKey,
    rex: appointmentQueries.ofPatient(api, 'c', { petId: 'rex' }).queryKey,
    elsewhere: appointmentQueries.ofPatient(api, 'other', { petId: 'bella' }).queryKey,
  };
  const page: AppointmentPage = { records: [appointment('known')], unresolvedIds: [], nextCursor: null, totalCount: 1 };
  for (const queryKey of Object.values(keys)) queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] });
  const idsOf = (queryKey: readonly unknown[]) =>
    queryClient
      .getQueryData<{ pages: AppointmentPage[] }>(queryKey)
      ?.pages.flatMap(({ records }) => records.map(({ id }) => id));

  const records = [appointment('new'), appointment('known', { petId: 'rex', clientId: 'tom' })];
  applyChanges(queryClient, 'c', { records, unresolvedIds: [] });
  expect(idsOf(keys.bella)).toEqual(['new']);
  expect(idsOf(keys.maria)).toEqual(['new']);
  expect(idsOf(keys.rex)).toEqual(['known']);
  expect(idsOf(keys.elsewhere)).toEqual(['known']);
});
