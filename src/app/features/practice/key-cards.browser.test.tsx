import '#app/styles.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { DeskSession } from '#contract/desk.ts';
import { waitUntil } from '#testing/wait-until.ts';
import { KeyCards } from './key-cards.tsx';

const OFFICE = 'http://192.168.1.20:4100';
const WIFI = 'http://10.0.0.7:4100';

const KEY = `fd_${'0123456789abcdef'.repeat(2)}_${'Ab-_'.repeat(10)}xyz`;

/** The text that a phone reads from the code. */
async function scanned(code: SVGSVGElement): Promise<string> {
  const size = 400;
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas.');
  const image = new Image();
  const alone = new XMLSerializer().serializeToString(code);
  image.src = `data:image/svg+xml,${encodeURIComponent(alone)}`;
  await image.decode();
  context.drawImage(image, 0, 0, size, size);
  return decodeQR(context.getImageData(0, 0, size, size));
}

test('each person’s card has a key to copy, read and scan, and only the cards are printed', {
  tags: 'smoke',
}, async () => {
  const cards = ['Ada Okafor', 'Bram de Wit'].map((name, index) => ({
    name,
    key: `${KEY}${index}`,
    practice: 'Willow Vets',
  }));
  await render(
    <I18nProvider i18n={i18n}>
      <p>Furniture</p>
      <KeyCards cards={cards} addresses={null} />
    </I18nProvider>,
  );
  const card = page.getByRole('listitem', { name: 'Bram de Wit' });
  await expect.element(card).toHaveTextContent(`${KEY}1`);
  await expect.element(card.getByRole('button', { name: 'Copy key' })).toBeVisible();
  const code = await waitUntil(() => {
    const drawn = card.element().querySelector('svg[shape-rendering]');
    if (!(drawn instanceof SVGSVGElement)) throw new Error('There is no code.');
    return drawn;
  });
  expect(await scanned(code)).toBe(`${KEY}1`);

  document.documentElement.dataset['theme'] = 'dark';
  onTestFinished(() => void delete document.documentElement.dataset['theme']);
  const media = (name: string) => cdp().send('Emulation.setEmulatedMedia', { media: name });
  onTestFinished(() => void media(''));
  await media('print');
  await expect.element(page.getByText('Furniture')).not.toBeVisible();
  expect(code.checkVisibility()).toBe(false);
  const printed = [...document.querySelectorAll('.key-cards-print > *')];
  expect(printed.map((one) => one.checkVisibility())).toEqual([true, true]);
  expect(printed.map((one) => getComputedStyle(one).breakInside)).toEqual(['avoid', 'avoid']);
  expect(printed[0]?.textContent).toContain(`${KEY}0`);
  // Dark on white paper, whatever the theme.
  const label = printed[0]?.querySelector('dt');
  expect(label && getComputedStyle(label).color).toBe('rgb(86, 96, 105)');
  await media('');
});

test('only the key that was copied last says so', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const cards = ['Ada', 'Bram'].map((name, index) => ({ name, key: `${KEY}${index}`, practice: 'Willow Vets' }));
  await render(
    <I18nProvider i18n={i18n}>
      <KeyCards cards={cards} addresses={null} />
    </I18nProvider>,
  );
  const copyOf = (name: string) => page.getByRole('listitem', { name }).getByRole('button');
  const press = (name: string) =>
    copyOf(name)
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(copyOf('Ada')).toHaveTextContent('Copy key');
  press('Ada');
  await expect.element(copyOf('Ada')).toHaveTextContent('Copied');
  press('Bram');
  await expect.element(copyOf('Bram')).toHaveTextContent('Copied');
  expect(copyOf('Ada').element().textContent).toBe('Copy key');
});

describe('a card shows', () => {
  async function renderCard(addresses: DeskSession['addresses']) {
    const card = { name: 'Ada Okafor', key: KEY, practice: 'Willow Vets' };
    await render(
      <I18nProvider i18n={i18n}>
        <KeyCards cards={[card]} addresses={addresses} />
      </I18nProvider>,
    );
    return {
      shown: page.getByRole('listitem', { name: 'Ada Okafor' }),
      printed: () => document.querySelector('.key-cards-print')?.textContent,
    };
  }
  const warning = page.getByText('Only this computer can open Frontdesk');

  test('the address for other computers, and alternatives below it', async () => {
    const { shown, printed } = await renderCard([OFFICE, WIFI]);
    await expect.element(shown).toHaveTextContent(`Open in the browser${OFFICE}If that address doesn’t open${WIFI}`);
    expect(printed()).toContain(`Open in the browser${OFFICE}If that address doesn’t open${WIFI}`);
    await expect.element(shown).not.toHaveTextContent(location.origin);
    expect(warning.query()).toBeNull();
  });

  test('a single address without alternatives', async () => {
    const { shown } = await renderCard(['https://desk.example']);
    await expect.element(shown).toHaveTextContent('Open in the browserhttps://desk.example');
    await expect.element(shown).not.toHaveTextContent('If that address doesn’t open');
  });

  test('that only one computer can open Frontdesk, with a warning that names the settings', async () => {
    const { shown, printed } = await renderCard([]);
    await expect.element(warning).toBeVisible();
    await expect.element(page.getByText('set PUBLIC_ORIGIN or HOST and restart Frontdesk')).toBeVisible();
    const own = `Open on the computer that runs Frontdesk${location.origin}`;
    await expect.element(shown).toHaveTextContent(own);
    expect(printed()).toContain(own);
  });

  test('the address of the page if the gateway reports none', async () => {
    const { shown } = await renderCard(null);
    await expect.element(shown).toHaveTextContent(`Open in the browser${location.origin}`);
    expect(warning.query()).toBeNull();
  });
});
