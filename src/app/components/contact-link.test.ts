import { expect, test } from 'vitest';
import { emailHref, phoneHref } from './contact-link.tsx';

test.each([
  ['555-0101', 'tel:5550101'],
  ['+1 (902) 555-0101', 'tel:+19025550101'],
  ['+44 (0)20 7946 0000', 'tel:+442079460000'],
  ['(0)20 7946 0000', 'tel:02079460000'],
  ['902 555 0101 ext. 12', 'tel:9025550101;ext=12'],
  ['*69#', 'tel:*69%23'],
  [' ０３０ １２３４ ', 'tel:0301234'],
])('%s is dialled as %s', (text, href) => {
  expect(phoneHref(text)).toBe(href);
});

test.each([
  '',
  '12',
  'ask Maria',
  '555-0101 or 555-0102',
  '555-0101, 555-0102',
  '555-0101 (mornings)',
  'javascript:1234',
])('%j is not a phone number', (text) => {
  expect(phoneHref(text)).toBeNull();
});

test.each([
  ['maria@example.com', 'mailto:maria@example.com'],
  [' o’hara+vet@example.com ', 'mailto:o%E2%80%99hara%2Bvet@example.com'],
  ['a?b&c@example.com', 'mailto:a%3Fb%26c@example.com'],
])('%j is linked as %s', (text, href) => {
  expect(emailHref(text)).toBe(href);
});

test.each(['', 'maria', 'a@b@c', 'a@b.example, c@d.example', 'Maria <maria@example.com>', 'a@b.example?bcc=x'])(
  '%j is not a single e-mail address',
  (text) => {
    expect(emailHref(text)).toBeNull();
  },
);
