import { rmSync } from 'node:fs';
import { seedPractice } from '#testing/built-product.ts';

/** Five pages of the list. */
const APPOINTMENTS = 2400;

/** Builds the product if need be, and seeds the practice of all journeys once; the returned function removes it. */
export default async function seed() {
  const folder = await seedPractice(APPOINTMENTS);
  // The workers inherit it.
  process.env['SEEDED_DATA_DIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
