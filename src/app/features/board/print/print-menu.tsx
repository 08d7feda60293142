import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Menu, MenuCheckbox, MenuChoice, MenuLine, Submenu } from '#app/components/menu.tsx';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { type PrintOrder, printOrders } from '#app/session/preferences.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { PrintTarget } from './sheet-tables.ts';

const labels: Readonly<Record<PrintOrder, string>> = translateOnRead({
  time: () => t({ message: 'By time', comment: 'a printed day: one table in the order of time' }),
  room: () => t({ message: 'By room', comment: 'a printed day: a table for each room' }),
  vet: () => t({ message: 'By vet', comment: 'a printed day: a table for each vet' }),
});

/** How the day can be printed, and how it was printed last. */
export interface PrintActions {
  last: PrintOrder;
  /** The only room or vet that was printed last; null if all were. */
  only: PrintTarget | null;
  /** The rooms or vets that can be printed alone. */
  choicesOf: (by: PrintOrder) => readonly (PrintTarget & { title: string })[];
  print: (by: PrintOrder, only: PrintTarget | null) => void;
  /** Whether cancelled appointments are printed, too. They are struck out. */
  withCancelled: boolean;
  onWithCancelled: (withCancelled: boolean) => void;
}

interface PrintMenuProps extends PrintActions {
  className: string;
  /** The content of the button. */
  children: ReactNode;
}

/** The button that opens the menu for printing the day: by time, by room or by vet. */
export function PrintMenu(props: PrintMenuProps) {
  const { last, print, withCancelled, onWithCancelled, className, children } = props;
  return (
    <Menu
      label={texts.print}
      trigger={
        <button type="button" aria-label={texts.print} title={t`Print this day`} className={className}>
          {children}
        </button>
      }
    >
      <MenuChoice
        label={texts.print}
        value={last}
        options={[{ value: 'time', content: labels.time }]}
        onChoose={() => print('time', null)}
      />
      {printOrders.map((by) =>
        by === 'time' ? null : (
          <Submenu key={by} label={labels[by]}>
            <PrintTargetChoice by={by} {...props} />
          </Submenu>
        ),
      )}
      <MenuLine />
      <MenuCheckbox checked={withCancelled} onChange={onWithCancelled}>
        {t({ message: 'Include cancelled appointments', comment: 'a printed day has them, too, struck out' })}
      </MenuCheckbox>
    </Menu>
  );
}

/** Menu items that print all rooms or vets, each in its own table, or only one of them. */
function PrintTargetChoice({ by, last, only, choicesOf, print }: PrintActions & { by: PrintOrder }) {
  const all = t({ message: 'All', comment: 'a printed day: all rooms, or all vets' });
  const choices = [null, ...choicesOf(by)];
  const options = choices.map((choice, index) => ({
    value: String(index),
    content: choice === null ? all : <bdi>{choice.title}</bdi>,
  }));
  const current = choices.findIndex((choice) => (choice?.id ?? null) === (only?.id ?? null) && !choice === !only);
  return (
    <MenuChoice
      label={labels[by]}
      value={last === by ? String(current) : ''}
      options={options}
      onChoose={(value) => print(by, choices[Number(value)] ?? null)}
    />
  );
}
