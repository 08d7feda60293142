import './callout.css';
import { Popover } from '@base-ui/react/popover';
import { t } from '@lingui/core/macro';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useLatest } from '#app/browser/use-latest.ts';
import { type TaskId, tasks } from '#app/commands/tasks.ts';
import { findControl } from './find-control.ts';

/** Points at the control that starts a task as soon as it is on the screen, until the person presses a key or clicks. */
export function Callout({ task, onEnd }: { task: TaskId; onEnd: () => void }) {
  const [control, setControl] = useState<HTMLElement | 'none' | null>(null);
  const end = useLatest(onEnd);
  useEffect(() => {
    const searching = new AbortController();
    void findControl(tasks[task].controls(), searching.signal).then((found) => {
      if (!searching.signal.aborted) setControl(found ?? 'none');
    });
    return () => searching.abort();
  }, [task]);

  useLayoutEffect(() => {
    if (control === null) return undefined;
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    window.addEventListener('pointerdown', () => end.current(), options);
    // A key that is still held down is the one that pressed “Show me”, so it does not end the callout.
    window.addEventListener('keydown', ({ repeat }) => (repeat ? undefined : end.current()), options);
    if (control !== 'none') {
      control.setAttribute('data-pointed-at', '');
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      (control.matches('a, button, input, [tabindex]')
        ? control
        : control.querySelector<HTMLElement>('input, button, [tabindex="0"]')
      )?.focus({ preventScroll: true });
    }
    return () => {
      listening.abort();
      if (control !== 'none') control.removeAttribute('data-pointed-at');
    };
  }, [control, end]);

  if (control === null) return null;
  const text = control === 'none' ? t`That isn’t on this page right now.` : tasks[task].text();
  return (
    <Popover.Root open>
      <Popover.Portal>
        <Popover.Positioner
          anchor={control === 'none' ? document.querySelector('main') : control}
          side="bottom"
          sideOffset={10}
          collisionPadding={8}
          collisionAvoidance={{ side: 'flip', align: 'shift', fallbackAxisSide: 'start' }}
          className="pointer-events-none z-60"
        >
          <Popover.Popup
            initialFocus={false}
            finalFocus={false}
            role="note"
            aria-label={tasks[task].title()}
            className="help-callout max-w-80 rounded-lg bg-accent px-3 py-2 text-sm text-on-accent shadow-raised"
          >
            <p role="status" className="font-medium">
              {tasks[task].title()}
            </p>
            <p className="mt-0.5">{text}</p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
