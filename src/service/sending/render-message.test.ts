import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { clientLanguages } from '#contract/enums.ts';
import { countSmsParts, maxSmsLength, measureSms } from '#contract/message-placeholders.ts';
import { renderMessage } from './render-message.ts';
import type { AppointmentContent, MessagedAppointment, RefusalContent } from './transport.ts';

const now = Date.parse('2026-11-29T10:00:00Z');
const link = `https://practice.example/a/${'Ab-_'.repeat(10)}xyz`;

function appointment(values: Partial<MessagedAppointment> = {}): MessagedAppointment {
  return {
    id: '018f0000-0000-7000-8000-000000000001',
    petName: 'Bella',
    typeName: 'Vaccination',
    preparation: null,
    start: '2026-12-01T09:00:00Z',
    end: '2026-12-01T09:30:00Z',
    isCancelled: false,
    createdAt: '2026-11-20T09:00:00Z',
    updatedAt: '2026-11-20T09:00:00Z',
    ...values,
  };
}

function content(values: Partial<AppointmentContent> = {}): AppointmentContent {
  return {
    companyId: '018f0000-0000-7000-8000-000000000002',
    kind: 'reminder',
    channel: 'email',
    language: 'en',
    client: { firstName: 'Anna', lastName: 'Berg' },
    store: {
      name: 'Berg Vets',
      timeZone: 'Europe/Berlin',
      phone: '+49 30 1234567',
      email: null,
      address: 'Main Street 1\n10115 Berlin',
      website: null,
    },
    appointments: [appointment()],
    isMoved: false,
    link,
    texts: [],
    ...values,
  };
}

const render = (values: Partial<AppointmentContent> = {}) => renderMessage(content(values), now);
const { store } = content();

/** Where an SMS or e-mail has only date and time of the appointments. */
const own = (body: string, values: Partial<AppointmentContent> = {}) =>
  render({
    ...values,
    texts: clientLanguages.flatMap((language) =>
      (['email', 'sms'] as const).map((channel) => ({
        kind: 'reminder' as const,
        channel,
        language,
        subject: 'S',
        body,
      })),
    ),
  }).text;

describe('the built-in text', () => {
  it('says what, when, where and how to answer', () => {
    const { subject, text, parts } = render({
      appointments: [appointment({ preparation: 'Nothing to eat from 22:00' })],
    });
    expect(subject).toBe('Reminder: Bella, Tuesday 1 December, 10:00');
    expect(text).toBe(`Hello Anna Berg,

We look forward to seeing you:

Bella
Vaccination
Tuesday 1 December at 10:00

Berg Vets
Main Street 1
10115 Berlin
Phone: +49 30 1234567

Before you come: Nothing to eat from 22:00

To confirm or make changes: ${link}`);
    expect(parts).toBeNull();
  });

  it('of a confirmation says that the time is new if the client was written to about another one', () => {
    const moved = { kind: 'confirmation', isMoved: true } as const;
    const { subject, text } = render(moved);
    expect(subject).toBe('New time: Bella, Tuesday 1 December, 10:00');
    expect(text).toMatch(/^Hello Anna Berg,\n\nYour appointment has a new time:\n\nBella\n/);
    expect(render({ ...moved, channel: 'sms', link: null }).text).toBe(
      'New time: Bella, Tue 1 Dec, 10:00, Berg Vets\nTo change, please call +49 30 1234567',
    );
    expect(render({ isMoved: true }).subject).toMatch(/^Reminder/);
    const texts = [{ kind: 'confirmation', channel: 'email', language: 'en', subject: 'Own', body: 'Own' }] as const;
    expect(render({ ...moved, texts })).toMatchObject({ subject: 'Own', text: 'Own' });
  });

  it('leaves out what is not there, and asks for a call where there is no link', () => {
    const { text } = render({
      link: null,
      store: { ...store, address: null },
      appointments: [appointment({ typeName: null })],
    });
    expect(text).toBe(`Hello Anna Berg,

We look forward to seeing you:

Bella
Tuesday 1 December at 10:00

Berg Vets
Phone: +49 30 1234567

If you need to change something, please call us: +49 30 1234567`);
    expect(render({ link: null, store: { ...store, phone: null } }).text).not.toMatch(/call|Phone/);
  });

  it('is short by SMS, with a phone number in place of a link', () => {
    const { text, subject, html, calendar, parts } = render({ channel: 'sms' });
    expect(text).toBe(`Reminder: Bella, Tue 1 Dec, 10:00, Berg Vets\nConfirm or change: ${link}`);
    expect({ subject, html, calendar, parts }).toEqual({ subject: null, html: null, calendar: null, parts: 1 });
    expect(render({ channel: 'sms', link: null }).text).toBe(
      'Reminder: Bella, Tue 1 Dec, 10:00, Berg Vets\nTo change, please call +49 30 1234567',
    );
  });

  it.each(clientLanguages)('is whole in %s for every kind', (language) => {
    for (const kind of ['confirmation', 'reminder', 'cancellation'] as const)
      for (const channel of ['email', 'sms'] as const) {
        const { text, subject } = render({ language, kind, channel });
        expect(`${subject} ${text}`).not.toMatch(/[{}]|undefined|null \n/);
        expect(text).toContain('Bella');
      }
  });
});

