import { expect, test } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import { ownPractice } from '#testing/managed-practice.ts';
import { describeService } from '#testing/suite.ts';

describeService('equipment', (suite) => {
  test('is added, changed and listed where it is in reach, and its history says who did it', async () => {
    const { client, near, companyId, practice, history } = await ownPractice(suite());
    const [north, south] = practice.stores;
    const scales = { companyId, storeId: north, name: 'Scales' };
    const id = createdSchema.parse((await client.post('/v1/equipment', scales)).body);
    expect(await client.post('/v1/equipment', { ...scales, name: 'scales' })).toMatchObject({ status: 400 });
    expect(await near.post('/v1/equipment', { ...scales, storeId: south })).toMatchObject({ status: 404 });
    const changed = { ...scales, id, name: 'X-ray', storeId: south };
    const answer = await client.patch(`/v1/equipment/${id}`, { companyId, name: 'X-ray', storeId: south });
    expect(answer).toMatchObject({ status: 200, body: changed });
    expect((await client.get('/v1/equipment', { companyId })).body).toMatchObject({ data: [changed], totalCount: 1 });
    expect((await near.get('/v1/equipment', { companyId })).body).toMatchObject({ data: [], totalCount: 0 });
    const noted = (await history()).filter(({ kind }) => kind === 'equipment');
    expect(noted.map(({ action, employeeId }) => [action, employeeId])).toEqual([
      ['changed', practice.vet],
      ['created', practice.vet],
    ]);
  });
});
