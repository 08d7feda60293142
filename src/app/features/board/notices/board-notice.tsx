import { ChevronDown, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ErrorId } from '#app/components/error-id.tsx';
import { texts } from '#app/text/shared-texts.ts';

interface BoardNoticeProps {
  icon?: LucideIcon;
  /** How a screen reader announces the notice when it appears. Without a role it is not announced. */
  role?: 'alert' | 'status' | undefined;
  /** `info` looks quieter, and is for facts that do not call the shown day into question. */
  tone?: 'warning' | 'info';
  /** The id of the error, which the person can quote to support. */
  errorId?: string | null;
  /** The buttons at the end of the notice. */
  action?: ReactNode;
  children: ReactNode;
}

const TONES = {
  warning: { line: 'bg-warn-soft text-ink', icon: 'text-warn' },
  info: { line: 'border-b border-line bg-sunken text-muted', icon: '' },
} as const;

/**
 * A line above the calendar that states a problem or a fact about the day, and offers buttons to act on it. On a
 * phone the line is truncated until it is unfolded.
 */
export function BoardNotice({
  icon: Icon = TriangleAlert,
  role,
  tone = 'warning',
  errorId = null,
  action,
  children,
}: BoardNoticeProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <div
      role={role}
      className={`flex items-center gap-x-3 px-3 py-1 text-sm max-sm:gap-x-2 max-sm:text-xs ${TONES[tone].line}`}
    >
      <Icon aria-hidden="true" size={16} className={`shrink-0 ${TONES[tone].icon}`} />
      <p className={`min-w-0 max-sm:flex-1 sm:py-1 ${isWhole ? '' : 'max-sm:line-clamp-2'}`} dir="auto">
        {children}
      </p>
      <button
        type="button"
        aria-label={texts.show}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
        className="grid size-7 shrink-0 place-items-center rounded-md hover:bg-sunken sm:hidden"
      >
        <ChevronDown aria-hidden="true" size={16} className={isWhole ? 'rotate-180' : ''} />
      </button>
      <ErrorId id={errorId} />
      {action}
    </div>
  );
}
