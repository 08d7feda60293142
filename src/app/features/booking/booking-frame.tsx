import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '#app/components/dialog.tsx';
import { SidePanel } from '#app/components/side-panel.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { browserZone, zoneCity } from '#app/text/time-text.ts';
import type { BookingStore } from './booking-values.ts';

interface BookingFrameProps {
  /** The accessible name, shown as the heading. */
  title: string;
  /** Whether the form is a full page that covers the calendar, instead of a panel beside it. */
  isPage: boolean;
  /** The store whose clock the times refer to. */
  store?: Pick<BookingStore, 'name' | 'timeZone'>;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Submits the form; Ctrl or ⌘ with Enter does so from any field. */
  onSubmit?: () => void;
  /** Closes the form; its content stays as a draft. */
  onClose: () => void;
  children: ReactNode;
}

/** The panel or page of a booking form. */
export function BookingFrame(props: BookingFrameProps) {
  const { isPage, title, store, onSubmit, children, ...rest } = props;
  const description = store ? foreignZoneText(store) : undefined;
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    if (event.key !== 'Enter' || !onSubmit) return;
    event.preventDefault();
    onSubmit();
  }
  const submit = useEffectEvent(() => onSubmit?.());
  useEffect(() => {
    if (isPage) return;
    // After a click on the calendar, the booking can be confirmed without returning to the panel.
    function onCalendarKey(event: globalThis.KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (key !== 'Enter' || !(ctrlKey || metaKey) || altKey || shiftKey || event.defaultPrevented) return;
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
  if (isPage)
    return (
      <Dialog page title={title} description={description} {...frame}>
        {children}
      </Dialog>
    );
  return (
    <SidePanel kind="dialog" label={title} detail={description} {...frame}>
      {children}
    </SidePanel>
  );
}

interface FormBodyProps {
  /** Whether the form is being sent. Nothing can be changed meanwhile. */
  isSending: boolean;
  onSubmit: () => void;
  /** The outcome and the buttons, which stay in sight while the fields scroll. */
  foot: ReactNode;
  children: ReactNode;
}

/** The fields of a form, which scroll if necessary, above its buttons. */
export function FormBody({ isSending, onSubmit, foot, children }: FormBodyProps) {
  return (
    <form
      noValidate
      className="flex min-h-0 grow flex-col [@media(height<26rem)]:shrink-0"
      onKeyDown={focusNextOnEnter}
      onClick={focusNextOnChoice}
      onSubmit={(event) => {
        event.preventDefault();
        // Enter on a radio button also submits the form, but without a submitter. It is ignored, since only the button
        // books.
        if (event.nativeEvent.submitter !== null) onSubmit();
      }}
    >
      <div
        inert={isSending}
        className="min-h-0 grow overflow-y-auto px-4 py-1.5 [@media(height<26rem)]:shrink-0 [@media(height<26rem)]:overflow-visible"
      >
        {children}
      </div>
      <div className="flex flex-col gap-2 border-t border-line px-4 py-2">{foot}</div>
    </form>
  );
}

/**
 * The fields that Enter moves through. Of a group of radio buttons, only the selected one counts, as with the Tab key.
 */
const FIELD_SELECTOR = 'input:not([type="radio"]:not(:checked)), [role="combobox"], [role="checkbox"], [type="submit"]';

/** On Enter in a field, moves the focus to the next field instead of submitting the form. */
function focusNextOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, ctrlKey, metaKey, target, currentTarget: form } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || event.nativeEvent.isComposing) return;
  if (!(target instanceof HTMLElement) || !form.contains(target) || !target.matches(FIELD_SELECTOR)) return;
  const isList = target.role === 'combobox';
  if (target.matches('[type="submit"]') || (event.defaultPrevented && !isList)) return;
  event.preventDefault();
  if (!event.repeat) focusAfter(target, form);
}

/**
 * Moves the focus to the next field after a click on an option of a combobox, as after Enter. The options are in a
 * portal, outside the form element, but React passes their events to the form.
 */
function focusNextOnChoice({ target, currentTarget: form }: MouseEvent<HTMLFormElement>): void {
  const field = document.activeElement;
  const list = target instanceof Element ? target.closest('[role="option"]')?.closest('[role="listbox"]') : null;
  // Ignores a click in the list of another field, which may still be closing.
  if (!list || field?.getAttribute('aria-controls') !== list.id) return;
  if (field instanceof HTMLInputElement && form.contains(field)) focusAfter(field, form);
}

/**
 * Moves the focus to the next field, and from the last field to the button. Text areas are skipped, since Enter begins
 * a new line in them. Store and room are skipped, too, because they have a default, which the letters that are typed
 * next would change.
 */
function focusAfter(field: HTMLElement, form: HTMLFormElement): void {
  // Renders pending changes first, since they may replace fields: choosing a new pet, for example, replaces the pet
  // field.
  flushSync(() => {});
  if (document.activeElement !== field) return;
  const fields = [...form.querySelectorAll<HTMLElement>(FIELD_SELECTOR)].filter(({ tabIndex }) => tabIndex >= 0);
  const next = fields
    .slice(fields.indexOf(field) + 1)
    .find((other) => other.role !== 'combobox' || other instanceof HTMLInputElement);
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

/** Says that times are local to the store; undefined if its time zone is the browser's. */
function foreignZoneText({ name, timeZone }: Pick<BookingStore, 'name' | 'timeZone'>): string | undefined {
  if (timeZone === browserZone) return undefined;
  const store = isolateText(name);
  const city = zoneCity(timeZone);
  return t({ message: `Times are local to ${store} (${city}).`, comment: 'where another time zone holds' });
}
