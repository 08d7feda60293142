import fc from 'fast-check';
import { expect, test } from 'vitest';
import { originSchema, putOnlineBookingSchema, slugSchema } from '#contract/online-booking.ts';
import type { ReceivedOnlineBooking } from '#contract/received-online-booking.ts';
import {
  applyDraft,
  findBookingProblems,
  iframeHtml,
  linkHtml,
  readOrigin,
  storeFieldName,
  suggestSlug,
  toBookingRequest,
  toFormInput,
  typeFieldName,
} from './booking-values.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [north, south] = [{ id: idOf(1) }, { id: idOf(2) }];
const [consultation, dental, hidden] = [{ id: idOf(11) }, { id: idOf(12) }, { id: idOf(13) }];
const offered = { stores: [north, south], types: [consultation, dental] };
const settings: ReceivedOnlineBooking = {
  stores: [{ storeId: north.id, isOn: true, slug: 'vets-north' }],
  types: [
    { visitTypeId: consultation.id, isOn: true, publicName: 'Check-up' },
    { visitTypeId: hidden.id, isOn: true, publicName: null },
  ],
  ...{ noticeHours: 4, daysAhead: 60, dailyLimit: 20, origins: ['https://www.vets.example'] },
  updatedAt: '2026-06-03T12:00:00.000Z',
};
const saved = toFormInput(settings, offered);
const change = (to: unknown) => ({ from: null, to });

test('settings that nobody changed are sent as they were received, with types that can no longer be chosen', () => {
  const { updatedAt, ...unchanged } = settings;
  const body = toBookingRequest(settings, applyDraft(saved, {}), offered);
  expect(body).toEqual(unchanged);
  const request = { companyId: idOf(99), expectedUpdatedAt: updatedAt, ...body };
  expect(putOnlineBookingSchema.safeParse(request).success).toBe(true);
});

test('a draft changes only what it names, and invalid parts of it are left out', () => {
  const input = applyDraft(saved, {
    [storeFieldName(south)]: change({ isOn: true, slug: 'vets-south' }),
    [typeFieldName(consultation)]: change({ isOn: 'yes' }),
    [typeFieldName({ id: idOf(77) })]: change({ isOn: true, publicName: 'Gone' }),
    noticeHours: change('4'),
    dailyLimit: change(50),
    origins: change('www.vets.example/contact\n\nhttps://shop.vets.example:8443, https://www.vets.example'),
  });
  expect(toBookingRequest(settings, input, offered)).toEqual({
    stores: [
      { storeId: north.id, isOn: true, slug: 'vets-north' },
      { storeId: south.id, isOn: true, slug: 'vets-south' },
    ],
    types: settings.types,
    ...{ noticeHours: 4, daysAhead: 60, dailyLimit: 50 },
    origins: ['https://www.vets.example', 'https://shop.vets.example:8443'],
  });
});

test('a store that is off keeps its address, and needs none', () => {
  const off = (slug: string) => applyDraft(saved, { [storeFieldName(north)]: change({ isOn: false, slug }) });
  expect(toBookingRequest(settings, off('vets-north'), offered).stores).toEqual([
    { storeId: north.id, isOn: false, slug: 'vets-north' },
  ]);
  expect(toBookingRequest(settings, off(''), offered).stores).toEqual([]);
  expect(findBookingProblems(off(''), offered)).toEqual({});
});

test.each<[store: { isOn: boolean; slug: string }, problem: RegExp | undefined]>([
  [{ isOn: true, slug: '' }, /^Enter an address/],
  [{ isOn: true, slug: 'vé' }, /^Use 3 to 40/],
  [{ isOn: true, slug: 'vets-north' }, /^Another store/],
  [{ isOn: true, slug: 'taken-one' }, /^Another practice/],
  [{ isOn: true, slug: 'vets-south' }, undefined],
])('a store with %o has its problem, and with no problem can be sent', (store, problem) => {
  const input = applyDraft(saved, { [storeFieldName(south)]: change(store) });
  const problems = findBookingProblems(input, offered, 'taken-one');
  if (problem) expect(problems[storeFieldName(south)]).toMatch(problem);
  else expect(problems).toEqual({});
});

test.each<[typed: string, origin: string | null]>([
  ['https://www.vets.example', 'https://www.vets.example'],
  ['WWW.Vets.example/contact?x=1', 'https://www.vets.example'],
  ['https://tierärzte.example:8443/', 'https://xn--tierrzte-3za.example:8443'],
  ['http://www.vets.example', null],
  ['ftp://www.vets.example', null],
  ['vets', null],
  ['two words.example', null],
  ['https://*.vets.example', null],
  ["https://vets.example' 'unsafe-inline'", null],
])('the web site “%s” is read as %s', (typed, origin) => {
  expect(readOrigin(typed)).toBe(origin);
  const problem = findBookingProblems({ ...saved, origins: typed }, offered).origins;
  expect(problem === undefined).toBe(origin !== null);
});

test('any text is read as an origin that the service accepts, or as none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain()), (typed) => {
      const origin = readOrigin(typed);
      if (origin !== null) expect(originSchema.safeParse(origin).success).toBe(true);
    }),
  );
});

test('an address is suggested from the names, in Latin letters', () => {
  expect(suggestSlug(['Happy Paws', 'North'])).toBe('happy-paws-north');
  expect(suggestSlug(['Tierärzte am Straßburger Tor'])).toBe('tierarzte-am-strassburger-tor');
  expect(suggestSlug(['Clínica O’Brien'])).toBe('clinica-obrien');
  expect(suggestSlug(['عيادة'])).toBe('');
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 3 }), (names) => {
      const slug = suggestSlug(names);
      if (slug !== '') expect(slugSchema.safeParse(slug).success).toBe(true);
    }),
  );
});

test('lines of HTML name the page, and text in them is text', () => {
  expect(linkHtml('https://book.example', 'vets', 'Cats & "dogs" <b>')).toBe(
    '<a href="https://book.example/book/vets">Cats &amp; &quot;dogs&quot; &lt;b&gt;</a>',
  );
  const lines = iframeHtml('https://book.example/x', 'vets', 'Request').split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('<iframe src="https://book.example/x/book/vets" title="Request"');
  expect(lines[1]).toBe('<script src="https://book.example/x/book/embed.js" async></script>');
});
