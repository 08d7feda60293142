import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { deskHeaders } from '#contract/desk.ts';
import { renderApp } from './app-in-memory.tsx';
import type { PracticeInMemory } from './practice-in-memory.ts';
import { waitUntil } from './wait-until.ts';

export const board = page.getByRole('main', { name: 'Calendar' });

/** Renders the app with a calendar and waits for its day. */
export async function openBoard(practice: PracticeInMemory, address: string) {
  const app = await renderApp(practice, address);
  await expect.element(board).toHaveAttribute('aria-busy', 'false');
  return app;
}

/** The menu of views, on a screen without room for all of them side by side; its name ends with the shown view. */
export const viewMenu = page.getByRole('button', { name: /^View: / });

/** Chooses a view, or a density, by its name in that menu. */
export async function chooseInViewMenu(name: string): Promise<void> {
  await viewMenu.click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
}

/** Makes the calendar look for changes now, once it polls, which it does not do immediately. */
export async function lookForChanges({ requests }: PracticeInMemory): Promise<void> {
  const polls = () => requests.filter(({ headers }) => headers.get(deskHeaders.purpose) === 'poll').length;
  const before = polls();
  await waitUntil(() => {
    window.dispatchEvent(new Event('online'));
    expect(polls()).toBeGreaterThan(before);
  });
}

/** The block or row of an appointment, once it is rendered. */
export const blockOf = (id: string) =>
  waitUntil(() => {
    const block = document.querySelector<HTMLElement>(`[data-appointment="${id}"]`);
    if (!block) throw new Error(`The board does not show ${id}.`);
    return block;
  });

/** Waits until the chips of the filter row show this total. */
export const expectCounted = (count: number) =>
  waitUntil(() => {
    const chips = page.getByRole('group', { name: 'Status' }).getByRole('button', { name: / \d+$/ }).elements();
    expect(chips.length).toBeGreaterThan(0);
    expect(chips.reduce((sum, chip) => sum + Number(/\d+$/.exec(chip.ariaLabel ?? '')), 0)).toBe(count);
  });

/** All rendered blocks or rows. */
export const shownBlocks = () => [...document.querySelectorAll<HTMLElement>('[data-appointment]')];

/** The position of a block in minutes after midnight, according to the hours beside it. */
export function drawnMinutes(block: Element): { from: number; to: number } {
  // An hour has a label and a line, which is as high as the hour.
  const [label, ...others] = block.closest('section')?.querySelectorAll<HTMLElement>('[data-time]') ?? [];
  const hour = others.find((other) => other.dataset['time'] === label?.dataset['time']);
  if (!hour) throw new Error('There are no hours beside the block.');
  const first = Number(hour.dataset['time']?.slice(0, 2)) * 60;
  const [box, line] = [block.getBoundingClientRect(), hour.getBoundingClientRect()];
  const minute = (y: number) => first + ((y - line.top) / line.height) * 60;
  return { from: minute(box.top), to: minute(box.bottom) };
}
