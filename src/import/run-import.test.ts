import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { ImportedRecords, ImportOutcome, ImportRecords } from '#contract/practice-import.ts';
import { fileOf, northStore, planFiles } from '#testing/import-files.ts';
import type { ImportPlan } from './plan.ts';
import { runImport } from './run-import.ts';

const companyId = '00000000-0000-4000-8000-0000000000ff';
const about = { source: 'Old system', companyId, dryRun: false };

/** A practice that gives each line the outcome of `outcomeOf`, and records the parts. */
function practiceOf(outcomeOf: (key: string, kind: string) => ImportOutcome = () => ({ outcome: 'new', kept: [] })) {
  const parts: ImportRecords[] = [];
  const send = async (part: ImportRecords): Promise<ImportedRecords> => {
    parts.push(part);
    return { lines: part.lines.map(({ key, kind }) => outcomeOf(key, kind)) };
  };
  return { parts, send };
}

const clientsAndPets = (count: number) =>
  planFiles([
    fileOf(
      'clients',
      Array.from({ length: count }, (_, nth) => ({ id: `${nth}`, name: `Ü ${nth}` })),
    ),
    fileOf(
      'pets',
      Array.from({ length: count }, (_, nth) => ({ id: `${nth}`, name: 'Rex', clientId: `${nth}` })),
    ),
  ]);

const keys = (parts: readonly ImportRecords[]) =>
  parts.flatMap(({ lines }) => lines.map(({ kind, key }) => `${kind} ${key}`));

