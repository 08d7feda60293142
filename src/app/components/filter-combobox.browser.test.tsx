import '#app/styles.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FilterCombobox } from './filter-combobox.tsx';

const options = [
  { value: 'a', label: 'Kwame Mensah' },
  { value: 'b', label: 'Bartholomew-Alexander Featherstonehaugh' },
  { value: 'c', label: 'Ada' },
];

test('the field shows one chosen name and the number of others, however long the name is', async () => {
  const { container } = await render(
    <FilterCombobox label="Vet" {...{ options }} chosen={['b', 'a', 'c']} className="w-28" onChange={() => {}} />,
  );
  await expect.element(page.getByText('+2')).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Vet' }).element().getBoundingClientRect();
  const more = page.getByText('+2').element().getBoundingClientRect();
  expect(more.width).toBeGreaterThan(0);
  expect(more.right).toBeLessThanOrEqual(field.right);
  expect(container.querySelector('[title]')?.getAttribute('title')).toContain('Ada');
});

test('typing a name chooses the matching option, Escape keeps it, and a button clears all', async () => {
  const chosen: string[][] = [];
  await render(<FilterCombobox label="Vet" {...{ options }} chosen={['c']} onChange={(next) => chosen.push(next)} />);
  await page.getByRole('combobox', { name: 'Vet' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Vet: Search' })).toHaveFocus();
  await userEvent.keyboard('kwa{Enter}');
  await expect.poll(() => chosen).toEqual([['c', 'a']]);
  await userEvent.keyboard('{Escape}');
  expect(chosen).toHaveLength(1);
  await page.getByRole('button', { name: 'Clear Vet' }).click();
  expect(chosen.at(-1)).toEqual([]);
});
