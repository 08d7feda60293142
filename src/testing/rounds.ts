/** The number of rounds of a slow test: few by default, many with `FRONTDESK_TEST_LONG` (`npm run test:long`). */
export function rounds({ few, many }: { few: number; many: number }): number {
  return process.env['FRONTDESK_TEST_LONG'] ? many : few;
}
