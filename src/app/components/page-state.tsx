import type { ReactNode } from 'react';
import { words } from '#app/text/shared-texts.ts';
import { Button } from './button.tsx';

interface PageStateProps {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
}

/** A screen without content: it says why, and what to do next. */
export function PageState({ title, children, onRetry }: PageStateProps) {
  return (
    <main className="grid min-h-0 h-full grow place-items-center overflow-y-auto bg-ground p-6">
      <div className="max-w-md text-center">
        <h1 className="text-lg font-semibold">{title}</h1>
        <div className="mt-2 text-sm text-muted">{children}</div>
        {onRetry ? (
          <Button tone="primary" className="mt-4" onClick={onRetry}>
            {words.tryAgain}
          </Button>
        ) : null}
      </div>
    </main>
  );
}
