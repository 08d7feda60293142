import { describe, expect, test } from 'vitest';
import { ada, ask, bram, got, left, nobody, north, refusal, south, southRoom } from './practices.ts';

/** The plan. */
export function planCases(): void {
  describe('the plan', () => {
    const duty = {
      kind: 'on_duty',
      storeId: north,
      employeeId: ada,
      start: '2030-10-31T12:00Z',
      end: '2030-10-31T20:00Z',
    };
    const weeks = { start: '2030-10-28T00:00Z', end: '2030-11-11T00:00Z' };
    const plan = async (given: object = {}) => (await got('listAvailability', { ...weeks, ...given })).data;
    // Any UUID is a new id.
    const [first, second, third] = [nobody, left, southRoom];
    const put = (...entries: object[]) => ask('changeAvailability', { put: entries });

    test('adds new entries, once however often they are sent', async () => {
      const entries = [
        { id: first, ...duty },
        { id: second, ...duty, title: ' Late ', seriesId: third },
      ];
      const made = await put(...entries);
      expect(await put(...entries)).toEqual(made);
      expect(await plan()).toEqual(made.body?.put.toSorted((one, other) => one.id.localeCompare(other.id)));
      const times = { start: '2030-10-31T12:00:00.000Z', end: '2030-10-31T20:00:00.000Z' };
      expect(made.body?.put).toMatchObject([
        { id: first, ...duty, ...times, roomId: null, title: null, seriesId: null },
        { id: second, ...duty, ...times, title: 'Late', seriesId: third },
      ]);
    });

    test('lists entries by time, store, kind, employee, room and series', async () => {
      const away = {
        kind: 'unavailable',
        employeeId: bram,
        start: '2030-10-31T20:00Z',
        end: '2030-11-01T20:00Z',
        title: 'Away',
      };
      const blocked = {
        kind: 'unavailable',
        storeId: south,
        roomId: southRoom,
        start: '2030-11-05T12:00Z',
        end: '2030-11-05T13:00Z',
        seriesId: third,
      };
      await put({ id: first, ...duty }, { id: second, ...blocked }, { id: third, ...away });
      const shown = async (given: object) => (await plan(given)).map(({ employeeId, roomId }) => employeeId ?? roomId);
      expect(await shown({})).toEqual([ada, bram, southRoom]);
      expect(await shown({ end: '2030-10-31T20:00Z' })).toEqual([ada]);
      expect(await shown({ storeIds: north })).toEqual([ada, bram]);
      expect(await shown({ kind: 'unavailable' })).toEqual([bram, southRoom]);
      expect(await shown({ employeeId: bram })).toEqual([bram]);
      expect(await shown({ roomId: southRoom })).toEqual([southRoom]);
      expect(await shown({ seriesId: third })).toEqual([southRoom]);
    });

    test('replaces and removes entries in one change', async () => {
      const made = await put({ id: first, ...duty }, { id: second, ...duty });
      const [one, other] = made.body?.put ?? [];
      const changed = await ask('changeAvailability', {
        put: [{ id: first, ...duty, expectedUpdatedAt: one?.updatedAt, title: 'Late' }],
        remove: [
          { id: second, expectedUpdatedAt: other?.updatedAt },
          { id: third, expectedUpdatedAt: duty.start },
        ],
      });
      expect(changed.body).toMatchObject({
        put: [{ title: 'Late', createdAt: one?.createdAt }],
        removed: [second, third],
      });
      expect(await plan()).toEqual(changed.body?.put);
    });

    test('refuses a change with the entries that others changed, unless they already have the values', async () => {
      const [before] = (await put({ id: first, ...duty })).body?.put ?? [];
      const expectedUpdatedAt = before?.updatedAt;
      const theirs = { id: first, ...duty, title: 'theirs' };
      const { body } = await put({ ...theirs, expectedUpdatedAt });
      expect((await put({ ...theirs, expectedUpdatedAt })).body).toEqual(body);
      const refused = await ask('changeAvailability', {
        put: [
          { id: second, ...duty, expectedUpdatedAt },
          { id: third, ...duty },
          { id: first, ...duty, title: 'mine' },
        ],
      });
      expect([refused.refusal, refused.data]).toEqual([
        '409 changed_meanwhile',
        expect.objectContaining({
          current: [
            { id: second, entry: null },
            { id: first, entry: body?.put[0] },
          ],
        }),
      ]);
      const removal = { remove: [{ id: first, expectedUpdatedAt }] };
      expect(await refusal('changeAvailability', removal)).toBe('409 changed_meanwhile');
      expect(await plan()).toEqual(body?.put);
    });

    test('refuses a change with the position of the first invalid entry', async () => {
      const fine = { id: first, ...duty };
      const refused = (given: object) =>
        refusal('changeAvailability', { put: [fine, { id: second, ...duty, ...given }] });
      expect(await refused({ end: duty.start })).toBe('400 invalid_input put[1].end');
      expect(await refused({ employeeId: null })).toBe('400 invalid_input put[1].employeeId');
      expect(await refused({ employeeId: left })).toBe('400 invalid_input put[1].employeeId');
      expect(await refused({ roomId: southRoom })).toBe('400 invalid_input put[1].roomId');
      expect(await refused({ storeId: nobody })).toBe('404 not_found put[1].storeId');
      expect(await refused({ id: first })).toBe('400 invalid_input put[1].id');
      expect(await refusal('listAvailability', { ...weeks, end: weeks.start })).toBe('400 invalid_input end');
      expect(await plan()).toEqual([]);
    });
  });
}
