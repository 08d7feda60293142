import './notices.css';
import { Toast } from '@base-ui/react/toast';
import { plural, t } from '@lingui/core/macro';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isTyping } from '#app/browser/is-typing.ts';
import { newId } from '#app/browser/new-id.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { Button } from './button.tsx';
import { findFocusStop, useLostFocus } from './lost-focus.ts';
import { type Notice, type NoticeTone, OpenNoticeContext, registerNoticeDisplay } from './show-notice.ts';

const icons = { ok: CircleCheck, info: Info, warn: TriangleAlert } as const;
const looks = { ok: 'text-ok', info: 'text-accent', warn: 'text-warn' } as const;

const READING_MS = 8000;
/** The media query for screens on which the line has space for two notices. */
const WIDE_SCREEN = '(min-width: 80rem)';
/** The maximum number of notices; older ones are dropped. */
const MAX_NOTICES = 8;
type NoticeControls = Pick<Notice, 'link' | 'extra'>;
const manager = Toast.createToastManager<NoticeControls>();

function addNotice(notice: Notice): void {
  const { id = newId(), tone, title, text, action, link, extra, readingMs } = notice;
  const timeout = readingMs ?? (tone === 'warn' ? 0 : READING_MS);
  manager.add({
    ...{ id, timeout, title },
    type: tone,
    description: text,
    actionProps: action ? { children: action.label, onClick: action.onClick } : undefined,
    data: { ...(link ? { link } : {}), extra },
  });
}

function toneOf(type: string | undefined): NoticeTone {
  return type === 'ok' || type === 'warn' ? type : 'info';
}

/** A notice: in one line or, if `isOpen`, as a card with its whole text and all of its actions. */
function NoticeItem({ toast, isOpen, isShown, isOnly, onOpen }: NoticeItemProps) {
  const tone = toneOf(toast.type);
  const Icon = icons[tone];
  const { link, extra } = toast.data ?? {};
  const sentence = useRef<HTMLDivElement>(null);
  const isCut = useIsCut(sentence);
  const isLong = isCut || (toast.description !== undefined && typeof toast.description !== 'string');
  const openNotice = () => {
    sentence.current?.closest<HTMLElement>('[data-notice]')?.focus();
    onOpen();
  };
  const look = isOpen
    ? 'rounded-lg shadow-raised'
    : `h-6.5 ${isOnly ? 'max-w-full' : 'max-w-max flex-1'} overflow-hidden rounded-md ${isShown ? '' : 'hidden'}`;
  return (
    <Toast.Root
      toast={toast}
      data-notice=""
      // Focusing a link or field in the line opens the cards, because the line shows only the beginning of a notice.
      onFocus={({ target }) => {
        if (!isOpen && target.closest('[data-extra]') && target.matches(':focus-visible')) onOpen();
      }}
      className={`group/notice min-w-0 border border-line bg-raised text-ink ${look}`}
    >
      <Toast.Content
        className={`flex min-w-0 gap-x-2 ${isOpen ? 'flex-wrap items-start gap-y-2.5 p-3' : 'h-full items-center px-2'}`}
      >
        <Icon aria-hidden="true" size={16} className={`shrink-0 ${isOpen ? 'mt-0.5' : ''} ${looks[tone]}`} />
        <div ref={sentence} className={`min-w-0 grow text-sm ${isOpen ? 'basis-0' : 'flex items-baseline gap-2'}`}>
          <Toast.Title className={`font-semibold ${isOpen ? '' : 'min-w-0 truncate'}`} />
          {/* In a line that is too short, the title is cut last. */}
          <Toast.Description
            className={`text-muted ${isOpen ? 'whitespace-pre-line' : 'min-w-0 shrink-999 truncate empty:hidden'}`}
          />
        </div>
        {extra ? (
          <div
            data-extra=""
            className={`text-sm empty:hidden ${isOpen ? 'order-last basis-full border-t border-line pt-2.5' : `h-6 min-w-0 overflow-hidden max-lg:hidden [&_button]:min-h-6 ${isOnly ? '' : 'hidden'}`}`}
          >
            <OpenNoticeContext value={isOpen ? null : openNotice}>{extra}</OpenNoticeContext>
          </div>
        ) : null}
        {link ? <NoticeLink link={link} /> : null}
        {toast.actionProps ? <Toast.Action render={<Button compact tone="quiet" />} /> : null}
        {isOpen || !(isLong || extra) ? null : (
          <Button
            compact
            tone="quiet"
            aria-expanded={false}
            className={isLong ? '' : 'group-has-[[data-extra]:empty]/notice:hidden'}
            onClick={openNotice}
          >
            {t({ message: 'More', comment: 'button: shows the whole text of a notice, and what it offers' })}
          </Button>
        )}
        <Toast.Close
          aria-label={t`Close notice`}
          className="grid size-6 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" size={15} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  );
}

