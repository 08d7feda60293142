import '#app/styles.css';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FilterCombobox } from './filter-combobox.tsx';
import { Popover } from './popover.tsx';

const panels = [
  [
    'a panel',
    () => page.getByRole('button', { name: 'Filters' }),
    () => page.getByRole('dialog', { name: 'Filters' }),
    <Popover key="panel" label="Filters" button="Filters">
      What is filtered
    </Popover>,
  ],
  [
    'a list',
    () => page.getByRole('combobox', { name: 'Vet', exact: true }),
    () => page.getByRole('dialog', { name: 'Vet' }),
    <FilterCombobox
      key="list"
      label="Vet"
      options={[{ value: 'ada', label: 'Ada' }]}
      chosen={[]}
      onChange={() => undefined}
    />,
  ],
] as const;

test.each(panels)('%s stays below its trigger while the page is scrolled and resized', async (...params) => {
  const [, control, panel, element] = params;
  onTestFinished(() => page.viewport(1280, 800));
  const { container } = await render(
    <div data-testid="scroller" style={{ height: 300, overflow: 'auto', marginBlockStart: '20vh' }}>
      <div style={{ height: 2000, paddingBlockStart: 200 }}>{element}</div>
    </div>,
  );
  const gap = () => panel().element().getBoundingClientRect().top - control().element().getBoundingClientRect().bottom;
  await control().click();
  await expect.element(panel()).toBeVisible();
  await expect.poll(gap).toBeGreaterThan(0);
  const initialGap = gap();
  expect(initialGap).toBeLessThan(20);

  container.querySelector('[data-testid]')?.scrollTo({ top: 90 });
  await expect.poll(gap).toBeCloseTo(initialGap, 0);
  await page.viewport(1280, 1000);
  await expect.poll(gap).toBeCloseTo(initialGap, 0);
});
