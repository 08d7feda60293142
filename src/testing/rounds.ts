/**
 * How many rounds a proof runs that costs time: few by default, many where `FRONTDESK_TEST_LONG` is set
 * (`npm run test:long`).
 */
export function rounds({ few, many }: { few: number; many: number }): number {
  return process.env['FRONTDESK_TEST_LONG'] ? many : few;
}