test('sends parts within the limits of lines and bytes, each line once and in order', async () => {
  const plan = await clientsAndPets(20);
  const limit = fc.record({ lines: fc.integer({ min: 1, max: 9 }), bytes: fc.integer({ min: 400, max: 1_200 }) });
  await fc.assert(
    fc.asyncProperty(limit, fc.boolean(), async (limits, dryRun) => {
      const { parts, send } = practiceOf();
      const onProgress = vi.fn();
      await runImport(plan, { ...about, dryRun, send, onProgress, limits });
      expect(keys(parts)).toEqual(plan.lines.map(({ record }) => `${record.kind} ${record.key}`));
      expect(onProgress.mock.lastCall).toEqual([40, 40]);
      for (const [nth, part] of parts.entries()) {
        const size = Buffer.byteLength(JSON.stringify(part));
        expect(part.lines.length).toBeLessThanOrEqual(limits.lines);
        expect(size).toBeLessThanOrEqual(limits.bytes);
        // No part is smaller than necessary.
        const isLast = nth === parts.length - 1;
        expect(isLast || part.lines.length === limits.lines || size > limits.bytes - 200).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

test('a dry run lists exactly the expected records that a part refers to', async () => {
  const plan = await clientsAndPets(4);
  const { parts, send } = practiceOf((key) => ({ outcome: key === '1' ? 'unchanged' : 'new', kept: [] }));
  await runImport(plan, { ...about, dryRun: true, send, limits: { lines: 3, bytes: 10_000 } });
  expect(parts.map(({ expected }) => expected?.map(({ kind, key }) => `${kind} ${key}`))).toEqual([
    undefined,
    ['client 0'],
    ['client 2', 'client 3'],
  ]);
});

describe('the result', () => {
  test('counts by file, and lists refusals and notes in the order of the files', async () => {
    const plan = await planFiles(
      [
        fileOf('pets', [
          { id: '1', name: 'Rex', clientId: '1', dateOfBirth: '?x', dead: '' },
          { id: '2', name: '', clientId: '1', dateOfBirth: '', dead: '' },
          { id: '3', name: 'Mia', clientId: '9', dateOfBirth: '', dead: '' },
          { id: '3', name: 'Mia', clientId: '9', dateOfBirth: '', dead: '' },
          { id: '4', name: 'Leo', clientId: '1', dateOfBirth: '', dead: 'yes' },
        ]),
        fileOf('clients', [{ id: '1', name: 'Anna Berg' }]),
      ],
      { takeInactive: false },
    );
    const { send } = practiceOf((key, kind) => {
      if (kind === 'client') return { outcome: 'changed', kept: ['firstName'] };
      return key === '3' ? { outcome: 'refused', reason: 'no_client' } : { outcome: 'new', kept: [] };
    });
    const result = await runImport(plan, { ...about, send });
    expect(result.files).toEqual({
      'pets.csv': { new: 1, changed: 0, unchanged: 1, refused: 2, skipped: 1 },
      'clients.csv': { new: 0, changed: 1, unchanged: 0, refused: 0, skipped: 0 },
    });
    expect(result.refused).toEqual([
      { origin: { file: 'pets.csv', row: 1 }, reason: { code: 'no_name' } },
      { origin: { file: 'pets.csv', row: 2 }, reason: { code: 'no_client', text: '9' } },
    ]);
    expect(result.notes).toEqual([
      { origin: { file: 'pets.csv', row: 0 }, note: { code: 'date_left_out', text: '?x' } },
      { origin: { file: 'clients.csv', row: 0 }, note: { code: 'kept', fields: ['firstName'] } },
    ]);
  });

  test('says that a file has no ids if its records are not found by them', async () => {
    const files = [
      fileOf('clients', [{ name: 'Anna Berg' }]),
      fileOf('pets', [{ name: 'Rex', clientId: '1000' }]),
      fileOf('appointments', [
        { petId: '7', petName: '', clientId: '', start: '24.11.2026 9:00', type: 'Consultation' },
        { petId: '', petName: 'Mia', clientId: '1000', start: '24.11.2026 9:00', type: 'Consultation' },
      ]),
    ];
    const { send } = practiceOf((key, kind) => {
      if (kind === 'client') return { outcome: 'new', kept: [] };
      return { outcome: 'refused', reason: kind === 'pet' || key.includes('Mia') ? 'no_client' : 'no_pet' };
    });
    const reasonsOf = async (plan: ImportPlan) =>
      (await runImport(plan, { ...about, send })).refused.map(({ reason }) => reason);
    expect(await reasonsOf(await planFiles(files))).toEqual([
      { code: 'client_without_id', text: '1000', file: 'clients.csv' },
      { code: 'pet_without_id', text: '7', file: 'pets.csv' },
      { code: 'client_without_id', text: '1000', file: 'clients.csv' },
    ]);
    const further = fileOf('clients', [{ id: '2', name: 'Ben Kern' }], 'more.csv');
    expect(await reasonsOf(await planFiles([...files, further]))).toContainEqual({ code: 'no_client', text: '1000' });
  });

  test('lists new people, rooms and types that only appointments mention, separately from the lines of files', async () => {
    const visit = { petId: '1', start: '24.11.2026 9:00', vet: 'Dr. Kwame Mensah', room: 'Laser', type: 'Dental' };
    const plan = await planFiles([fileOf('appointments', [visit])]);
    const { send } = practiceOf((_key, kind) => ({ outcome: kind === 'room' ? 'unchanged' : 'new', kept: [] }));
    const result = await runImport(plan, { ...about, send });
    expect(result.created).toEqual({ employees: ['Kwame Mensah'], rooms: [], types: ['Dental'] });
    expect(result.files).toEqual({ 'appointments.csv': { new: 1, changed: 0, unchanged: 0, refused: 0, skipped: 0 } });
  });

  test('reports writes with a lost response as in the preview', async () => {
    const plan = await clientsAndPets(1);
    const preview = await runImport(plan, { ...about, dryRun: true, send: practiceOf().send });
    const again = practiceOf((_key, kind) => ({ outcome: kind === 'client' ? 'unchanged' : 'new', kept: [] }));
    const result = await runImport(plan, { ...about, send: again.send, preview });
    expect(result.files).toEqual(preview.files);
    expect(result.outcomes).toEqual(['new', 'new']);
  });
});

test('stops between two parts, and sends everything when it is restarted', async () => {
  const plan = await clientsAndPets(3);
  const stop = new AbortController();
  const { parts, send } = practiceOf();
  const limits = { lines: 2, bytes: 10_000 };
  const stopped = runImport(plan, { ...about, send, limits, signal: stop.signal, onProgress: () => stop.abort() });
  await expect(stopped).rejects.toThrow('abort');
  expect(parts).toHaveLength(1);
  const again = practiceOf();
  await runImport(plan, { ...about, send: again.send, limits });
  expect(keys(again.parts)).toHaveLength(6);
});

test('a plan without lines sends nothing', async () => {
  const plan: ImportPlan = await planFiles([fileOf('clients', [{ id: '1', name: '' }])], { storeId: northStore });
  const send = vi.fn();
  expect((await runImport(plan, { ...about, send })).files['clients.csv']?.refused).toBe(1);
  expect(send).not.toHaveBeenCalled();
});
