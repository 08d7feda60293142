import { Toast } from '@base-ui/react/toast';
import { t } from '@lingui/core/macro';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { newId } from '#app/browser/new-id.ts';
import { Button } from './button.tsx';
import { placedNotices } from './notices-place.ts';
import { type Notice, type NoticeTone, placeNotices, type ShownNotice } from './show-notice.ts';

const icons = { ok: CircleCheck, info: Info, warn: TriangleAlert } as const;
const looks = { ok: 'text-ok', info: 'text-accent', warn: 'text-warn' } as const;

const READING_MS = 8000;
type NoticeParts = Pick<Notice, 'link' | 'extra'>;
const manager = Toast.createToastManager<NoticeParts>();

/** The notices on the screen, by id. */
const shown = new Map<string, ShownNotice>();

function add(notice: Notice): void {
  const { id = newId(), tone, title, text, action, link, extra, readingMs } = notice;
  const timeout = readingMs ?? (tone === 'warn' ? 0 : READING_MS);
  // The latest comes last.
  shown.delete(id);
  shown.set(id, { notice, until: timeout === 0 ? null : Date.now() + timeout });
  manager.add({
    ...{ id, timeout, title },
    type: tone,
    description: text,
    actionProps: action ? { children: action.label, onClick: action.onClick } : undefined,
    data: { ...(link ? { link } : {}), extra },
    onClose: () => void shown.delete(id),
  });
}

function clear(): ShownNotice[] {
  const cleared = [...shown.values()];
  manager.close();
  shown.clear();
  return cleared;
}

function toneOf(type: string | undefined): NoticeTone {
  return type === 'ok' || type === 'warn' ? type : 'info';
}

function NoticeList() {
  const { toasts } = Toast.useToastManager<NoticeParts>();
  return toasts.map((toast) => {
    const tone = toneOf(toast.type);
    const Icon = icons[tone];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        data-notice=""
        className="rounded-lg border border-line bg-raised text-ink shadow-raised data-limited:hidden"
      >
        <Toast.Content className="flex items-start gap-2.5 p-3">
          <Icon aria-hidden="true" size={18} className={`mt-px shrink-0 ${looks[tone]}`} />
          <div className="min-w-0 grow">
            <Toast.Title className="text-sm font-semibold" />
            <Toast.Description className="text-sm whitespace-pre-line text-muted" />
          </div>
          {toast.data?.link ? <NoticeLink link={toast.data.link} /> : null}
          {toast.actionProps ? <Toast.Action render={<Button compact tone="quiet" />} /> : null}
          <Toast.Close
            aria-label={t`Close notice`}
            className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden="true" size={15} />
          </Toast.Close>
        </Toast.Content>
        {toast.data?.extra ? (
          <div className="border-t border-line px-3 py-2.5 text-sm empty:hidden">{toast.data.extra}</div>
        ) : null}
      </Toast.Root>
    );
  });
}

function NoticeLink({ link: { label, onClick, isNext = false } }: { link: NonNullable<Notice['link']> }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNext) button.current?.focus();
  }, [isNext]);
  return (
    <Button ref={button} compact tone="quiet" onClick={onClick}>
      {label}
    </Button>
  );
}

/** Renders the notices; used once in the app. */
export function Notices() {
  useEffect(() => placeNotices({ add, close: (id) => manager.close(id), clear }), []);
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          ref={placedNotices}
          aria-label={t({
            message: 'Notices',
            comment: 'read out: the corner where it is told what was booked or changed',
          })}
          className="fixed end-[calc(1rem+var(--panel-width,0px))] bottom-[max(3rem,0.5rem+var(--dialog-foot,0px),0.5rem+var(--panel-foot,0px))] max-sm:bottom-[max(5.75rem,0.5rem+var(--dialog-foot,0px),0.5rem+var(--panel-foot,0px))] z-60 flex w-[min(24rem,100vw-2rem-var(--panel-width,0px))] flex-col gap-2"
        >
          <NoticeList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
