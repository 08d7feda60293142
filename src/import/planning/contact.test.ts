import { expect, test } from 'vitest';
import { extractPhone, findEmail, findPhone, findPhones } from './contact.ts';

test.each([
  ['ann@example.com', 'ann@example.com'],
  ['ann@example.com.', 'ann@example.com'],
  ['Ann Lee <mailto:ann@example.com>; bo@example.com', 'ann@example.com'],
  ['ann@example.com bo@example.com.', 'ann@example.com'],
  ['ann@b', null],
  ['none', null],
])('the first email address in %j is %j', (cell, email) => {
  expect(findEmail(cell)).toBe(email);
});

test.each([
  ['+1 212 555 0101; 555 0199', '+1 212 555 0101'],
  ['+49 (0)151 / 555-01', '+49 (0)151 / 555-01'],
  ['212 555 0101 / 0199', '212 555 0101'],
  ['+49 30 1, (030) 2', '+49 30 1'],
  ['030 1234, ext. 5\n030 13', '030 1234, ext. 5'],
  ['٠١٠١', '٠١٠١'],
  ['12', null],
  ['2.125550101E+9', null],
  ['none', null],
  ['0171 234567 (wife)', '0171 234567 (wife)'],
  ['12 Main Street 3', null],
  ['Hauptstr. 12, 10115 Berlin', null],
])('the first phone number in %j is %j', (cell, phone) => {
  expect(findPhone(cell)).toBe(phone);
});

test.each([
  ['0463 540 220 / 0400 111 222', '0463 540 220', ['0400 111 222']],
  ['0463 540 220 / 0400 111 222 / 03 5550 1234', '0463 540 220', ['0400 111 222 / 03 5550 1234']],
  ['ask for Jo; 0463 540 220; 0400 111 222', '0463 540 220', ['ask for Jo', '0400 111 222']],
  ['+49 (0)151 / 555-01', '+49 (0)151 / 555-01', []],
  ['call husband 0412 555 019', 'call husband 0412 555 019', []],
])('nothing in %j is lost', (cell, first, others) => {
  expect(findPhones(cell)).toEqual({ first, others });
});

test.each([
  ['0412 555 019', '0412 555 019'],
  ['call husband 0412 555 019', '0412 555 019'],
  ['0412 555 019 (mobile', '0412 555 019'],
  ['mum (03) 5550 1234, dad 0412 555 019', '(03) 5550 1234'],
  ['0463540220/0400111222', '0463540220'],
  ['030 1234, ext. 5', '030 1234, ext. 5'],
  ['110', '110'],
])('the number alone in %j is %j', (text, plain) => {
  expect(extractPhone(text)).toBe(plain);
});
