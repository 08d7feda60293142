import { afterEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { applyTheme } from '#app/appearance/theme.ts';
import { address, block, openWithUnansweredCheckIn, practiceOfTwo, VISIT } from '#testing/board-of-two.ts';
import { blockOf } from '#testing/shown-board.ts';

afterEach(async () => {
  applyTheme('system');
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
});

const changed = block(/Bella.*Checked in/);

test.each(['rooms', 'list', 'flow'])(
  'in %s a changed appointment is marked as unsaved from the first moment until the response arrives',
  async (view) => {
    const { practice } = practiceOfTwo();
    const letGo = await openWithUnansweredCheckIn(practice, `${address}&view=${view}`);
    const visit = await blockOf(VISIT);
    expect(visit.ariaLabel ?? visit.textContent).toContain('not saved yet');
    await expect.element(block(/Milo/)).not.toHaveAccessibleName(/not saved yet/);
    letGo();
    await expect.element(block(/Bella.*not saved yet/)).not.toBeInTheDocument();
  },
);

test('the details mark an appointment as unsaved until the response arrives', async () => {
  const { practice } = practiceOfTwo();
  const letGo = await openWithUnansweredCheckIn(practice, `${address}&appointment=${VISIT}`);
  const details = page.getByRole('complementary', { name: 'Appointment' });
  expect(details.element().textContent).toContain('not saved yet');
  letGo();
  await expect.element(details.getByText('not saved yet')).not.toBeInTheDocument();
});

test.each(['light', 'dark', 'forced'] as const)(
  'the mark of a block is a ring that is visible in %s colours',
  async (colors) => {
    if (colors === 'forced')
      await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    else applyTheme(colors);
    const letGo = await openWithUnansweredCheckIn(practiceOfTwo().practice);
    await expect.element(changed).toBeVisible();
    const line = (await blockOf(VISIT)).querySelector('.block-line');
    if (line === null) throw new Error('The block has no line.');
    const { borderTopStyle, borderTopColor, width, insetInlineEnd } = getComputedStyle(line, '::after');
    expect([borderTopStyle, Number.parseFloat(width) > 8, Number.parseFloat(insetInlineEnd) >= 0]).toEqual([
      'dashed',
      true,
      true,
    ]);
    expect(borderTopColor).not.toBe(getComputedStyle(line, '::after').backgroundColor);
    letGo();
    await expect.poll(() => getComputedStyle(line, '::after').content).toBe('none');
  },
);
