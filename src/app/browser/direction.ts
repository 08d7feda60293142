/** Whether the page is written from right to left. */
export function isRightToLeft(): boolean {
  return getComputedStyle(document.documentElement).direction === 'rtl';
}