describe('dates and times', () => {
  it.each([
    ['en', 'email', 'Tuesday 1 December, 10:00'],
    ['de', 'email', 'Dienstag, 1. Dezember, 10:00'],
    ['fr', 'email', 'mardi 1er décembre, 10:00'],
    ['es', 'email', 'martes, 1 de diciembre, 10:00'],
    ['nl', 'email', 'dinsdag 1 december, 10:00'],
    ['ar', 'email', 'الثلاثاء، 1 ديسمبر, 10:00 ص'],
    ['de', 'sms', 'Di., 1. Dez., 10:00'],
  ] as const)('are as %s writes them', (language, channel, expected) => {
    expect(own('{date}, {time}', { language, channel })).toBe(expected);
  });

  it('are on the clock of the store', () => {
    const there = { store: { ...store, timeZone: 'America/New_York' } };
    expect(own('{date}, {time}', there)).toBe('Tuesday, December 1, 4:00 AM');
    expect(own('{date}, {time}', { ...there, language: 'de' })).toBe('Dienstag, 1. Dezember, 04:00');
    const overnight = [appointment({ start: '2026-11-30T23:30:00Z' })];
    expect(own('{date}, {time}', { appointments: overnight })).toBe('Tuesday 1 December, 00:30');
  });

  it('have the year where it is another one', () => {
    const appointments = [appointment({ start: '2027-01-01T09:00:00Z' })];
    expect(own('{date}', { appointments, language: 'fr' })).toBe('vendredi 1er janvier 2027');
    expect(own('{date}', { appointments: [appointment({ start: '2026-12-21T09:00:00Z' })], language: 'fr' })).toBe(
      'lundi 21 décembre',
    );
  });

  it('do not make an SMS longer by an accent', () => {
    const appointments = [appointment({ start: '2026-08-01T09:00:00Z' })];
    expect(own('{date}', { appointments, channel: 'sms', language: 'fr' })).toBe('sam. 1er aout');
    expect(own('{date}', { appointments, channel: 'sms', language: 'es' })).toBe('sab, 1 ago');
  });
});

describe('several appointments in one message', () => {
  const max = appointment({ petName: 'Max', start: '2026-12-01T09:30:00Z', typeName: 'Dental' });

  it('say whose is when', () => {
    const two = { appointments: [appointment(), max] };
    expect(own('{pet}: {type}, {time}', two)).toBe(
      'Bella and Max: Vaccination and Dental, 10:00 (Bella) and 10:30 (Max)',
    );
    expect(own('{pet}: {time}', { ...two, language: 'de' })).toBe('Bella und Max: 10:00 (Bella) und 10:30 (Max)');
    expect(own('{pet}: {time}', { ...two, language: 'ar' })).toBe(
      '\u2068Bella\u2069 و\u2068Max\u2069: 10:00 ص (\u2068Bella\u2069) و10:30 ص (\u2068Max\u2069)',
    );
  });

  it('say a time, a type and what to do before once', () => {
    const same = ['Bella', 'Max', 'Kiki'].map((petName) => appointment({ petName, preparation: 'Nothing to eat' }));
    expect(own('{pet}: {type}, {time}. {preparation}', { appointments: same })).toBe(
      'Bella, Max and Kiki: Vaccination, 10:00. Nothing to eat',
    );
    const twice = [appointment(), appointment({ start: '2026-12-01T13:00:00Z' })];
    expect(own('{pet}: {time}', { appointments: twice })).toBe('Bella: 10:00 and 14:00');
  });

  it('say who has to do what before', () => {
    const appointments = [appointment({ preparation: 'Nothing to eat' }), max];
    expect(own('{preparation}', { appointments })).toBe('Bella: Nothing to eat');
    const both = [appointment({ preparation: 'Nothing to eat' }), { ...max, preparation: 'Bring the pass' }];
    expect(own('{preparation}', { appointments: both })).toBe('Bella: Nothing to eat\nMax: Bring the pass');
  });
});

