import { type ReactNode, useId } from 'react';

/** A box with a heading. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <div>
        <h2 id={heading} className="text-base font-semibold">
          {title}
        </h2>
        {text === undefined ? null : <p className="text-muted">{text}</p>}
      </div>
      <div className="rounded-lg border border-line bg-surface">{children}</div>
    </section>
  );
}
