import { t } from '@lingui/core/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Popover } from '#app/components/popover.tsx';
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
}

interface PrintMenuProps extends PrintActions {
  className: string;
  /** The content of the button. */
  children: ReactNode;
}

/** The button that prints the day: by time, by room, or by vet. */
export function PrintMenu({ last, print, className, children }: PrintMenuProps) {
  return (
    <Popover label={words.print} title={t`Print this day`} button={children} buttonClass={className}>
      {(close) => (
        <div className="flex min-w-40 flex-col">
          {printOrders.map((by) => (
            <button
              key={by}
              type="button"
              onClick={() => {
                close();
                print(by);
              }}
              className="flex items-center gap-2 rounded-sm px-2.5 py-1.5 text-start text-sm hover:bg-sunken"
            >
              <span className="grow">{labels[by]}</span>
              {by === last ? <Check aria-hidden="true" size={14} /> : null}
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}
