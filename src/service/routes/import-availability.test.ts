import { expect, test } from 'vitest';
import { type Availability, availabilityPageSchema } from '#contract/availability.ts';
import type { ImportLineOf } from '#contract/practice-import.ts';
import { employeeLine, inShort, sendLines } from '#testing/import-lines.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { changesPath, putOf } from '#testing/own-plan.ts';
import { describeService } from '#testing/suite.ts';

type Line = ImportLineOf<'availability'>;

async function planOf({ client, companyId }: OwnPractice) {
  const window = { start: '2026-01-01T00:00:00Z', end: '2026-12-31T00:00:00Z' };
  const { body } = await client.get('/v1/availability', { companyId, ...window });
  return availabilityPageSchema.parse(body).data.flatMap((one) => ('kind' in one ? [one] : []));
}

describeService('an import of the plan', (suite) => {
  test('imports who is on duty and what is blocked, and keeps what was changed here since', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice } = own;
    const [storeId] = practice.stores;
    const shift: Line = {
      ...{ kind: 'availability', key: '1', availability: 'on_duty', storeId, employee: { key: '7' }, room: null },
      ...{ start: '2026-03-02T08:00+01:00', end: '2026-03-02T17:00+01:00', title: null },
    };
    const block: Line = {
      ...{ ...shift, key: '2', availability: 'unavailable', employee: null, room: { id: practice.rooms[0][0] } },
      ...{ start: '2026-03-02T12:00+01:00', end: '2026-03-02T13:00+01:00', title: 'Cleaning' },
    };
    const holiday: Line = { ...shift, key: '3', availability: 'unavailable', storeId: null, title: 'Holiday' };
    const lines = [shift, block, holiday, employeeLine('7', [storeId])];
    for (const dryRun of [true, false])
      expect(inShort(await sendLines(client, companyId, lines, { dryRun }))).toEqual(['new', 'new', 'new', 'new']);
    for (const dryRun of [true, false])
      expect(inShort(await sendLines(client, companyId, lines, { dryRun }))).toEqual(lines.map(() => 'unchanged'));

    const [first, ...others] = await planOf(own);
    const byTitle = [first, ...others].map((entry) => [entry?.kind, entry?.title, entry?.storeId, entry?.seriesId]);
    expect(byTitle).toHaveLength(3);
    expect(byTitle).toContainEqual(['on_duty', null, storeId, null]);
    expect(byTitle).toContainEqual(['unavailable', 'Holiday', null, null]);
    const cleaning = [first, ...others].find((entry) => entry?.title === 'Cleaning');
    expect(cleaning).toMatchObject({
      start: '2026-03-02T11:00:00.000Z',
      roomId: practice.rooms[0][0],
      employeeId: null,
    });

    const change = async (entry: Availability | undefined, changes: object) => {
      if (entry === undefined) throw new Error('the entry is gone');
      const put = [{ ...putOf(entry), ...changes }];
      expect((await client.post(changesPath, { companyId, put })).status).toBe(200);
    };
    await change(cleaning, { title: 'Painting' });
    const later = { ...block, title: 'Repair', end: '2026-03-02T14:00+01:00' };
    for (const dryRun of [true, false])
      expect(inShort(await sendLines(client, companyId, [later], { dryRun }))).toEqual(['changed (kept title)']);
    const after = (await planOf(own)).find(({ id }) => id === cleaning?.id);
    expect(after).toMatchObject({ title: 'Painting', end: '2026-03-02T13:00:00.000Z' });
    expect(after?.updatedAt.localeCompare(cleaning?.updatedAt ?? '')).toBe(1);

    // The start of the file and the end of here would leave no time.
    await change(after, { end: '2026-03-02T11:30:00.000Z' });
    const afternoon = { ...later, start: '2026-03-02T13:00+01:00' };
    for (const dryRun of [true, false])
      expect(inShort(await sendLines(client, companyId, [afternoon], { dryRun }))).toEqual(['ends_before_start']);
  });

  test('refuses what is no valid entry, and what refers to nobody and nothing', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice } = own;
    const [storeId, other] = practice.stores;
    const duty: Line = {
      ...{
        kind: 'availability',
        key: '1',
        availability: 'on_duty',
        storeId,
        employee: { id: practice.vet },
        room: null,
      },
      ...{ start: '2026-03-02T08:00Z', end: '2026-03-02T17:00Z', title: null },
    };
    const absence: Line = { ...duty, availability: 'unavailable' };
    const wrong: [Partial<Line>, string][] = [
      [{ ...duty, storeId: null }, 'about_nothing'],
      [{ ...duty, employee: null }, 'about_nothing'],
      [{ ...absence, employee: null, storeId: null }, 'about_nothing'],
      [{ ...duty, end: duty.start }, 'ends_before_start'],
      [{ ...absence, end: '2027-03-04T08:00Z' }, 'too_long'],
      [{ ...duty, employee: { key: 'nobody' } }, 'no_employee'],
      [{ ...duty, room: { key: 'nowhere' } }, 'no_room'],
      [{ ...duty, room: { id: practice.rooms[0][0] }, storeId: other }, 'no_room'],
    ];
    const lines = wrong.map(([line], nth) => ({ ...duty, ...line, key: String(nth) }));
    for (const dryRun of [true, false])
      expect(inShort(await sendLines(client, companyId, lines, { dryRun }))).toEqual(wrong.map(([, reason]) => reason));
    expect(await planOf(own)).toEqual([]);
  });
});
