import { beforeAll, expect, test } from 'vitest';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { otherSystems, sameIds } from '#testing/old-systems/elsewhere.ts';
import { accounts, englishSystems } from '#testing/old-systems/english.ts';
import { europeanSystems } from '#testing/old-systems/european.ts';
import { existingRecordsOf, importSystem, servedOf } from '#testing/old-systems/import-system.ts';
import type { OldSystem } from '#testing/old-systems/old-system.ts';
import { createTestService } from '#testing/service.ts';

const systems: readonly OldSystem[] = [...englishSystems, ...europeanSystems, ...otherSystems];

let newPractice: () => Promise<OwnPractice>;
beforeAll(async () => {
  const database = await openSharedMemoryDatabase();
  const service = createTestService(database);
  newPractice = () => ownPractice({ database, service });
});

test.each(systems)('$about: the preview matches the import, and a second import changes nothing', async (system) => {
  const own = await newPractice();
  const practice = await existingRecordsOf(own);
  const preview = await importSystem(own, system, { practice, dryRun: true });
  const done = await importSystem(own, system, { practice });
  expect(done.result.files).toEqual(preview.result.files);
  expect({ ...(await servedOf(own)), refused: done.refused }).toEqual(system.served);

  const again = await importSystem(own, system);
  expect(again.refused).toEqual(done.refused);
  expect(again.result.outcomes.filter((outcome) => outcome === 'new' || outcome === 'changed')).toEqual([]);
});

test('two systems with the same ids remain separate', async () => {
  const own = await newPractice();
  await importSystem(own, accounts);
  await importSystem(own, sameIds, { source: 'Branch in Houston' });
  const { clients, pets, visits } = await servedOf(own);
  const both = (what: 'clients' | 'pets' | 'visits') => [...accounts.served[what], ...sameIds.served[what]].sort();
  expect({ clients, pets, visits }).toEqual({ clients: both('clients'), pets: both('pets'), visits: both('visits') });
});
