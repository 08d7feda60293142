import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { bufferKeystrokes } from './keystroke-buffer.ts';

afterEach(() => document.body.replaceChildren());

/** A dialog in which Enter goes on to the next field. */
function openDialog(): HTMLInputElement[] {
  const dialog = document.createElement('dialog');
  const fields = ['Pet', 'Visit type', 'Vet'].map(() => document.createElement('input'));
  dialog.append(...fields);
  document.body.append(dialog);
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const { target } = event;
    if (target instanceof HTMLInputElement) fields[fields.indexOf(target) + 1]?.focus();
  });
  dialog.show();
  return fields;
}

test('a Tab before the dialog has opened goes on to the next field, too, and drops nothing', async () => {
  bufferKeystrokes();
  await userEvent.keyboard('max{Tab}vac{Tab}men');
  const fields = openDialog();
  await expect.poll(() => fields.map(({ value }) => value)).toEqual(['max', 'vac', 'men']);
});

test('what was typed before a dialog opened is typed in its fields, in the same order', async () => {
  bufferKeystrokes();
  await userEvent.keyboard('maxi{Backspace}{Enter}vac{Enter}');
  const fields = openDialog();
  await userEvent.keyboard('men');
  await expect.poll(() => fields.map(({ value }) => value)).toEqual(['max', 'vac', 'men']);
  await userEvent.keyboard('sah');
  expect(fields.map(({ value }) => value)).toEqual(['max', 'vac', 'mensah']);
});