/** Whether the title or the text of a notice is cut. */
function useIsCut(sentence: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const line = sentence.current;
    if (!line) return undefined;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      // Deferred to the next frame, since it changes the layout that is being observed.
      frame = requestAnimationFrame(() =>
        setCut([...line.children].some((part) => part.scrollWidth > part.clientWidth)),
      );
    });
    observer.observe(line);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [sentence]);
  return isCut;
}

interface NoticeItemProps {
  toast: Toast.Root.ToastObject<NoticeControls>;
  isOpen: boolean;
  /** Whether the notice is visible in the line. */
  isShown: boolean;
  /** Whether it is the only notice in the line, which then has space for the beginning of its controls. */
  isOnly: boolean;
  onOpen: () => void;
}

/** The notices, the latest first. The line has space for two notices, or for one on a narrow screen. */
function NoticeList({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  const { toasts } = Toast.useToastManager<NoticeControls>();
  const most = useMedia(WIDE_SCREEN) ? 2 : 1;
  const more = toasts.length - most;
  return (
    <>
      {toasts.map((toast, index) => (
        <NoticeItem key={toast.id} {...{ toast, isOpen, onOpen }} isShown={index < most} isOnly={toasts.length === 1} />
      ))}
      {isOpen || more <= 0 ? null : (
        <Button
          compact
          tone="quiet"
          aria-expanded={false}
          className="max-h-6.5 min-h-6 shrink-0"
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.focus();
            onOpen();
          }}
        >
          {plural(more, { one: '# more', other: '# more' })}
        </Button>
      )}
    </>
  );
}

function NoticeLink({ link: { label, onClick, isNext = false } }: { link: NonNullable<Notice['link']> }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNext && !isTyping()) button.current?.focus();
  }, [isNext]);
  return (
    <Button ref={button} compact tone="quiet" onClick={onClick}>
      {label}
    </Button>
  );
}

/**
 * Renders the notices; used once in the app. They are in the line below the header (`noticesLine` in page-header.tsx),
 * which contains nothing to press. If a dialog, or a panel that covers the screen, is open, they are drawn above it.
 */
export function Notices() {
  const [isOpen, setOpen] = useState(false);
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  /** The element that had the focus before a notice got it. */
  const before = useRef<Element | null>(null);
  useLostFocus(viewport, () => {
    const last = before.current;
    // Moves the focus in and out of the notices, which would otherwise count as focused for ever.
    viewport?.focus({ preventScroll: true });
    viewport?.blur();
    if (last instanceof HTMLElement) last.focus();
    if (document.activeElement === document.body) findFocusStop(document.querySelector('main'))?.focus();
  });
  useEffect(
    () => registerNoticeDisplay({ add: addNotice, close: (id) => manager.close(id), clear: () => manager.close() }),
    [],
  );
  useEffect(() => {
    if (!isOpen) return undefined;
    const listening = new AbortController();
    const close = ({ target }: Event) => {
      if (!(target instanceof Node && viewport?.contains(target))) setOpen(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
    };
    const options = { capture: true, signal: listening.signal };
    window.addEventListener('pointerdown', close, options);
    window.addEventListener('focusin', close, options);
    window.addEventListener('keydown', onKeyDown, options);
    return () => listening.abort();
  }, [isOpen, viewport]);
  return (
    <Toast.Provider toastManager={manager} limit={MAX_NOTICES}>
      <Toast.Portal>
        <Toast.Viewport
          ref={setViewport}
          onFocus={({ relatedTarget, currentTarget }) => {
            if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
          }}
          data-line={isOpen ? undefined : ''}
          aria-label={t({
            message: 'Notices',
            comment: 'read out: the line where it is told what was booked or changed',
          })}
          className={`notices fixed end-2 z-60 flex gap-1.5 ${isOpen ? 'max-h-[calc(100dvh-5rem)] w-[min(26rem,100vw-1rem)] flex-col overflow-y-auto' : 'max-w-[calc(100vw-1rem)] flex-row-reverse sm:max-w-[calc(50vw-3rem)] xl:max-w-[calc(60vw-4rem)]'}`}
        >
          <NoticeList isOpen={isOpen} onOpen={() => setOpen(true)} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