describe('own texts', () => {
  const texts = [
    {
      kind: 'reminder',
      channel: 'email',
      language: 'en',
      subject: '{pet} tomorrow',
      body: 'See you!\r\n{preparation}',
    },
    { kind: 'reminder', channel: 'sms', language: 'en', subject: null, body: '{preparation}' },
  ] as const;

  it('stand in place of the built-in ones of this kind, channel and language', () => {
    expect(render({ texts })).toMatchObject({ subject: 'Bella tomorrow', text: 'See you!' });
    expect(render({ texts, language: 'de' }).text).toMatch(/^Guten Tag/);
    expect(render({ texts, kind: 'cancellation' }).text).toMatch(/^Hello Anna/);
  });

  it('are replaced by the built-in one where nothing of them remains', () => {
    expect(render({ texts, channel: 'sms' }).text).toMatch(/^Reminder: Bella/);
  });
});

describe('what people typed', () => {
  it('is text in HTML, and a line in the subject', () => {
    const appointments = [
      appointment({ petName: `<b>"Bella" & 'Max'</b>`, preparation: '<script>\nalert(1)</script>' }),
    ];
    const { subject, text, html } = render({ appointments });
    expect(subject).toBe(`Reminder: <b>"Bella" & 'Max'</b>, Tuesday 1 December, 10:00`);
    expect(text).toContain('<script>\nalert(1)</script>');
    expect(html).toContain('&lt;b&gt;&quot;Bella&quot; &amp; &#39;Max&#39;&lt;/b&gt;');
    expect(html).toContain('&lt;script&gt;<br>\nalert(1)&lt;/script&gt;');
    expect(html).toContain(`<a href="${link}">${link}</a>`);
    const named = [
      { kind: 'reminder', channel: 'email', language: 'en', subject: '{preparation} {address}', body: 'x' },
    ] as const;
    expect(render({ appointments, texts: named }).subject).toBe(
      '<script> alert(1)</script> Main Street 1 10115 Berlin',
    );
  });

  it('does not change the order around it where it is written in the other direction', () => {
    expect(own('{pet}, {phone}', { appointments: [appointment({ petName: 'بيلا\u202e' })] })).toBe(
      '\u2068بيلا\u2069, +49 30 1234567',
    );
    expect(own('{client}، {phone}', { language: 'ar', client: { firstName: 'آنا', lastName: '' } })).toBe(
      'آنا، \u2068+49 30 1234567\u2069',
    );
    expect(render({ language: 'ar' }).html).toContain('<html lang="ar" dir="rtl">');
  });
});

describe('the answer to a request from the web site', () => {
  const refusal = (values: Partial<RefusalContent> = {}) => {
    const { companyId, client, store: from } = content();
    const request = { petName: 'Bella', typeName: 'Vaccination', start: '2026-12-01T09:00:00Z' };
    const common = { companyId, kind: 'request_declined', channel: 'email', language: 'en' } as const;
    return renderMessage({ ...common, client, store: from, request, reason: null, ...values }, now);
  };

  it('says what is booked, with the link and the appointment as a file, and has no text of the practice', () => {
    const texts = [
      { kind: 'confirmation', channel: 'email', language: 'en', subject: 'Own', body: 'Own text' },
    ] as const;
    const { subject, text, calendar } = render({ kind: 'request_booked', texts });
    expect(subject).toBe('Booked: Bella, Tuesday 1 December, 10:00');
    expect(text).toMatch(
      /^Hello Anna Berg,\n\nThank you for your request\. We have booked for you:\n\nBella\nVaccination\n/,
    );
    expect(text).toMatch(new RegExp(`To confirm or make changes: ${link}$`));
    expect(calendar).toContain('SUMMARY:Bella\\, Berg Vets');
    expect(render({ kind: 'request_booked', link: null }).text).toMatch(/please call us: \+49 30 1234567$/);
  });

  it('says what is not, why, and where to call', () => {
    const { subject, text, calendar, html } = refusal({ reason: 'We are closed.\nFrom Monday on {phone} <b>' });
    expect(subject).toBe('Your request for Tuesday 1 December, 10:00');
    expect(text).toBe(`Hello Anna Berg,

Thank you for your request. Unfortunately we can’t offer you this appointment:

Bella
Vaccination
Tuesday 1 December at 10:00

We are closed.
From Monday on {phone} <b>

If you would like another time, please call us: +49 30 1234567

Berg Vets
Main Street 1
10115 Berlin`);
    expect(html).toContain('From Monday on {phone} &lt;b&gt;');
    expect(calendar).toBeNull();
  });

  it('leaves out what is not there', () => {
    const there = { ...store, phone: null, address: null };
    const { text } = refusal({
      store: there,
      request: { petName: 'Bella', typeName: null, start: '2026-12-01T09:00:00Z' },
    });
    expect(text).toBe(`Hello Anna Berg,

Thank you for your request. Unfortunately we can’t offer you this appointment:

Bella
Tuesday 1 December at 10:00

Berg Vets`);
  });

  it.each(clientLanguages)('is whole in %s', (language) => {
    const booked = render({ kind: 'request_booked', language });
    const declined = refusal({ language, reason: 'Because.' });
    for (const { subject, text, html } of [booked, declined]) {
      expect(`${subject} ${text}`).not.toMatch(/[{}]|undefined|null/);
      expect(text).toContain('Bella');
      expect(html).toContain(`lang="${language}"`);
    }
    expect(booked.text).toContain(link);
    expect(declined.text).toContain('Because.');
    expect(declined.text).toContain('+49 30 1234567');
  });
});

