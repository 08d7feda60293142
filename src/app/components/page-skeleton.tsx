import type { ReactNode } from 'react';
import { PageHeader } from './page-header.tsx';

interface PageSkeletonProps {
  /** A message while the screen loads, or the error if it could not be loaded. */
  children: ReactNode;
}

const bar = 'rounded-md bg-sunken';
const rows = ['w-64', 'w-72', 'w-56', 'w-72', 'w-64', 'w-56'];

/** The skeleton of a loading screen, the same as in index.html. Its rows are hidden if the message is an error. */
export function PageSkeleton({ children }: PageSkeletonProps) {
  return (
    <>
      <PageHeader>
        <div aria-hidden="true" className={`h-8 w-44 ${bar}`} />
      </PageHeader>
      <main aria-busy="true" className="group flex min-h-0 grow flex-col overflow-hidden">
        <div aria-hidden="true" className="contents group-has-[[role=alert]]:hidden">
          <div className="flex grow flex-col gap-10 overflow-hidden border-t border-line bg-surface px-3 pt-5">
            {rows.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes.
              <div key={index} className={`h-4 max-w-full ${width} ${bar}`} />
            ))}
          </div>
        </div>
        {children}
      </main>
    </>
  );
}

/** The fallback of a screen whose code is still loading. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <PageSkeleton>
      <div className="fixed inset-x-0 top-1/3 mx-auto w-fit max-w-[90vw]">{children}</div>
    </PageSkeleton>
  );
}
