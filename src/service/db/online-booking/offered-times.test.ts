import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeTimesPageSchema } from '#contract/free-times.ts';
import { createFormToken } from '#service/domain/booking-code.ts';
import { addBookingPage, bookingDetails } from '#testing/booking-page-rows.ts';
import { addPractice, keyOf } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { createTestService } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';
import { proveForm, saveForm } from './booking-forms.ts';
import { readBookingPage } from './booking-page.ts';
import { findOfferedDays, isStartOffered, pickSpreadItems } from './offered-times.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const QUARTER = 15 * MINUTE;
/** Monday at 7:00 in Amsterdam. The store opens at 8:00, on Mondays alone. */
const monday = Date.parse('2026-03-02T06:00:00Z');
const opening = monday + HOUR;

describe('times that are spread over a day', () => {
  test('are all of them up to the number, and otherwise that many with the first and the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 2, max: 8 }), (length, count) => {
        const all = Array.from({ length }, (_, index) => index);
        const some = pickSpreadItems(all, count);
        expect(some).toHaveLength(Math.min(length, count));
        expect([some[0], some.at(-1)]).toEqual([all[0], all.at(-1)]);
        // The gaps differ by one at most.
        const gaps = some.slice(1).map((item, index) => item - (some[index] ?? 0));
        if (gaps.length > 0) expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describeService('the times that a booking page offers', (suite) => {
  async function open(settings: Parameters<typeof addBookingPage>[2] = {}) {
    const { database } = suite();
    const practice = await addPractice(database);
    const slug = await addBookingPage(database, practice, settings);
    const pageAt = async (now: number) => {
      const page = await readBookingPage(database, slug, now);
      if (page === null) throw new Error('the page is off');
      return page;
    };
    const days = async (now: number, { from = null as string | null, count = 3 } = {}) =>
      findOfferedDays(database, await pageAt(now), { visitTypeId: practice.visitType, from, count }, now);
    return { database, practice, slug, pageAt, days };
  }

  test('begin after the notice and end with the days ahead, on the calendar of the store', async () => {
    const { days, practice, database, pageAt } = await open({ noticeHours: 4, daysAhead: 14 });
    const found = await days(monday, { count: 10 });
    expect(found.map(({ date }) => date)).toEqual(['2026-03-02', '2026-03-09', '2026-03-16']);
    expect(found[0]?.starts[0]).toBe(monday + 4 * HOUR);
    // 20 minutes fit before 18:00.
    expect(found[1]?.starts).toHaveLength(39);
    expect((await days(monday, { count: 1 })).map(({ date }) => date)).toEqual(['2026-03-02']);
    expect((await days(monday, { from: '2026-03-03', count: 1 })).map(({ date }) => date)).toEqual(['2026-03-09']);
    for (const from of ['2026-03-17', '9998-12-30']) expect(await days(monday, { from })).toEqual([]);
    for (const from of ['1900-01-01', '0000-00-00', "'; --"])
      expect(await days(monday, { from, count: 10 })).toEqual(found);
    const offered = (start: number, visitTypeId = practice.visitType) =>
      pageAt(monday).then((page) => isStartOffered(database, page, { visitTypeId, start }, monday));
    expect(await Promise.all([monday + 4 * HOUR, monday + 4 * HOUR - QUARTER].map((start) => offered(start)))).toEqual([
      true,
      false,
    ]);
    const week = 7 * 24 * HOUR;
    expect(await Promise.all([2, 3].map((weeks) => offered(opening + weeks * week)))).toEqual([true, false]);
    for (const start of [Number.NaN, Number.POSITIVE_INFINITY, opening + week + MINUTE, -1])
      expect(await offered(start)).toBe(false);
    expect(await offered(opening + week, practice.retiredType)).toBe(false);
  });

  test('are not a start whose request would expire at once', async () => {
    const { days } = await open({ noticeHours: 1 });
    const [today] = await days(monday);
    expect(today?.starts[0]).toBe(opening + QUARTER);
  });

  test('are those of the wall clock on both sides of a clock change', async () => {
    const { database, practice, days } = await open({ noticeHours: 1, daysAhead: 30 });
    await database.sql`update stores set opening_hours = '[{"weekday":7,"opens":"01:00","closes":"04:00"}]'::jsonb
      where company_id = ${practice.companyId}::uuid`;
    // On 29 March the hour from 2:00 is left out.
    const found = await days(Date.parse('2026-03-20T12:00:00Z'));
    const startsOn = (date: string) =>
      found.find((day) => day.date === date)?.starts.map((start) => new Date(start).toISOString().slice(11, 16));
    expect(startsOn('2026-03-22')).toEqual([
      '00:00',
      '00:15',
      '00:30',
      '00:45',
      '01:00',
      '01:15',
      '01:30',
      '01:45',
      '02:00',
      '02:15',
      '02:30',
    ]);
    expect(startsOn('2026-03-29')).toEqual(['00:00', '00:15', '00:30', '00:45', '01:00', '01:15', '01:30']);
  });

  test('are none at the limit of the day, without hours, vets or rooms, and for a page that is off', async () => {
    const { database, practice, days, pageAt, slug } = await open();
    expect(await days(monday)).not.toEqual([]);
    const page = await pageAt(monday);
    const query = { visitTypeId: practice.visitType, from: null, count: 1 };
    expect(await findOfferedDays(database, { ...page, isFull: true }, query, monday)).toEqual([]);
    await database.sql`update employees set is_active = false where company_id = ${practice.companyId}::uuid`;
    expect(await days(monday)).toEqual([]);
    await database.sql`update employees set is_active = true where company_id = ${practice.companyId}::uuid`;
    await database.sql`update rooms set categories = '{surgical}' where company_id = ${practice.companyId}::uuid`;
    expect(await days(monday)).toEqual([]);
    await database.sql`update rooms set categories = '{}' where company_id = ${practice.companyId}::uuid`;
    await database.sql`update stores set opening_hours = '[]'::jsonb where company_id = ${practice.companyId}::uuid`;
    expect(await days(monday)).toEqual([]);
    await addBookingPage(database, practice, { isOn: false });
    for (const wrong of [slug, '', 'x', 'Not-a-slug', 'a'.repeat(10_000), 'no-such-page'])
      expect(await readBookingPage(database, wrong, monday)).toBeNull();
  });

  test('say what the public may read of types and store, in the order of the settings', async () => {
    const { database, practice } = await open();
    const types = [practice.retiredType, practice.visitType].map((visitTypeId) => ({
      ...{ visitTypeId, isOn: true, publicName: 'Check for the public' },
    }));
    const slug = await addBookingPage(database, practice, { types, origins: ['https://vets.example'] });
    const page = await readBookingPage(database, slug, monday);
    expect(page).toMatchObject({ practiceName: 'Tom & Jerry Vets', isDemo: false, isFull: false, noticeHours: 1 });
    expect(page?.types.map(({ id, name }) => [id, name])).toEqual([[practice.visitType, 'Check for the public']]);
    expect(page?.origins).toEqual(['https://vets.example']);
  });

  test('are exactly what is free beside the held ones, however many visitors are at once', async () => {
    const visitors = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(visitors, async (quarters) => {
        const { database, practice, pageAt, days } = await open({ noticeHours: 1 });
        const ten = opening + 2 * HOUR;
        const page = await pageAt(monday);
        const clock = () => monday;
        const forms: { token: string; code: string; start: number }[] = [];
        for (const [nth, quarter] of quarters.entries()) {
          const [token, start] = [createFormToken(), ten + quarter * QUARTER];
          const details = bookingDetails(practice, {
            start: new Date(start).toISOString(),
            email: `${nth}@example.com`,
          });
          const stored = await saveForm(database, page, { token, details, language: 'en', sendAgain: false }, clock);
          if (stored.kind !== 'code') throw new Error(stored.kind);
          forms.push({ token, code: stored.code, start });
        }
        const outcomes = await Promise.all(
          forms.map(({ token, code }) => proveForm(database, page, { token, code }, clock)),
        );
        // Two vets and two rooms: two at a time. Each request takes 20 minutes of the quarters that begin in it.
        const accepted = forms.flatMap(({ start }, nth) => (outcomes[nth]?.kind === 'accepted' ? [start] : []));
        const isBusy = (moment: number) =>
          accepted.filter((start) => start <= moment && moment < start + 20 * MINUTE).length >= 2;
        const momentsOf = (start: number) => [0, 5, 10, 15].map((minutes) => start + minutes * MINUTE);
        for (const moment of accepted.flatMap(momentsOf))
          expect(
            accepted.filter((start) => start <= moment && moment < start + 20 * MINUTE).length,
          ).toBeLessThanOrEqual(2);
        for (const [nth, outcome] of outcomes.entries()) {
          expect(['accepted', 'taken']).toContain(outcome.kind);
          if (outcome.kind === 'taken') expect(momentsOf(forms[nth]?.start ?? 0).some(isBusy)).toBe(true);
        }
        const all = Array.from({ length: 38 }, (_, nth) => opening + (nth + 1) * QUARTER);
        const free = all.filter((start) => !momentsOf(start).some(isBusy));
        const [today] = await days(monday);
        expect(today?.starts).toEqual(free);
        const client = createTestService(database, monday).client(await keyOf(database, practice.vet));
        const answer = await client.get('/v1/free-times', {
          ...{ companyId: practice.companyId, storeIds: practice.stores[0], visitTypeId: practice.visitType },
          ...{ start: new Date(opening).toISOString(), end: new Date(opening + 10 * HOUR).toISOString(), limit: '100' },
        });
        const listed = freeTimesPageSchema.parse(answer.body).data;
        expect(listed.map(({ start }) => Date.parse(start))).toEqual([opening, ...free]);
      }),
      { numRuns: rounds({ few: 5, ci: 8, many: 200 }) },
    );
  });
});
