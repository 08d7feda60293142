import { Menu } from '@base-ui/react/menu';
import { t } from '@lingui/core/macro';
import { Check } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { PopupHost } from '#app/components/popover.tsx';
import { translated } from '#app/language/translated.ts';
import { type PrintBy, printOrders } from '#app/session/preferences.ts';
import { words } from '#app/text/shared-texts.ts';

const labels: Readonly<Record<PrintBy, string>> = translated({
  time: () => t({ message: 'By time', comment: 'a printed day: one table in the order of time' }),
  room: () => t({ message: 'By room', comment: 'a printed day: a table for each room' }),
  vet: () => t({ message: 'By vet', comment: 'a printed day: a table for each vet' }),
});

/** What can be printed, and how it was printed last. */
export interface PrintActions {
  last: PrintBy;
  print: (by: PrintBy) => void;
}

interface PrintMenuProps extends PrintActions {
  className: string;
  /** What the button shows. */
  children: ReactNode;
}

/** The button that prints the day: by time, by room, or by vet. */
export function PrintMenu({ last, print, className, children }: PrintMenuProps) {
  const host = useContext(PopupHost);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger aria-label={words.print} title={t`Print this day`} className={className}>
        {children}
      </Menu.Trigger>
      <Menu.Portal {...(host === null ? {} : { container: host })}>
        <Menu.Positioner className="z-60 outline-none" sideOffset={4} align="end">
          <Menu.Popup className="min-w-40 rounded-md border border-line bg-raised py-1 text-ink shadow-raised outline-none">
            {printOrders.map((by) => (
              <Menu.Item
                key={by}
                onClick={() => print(by)}
                className="flex cursor-default items-center gap-2 px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-accent-soft"
              >
                <span className="grow">{labels[by]}</span>
                {by === last ? <Check aria-hidden="true" size={14} /> : null}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
