import { CalendarClock, CircleCheck, MailX } from 'lucide-react';
import { messageMarkTexts } from '#app/text/message-mark-text.ts';
import type { MessageMark } from '#scheduling/message-mark.ts';

const icons = { confirmed: CircleCheck, 'another-time': CalendarClock, 'not-delivered': MailX } as const;

/** The icon for a client's answer to a message, or for a message that was not delivered. */
export function MessageIcon({ mark, size = 13 }: { mark: MessageMark; size?: number }) {
  const Icon = icons[mark];
  return (
    <Icon aria-hidden="true" size={size} className={`shrink-0 ${mark === 'confirmed' ? 'text-ok' : 'text-warn'}`} />
  );
}

/** The icon of {@link MessageIcon}, with its meaning as a tooltip; renders nothing without a mark. */
export function LabelledMessageIcon({ mark, className = '' }: { mark: MessageMark | null; className?: string }) {
  if (mark === null) return null;
  return (
    <span title={messageMarkTexts[mark]} className={className}>
      <MessageIcon mark={mark} />
      <span className="sr-only">{messageMarkTexts[mark]}</span>
    </span>
  );
}
