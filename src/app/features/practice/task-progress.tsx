import { type ReactNode, useEffect, useRef } from 'react';
import { useCountdown } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { retryAfterOf, systemBusyText } from '#app/text/error-texts.tsx';

interface TaskProgressProps {
  title: string;
  done: number;
  /** The total number of records; null while it is unknown. */
  all: number | null;
  text: ReactNode;
  stopLabel: string;
  onStop: () => void;
  /** Why the practice system accepts no requests at the moment; null if it accepts them. */
  waiting: unknown;
  children?: ReactNode;
}

/** The progress of an import or export, any delay, and a button to stop it. */
export function TaskProgress({ title, done, all, text, stopLabel, onStop, waiting, children }: TaskProgressProps) {
  const place = useRef<HTMLElement>(null);
  // The button that started the task had the focus and no longer exists, so the progress gets the focus.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  const seconds = useCountdown(retryAfterOf(waiting), waiting);
  return (
    <section
      ref={place}
      aria-label={title}
      tabIndex={-1}
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3 outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <progress
          aria-label={title}
          max={all ?? undefined}
          value={all === null ? undefined : done}
          className="min-w-32 grow basis-48"
        />
        <p className="tabular-nums">{text}</p>
        <Button onClick={onStop}>{stopLabel}</Button>
      </div>
      {children}
      {waiting ? <p className="text-warn">{systemBusyText(seconds)}</p> : null}
    </section>
  );
}
