import { memo, useCallback, useSyncExternalStore } from 'react';
import type { BlockStates } from './block-states.ts';
import type { BoardItem } from './board-items.ts';
import { recedes, StatusIcon } from './status-look.tsx';

interface AppointmentBlockProps {
  item: BoardItem;
  states: BlockStates;
}

/**
 * One appointment on the board. It redraws when its own item or state changes and never because the board does; clicks and
 * keys are taken by the board, which knows the block by its `data-key`.
 */
export const AppointmentBlock = memo(function AppointmentBlock({ item, states }: AppointmentBlockProps) {
  const subscribe = useCallback((listener: () => void) => states.subscribe(item.key, listener), [states, item.key]);
  const state = useSyncExternalStore(subscribe, () => states.get(item.key));
  const attach = useCallback(
    (element: HTMLButtonElement | null) => (element ? states.attach(item.key, element) : undefined),
    [states, item.key],
  );
  const short = item.toMinute - item.fromMinute < 25;
  const tall = item.toMinute - item.fromMinute > 180;
  const { look } = item;
  return (
    <button
      ref={attach}
      type="button"
      data-key={item.key}
      data-appointment={item.appointment.id}
      data-faded={state.faded || undefined}
      data-fresh={state.fresh || undefined}
      data-receding={recedes(item.appointment.status) || undefined}
      data-tall={tall || undefined}
      aria-label={item.label}
      aria-current={state.selected || undefined}
      tabIndex={state.tabStop ? 0 : -1}
      title={item.label}
      style={look.style}
      className="appointment-block tint"
    >
      <span className="appointment-block-line">
        <StatusIcon status={item.appointment.status} />
        <span className="appointment-block-pet" dir="auto">
          {item.heading}
        </span>
        {short ? (
          <span className="appointment-block-client" dir="auto">
            {item.endsBeforeItStarts ? 'Ends before it starts' : item.client || item.type}
          </span>
        ) : null}
        <span className="appointment-block-time">{item.time}</span>
      </span>
      {short ? null : (
        <>
          <span className="appointment-block-line appointment-block-second">
            <span className="appointment-block-client" dir="auto">
              {[item.client, item.type].filter((part) => part !== '').join(' · ')}
            </span>
            <span className="appointment-block-vet">{item.initials}</span>
          </span>
          {item.endsBeforeItStarts ? (
            <span className="appointment-block-line appointment-block-second">Ends before it starts</span>
          ) : null}
        </>
      )}
    </button>
  );
});
