import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react';
import { shortcutKey } from '#app/browser/shortcut-key.ts';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { aboveDialog, abovePanel } from '#app/components/notices-place.ts';
import { SidePanel } from '#app/components/side-panel.tsx';
import { browserZone, zoneCity } from '#app/scheduling/time-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import type { BookingStore } from './booking-values.ts';

interface FrameProps {
  /** The accessible name, shown as the heading. */
  title: string;
  /** Whether the form is a page of its own, over the calendar, instead of a panel beside it. */
  isPage: boolean;
  /** The store whose clock the times are of. */
  store?: Pick<BookingStore, 'name' | 'timeZone'>;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Sends the form: Ctrl or ⌘ with Enter does it from any field. */
  onSubmit?: () => void;
  /** Blocks the time of the form instead: Ctrl or ⌘ with B does it from any field. Undefined where that cannot be done. */
  onBlock?: (() => void) | undefined;
  /** Closes the form; what was typed stays as a draft. */
  onClose: () => void;
  children: ReactNode;
}

/** The panel or the page of a form around free times. */
export function BookingFrame(props: FrameProps) {
  const { isPage, title, store, onSubmit, onBlock, children, ...rest } = props;
  const description = store ? foreignZoneText(store) : undefined;
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.repeat) ignoreRepeats();
    if (event.altKey || event.shiftKey || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    const act = event.key === 'Enter' ? onSubmit : shortcutKey(event) === 'b' ? onBlock : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  }
  const submit = useEffectEvent(() => onSubmit?.());
  useEffect(() => {
    if (isPage) return;
    // Whoever has clicked a time on the calendar books it without going back to the panel.
    function onCalendarKey(event: globalThis.KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, target } = event;
      if (key !== 'Enter' || !(ctrlKey || metaKey) || altKey || shiftKey || repeat || event.defaultPrevented) return;
      const isOnCalendar =
        target instanceof Node && (target === document.body || document.getElementById('board')?.contains(target));
      if (!isOnCalendar) return;
      event.preventDefault();
      submit();
    }
    window.addEventListener('keydown', onCalendarKey);
    return () => window.removeEventListener('keydown', onCalendarKey);
  }, [isPage]);
  const frame = { ...rest, onKeyDown };
  const blockButton = onBlock ? (
    <Button compact tone="quiet" onClick={onBlock} aria-keyshortcuts="Control+B Meta+B">
      {t`Block this time`}
    </Button>
  ) : null;
  if (isPage)
    return (
      <Dialog page title={title} description={description} {...frame}>
        {blockButton && <div className="px-4 pt-2">{blockButton}</div>}
        {children}
      </Dialog>
    );
  return (
    <SidePanel
      kind="dialog"
      label={title}
      closeLabel={words.close}
      heading={
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <h2 className="text-base font-semibold">{title}</h2>
            {blockButton}
          </div>
          {description ? <p className="text-xs text-muted">{description}</p> : null}
        </>
      }
      {...frame}
    >
      {children}
    </SidePanel>
  );
}

/**
 * One press of Enter is one booking: until it is released, its repeats are ignored by whatever has the focus once the form has closed,
 * such as the block of the new appointment.
 */
function ignoreRepeats(): void {
  const until = new AbortController();
  const options = { capture: true, signal: until.signal };
  function ignore(event: globalThis.KeyboardEvent) {
    if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopPropagation();
  }
  window.addEventListener('keydown', ignore, options);
  window.addEventListener('keyup', ({ key }) => (key === 'Enter' ? until.abort() : undefined), options);
}

interface FormBodyProps {
  isPage: boolean;
  /** Whether it is being sent: nothing in it can be changed meanwhile. */
  isSending: boolean;
  onSubmit: () => void;
  /** What stands above the buttons, which are always in sight. */
  foot: ReactNode;
  children: ReactNode;
}

/** The fields of a form, which scroll where they must, over its buttons. */
export function FormBody({ isPage, isSending, onSubmit, foot, children }: FormBodyProps) {
  return (
    <form
      noValidate
      className="flex min-h-0 grow flex-col [@media(height<26rem)]:shrink-0"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div
        inert={isSending}
        className="min-h-0 grow overflow-y-auto px-4 py-1.5 [@media(height<26rem)]:shrink-0 [@media(height<26rem)]:overflow-visible"
      >
        {children}
      </div>
      <div ref={isPage ? aboveDialog : abovePanel} className="flex flex-col gap-2 border-t border-line px-4 py-2">
        {foot}
      </div>
    </form>
  );
}

/** Says whose clock the times are of, where that is not the browser's. */
function foreignZoneText({ name, timeZone }: Pick<BookingStore, 'name' | 'timeZone'>): string | undefined {
  if (timeZone === browserZone) return undefined;
  const store = isolated(name);
  const city = zoneCity(timeZone);
  return t({ message: `Times are those of ${store} (${city}).`, comment: 'where another time zone holds' });
}
