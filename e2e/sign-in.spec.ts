import type { Page } from '@playwright/test';
import { expectDay } from './board.ts';
import { expect, recordReceived } from './harness.ts';
import { enterKey, test } from './sign-in.ts';

/** Everything that a page has stored in its browser, as one text. */
async function storedBy(page: Page): Promise<string> {
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

test.describe('with everything stored for working offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the key that a person signs in with is nowhere in the data that the browser receives or stores', {
    tag: '@every-browser',
  }, async ({ page, product }) => {
    const key = await product.issueKey();
    const refusedByPolicy: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refusedByPolicy.push(message.text());
    });
    const received = recordReceived(page);
    await page.goto('/');
    await enterKey(page, key);
    await expectDay(page);
    await page.reload();
    await expectDay(page);
    const texts = await received();
    expect(texts.length).toBeGreaterThan(30);
    for (const text of [...texts, await storedBy(page)]) expect(text).not.toContain(key);
    expect(refusedByPolicy).toEqual([]);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  });
});
