import type { Page } from '@playwright/test';
import { expectDay } from './board.ts';
import { expect, recordReceived } from './harness.ts';
import { enterKey, signIn, test } from './sign-in.ts';

/** Everything that a page can keep in its browser, as one text. */
async function keptBy(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const caches = await window.caches.keys();
    const answers = caches.map(async (name) => {
      const cache = await window.caches.open(name);
      return Promise.all((await cache.keys()).map(async (request) => (await cache.match(request))?.text()));
    });
    const databases = (await indexedDB.databases()).map(
      ({ name = '' }) =>
        new Promise((resolve) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => {
            const stores = [...opening.result.objectStoreNames];
            const reads = stores.map(
              (store) =>
                new Promise((read) => {
                  const all = opening.result.transaction(store).objectStore(store).getAll();
                  all.onsuccess = () => read(all.result);
                }),
            );
            void Promise.all(reads).then(resolve);
          };
        }),
    );
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      await Promise.all(answers),
      await Promise.all(databases),
      document.documentElement.outerHTML,
      document.cookie,
    ]);
  });
  return stored + JSON.stringify(await page.context().cookies());
}

test.describe('of what is kept for working offline, too,', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a key that was typed once is nowhere in what the browser receives or keeps', { tag: '@every-browser' }, async ({
    page,
    product,
  }) => {
    const { key } = await product.issueKey();
    const refusedByPolicy: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refusedByPolicy.push(message.text());
    });
    const received = recordReceived(page);
    await signIn(page, key);
    await page.reload();
    await expectDay(page);
    const texts = await received();
    expect(texts.length).toBeGreaterThan(30);
    for (const text of [...texts, await keptBy(page)]) expect(text).not.toContain(key);
    expect(refusedByPolicy).toEqual([]);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  });
});

test('a wrong key is refused in words, and signing out everywhere ends the other desks and every copy of the cookie', {
  tag: '@every-browser',
}, async ({ page, product, browser }) => {
  const { key } = await product.issueKey();
  await page.goto('/');
  await page.getByLabel('API key').pressSequentially('fd_wrong');
  const button = page.getByRole('button', { name: 'Sign in' });
  await button.press('Enter');
  await expect(page.getByRole('alert')).toContainText('not known');
  await expect(button).toBeFocused();
  await page.getByLabel('API key').clear();
  await enterKey(page, key);
  const cookies = await page.context().cookies();
  const other = await browser.newContext({ baseURL: product.url });
  await other.addCookies(cookies);
  const copy = await other.newPage();
  await copy.goto('/');
  await expectDay(copy);

  await page.getByRole('button', { name: 'Session' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByLabel('API key')).toBeVisible();
  await copy.reload();
  await expect(copy.getByLabel('API key')).toBeVisible();
  await other.close();
});

test('a revoked key ends the session at the next request', async ({ page, product }) => {
  const { id, key } = await product.issueKey();
  await signIn(page, key);
  await product.revokeKey(id);
  expect((await page.request.get('/api/v1/pets?companyId=6f9619ff-8b86-4d01-b42d-00cf4fc964ff')).status()).toBe(401);
  await page.reload();
  await expect(page.getByLabel('API key')).toBeVisible();
});
