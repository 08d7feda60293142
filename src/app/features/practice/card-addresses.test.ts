import { expect, test } from 'vitest';
import { chooseCardAddresses } from './card-addresses.ts';

const at = (origin: string) => ({ origin, hostname: new URL(origin).hostname });
const HERE = at('http://localhost:4100');
const OFFICE = 'http://192.168.1.20:4100';
const WIFI = 'http://10.0.0.7:4100';
const IPV6 = 'http://[2001:db8::20]:4100';

test.each(['http://localhost:4100', 'http://127.0.0.1:4100', 'http://[::1]:4100', 'http://desk.localhost:4100'])(
  'a page at %s gives cards the addresses for other computers',
  (origin) => {
    expect(chooseCardAddresses([OFFICE, WIFI], at(origin))).toEqual({
      isLocalOnly: false,
      first: OFFICE,
      others: [WIFI],
    });
  },
);

test('a card has the address of the page, marked as such, if only this computer can open Frontdesk', () => {
  expect(chooseCardAddresses([], HERE)).toEqual({ isLocalOnly: true, first: HERE.origin, others: [] });
});

test('a card has the address of the page if the gateway reports none', () => {
  expect(chooseCardAddresses(null, HERE)).toEqual({ isLocalOnly: false, first: HERE.origin, others: [] });
  expect(chooseCardAddresses(null, at(WIFI))).toEqual({ isLocalOnly: false, first: WIFI, others: [] });
});

test('the address of a page on another computer comes first, even if the gateway does not report it', () => {
  expect(chooseCardAddresses([OFFICE, WIFI], at(WIFI))).toEqual({ isLocalOnly: false, first: WIFI, others: [OFFICE] });
  const container = 'http://172.17.0.2:4100';
  expect(chooseCardAddresses([container], at(OFFICE))).toEqual({
    isLocalOnly: false,
    first: OFFICE,
    others: [container],
  });
  expect(chooseCardAddresses([], at(OFFICE))).toEqual({ isLocalOnly: false, first: OFFICE, others: [] });
});

test('host names come before IP addresses, and a card has at most three addresses', () => {
  const named = 'https://desk.example';
  expect(chooseCardAddresses([named], at(OFFICE))).toEqual({ isLocalOnly: false, first: named, others: [OFFICE] });
  expect(chooseCardAddresses([OFFICE, named, WIFI, IPV6], HERE)).toEqual({
    isLocalOnly: false,
    first: named,
    others: [OFFICE, WIFI],
  });
});
