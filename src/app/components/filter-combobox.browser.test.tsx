import '#app/styles.css';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { FilterCombobox } from './filter-combobox.tsx';

const options = [
  { value: 'a', label: 'Kwame Mensah' },
  { value: 'b', label: 'Bartholomew-Alexander Featherstonehaugh' },
  { value: 'c', label: 'Ada' },
  { value: 'd', label: 'Bo' },
];

/** The words in the field, and whether all of them are seen. */
function wordsIn(field: Element) {
  const words = field.querySelector('bdi');
  return { text: words?.textContent, whole: (words?.scrollWidth ?? 1) <= (words?.clientWidth ?? 0) };
}

test.each([
  [['c', 'd'], 'w-28', 'Ada, Bo'],
  [['a', 'b'], 'w-40', 'Kwame Mensah +1'],
  [['a', 'b', 'c'], 'w-28', 'Kwame +2'],
  [['b', 'a'], 'w-28', '2 chosen'],
  [['a'], 'w-40', 'Kwame Mensah'],
])('what is chosen is said in words that fit: %j in %s', async (chosen, className, text) => {
  const { container } = await render(
    <FilterCombobox label="Vet" {...{ options, chosen, className }} onChange={() => {}} />,
  );
  await expect.poll(() => wordsIn(container)).toEqual({ text, whole: true });
});
