import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { allBookingPageTexts } from '#client-texts/booking/all-booking-page-texts.ts';
import { clientLanguages } from '#contract/enums.ts';
import type { Database } from '#service/db/database.ts';
import { bookingPages, onlineRequests, stores } from '#service/db/schema.ts';
import type { EmailMessage, SendOutcome } from '#service/sending/transport.ts';
import { addBookingPage } from '#testing/booking-page-rows.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addAppointments, addPractice, appointmentIn } from '#testing/practice-rows.ts';
import { createDoor } from './door.ts';

type Settings = Parameters<typeof addBookingPage>[2];

const english = allBookingPageTexts.en;
/** Sunday; the practice is open on Mondays from 8 to 18, at UTC+1. */
const sunday = Date.parse('2026-03-01T09:00:00.000Z');
const start = '2026-03-02T09:00:00.000Z';
const next = '2026-03-02T09:15:00.000Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The id of a practice that counts as a demonstration. */
const demoCompanyId = () => `01694901-0f00-7${randomUUID().slice(15)}`;

/** What the fields of the forms on a page hold, and what is typed in them. */
function fieldsOf(html: string): Record<string, string> {
  const decode = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
  const inputs = [...html.matchAll(/<input[^>]* name="(\w+)" value="([^"]*)"/g)];
  const notes = [...html.matchAll(/<textarea[^>]* name="(\w+)"[^>]*>\n([^<]*)<\/textarea>/g)];
  return Object.fromEntries([...inputs, ...notes].map(([, name = '', value = '']) => [name, decode(value)]));
}

