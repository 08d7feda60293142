import { t } from '@lingui/core/macro';
import { Check, ClockArrowDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { floatingClass, keepUnder } from '#app/components/popover.tsx';
import { nextStepOf } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type ChangeNames, nameOf } from './change-names.ts';

interface StatusMenuProps {
  appointment: ReceivedAppointment;
  names: ChangeNames;
  at: Element;
  onChoose: (status: string) => void;
  /** Null where there is no reason to move later visits. */
  onMoveRest: (() => void) | null;
  onClose: () => void;
}

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowUp: (index, last) => (index <= 0 ? last : index - 1),
  ArrowDown: (index, last) => (index >= last ? 0 : index + 1),
  Home: () => 0,
  End: (_, last) => last,
};

const ITEM =
  'flex w-full items-center gap-2 rounded px-2.5 py-1.5 text-start text-sm outline-none hover:bg-accent-soft focus:bg-accent-soft';

/** A menu of all statuses in the order of the enum; the likely next one has the focus. */
export function StatusMenu({ appointment, names, at, onChoose, onMoveRest, onClose }: StatusMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const next = nextStepOf(appointment)?.status;
  const { listed } = names.statuses;
  const name = nameOf(appointment, names.directory);
  const first = listed.find(({ value }) => value === next) ?? listed[0];
  const isListed = first !== undefined;
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    if (!element.matches(':popover-open')) element.showPopover();
    const stop = keepUnder(at, element);
    // The statuses may come after the menu was opened.
    if (isListed) element.querySelector<HTMLElement>('[data-first]')?.focus();
    return stop;
  }, [at, isListed]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = STEPS[event.key];
    if (event.key === 'Tab') onClose();
    if (!step) return;
    event.preventDefault();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const index = items.findIndex((item) => item.matches(':focus'));
    items[step(index, items.length - 1)]?.focus();
  }

  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={t`Status of ${name}`}
      className={`${floatingClass} min-w-48`}
      onKeyDown={onKeyDown}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
    >
      {listed.map((display) => (
        <button
          key={display.value}
          type="button"
          role="menuitemradio"
          aria-checked={display.value === appointment.status}
          data-first={display === first || undefined}
          tabIndex={-1}
          className={ITEM}
          onClick={() => {
            onChoose(display.value);
            menu.current?.hidePopover();
          }}
        >
          <span aria-hidden="true" className={`${display.tint} size-3 shrink-0 rounded-full border`} />
          <bdi className="grow">{display.label}</bdi>
          {display.value === appointment.status ? <Check aria-hidden="true" size={14} /> : null}
        </button>
      ))}
      {onMoveRest === null ? null : (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`${ITEM} mt-1 border-t border-line`}
          onClick={() => {
            menu.current?.hidePopover();
            onMoveRest();
          }}
        >
          <ClockArrowDown aria-hidden="true" size={13} />
          {t`Move the rest`}
        </button>
      )}
    </div>
  );
}
