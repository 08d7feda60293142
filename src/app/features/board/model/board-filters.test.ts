import { expect, test } from 'vitest';
import { type BoardFilters, UNASSIGNED } from '#app/addresses/board-search.ts';
import { directory, visit } from '#testing/board-fixture.ts';
import { findExcludedIds, NO_FILTERS } from './board-filters.ts';

const appointments = [
  visit('operation', '9:00', '10:00', { employees: [{ id: 'ada' }, { id: 'ben' }], visitTypeCategory: 'surgery' }),
  visit('check', '10:00', '10:15', { employees: [{ id: 'ben' }], roomId: 'r2', status: 'completed' }),
  visit('nobody’s', '11:00', '11:15', { employees: [] }),
];
function idsWith(filters: Partial<BoardFilters>): string[] {
  const excluded = findExcludedIds({ ...NO_FILTERS, ...filters }, appointments, directory);
  return appointments.map(({ id }) => id).filter((id) => !excluded.has(id));
}

test('a vet’s filter has every appointment to which the vet is assigned, also to assist', () => {
  expect(idsWith({ vets: ['ben'] })).toEqual(['operation', 'check']);
  expect(idsWith({ vets: ['ada'] })).toEqual(['operation']);
  expect(idsWith({ vets: [UNASSIGNED, 'ada'] })).toEqual(['operation', 'nobody’s']);
});

test('each filter excludes what does not match, and several exclude together', () => {
  expect(idsWith({})).toHaveLength(3);
  expect(idsWith({ statuses: ['completed'] })).toEqual(['check']);
  expect(idsWith({ types: ['surgery'] })).toEqual(['operation']);
  expect(idsWith({ rooms: ['r2'] })).toEqual(['check']);
  expect(idsWith({ vets: ['ben'], rooms: ['r1'] })).toEqual(['operation']);
});