describe('the booking page', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openSharedMemoryDatabase();
  });

  async function openPage(settings: Settings = {}, ownCompanyId?: string) {
    let now = sunday;
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
    const practice = await addPractice(database, ownCompanyId);
    const { companyId } = practice;
    const slug = await addBookingPage(database, practice, settings);
    await database.db
      .update(stores)
      .set({ phone: '+31 (0)20 123 45 67', email: 'desk@vets.example' })
      .where(eq(stores.companyId, companyId));
    const sent: EmailMessage[] = [];
    const mail = {
      outcome: { status: 'sent' } as SendOutcome,
      send(message: EmailMessage) {
        sent.push(message);
        return Promise.resolve(mail.outcome);
      },
    };
    const door = createDoor({ database, clock: () => now, logger, email: mail });
    const read = async (response: Response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    });
    const get = async (query = '', headers: Record<string, string> = {}) =>
      read(await door.request(`/book/${slug}${query}`, { headers }));
    const post = async (
      fields: Record<string, string>,
      { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
    ) =>
      read(
        await door.request(`/book/${slug}${query}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null', ...headers },
          body: new URLSearchParams(fields).toString(),
        }),
      );
    const chosen = { type: practice.visitType, start };
    const anna = {
      ...{ firstName: 'Anna', lastName: 'Berg', email: 'Anna@Example.com', phone: '020 555 0101' },
      ...{ petName: 'Bella', species: 'Dog', note: 'Limps.' },
    };
    const chosenQuery = `?${new URLSearchParams(chosen)}`;
    /** The fields of a new form at the third step, with what Anna types. */
    const newForm = async (typed: Partial<typeof anna> = {}): Promise<Record<string, string>> => ({
      ...fieldsOf((await get(chosenQuery)).text),
      ...anna,
      ...typed,
    });
    const codeIn = (message: EmailMessage | undefined) => /\b[0-9]{6}\b/.exec(message?.text ?? '')?.[0] ?? 'no code';
    return {
      ...{ practice, companyId, slug, door, get, post, read, lines, sent, mail, chosen, chosenQuery, newForm, anna },
      lastCode: () => codeIn(sent.at(-1)),
      /** Sends a new form and returns its fields with the right code. */
      async formWithCode(typed: Partial<typeof anna> = {}) {
        const form = await newForm(typed);
        const shown = await post(form);
        expect(shown.status).toBe(200);
        return { ...fieldsOf(shown.text), code: codeIn(sent.at(-1)) } as Record<string, string>;
      },
      requests: () =>
        database.db
          .select()
          .from(onlineRequests)
          .where(eq(onlineRequests.companyId, companyId))
          .orderBy(onlineRequests.id),
      async count(table: 'booking_forms' | 'booking_codes' | 'online_requests') {
        const [row] = await database.sql.unsafe(
          `select count(*)::int as count from ${table} where company_id = $1::uuid`,
          [companyId],
        );
        return row?.['count'];
      },
      async refusals() {
        const rows =
          await database.sql`select reason, count from booking_refusals where company_id = ${companyId}::uuid`;
        return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
      },
      pass(ms: number) {
        now += ms;
      },
    };
  }

  test('asks what for and when by GET, with six times of a day, and stores nothing', async () => {
    const { get, practice, count, chosenQuery, companyId } = await openPage();
    const what = await get();
    expect(what.status).toBe(200);
    for (const text of ['Check-up', 'Tom &amp; Jerry Vets', english.emergency, 'href="tel:+31201234567"'])
      expect(what.text).toContain(text);
    expect(what.text).not.toContain('Leeches');
    const when = await get(`?type=${practice.visitType}`);
    const starts = [...when.text.matchAll(/name="start" value="([^"]+)"/g)].map(([, value]) => value);
    expect(starts).toHaveLength(6);
    // From the opening to the last time that ends before closing.
    expect([starts[0], starts.at(-1)]).toEqual(['2026-03-02T07:00:00.000Z', '2026-03-02T16:30:00.000Z']);
    expect(when.text.split('name="date"').length - 1).toBe(5);
    const later = await get(`?type=${practice.visitType}&date=2026-03-16`);
    expect(later.text).toContain('Monday 16 March');
    const who = await get(chosenQuery);
    expect(who.text).toContain('Monday, 2 March 2026');
    expect(who.text).toContain('10:00');
    expect(fieldsOf(who.text)['token']).toMatch(/^[\w-]{22}$/);
    for (const table of ['booking_forms', 'booking_codes', 'online_requests'] as const)
      expect(await count(table)).toBe(0);
    expect(who.text).not.toContain(companyId);
  });

  test('offers no time that the clock leaves out, and each other one once', async () => {
    const { get, practice, companyId } = await openPage();
    const openingHours = [{ weekday: 7 as const, opens: '01:00', closes: '04:00' }];
    await database.db.update(stores).set({ openingHours }).where(eq(stores.companyId, companyId));
    const when = await get(`?type=${practice.visitType}&from=2026-03-29`);
    expect(when.text).toContain('Sunday 29 March');
    const times = [...when.text.matchAll(/name="start" value="([^"]+)">([^<]+)</g)].map(([, , time]) => time);
    expect(times).toEqual(['01:00', '01:15', '01:30', '03:00', '03:15', '03:30']);
  });

  test('sends a code, and takes the time once it is typed, however often the form is sent', async () => {
    const { post, newForm, sent, lastCode, requests, practice, lines } = await openPage();
    const form = await newForm({ note: ' Limps.\r\n<b>Since</b> Monday. ' });
    const asked = await post(form);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain('Anna@Example.com');
    expect(sent).toMatchObject([{ to: 'Anna@Example.com', replyTo: 'desk@vets.example' }]);
    expect(asked.text).not.toContain(lastCode());
    expect(await requests()).toEqual([]);
    // The same form from another tab needs no other code.
    expect((await post(form)).text).toBe(asked.text);
    expect(sent).toHaveLength(1);
    const proof = { ...fieldsOf(asked.text), code: ` ${lastCode().slice(0, 3)} ${lastCode().slice(3)}` };
    const done = await Promise.all([post(proof), post(proof), post(form)]);
    const again = await post(proof);
    expect((await post(form)).text).toBe(again.text);
    expect([done[0]?.text, done[1]?.text]).toEqual([again.text, again.text]);
    for (const text of [english.done, 'Bella', 'Check-up', 'Monday, 2 March 2026', 'Anna@Example.com'])
      expect(again.text).toContain(text);
    expect(await requests()).toMatchObject([
      {
        ...{ storeId: practice.stores[0], visitTypeId: practice.visitType, start, end: '2026-03-02T09:20:00.000Z' },
        ...{ firstName: 'Anna', lastName: 'Berg', email: 'Anna@Example.com', phone: '020 555 0101' },
        ...{ petName: 'Bella', species: 'Dog', note: 'Limps.\n<b>Since</b> Monday.', language: 'en', status: 'open' },
      },
    ]);
    expect(lines.join('')).not.toMatch(/Anna|Bella|020 555|Limps/);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ path: '/book/:slug', status: 200 }),
    );
  });

  test('says all that is wrong at once, beside its field, in the language of the client, and keeps what was typed', async () => {
    const { post, newForm, sent, count } = await openPage();
    const long = 'x'.repeat(10_000);
    const typed = {
      firstName: ' ',
      lastName: long,
      email: 'anna@',
      phone: 'call me',
      petName: '"><script>alert(1)</script>',
      note: 'x'.repeat(1_001),
    };
    const refused = await post(await newForm(typed), { query: '?lang=de' });
    expect(refused.status).toBe(422);
    const { missing, tooLong, invalidEmail, invalidPhone, checkFields } = allBookingPageTexts.de;
    const beside = (field: string, fault: string) => {
      expect(refused.text).toContain(`id="${field}-fault">${fault}</p>`);
      expect(refused.text).toMatch(
        new RegExp(`id="${field}" name="${field}"[^>]* aria-describedby="${field}-fault[^>]* aria-invalid="true"`),
      );
    };
    beside('firstName', missing);
    beside('lastName', tooLong.replace('{max}', '200').replace('{count}', '10000'));
    beside('email', invalidEmail);
    beside('phone', invalidPhone);
    beside('note', tooLong.replace('{max}', '1000').replace('{count}', '1001'));
    expect(refused.text.split('aria-invalid="true"').length - 1).toBe(5);
    expect(refused.text).toContain(checkFields);
    expect(fieldsOf(refused.text)).toMatchObject({ ...typed, species: 'Dog' });
    expect(refused.text).not.toContain('<script');
    expect([sent, await count('booking_forms')]).toEqual([[], 0]);
    const huge = await post(await newForm({ note: 'x'.repeat(17_000) }));
    expect([huge.status, huge.text.includes(allClientTexts.en.page.tooLarge.text)]).toEqual([413, true]);
  });

  test('takes phone numbers and codes in the digits of an Arabic keyboard, and drops control characters', async () => {
    const { post, newForm, lastCode, requests } = await openPage();
    const arabic = (digits: string) =>
      digits.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
    const asked = await post(await newForm({ phone: arabic('0205550101'), petName: 'Bel\u0007la\u202e' }));
    const done = await post({ ...fieldsOf(asked.text), code: arabic(lastCode()) });
    expect(done.status).toBe(200);
    expect(await requests()).toMatchObject([{ phone: '0205550101', petName: 'Bella' }]);
  });

  test('goes back with all that was typed, also into another language', async () => {
    const { post, newForm, anna, practice, slug, chosen } = await openPage();
    const form = await newForm({ email: 'anna@' });
    for (const step of ['what', 'when', 'who']) {
      const shown = await post({ ...form, show: step }, { query: '?lang=fr' });
      expect(shown.status).toBe(200);
      expect(fieldsOf(shown.text)).toMatchObject({ ...anna, email: 'anna@', token: form['token'] });
      expect(shown.text).toContain(allBookingPageTexts.fr[step === 'what' ? 'what' : step === 'when' ? 'when' : 'who']);
      expect(shown.text).toContain('method="post" action="?lang=fr"');
    }
    const when = fieldsOf((await post({ ...form, show: 'when' })).text);
    expect(when['start']).toBeUndefined();
    expect(fieldsOf((await post({ ...when, start: next })).text)).toMatchObject({
      ...anna,
      email: 'anna@',
      start: next,
    });
    // Nothing was typed, so the step has an address.
    const empty = { ...chosen, token: form['token'] ?? '', show: 'when' };
    const back = await post(empty, { query: '?lang=fr' });
    expect([back.status, back.headers.get('location')]).toEqual([303, `${slug}?lang=fr&type=${practice.visitType}`]);
    const code = await post({ ...form, email: anna.email });
    const typedAgain = await post({ ...fieldsOf(code.text), show: 'who' });
    expect(fieldsOf(typedAgain.text)).toMatchObject({ ...anna, ...chosen });
  });

  test('offers the next three times if the time is taken, each with one press and no new code', async () => {
    const { post, get, formWithCode, requests, practice, sent, chosenQuery } = await openPage();
    const form = await formWithCode();
    const busy = (employee: string) =>
      appointmentIn(practice, { start, end: '2026-03-02T09:20:00.000Z', employeeIds: [employee] });
    await addAppointments(database, practice, [busy(practice.vet), busy(practice.near)]);
    const taken = await post(form);
    expect(taken.status).toBe(409);
    expect(taken.text).toContain(english.takenAfterCode);
    const offered = [...taken.text.matchAll(/name="start" value="([^"]+)"/g)].map(([, value]) => value ?? '');
    expect(offered).toEqual(['2026-03-02T09:30:00.000Z', '2026-03-02T09:45:00.000Z', '2026-03-02T10:00:00.000Z']);
    expect(await requests()).toEqual([]);
    const done = await post({ ...fieldsOf(taken.text), start: offered[1] ?? '' });
    expect([done.status, done.text.includes(english.done)]).toEqual([200, true]);
    expect(await requests()).toMatchObject([{ start: offered[1] }]);
    expect(sent).toHaveLength(1);
    // One who comes with an old page is told before anything is typed.
    const late = await get(chosenQuery);
    expect(late.text).toContain(english.taken);
    expect(late.text).toContain(english.when);
  });

  test('gives one of two who ask at once the time, and the other three others', async () => {
    const { post, formWithCode, requests, practice } = await openPage();
    await addAppointments(database, practice, [
      appointmentIn(practice, { start, end: '2026-03-02T09:20:00.000Z', employeeIds: [practice.near] }),
    ]);
    const forms = [await formWithCode(), await formWithCode({ email: 'tom@example.com' })];
    const answers = await Promise.all(forms.map((form) => post(form)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.text.split('name="start" value').length).toBe(4);
    expect(await requests()).toHaveLength(1);
  });

  test('ends a code after five wrong tries, and after fifteen minutes', async () => {
    const { post, formWithCode, lastCode, requests, refusals, pass, sent } = await openPage();
    const form = await formWithCode();
    const right = form['code'] ?? '';
    const wrong = { ...form, code: right === '000000' ? '000001' : '000000' };
    const missing = await post({ ...form, code: ' ' });
    expect([missing.status, missing.text.includes(english.missing)]).toEqual([422, true]);
    expect(missing.text).toMatch(/id="code"[^>]* aria-invalid="true"/);
    const tries = await Promise.all(Array.from({ length: 5 }, () => post(wrong)));
    expect(tries.filter(({ text }) => text.includes(english.wrongCode))).toHaveLength(4);
    const spent = await post(form);
    expect([spent.status, spent.text.includes(english.endedCode)]).toEqual([422, true]);
    expect(fieldsOf(spent.text)['firstName']).toBe('Anna');
    await post({ ...form, do: 'again' });
    pass(15 * MINUTE + 1);
    expect((await post({ ...form, code: lastCode() })).text).toContain(english.endedCode);
    await post({ ...form, do: 'again' });
    expect(await requests()).toEqual([]);
    expect((await post({ ...form, code: lastCode() })).text).toContain(english.done);
    expect([sent.length, await refusals()]).toEqual([3, { code: 1 }]);
  });

  test('does not accept the code of another form, or for a form that it does not have', async () => {
    const { post, formWithCode, requests, newForm } = await openPage();
    const [one, other] = [await formWithCode(), await formWithCode({ email: 'tom@example.com' })];
    if (one['code'] === other['code']) throw new Error('two codes were the same');
    expect((await post({ ...one, code: other['code'] ?? '' })).text).toContain(english.wrongCode);
    const foreign = await openPage();
    const unknown = await foreign.post({ ...one, type: foreign.practice.visitType });
    expect([unknown.status, unknown.text.includes(english.formGone)]).toEqual([409, true]);
    expect(fieldsOf(unknown.text)).toMatchObject({ firstName: 'Anna' });
    expect(fieldsOf(unknown.text)['token']).not.toBe(one['token']);
    expect((await post({ ...(await newForm()), token: 'short', do: 'prove', code: '123456' })).status).toBe(409);
    expect([await requests(), await foreign.requests()]).toEqual([[], []]);
  });

  test('says that the code could not be sent, and takes nothing', async () => {
    const { post, newForm, mail, requests, count, lastCode } = await openPage();
    const form = await newForm();
    for (const outcome of [{ status: 'not_handed_over' }, { status: 'refused', reason: 'refused' }] as const) {
      mail.outcome = outcome;
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const failed = await post(form);
        expect([failed.status, failed.text.includes(english.notSent)]).toEqual([503, true]);
        expect(fieldsOf(failed.text)).toMatchObject({ firstName: 'Anna', token: form['token'] });
      }
    }
    mail.outcome = { status: 'refused', reason: 'no_such_address' };
    const refused = await post(form);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(`id="email-fault">${english.undeliverable}</p>`);
    expect([await count('booking_codes'), await requests()]).toEqual([0, []]);
    // It may have arrived.
    mail.outcome = { status: 'unknown' };
    const asked = await post(form);
    expect(asked.status).toBe(200);
    expect((await post({ ...fieldsOf(asked.text), code: lastCode() })).text).toContain(english.done);
  });

  test('shows robots the page that everyone gets, and counts them', async () => {
    const { post, newForm, sent, count, refusals } = await openPage();
    const form = await newForm();
    const trapped = await post({ ...form, homepage: 'https://spam.example' });
    expect([sent, await count('booking_forms'), await refusals()]).toEqual([[], 0, { robot: 1 }]);
    expect(await post(form)).toMatchObject({ status: 200, text: trapped.text });
    expect(sent).toHaveLength(1);
  });

  test('sends three codes an hour to an e-mail address, and twenty from an address of the internet', async () => {
    const { post, newForm, sent, pass, refusals } = await openPage();
    for (const email of ['anna@example.com', 'ANNA@example.com', 'anna@EXAMPLE.com'])
      expect((await post(await newForm({ email }))).status).toBe(200);
    const refused = await post(await newForm());
    expect([refused.status, refused.text.includes(english.tooManyCodes)]).toEqual([429, true]);
    expect(fieldsOf(refused.text)['firstName']).toBe('Anna');
    pass(HOUR);
    expect((await post(await newForm())).status).toBe(200);
    for (let nth = 1; nth < 20; nth += 1) {
      if (nth % 10 === 0) pass(MINUTE);
      expect((await post(await newForm({ email: `client${nth}@example.com` }))).status).toBe(200);
    }
    pass(MINUTE);
    const robot = await post(await newForm({ email: 'one@example.com' }));
    expect([robot.status, robot.text.includes(english.tooManyCodes)]).toEqual([429, true]);
    const other = await post(await newForm({ email: 'two@example.com' }), {
      headers: { 'X-Forwarded-For': '198.51.100.7' },
    });
    expect([other.status, sent.length]).toEqual([200, 24]);
    expect(await refusals()).toEqual({ email: 1, address: 1 });
  });

  test('says to call once the limit of the day is reached, with nothing to offer, and without e-mail', async () => {
    const { post, get, formWithCode, door, slug, practice, refusals, read } = await openPage({ dailyLimit: 1 });
    const [one, other] = [await formWithCode(), await formWithCode({ email: 'tom@example.com' })];
    expect((await post(one)).status).toBe(200);
    const full = await post(other);
    expect([full.status, full.text.includes(english.dayIsFull.text)]).toEqual([409, true]);
    // What the visitor typed is not in the links to other languages, because addresses are logged.
    expect(full.text).toContain('?lang=nl');
    expect(full.text).not.toMatch(/tom@example\.com|tom%40example/);
    const shown = await get(`?type=${practice.visitType}`);
    expect(shown.text).toContain(english.dayIsFull.text);
    expect(shown.text).toContain('href="tel:+31201234567"');
    expect(await refusals()).toEqual({ day: 2 });
    // Who was in time is told so again.
    expect((await post(one)).text).toContain(english.done);
    const without = createDoor({ database, clock: () => sunday });
    expect((await read(await without.request(`/book/${slug}`))).text).toContain(english.closed.text);
    expect((await read(await door.request(`/book/${slug}`))).text).toContain(english.dayIsFull.text);
    const never = await openPage({ daysAhead: 1, noticeHours: 336 });
    const none = await never.get(`?type=${never.practice.visitType}`);
    expect([none.status, none.text.includes(english.noTimes.text)]).toEqual([200, true]);
    expect(none.text).toContain('href="tel:+31201234567"');
  });

  test('ends for those who are on it when the store or the type is switched off', async () => {
    const { post, get, formWithCode, requests, practice, door, companyId, read } = await openPage();
    const form = await formWithCode();
    const types = [
      { visitTypeId: practice.visitType, isOn: false, publicName: null },
      { visitTypeId: practice.retiredType, isOn: true, publicName: null },
    ];
    await addBookingPage(database, practice, { types });
    expect((await post(form)).text).toContain(english.closed.text);
    await addBookingPage(database, practice, { isOn: false });
    const unknown = await read(await door.request('/book/no-such-page'));
    expect([unknown.status, unknown.text.includes(allClientTexts.en.page.notFound.text)]).toEqual([404, true]);
    expect(await post(form)).toMatchObject({ status: 404, text: unknown.text });
    expect(await get()).toMatchObject({ status: 404, text: unknown.text });
    for (const path of ['/book', '/book/', '/book/UPPER', '/book/a', `/book/${companyId}/x`])
      expect((await read(await door.request(path))).text, path).toBe(unknown.text);
    expect(await requests()).toEqual([]);
  });

  test('is shown in an iframe by its sites alone, with the only script, and any origin may send its form', async () => {
    const plain = await (await openPage()).get();
    expect(plain.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(plain.headers.get('x-frame-options')).toBe('DENY');
    expect(plain.text).not.toContain('<script');
    const { get, post, door, newForm } = await openPage({
      origins: ['https://vets.example', 'https://www.vets.example:8443'],
    });
    const { headers, text } = await get();
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors https:\/\/vets.example https:\/\/www.vets.example:8443; base-uri 'none'$/,
    );
    expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`);
    expect(headers.get('x-frame-options')).toBeNull();
    expect([headers.get('referrer-policy'), headers.get('cache-control'), headers.get('set-cookie')]).toEqual([
      'no-referrer',
      'no-store',
      null,
    ]);
    for (const origin of ['null', 'https://elsewhere.example'])
      expect(
        (await post(await newForm({ email: `${origin.length}@example.com` }), { headers: { Origin: origin } })).status,
      ).toBe(200);
    const large = await post({ note: 'x'.repeat(17_000) });
    expect([large.status, large.headers.get('x-frame-options')]).toEqual([413, null]);
    expect(large.headers.get('content-security-policy')).toContain('frame-ancestors *;');
    const embed = await door.request('/book/embed.js');
    expect([embed.status, embed.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(embed.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(embed.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test('answers a client of the practice, and what the practice has on file, like anyone else', async () => {
    const { post, newForm, lastCode } = await openPage();
    const answers = async (email: string, petName: string, lastName: string) => {
      const form = await newForm({ email, petName, lastName });
      const asked = await post(form);
      const done = await post({ ...fieldsOf(asked.text), code: lastCode() });
      const anyone = (text: string) =>
        text
          .replaceAll(email, 'E')
          .replaceAll(petName, 'P')
          .replaceAll(lastName, 'L')
          .replaceAll(form['token'] ?? '', 'T');
      return [asked.status, anyone(asked.text), done.status, anyone(done.text)];
    };
    expect(await answers('ann@example.com', 'Rex', 'Smith')).toEqual(
      await answers('nobody@example.com', 'Nix', 'Nemo'),
    );
  });

  test('in a demonstration shows the code itself, since no e-mail is sent', async () => {
    const { newForm, post, get, sent, requests, practice, slug, pass } = await openPage({}, demoCompanyId());
    const asked = await post(await newForm());
    expect(sent).toEqual([]);
    const [, code = ''] = /<strong>([0-9]{6})<\/strong>/.exec(asked.text) ?? [];
    const [before = ''] = english.codeInDemo.split('{code}');
    expect(asked.text).toContain(before);
    pass(1_000);
    const inGerman = await post({ ...fieldsOf(asked.text), show: 'code' }, { query: '?lang=de' });
    const [, newCode = ''] = /<strong>([0-9]{6})<\/strong>/.exec(inGerman.text) ?? [];
    const done = await post({ ...fieldsOf(inGerman.text), code: newCode }, { query: '?lang=de' });
    expect(done.text).toContain(allBookingPageTexts.de.done);
    expect([await requests(), code === '']).toMatchObject([[{ language: 'de' }], false]);
    const without = createDoor({ database, clock: () => sunday });
    expect(await (await without.request(`/book/${slug}`)).text()).toBe((await get()).text);
    expect(practice.companyId).toMatch(/^01694901/);
  });

  test('speaks six languages, and stores the one that the client read', async () => {
    const { get, post, newForm, requests, practice, sent, lastCode } = await openPage();
    for (const language of clientLanguages) {
      const { what, when, emergency } = allBookingPageTexts[language];
      const { direction } = allClientTexts[language];
      const shown = await get(`?lang=${language}`);
      expect(shown.text).toContain(`<html lang="${language}" dir="${direction}">`);
      for (const text of [what, emergency]) expect(shown.text).toContain(text);
      expect(fieldsOf(shown.text)).toEqual({ lang: language });
      expect((await get(`?type=${practice.visitType}`, { 'Accept-Language': language })).text).toContain(when);
    }
    const when = await get(`?lang=de&type=${practice.visitType}&date=2026-03-16`);
    expect(when.text).toContain(`href="?lang=fr&amp;type=${practice.visitType}&amp;date=2026-03-16"`);
    const form = await newForm();
    const asked = await post(form, { query: '?lang=nl' });
    expect(asked.text).toContain(allBookingPageTexts.nl.code);
    expect(sent.at(-1)?.subject).toBe(allClientTexts.nl.code.subject.replace('{code}', lastCode()));
    await post({ ...fieldsOf(asked.text), code: lastCode() }, { query: '?lang=nl' });
    expect(await requests()).toMatchObject([{ language: 'nl' }]);
  });

  test('refuses bodies that no form sends, and fields that no page has', async () => {
    const { door, slug, post, practice, get } = await openPage();
    const json = await door.request(`/book/${slug}`, {
      method: 'POST',
      body: '{"do":"send"}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect([json.status, (await json.text()).includes(english.unreadable)]).toEqual([400, true]);
    expect((await post({ do: 'send' })).text).toContain(english.what);
    expect((await post({ type: practice.visitType, do: 'send' })).text).toContain(english.when);
    expect((await get('?type=x&start=tomorrow&date=2026-02-30')).text).toContain(english.what);
    expect((await get(`?type=${practice.retiredType}`)).text).toContain(english.typeGone);
    const impossible = await get(`?type=${practice.visitType}&start=9998-12-31T09:00:00Z`);
    expect(impossible.text).toContain(english.taken);
    const rows = await database.db.select().from(bookingPages).where(eq(bookingPages.slug, slug));
    expect(rows).toHaveLength(1);
  });
});
