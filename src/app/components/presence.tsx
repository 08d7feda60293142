import { UserPen } from 'lucide-react';

/**
 * A note about what colleagues are doing with the same record, announced politely. The live region is rendered even
 * while it is empty, so that later content is announced.
 */
export function PresenceNote({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p role="status" className={`flex items-center gap-1.5 text-muted empty:absolute ${className}`}>
      {text === '' ? null : (
        <>
          <UserPen aria-hidden="true" size={14} className="shrink-0" />
          <span className="min-w-0 truncate" title={text}>
            {text}
          </span>
        </>
      )}
    </p>
  );
}

/**
 * An icon that says that colleagues are changing an appointment. Its text is a tooltip, so that it takes up no line. Nothing is
 * rendered if the text is empty.
 */
export function PresenceIcon({ text, className }: { text: string; className: string }) {
  return text === '' ? null : (
    <span className={`text-accent ${className}`} title={text}>
      <UserPen aria-hidden="true" size={12} />
      <span className="sr-only">{text}</span>
    </span>
  );
}
