import type { Locator, Page } from '@playwright/test';
import { expect, type ProductProcess, startProduct, test } from './harness.ts';
import { translationsOf } from './translations.ts';

// Each journey has a process and a folder of its own.
test.use({
  baseURL: 'http://127.0.0.1',
  permissions: ['clipboard-read', 'clipboard-write'],
  // Who is not signed in any more is refused.
  expectConsole: [/status of 401/],
});

/** The link to the set-up that the terminal shows. */
const linkOf = async ({ shown }: ProductProcess): Promise<string> => {
  const link = () => /http:\S+\/setup#\S+/.exec(shown.join('\n'))?.[0];
  await expect.poll(link).toBeDefined();
  return link() ?? '';
};

interface Hands {
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Goes to a control and, where it is a button, presses it. */
  go(target: Locator): Promise<void>;
}

/** Does what a person does, by keyboard alone or with the mouse, and counts it: each key and each click is a step. */
function hands(page: Page, by: 'keyboard' | 'mouse') {
  let [keys, clicks] = [0, 0];
  async function press(key: string) {
    keys += 1;
    await page.keyboard.press(key);
  }
  async function tabTo(target: Locator) {
    await expect(target).toBeVisible();
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    for (let tabs = 0; tabs < 12 && !(await isThere()); tabs += 1) await press('Tab');
    await expect(target).toBeFocused();
    if (await target.evaluate((element) => element.tagName === 'BUTTON')) await press('Enter');
  }
  return {
    press,
    async type(text: string) {
      keys += text.length;
      await page.keyboard.type(text);
    },
    async go(target: Locator) {
      if (by === 'keyboard') return tabTo(target);
      clicks += 1;
      await target.click();
    },
    steps: () => `${keys} keys, ${clicks} clicks`,
  } satisfies Hands & Record<string, unknown>;
}

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });

  test('from an empty folder to the first booking, by keyboard alone', async ({ page }) => {
    const t = await translationsOf('en');
    const { product, dispose } = await startProduct({}, 'start', '--no-demo');
    try {
      const person = hands(page, 'keyboard');
      const { press, type, go } = person;
      await page.goto(await linkOf(product));
      const name = page.getByLabel(t('Name of the practice'));
      await expect(name).toBeVisible();
      expect(page.url()).not.toContain('#');
      await press('Tab');
      await expect(name).toBeFocused();
      await type('Willow Vets');
      await press('Enter');
      await expect(page.getByLabel(t('First name'))).toBeFocused();
      await type('Kim');
      await press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Willow Vets');
      await go(page.getByRole('button', { name: t('Copy key') }));
      await expect(page.getByText(t('Copied'))).toBeVisible();
      await go(page.getByRole('button', { name: t('Book the first appointment') }));
      await bookFirst(page, t, person);
      process.stdout.write(`empty folder to first booking: ${person.steps()}\n`);
      // Who comes without the session is asked for a key.
      await page.context().clearCookies();
      await page.goto(product.url);
      await expect(page.getByRole('heading', { name: t('Sign in to Frontdesk') })).toBeVisible();
    } finally {
      await page.close();
      await dispose();
    }
  });
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('from the demo to the first booking, by mouse', async ({ page }) => {
    const t = await translationsOf('de');
    const { product, dispose } = await startProduct();
    try {
      const person = hands(page, 'mouse');
      const { type, go } = person;
      await page.goto(product.url);
      await go(page.getByRole('link', { name: t('Begin with your own') }));
      await go(page.getByLabel(t('Name of the practice')));
      await type('Willow Vets');
      await go(page.getByRole('region', { name: t('You') }).getByLabel(t('First name')));
      await type('Kim');
      const code = (await linkOf(product)).split('#')[1] ?? '';
      await go(page.getByLabel(t('Code of the set-up')));
      await type(code);
      await go(page.getByRole('button', { name: t('Set up practice') }));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Willow Vets');
      await go(page.getByRole('button', { name: t('Copy key') }));
      await expect(page.getByText(t('Copied'))).toBeVisible();
      await go(page.getByRole('button', { name: t('Book the first appointment') }));
      await bookFirst(page, t, person);
      process.stdout.write(`demo to first booking: ${person.steps()}\n`);
      expect((await (await page.request.get(`${product.url}/api/v1/companies`)).json()).data).toHaveLength(1);
    } finally {
      await page.close();
      await dispose();
    }
  });
});

/** Books a visit for somebody new, in the form that is open, going from field to field as `go` does. */
async function bookFirst(page: Page, t: (english: string) => string, { press, type, go }: Hands) {
  const form = page.getByRole('dialog', { name: t('New appointment') });
  await expect(form.getByRole('combobox', { name: t('Pet'), exact: true })).toBeFocused();
  await type('Rosa Kaufman');
  await press('Enter');
  await go(form.getByRole('button', { name: t('New client and pet') }));
  const somebody = form.getByRole('group', { name: t('New client and pet') });
  await go(somebody.getByRole('textbox', { name: t('Pet’s name') }));
  await type('Pixel');
  await go(somebody.getByRole('textbox', { name: t('Species') }));
  await type('cat');
  await press('Enter');
  await expect(form.getByRole('combobox', { name: t('Visit type') })).toBeFocused();
  await type(t('Vaccination').slice(0, 3));
  await press('Enter');
  await press('Control+Enter');
  await expect(form).toBeHidden();
  await expect(page.locator('[data-appointment]')).toContainText('Pixel');
}
