import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct } from '#testing/built-product.ts';
import type * as InProcess from '#testing/product-in-process.ts';
import { closeSource, loadSource } from '#testing/source-modules.js';

/** Five pages of the list, over two weeks to either side of today. */
const APPOINTMENTS = 2400;

/** Builds the product if necessary, and seeds the practice for all journeys once; the returned function removes it. */
export default async function seed() {
  await buildProduct();
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-seeded-'));
  const { seedHere } = (await loadSource('/src/testing/product-in-process.ts')) as typeof InProcess;
  await seedHere(folder, APPOINTMENTS);
  await closeSource();
  // The workers inherit it.
  process.env['SEEDED_DATA_DIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
