import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Menu, MenuCheckbox, MenuChoice, MenuLine } from '#app/components/menu.tsx';
import { translated } from '#app/language/translated.ts';
import { type PrintBy, printOrders } from '#app/session/preferences.ts';
import { words } from '#app/text/shared-texts.ts';

const labels: Readonly<Record<PrintBy, string>> = translated({
  time: () => t({ message: 'By time', comment: 'a printed day: one table in the order of time' }),
  room: () => t({ message: 'By room', comment: 'a printed day: a table for each room' }),
  vet: () => t({ message: 'By vet', comment: 'a printed day: a table for each vet' }),
});

/** How the day can be printed, and how it was last. */
export interface PrintActions {
  last: PrintBy;
  print: (by: PrintBy) => void;
  /** Whether cancelled appointments are printed, too, struck out. */
  withCancelled: boolean;
  onWithCancelled: (withCancelled: boolean) => void;
}

interface PrintMenuProps extends PrintActions {
  className: string;
  /** The content of the button. */
  children: ReactNode;
}

/** The button that prints the day: by time, by room, or by vet. */
export function PrintMenu({ last, print, withCancelled, onWithCancelled, className, children }: PrintMenuProps) {
  return (
    <Menu
      label={words.print}
      trigger={
        <button type="button" aria-label={words.print} title={t`Print this day`} className={className}>
          {children}
        </button>
      }
    >
      <MenuChoice
        label={words.print}
        value={last}
        options={printOrders.map((value) => ({ value, content: labels[value] }))}
        first={last}
        onChoose={(by) => print(printOrders.find((one) => one === by) ?? last)}
      />
      <MenuLine />
      <MenuCheckbox checked={withCancelled} onChange={onWithCancelled}>
        {t({ message: 'With cancelled appointments', comment: 'a printed day has them, too, struck out' })}
      </MenuCheckbox>
    </Menu>
  );
}
