/**
 * The number of rounds of a slow test: few by default, `ci` of them where no one waits (with `CI` set), and
 * many with `FRONTDESK_TEST_LONG` (`npm run test:long`).
 */
export function rounds({ few, ci = few, many }: { few: number; ci?: number; many: number }): number {
  if (process.env['FRONTDESK_TEST_LONG']) return many;
  return process.env['CI'] ? ci : few;
}
