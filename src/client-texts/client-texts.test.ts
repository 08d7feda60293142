import { describe, expect, it } from 'vitest';
import { clientLanguages } from '#contract/enums.ts';
import {
  countSmsParts,
  fillPlaceholders,
  findUnknownPlaceholders,
  measureSms,
  placeholders,
} from '#contract/message-placeholders.ts';
import { allClientTexts } from './all-client-texts.ts';
import { loadClientTexts } from './load-client-texts.ts';

/** Values of the usual length; an SMS has short dates. */
const usual = {
  pet: 'Bella',
  client: 'Anna Berg',
  date: 'Wed 30 Sept',
  time: '10:00',
  store: 'Tierarztpraxis Berg',
  address: 'Main Street 1',
  phone: '+49 30 1234567',
  type: 'Vaccination',
  preparation: '',
  link: `https://practice.example/a/${'x'.repeat(43)}`,
};

describe.each(clientLanguages)('the texts in %s', (language) => {
  const { messages, requests, withoutLink, dueWithoutLink } = allClientTexts[language];
  const kinds = Object.values(messages);

  it('are loaded alone, too', async () => {
    expect(await loadClientTexts(language)).toBe(allClientTexts[language]);
  });

  it('have known placeholders alone, and those that may be empty on lines of their own', () => {
    const lines = [
      ...kinds.flatMap(({ email, sms }) => [email.subject, ...email.body.split('\n'), ...sms.body.split('\n')]),
      ...Object.values(requests).flatMap(({ subject, body }) => [subject, ...body.split('\n')]),
      ...Object.values(withoutLink),
      ...Object.values(dueWithoutLink),
    ];
    expect(lines.flatMap(findUnknownPlaceholders)).toEqual(['reason']);
    expect(requests.request_declined.body.split('\n')).toContain('{reason}');
    for (const name of ['type', 'address', 'phone', 'preparation', 'link']) {
      const others = lines
        .filter((line) => line.includes(`{${name}}`))
        .flatMap((line) => placeholders.filter((other) => other !== name && line.includes(`{${other}}`)));
      expect(others).toEqual([]);
    }
  });

  it('say in every message whose appointment it is, when and where', () => {
    const answers = Object.values(requests).map(({ body }) => body);
    for (const text of [...kinds.flatMap(({ email, sms }) => [email.body, sms.body]), ...answers])
      for (const name of ['pet', 'date', 'store']) expect(text).toContain(`{${name}}`);
    // A pet is due again on a day, not at a time.
    for (const { email, sms } of kinds)
      for (const { body } of [email, sms]) expect(body.includes('{time}')).toBe(email !== messages.due.email);
    for (const answer of answers) expect(answer).toContain('{time}');
  });

  it('have the link, or the words without it, where there is something to answer, else the phone', () => {
    for (const kind of ['confirmation', 'moved', 'reminder', 'due'] as const)
      for (const { body } of [messages[kind].email, messages[kind].sms]) expect(body).toContain('{link}');
    expect(requests.request_booked.body).toContain('{link}');
    for (const line of [
      ...Object.values(withoutLink),
      dueWithoutLink.sms,
      messages.due.email.body,
      messages.cancellation.sms.body,
      messages.cancellation.email.body,
      requests.request_declined.body,
    ])
      expect(line).toContain('{phone}');
  });

  it('are short as an SMS', () => {
    const bodies = kinds.map(({ sms }) => fillPlaceholders(sms.body, usual));
    expect(bodies.map((body) => measureSms(body).isGsm)).toEqual(bodies.map(() => language !== 'ar'));
    expect(Math.max(...bodies.map(countSmsParts))).toBe(language === 'ar' ? 3 : 1);
  });
});
