import '#app/styles.css';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TimeField } from './time-field.tsx';

function Start() {
  const [value, setValue] = useState('09:07');
  return <TimeField label="Start" value={value} unreadable="Enter a time." onChange={setValue} />;
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

test('typing after a press replaces the time, and text that is not a time is named once the field is left', async () => {
  await render(<Start />);
  const start = page.getByLabelText('Start');
  await start.click();
  await userEvent.keyboard('10:4x');
  await expect.element(start).toHaveValue('10:4x');
  await expect.element(start).not.toHaveAttribute('aria-invalid');
  await userEvent.tab();
  await expect.element(start).toHaveAccessibleDescription('Enter a time.');
  await start.click();
  await userEvent.keyboard('1 pm');
  await userEvent.tab();
  await expect.element(start).toHaveValue('13:00');
  await expect.element(start).not.toHaveAttribute('aria-invalid');
});
