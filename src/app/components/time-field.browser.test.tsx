import '#app/styles.css';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TimeField } from './time-field.tsx';

function Start() {
  const [value, setValue] = useState('09:07');
  return <TimeField label="Start" value={value} onChange={setValue} />;
}

test('Arrow Up steps to the next quarter of an hour and Arrow Down to the previous one', async () => {
  await render(<Start />);
  const start = page.getByLabelText('Start');
  await start.click();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(start).toHaveValue('09:15');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
  await expect.element(start).toHaveValue('09:30');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(start).toHaveValue('08:45');
});