it('attaches the appointments to an e-mail, cancelled ones as such', () => {
  const events = (values: Partial<AppointmentContent>) =>
    new ICAL.Component(ICAL.parse(render(values).calendar ?? '')).getAllSubcomponents('vevent');
  const [event] = events({ appointments: [appointment({ petName: 'Bella; Max', preparation: 'Nothing\nto eat' })] });
  expect(event?.getFirstPropertyValue('summary')).toBe('Bella; Max, Berg Vets');
  expect(event?.getFirstPropertyValue('location')).toBe('Berg Vets, Main Street 1, 10115 Berlin');
  expect(event?.getFirstPropertyValue('status')).toBe('CONFIRMED');
  const cancelled = events({ kind: 'cancellation', appointments: [appointment({ isCancelled: true }), appointment()] });
  expect(cancelled.map((one) => one.getFirstPropertyValue('status'))).toEqual(['CANCELLED', 'CONFIRMED']);
});

describe('an SMS that is too long', () => {
  it('is cut to the longest beginning that four parts can have', () => {
    expect(own('x'.repeat(700), { channel: 'sms' })).toBe('x'.repeat(612));
    expect(own('€'.repeat(400), { channel: 'sms' })).toBe('€'.repeat(306));
    expect(own('م'.repeat(300), { channel: 'sms' })).toBe('م'.repeat(268));
    expect(own(`${'x'.repeat(267)}🐶`, { channel: 'sms' })).toBe('x'.repeat(267));
    expect(own(`${'x'.repeat(300)}م`, { channel: 'sms' })).toBe('x'.repeat(300));
  });

  it('keeps the link, and what sets it apart', () => {
    const before = 'x '.repeat(400);
    const kept = 612 - link.length - 1;
    expect(own(`${before}{link}`, { channel: 'sms' })).toBe(`${before.slice(0, kept)} ${link}`);
    expect(own(`Hello\n{link}\n${before}`, { channel: 'sms' })).toBe(`Hello\n${link}\n${before}`.slice(0, 612));
  });

  it('is always the longest text of whole characters that fits', () => {
    const unit = fc.constantFrom('abc ', '€', 'é', 'م', '🐶', '👨‍👩‍👧', 'e\u0301', '\n');
    const words = fc.array(fc.tuple(unit, fc.integer({ min: 1, max: 200 })), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, (some) => {
        const body = some
          .map(([text, count]) => text.repeat(count))
          .join('')
          .trim();
        fc.pre(body !== '');
        const whole = own(body, { channel: 'sms' });
        expect(countSmsParts(whole)).toBeLessThanOrEqual(4);
        expect(body.startsWith(whole)).toBe(true);
        const [next] = new Intl.Segmenter().segment(body.slice(whole.length));
        if (next !== undefined) {
          const { length, isGsm } = measureSms(whole + next.segment);
          expect(length).toBeGreaterThan(maxSmsLength(isGsm));
        }
        const withLink = own(`${body} {link}`, { channel: 'sms' });
        expect(countSmsParts(withLink)).toBeLessThanOrEqual(4);
        expect(withLink.endsWith(` ${link}`)).toBe(true);
        expect(body.startsWith(withLink.slice(0, -link.length - 1))).toBe(true);
      }),
    );
  });
});
