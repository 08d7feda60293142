import { expect, test } from 'vitest';
import { emailOf, phoneOf } from './contact.ts';

test.each([
  ['ann@example.com', 'ann@example.com'],
  ['ann@example.com.', 'ann@example.com'],
  ['Ann Lee <mailto:ann@example.com>; bo@example.com', 'ann@example.com'],
  ['ann@example.com bo@example.com.', 'ann@example.com'],
  ['ann@b', null],
  ['none', null],
])('the first email address in %j is %j', (cell, email) => {
  expect(emailOf(cell)).toBe(email);
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
  expect(phoneOf(cell)).toBe(phone);
});
