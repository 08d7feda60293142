import '#app/styles.css';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { pause } from '#testing/press-pause.ts';
import { FilterCombobox } from './filter-combobox.tsx';
import { lazy } from './lazy.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { Popover } from './popover.tsx';
import { closeNotice, showNotice } from './show-notice.ts';

// Keys and presses of a person before the code of what opens has arrived.

const { arrivals } = vi.hoisted(() => {
  const gate = () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    return { arrived, arrive };
  };
  return { arrivals: { popover: gate(), menu: gate(), list: gate(), notices: gate() } };
});
vi.mock(import('./popover-panel.tsx'), async (original) => {
  await arrivals.popover.arrived;
  return original();
});
vi.mock(import('./menu-parts.tsx'), async (original) => {
  await arrivals.menu.arrived;
  return original();
});
vi.mock(import('./filter-list.tsx'), async (original) => {
  await arrivals.list.arrived;
  return original();
});
vi.mock(import('./notices.tsx'), async (original) => {
  await arrivals.notices.arrived;
  return original();
});

beforeEach(pause);

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Whether a key reaches the shortcuts of the page. */
function reachesPage(): boolean {
  const { activeElement } = document;
  return activeElement?.closest('[role="dialog"], [role="menu"]') === null;
}

test('a panel opens as soon as its code is there, with the focus, which returns to the button', async () => {
  await render(
    <Popover label="Session" button="AL">
      <input aria-label="Name" />
    </Popover>,
  );
  await button('Session').click();
  await expect.element(button('Session')).toHaveAttribute('aria-expanded', 'true');
  const panel = page.getByRole('dialog', { name: 'Session', exact: true });
  await expect.element(panel.getByRole('status')).toHaveTextContent('Loading');
  expect(reachesPage()).toBe(false);
  // Text that is typed while the panel loads is meant for the panel.
  await userEvent.keyboard('bel');
  arrivals.popover.arrive();
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('bel');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button('Session')).toHaveFocus();
  await button('Session').click();
  await expect.element(field).toBeVisible();
  pause();
  // A press on the button closes the panel.
  await button('Session').click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button('Session')).toHaveAttribute('aria-expanded', 'false');
});

const chosen = vi.fn<(item: string) => void>();
const menu = (
  <Menu label="More" trigger={<button type="button">More</button>}>
    {['Block time', 'Time off'].map((item) => (
      <MenuItem key={item} onChoose={() => chosen(item)}>
        {item}
      </MenuItem>
    ))}
  </Menu>
);
async function focusMore(): Promise<void> {
  await expect.element(button('More')).toBeVisible();
  (button('More').element() as HTMLElement).focus();
}

const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

test('a menu that was closed before its code was there stays closed; otherwise keys pressed ahead go to it', async () => {
  await render(menu);
  await focusMore();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'More', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('More')).toHaveFocus();
  await expect.element(button('More')).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{ArrowDown}');
  // The second key is pressed before the menu is loaded.
  await userEvent.keyboard('{ArrowDown}');
  expect(reachesPage()).toBe(false);
  arrivals.menu.arrive();
  await expect.element(item('Time off')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['Time off']]);
  await expect.element(item('Time off')).not.toBeInTheDocument();
  await expect.element(button('More')).toHaveFocus();
});

test.each([
  ['Enter', '{Enter}'],
  ['the space bar', ' '],
  ['an arrow key', '{ArrowDown}'],
])('a menu opens by %s with the focus on its first item, and Escape returns it', async (_, key) => {
  await render(menu);
  await focusMore();
  await userEvent.keyboard(key);
  await expect.element(item('Block time')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(item('Block time')).not.toBeInTheDocument();
  await expect.element(button('More')).toHaveFocus();
});

test('a menu opens and closes by the pointer', async () => {
  await render(menu);
  await button('More').click();
  await expect.element(item('Block time')).toBeVisible();
  pause();
  await button('More').click();
  await expect.element(item('Block time')).not.toBeInTheDocument();
  await button('More').click();
  await expect.element(item('Block time')).toBeVisible();
  pause();
  await page.elementLocator(document.body).click({ position: { x: 600, y: 500 } });
  await expect.element(item('Block time')).not.toBeInTheDocument();
});

test('a list with a search field opens when its code is there, ready to be typed in', async () => {
  const onChange = vi.fn<(values: string[]) => void>();
  await render(
    <FilterCombobox
      label="Vet"
      options={[
        { value: 'ada', label: 'Ada' },
        { value: 'ben', label: 'Ben' },
      ]}
      chosen={[]}
      onChange={onChange}
    />,
  );
  const field = page.getByRole('combobox', { name: 'Vet', exact: true });
  await field.click();
  await expect.element(page.getByRole('dialog', { name: 'Vet' }).getByRole('status')).toHaveTextContent('Loading');
  arrivals.list.arrive();
  await expect.element(page.getByRole('combobox', { name: 'Vet: Search' })).toHaveFocus();
  await userEvent.keyboard('be{Enter}');
  expect(onChange.mock.calls).toEqual([[['ben']]]);
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveFocus();
});

test('a notice shown before the code of notices is there appears when it is', async () => {
  const Notices = lazy({ load: () => import('./notices.tsx').then((module) => module.Notices) });
  await render(<Notices />);
  showNotice({ id: 'early', tone: 'ok', title: 'Bella booked' });
  await new Promise(requestAnimationFrame);
  expect(page.getByText('Bella booked').elements()).toEqual([]);
  arrivals.notices.arrive();
  await expect.element(page.getByText('Bella booked')).toBeVisible();
  closeNotice('early');
});
