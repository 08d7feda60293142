import { type Product, startProduct, test } from './harness.ts';

/** `test` with a product for the file that calls it, whose journeys then have a minute's requests to themselves. */
export function testWithOwnProduct() {
  return test.extend<object, { product: Product }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the destructured parameter.
      async ({}, use) => {
        const { product, dispose } = await startProduct();
        await use(product);
        await dispose();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  });
}
