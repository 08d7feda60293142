import { Toast } from '@base-ui/react/toast';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from './button.tsx';

export type NoticeTone = 'ok' | 'info' | 'warn';

interface Notice {
  /** Another notice of the same id takes its place. */
  id?: string;
  tone: NoticeTone;
  title: string;
  text?: string;
  action?: { label: string; onClick: () => void };
}

const icons = { ok: CircleCheck, info: Info, warn: TriangleAlert } as const;
const looks = { ok: 'text-ok', info: 'text-accent', warn: 'text-warn' } as const;

const READING_MS = 8000;
const manager = Toast.createToastManager();

/** Notices from before their place was there: it is loaded after everything that is wanted first. */
const waiting: Notice[] = [];
let placed = false;

/** Shows a notice at the foot of the screen. A warning stays until it is closed; others leave after some seconds. */
export function showNotice(notice: Notice): void {
  if (placed) add(notice);
  else waiting.push(notice);
}

function add({ id, tone, title, text, action }: Notice): void {
  manager.add({
    ...(id === undefined ? {} : { id }),
    type: tone,
    title,
    description: text,
    timeout: tone === 'warn' ? 0 : READING_MS,
    ...(action ? { actionProps: { children: action.label, onClick: action.onClick } } : {}),
  });
}

function toneOf(type: string | undefined): NoticeTone {
  return type === 'ok' || type === 'warn' ? type : 'info';
}

function NoticeList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => {
    const tone = toneOf(toast.type);
    const Icon = icons[tone];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className="rounded-lg border border-line bg-raised text-ink shadow-raised data-limited:hidden"
      >
        <Toast.Content className="flex items-start gap-2.5 p-3">
          <Icon aria-hidden="true" size={18} className={`mt-px shrink-0 ${looks[tone]}`} />
          <div className="min-w-0 grow">
            <Toast.Title className="text-sm font-semibold" />
            <Toast.Description className="text-sm text-muted" />
          </div>
          {toast.actionProps ? <Toast.Action render={<Button compact tone="quiet" />} /> : null}
          <Toast.Close
            aria-label="Close notice"
            className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden="true" size={15} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

/** The place where notices appear; once in the app. */
export function Notices() {
  useEffect(() => {
    placed = true;
    for (const notice of waiting.splice(0)) add(notice);
    return () => {
      placed = false;
    };
  }, []);
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-12 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2">
          <NoticeList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
