import { type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorId } from '#app/components/error-id.tsx';

interface BoardNoticeProps {
  icon?: LucideIcon;
  /** How it is announced when it appears; not at all where it is left out. */
  role?: 'alert' | 'status' | undefined;
  /** `info` leaves nothing in doubt, so it is quieter. */
  tone?: 'warning' | 'info';
  /** The id of the error that support asks for. */
  errorId?: string | null;
  /** The buttons at its end. */
  action?: ReactNode;
  children: ReactNode;
}

const TONES = {
  warning: { line: 'bg-warn-soft text-ink', icon: 'text-warn' },
  info: { line: 'border-b border-line bg-sunken text-muted', icon: '' },
} as const;

/** A line above the calendar: what is wrong with the day, or has to be known about it, and what can be done. */
export function BoardNotice({
  icon: Icon = TriangleAlert,
  role,
  tone = 'warning',
  errorId = null,
  action,
  children,
}: BoardNoticeProps) {
  return (
    <div
      role={role}
      className={`flex items-center gap-x-3 gap-y-1 px-3 py-1 text-sm max-sm:flex-wrap ${TONES[tone].line}`}
    >
      <Icon aria-hidden="true" size={16} className={`shrink-0 ${TONES[tone].icon}`} />
      <p className="min-w-0 py-1 max-sm:min-w-60 max-sm:flex-1" dir="auto">
        {children}
      </p>
      <ErrorId id={errorId} />
      {action}
    </div>
  );
}
