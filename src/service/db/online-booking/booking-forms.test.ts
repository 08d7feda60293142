import { expect, test } from 'vitest';
import { createFormToken } from '#service/domain/booking-code.ts';
import { addBookingPage, bookingDetails } from '#testing/booking-page-rows.ts';
import { addAppointments, addPractice, appointmentIn } from '#testing/practice-rows.ts';
import { describeService } from '#testing/suite.ts';
import { discardCode, proveForm, requestOtherStart, saveForm, type TypedDetails } from './booking-forms.ts';
import { readBookingPage } from './booking-page.ts';
import { findHeldRequests } from './held-times.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Monday at 8:00 in Amsterdam, when the store opens. Its next Monday is the 9th. */
const monday = Date.parse('2026-03-02T07:00:00Z');
const ten = '2026-03-02T09:00:00.000Z';

type Settings = Parameters<typeof addBookingPage>[2];

describeService('the forms of a booking page', (suite) => {
  /** A practice of two vets and two rooms with a page, and the acts of its visitors. */
  async function open(settings: Settings = {}) {
    const { database } = suite();
    const practice = await addPractice(database);
    const { companyId } = practice;
    const slug = await addBookingPage(database, practice, settings);
    let now = monday;
    const clock = () => now;
    const page = async () => {
      const read = await readBookingPage(database, slug, now);
      if (read === null) throw new Error('the page is off');
      return read;
    };
    const requests = () => database.sql`select id, start_at, end_at, status, email, note, created_at, updated_at
      from online_requests where company_id = ${companyId}::uuid order by created_at, id`;
    const refusals = async () => {
      const rows = await database.sql`select reason, date::text, count from booking_refusals
        where company_id = ${companyId}::uuid order by reason`;
      return rows.map(({ reason, date, count }) => `${reason} ${date} ${count}`);
    };
    /** A visitor with a form of their own. */
    async function visitor(given: Partial<TypedDetails> = {}, token = createFormToken()) {
      const known = await page();
      const store = (more: Partial<TypedDetails> = {}, sendAgain = false) =>
        saveForm(
          database,
          known,
          { token, language: 'en', sendAgain, details: bookingDetails(practice, { start: ten, ...given, ...more }) },
          clock,
        );
      const codeOf = async (...sent: Parameters<typeof store>) => {
        const outcome = await store(...sent);
        if (outcome.kind !== 'code') throw new Error(`no code: ${outcome.kind}`);
        return outcome.code;
      };
      const prove = (code: string) => proveForm(database, known, { token, code }, clock);
      const take = (start: number) => requestOtherStart(database, known, { token, start }, clock);
      /** The stored details; null for none. */
      const read = async () => {
        const [row] = await database.sql<{ note: string | null; start: string }[]>`
          select details ->> 'note' as note, details ->> 'start' as start from booking_forms
          where company_id = ${companyId}::uuid and token_hash = sha256(${token}::text::bytea)`;
        return row ?? null;
      };
      return { token, page: known, store, codeOf, prove, take, read };
    }
    const pass = (milliseconds: number) => {
      now += milliseconds;
    };
    return { database, practice, companyId, slug, clock, page, requests, refusals, visitor, pass };
  }
  const wrongOf = (code: string, nth = 1) => String((Number(code) + nth) % 1_000_000).padStart(6, '0');

  test('hold nothing until the code is right, and then one request, however often they are sent', async () => {
    const { visitor, requests, database, companyId, clock } = await open();
    const anna = await visitor({ note: 'She limps.' });
    const code = await anna.codeOf();
    expect(await requests()).toHaveLength(0);
    const first = await anna.prove(code);
    expect(first).toMatchObject({
      kind: 'accepted',
      request: { start: Date.parse(ten), end: Date.parse(ten) + 20 * MINUTE },
    });
    expect(await anna.prove(code)).toEqual(first);
    expect(await anna.prove('000000')).toEqual(first);
    expect(await anna.store()).toEqual(first);
    expect(await anna.take(Date.parse(ten) + HOUR)).toEqual(first);
    expect(await requests()).toMatchObject([{ status: 'open', email: 'anna@example.com', note: 'She limps.' }]);
    const span = { start: monday, end: monday + 10 * HOUR };
    expect(await findHeldRequests(database.sql, { companyId, span, now: clock() })).toMatchObject([
      { name: 'Bella', visitTypeCategory: 'consult', start: Date.parse(ten), end: Date.parse(ten) + 20 * MINUTE },
    ]);
  });

  test('end a code after five wrong tries, and count that once', async () => {
    const { visitor, requests, refusals } = await open();
    const anna = await visitor();
    const code = await anna.codeOf();
    // What is not six digits is no try.
    for (const typed of ['', '12345', '1234567', 'abcdef'])
      expect(await anna.prove(typed)).toMatchObject({ triesLeft: 5 });
    for (const triesLeft of [4, 3, 2, 1]) expect(await anna.prove(wrongOf(code))).toEqual({ kind: 'wrong', triesLeft });
    expect(await anna.prove(wrongOf(code))).toEqual({ kind: 'spent' });
    expect(await anna.prove(code)).toEqual({ kind: 'spent' });
    expect(await refusals()).toEqual(['code 2026-03-02 1']);
    expect(await requests()).toHaveLength(0);
    // Blanks are not part of the code.
    const next = await anna.codeOf();
    expect(await anna.prove(` ${next.slice(0, 3)} ${next.slice(3)} `)).toMatchObject({ kind: 'accepted' });
  });

  test('end a code after five wrong tries at once, too', async () => {
    const { visitor, requests, refusals } = await open();
    const anna = await visitor();
    const code = await anna.codeOf();
    const tried = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((nth) => anna.prove(wrongOf(code, nth))));
    expect(tried.map(({ kind }) => kind).sort()).toEqual([...Array(3).fill('spent'), ...Array(4).fill('wrong')]);
    expect(await anna.prove(code)).toEqual({ kind: 'spent' });
    expect([await requests(), await refusals()]).toEqual([[], ['code 2026-03-02 1']]);
  });

  test('take a code for fifteen minutes', async () => {
    const { visitor, pass, requests } = await open();
    const [anna, ben] = [await visitor(), await visitor({ email: 'ben@example.com' })];
    const [ofAnna, ofBen] = [await anna.codeOf(), await ben.codeOf()];
    pass(15 * MINUTE - 1);
    expect(await anna.prove(ofAnna)).toMatchObject({ kind: 'accepted' });
    pass(1);
    expect(await ben.prove(ofBen)).toEqual({ kind: 'late' });
    expect(await requests()).toHaveLength(1);
  });

  test('take no code of another form, another address or another page, and no other token', async () => {
    const { visitor, requests, database, clock, pass } = await open();
    const [anna, other] = [await visitor(), await visitor()];
    const [first, second] = [await anna.codeOf(), await other.codeOf()];
    if (first !== second) expect(await anna.prove(second)).toMatchObject({ kind: 'wrong' });
    const elsewhere = await (await open()).visitor({}, anna.token);
    expect(await elsewhere.prove(first)).toEqual({ kind: 'unknown' });
    for (const token of ['', anna.token.slice(1), `${anna.token}A`, createFormToken()])
      expect(await proveForm(database, anna.page, { token, code: first }, clock)).toEqual({ kind: 'unknown' });
    // The code went to another address than the one of the form by now.
    pass(MINUTE);
    await anna.codeOf({ email: 'carla@example.com' });
    expect(await anna.prove(first)).not.toMatchObject({ kind: 'accepted' });
    expect(await requests()).toHaveLength(0);
  });

  test('get another code only if the first is about to end, or on wish, and the newest is valid', async () => {
    const { visitor, pass } = await open();
    const anna = await visitor();
    const first = await anna.codeOf();
    expect(await anna.store({ note: 'Typed later' })).toEqual({ kind: 'sent' });
    expect((await anna.read())?.note).toBe('Typed later');
    pass(MINUTE);
    const second = await anna.codeOf({}, true);
    if (first !== second) expect(await anna.prove(first)).toMatchObject({ kind: 'wrong' });
    pass(10 * MINUTE);
    const third = await anna.codeOf();
    expect(await anna.prove(third)).toMatchObject({ kind: 'accepted' });
  });

  test('send three codes an hour to an address in any spelling, and no more at once', async () => {
    const { visitor, refusals, pass, database } = await open();
    const spellings = ['anna@example.com', 'Anna@Example.com', 'ANNA@EXAMPLE.COM', 'anna@example.COM'];
    const visitors = await Promise.all(spellings.map((email) => visitor({ email })));
    const kinds = (await Promise.all(visitors.map((one) => one.store()))).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['code', 'code', 'code', 'too_many_codes']);
    expect(await refusals()).toEqual(['email 2026-03-02 1']);
    expect(await (await visitor({ email: 'ben@example.com' })).store()).toMatchObject({ kind: 'code' });
    pass(60 * MINUTE);
    const start = '2026-03-02T13:00:00.000Z';
    const again = await (await visitor({ start })).store();
    expect(again).toMatchObject({ kind: 'code' });
    // A code that could not be sent does not count.
    const lost = await visitor({ start, email: 'lost@example.com' });
    for (let nth = 0; nth < 4; nth += 1) {
      const outcome = await lost.store({}, true);
      if (outcome.kind !== 'code') throw new Error(outcome.kind);
      await discardCode(database, lost.page, outcome.id);
    }
    expect(await lost.prove('123456')).toEqual({ kind: 'late' });
  });

  test('that are sent at once from two tabs are one request', async () => {
    const { visitor, requests } = await open();
    const anna = await visitor();
    const stored = await Promise.all([anna.store(), anna.store(), anna.store()]);
    expect(stored.map(({ kind }) => kind).sort()).toEqual(['code', 'sent', 'sent']);
    const [code = ''] = stored.flatMap((outcome) => (outcome.kind === 'code' ? [outcome.code] : []));
    const proven = await Promise.all([anna.prove(code), anna.prove(code), anna.prove(code)]);
    expect(proven).toEqual(Array(3).fill(expect.objectContaining({ kind: 'accepted' })));
    expect(await requests()).toHaveLength(1);
  });

  test('offer the next three free times where theirs is taken, one press each, for an hour', async () => {
    const { visitor, requests, pass } = await open();
    // Two vets and two rooms: the third comes too late.
    const [anna, ben, carla] = await Promise.all(
      ['anna', 'ben', 'carla'].map((name) => visitor({ email: `${name}@example.com` })),
    );
    if (!anna || !ben || !carla) throw new Error('three visitors');
    const codes = [await anna.codeOf(), await ben.codeOf(), await carla.codeOf()];
    await anna.prove(codes[0] ?? '');
    await ben.prove(codes[1] ?? '');
    const taken = await carla.prove(codes[2] ?? '');
    const free = [30, 45, 60].map((minutes) => Date.parse(ten) + minutes * MINUTE);
    expect(taken).toEqual({ kind: 'taken', next: free });
    expect(await requests()).toHaveLength(2);
    // The code need not be typed again, whatever else was typed.
    expect(await carla.store({ start: new Date(free[1] ?? 0).toISOString() })).toEqual({ kind: 'proven' });
    expect(await carla.take(Date.parse(ten))).toEqual({ kind: 'taken', next: free });
    expect(await carla.take(Number.NaN)).toEqual({ kind: 'taken', next: [] });
    pass(60 * MINUTE - 1);
    expect(await carla.take(free[2] ?? 0)).toMatchObject({ kind: 'accepted', request: { start: free[2] } });
    expect(await requests()).toHaveLength(3);
  });

  test('are proven for an hour, and only for the address that got the code', async () => {
    const { visitor, pass, database, practice } = await open();
    const anna = await visitor();
    const code = await anna.codeOf();
    const busy = [practice.vet, practice.near].map((id) =>
      appointmentIn(practice, { start: ten, end: '2026-03-02T09:20:00.000Z', employeeIds: [id] }),
    );
    await addAppointments(database, practice, busy);
    expect(await anna.prove(code)).toMatchObject({ kind: 'taken' });
    const later = '2026-03-02T13:00:00.000Z';
    expect(await anna.store({ start: later, email: 'ben@example.com' })).toMatchObject({ kind: 'code' });
    expect(await anna.take(Date.parse(later))).toEqual({ kind: 'late' });
    const carla = await visitor({ email: 'carla@example.com', start: later });
    await carla.prove(await carla.codeOf());
    const dora = await visitor({ email: 'dora@example.com', start: later });
    const ofDora = await dora.codeOf();
    await addAppointments(database, practice, [
      appointmentIn(practice, { start: later, end: '2026-03-02T13:20:00.000Z', employeeIds: [practice.near] }),
    ]);
    expect(await dora.prove(ofDora)).toMatchObject({ kind: 'taken' });
    pass(HOUR);
    expect(await dora.take(Date.parse(later) + HOUR)).toEqual({ kind: 'late' });
  });

  test('are judged again when the code is right: page, type, limit and notice', async () => {
    const { visitor, requests, refusals, database, practice, pass } = await open({ noticeHours: 2, dailyLimit: 1 });
    const address = (nth: number) => ({ email: `client-${nth}@example.com`, start: '2026-03-02T10:00:00.000Z' });
    const visitors = await Promise.all([1, 2, 3].map((nth) => visitor(address(nth))));
    const [one, two, three] = visitors;
    if (!one || !two || !three) throw new Error('three visitors');
    const [ofOne, ofTwo, ofThree] = [await one.codeOf(), await two.codeOf(), await three.codeOf()];
    const settings = { noticeHours: 2, dailyLimit: 1 };
    await addBookingPage(database, practice, { ...settings, isOn: false });
    expect(await one.prove(ofOne)).toEqual({ kind: 'closed' });
    const off = [{ visitTypeId: practice.visitType, isOn: false, publicName: null }];
    await addBookingPage(database, practice, { ...settings, types: off });
    expect(await one.prove(ofOne)).toEqual({ kind: 'closed' });
    await addBookingPage(database, practice, { ...settings, slug: `x${practice.companyId.slice(0, 8)}` });
    expect(await one.prove(ofOne)).toEqual({ kind: 'closed' });
    await addBookingPage(database, practice, settings);
    await database.sql`update appointment_types set is_active = false
      where company_id = ${practice.companyId}::uuid and id = ${practice.visitType}::uuid`;
    expect(await one.prove(ofOne)).toEqual({ kind: 'closed' });
    await database.sql`update appointment_types set is_active = true
      where company_id = ${practice.companyId}::uuid and id = ${practice.visitType}::uuid`;
    expect(await requests()).toHaveLength(0);
    expect(await one.prove(ofOne)).toMatchObject({ kind: 'accepted' });
    // A declined request counts for its day, too.
    await database.sql`update online_requests set status = 'declined' where company_id = ${practice.companyId}::uuid`;
    expect(await two.prove(ofTwo)).toEqual({ kind: 'full' });
    expect(await refusals()).toEqual(['day 2026-03-02 1']);
    await addBookingPage(database, practice, { ...settings, dailyLimit: 5 });
    expect(await two.prove(ofTwo)).toMatchObject({ kind: 'accepted' });
    await addBookingPage(database, practice, { noticeHours: 4, dailyLimit: 5 });
    expect(await three.prove(ofThree)).toEqual({
      kind: 'taken',
      next: [0, 15, 30].map((minutes) => monday + 4 * HOUR + minutes * MINUTE),
    });
    // The next day has its own limit.
    await addBookingPage(database, practice, settings);
    pass(17 * HOUR);
    expect((await visitor({ email: 'new@example.com' })).page.isFull).toBe(false);
  });

  test('are not stored for a time, a type or a page that is not offered', async () => {
    const { visitor, database, practice } = await open();
    for (const start of [
      '2026-03-02T09:05:00.000Z',
      '2026-03-02T07:30:00.000Z',
      '2026-03-02T16:45:00.000Z',
      '9998-12-31T09:00:00.000Z',
    ])
      expect(await (await visitor({ start })).store()).toMatchObject({ kind: 'taken' });
    expect(await (await visitor({ visitTypeId: practice.retiredType })).store()).toEqual({ kind: 'closed' });
    expect(await (await visitor({}, 'no token')).store()).toEqual({ kind: 'unknown' });
    const rows = await database.sql`select from booking_forms where company_id = ${practice.companyId}::uuid`;
    expect(rows).toHaveLength(0);
  });

  test('and their codes are deleted after a day, by the next one', async () => {
    const { visitor, pass, database, companyId } = await open();
    const [old, used] = [await visitor({ email: 'old@example.com' }), await visitor({ email: 'used@example.com' })];
    await old.codeOf();
    await used.codeOf();
    pass(23 * HOUR);
    // Monday next week, in the span that is offered.
    const start = '2026-03-09T09:00:00.000Z';
    await used.codeOf({ start });
    pass(2 * HOUR);
    await (await visitor({ email: 'new@example.com', start })).codeOf();
    expect([await old.read(), (await used.read())?.start]).toEqual([null, start]);
    const codes = await database.sql`select from booking_codes where company_id = ${companyId}::uuid`;
    expect(codes).toHaveLength(2);
  });

  test('store hashes only of token, address and code', async () => {
    const { visitor, database, companyId } = await open();
    const anna = await visitor();
    const code = await anna.codeOf();
    const rows = await database.sql`select row_to_json(c)::text as code, row_to_json(f)::text as form
      from booking_codes c join booking_forms f on f.company_id = c.company_id and f.token_hash = c.form_hash
      where c.company_id = ${companyId}::uuid`;
    expect(rows).toHaveLength(1);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(anna.token);
    expect(rows[0]?.['code']).not.toContain('anna@example.com');
    expect(rows[0]?.['code']).not.toMatch(new RegExp(`"${code}"`));
  });
});
