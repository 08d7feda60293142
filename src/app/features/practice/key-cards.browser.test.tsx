import '#app/styles.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { decodeQR } from 'qr/decode.js';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { waitUntil } from '#testing/wait-until.ts';
import { KeyCards } from './key-cards.tsx';

const KEY = `fd_${'0123456789abcdef'.repeat(2)}_${'Ab-_'.repeat(10)}xyz`;

/** What a phone reads that is held before the code. */
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

test('a card for each person bears a key that can be copied, read off and scanned, and is printed alone', async () => {
  const cards = ['Ada Okafor', 'Bram de Wit'].map((name, index) => ({
    name,
    key: `${KEY}${index}`,
    practice: 'Willow Vets',
  }));
  await render(
    <I18nProvider i18n={i18n}>
      <p>Furniture</p>
      <KeyCards cards={cards} />
    </I18nProvider>,
  );
  const card = page.getByRole('listitem', { name: 'Bram de Wit' });
  await expect.element(card).toHaveTextContent(location.origin);
  await expect.element(card).toHaveTextContent(`${KEY}1`);
  await expect.element(card.getByRole('button', { name: 'Copy key' })).toBeVisible();
  const code = await waitUntil(() => {
    const drawn = card.element().querySelector('svg[shape-rendering]');
    if (!(drawn instanceof SVGSVGElement)) throw new Error('There is no code.');
    return drawn;
  });
  expect(await scanned(code)).toBe(`${KEY}1`);

  const media = (name: string) => cdp().send('Emulation.setEmulatedMedia', { media: name });
  onTestFinished(() => void media(''));
  await media('print');
  await expect.element(page.getByText('Furniture')).not.toBeVisible();
  expect(code.checkVisibility()).toBe(false);
  const printed = [...document.querySelectorAll('.key-cards-print > *')];
  expect(printed.map((one) => one.checkVisibility())).toEqual([true, true]);
  expect(printed.map((one) => getComputedStyle(one).breakInside)).toEqual(['avoid', 'avoid']);
  expect(printed[0]?.textContent).toContain(`${KEY}0`);
  await media('');
});
