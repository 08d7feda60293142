import type { ReactNode } from 'react';

interface PageSkeletonProps {
  /** The outline to show: the rows of a list, the cards of a page, or the fields of a form. */
  kind: 'list' | 'page' | 'form';
  /** A message shown meanwhile. */
  children: ReactNode;
}

const bar = 'rounded-md bg-sunken';
const box = 'rounded-lg border border-line bg-surface';

/** The same outline several times. */
function times(count: number, className: string) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes.
  return Array.from({ length: count }, (_, index) => <div key={index} className={className} />);
}

/** The outline of a screen while it loads; hidden where the message inside is an error. */
export function PageSkeleton({ kind, children }: PageSkeletonProps) {
  return (
    <main aria-busy="true" className="group flex h-full flex-col overflow-hidden bg-ground">
      <div aria-hidden="true" className="contents group-has-[[role=alert]]:hidden">
        <PageOutline kind={kind} />
      </div>
      {children}
    </main>
  );
}

/** The outline of a screen, without words. */
export function PageOutline({ kind }: Pick<PageSkeletonProps, 'kind'>) {
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 px-3 py-2">
        <div className={`h-9 w-22 ${bar}`} />
        {times(2, `size-9 ${bar}`)}
      </div>
      {kind === 'list' ? (
        <>
          <div className="flex h-12 shrink-0 items-center gap-2 overflow-hidden px-3">
            {times(5, `h-8 w-36 shrink-0 ${bar}`)}
          </div>
          <div className="grow overflow-hidden border-t border-line bg-surface">
            {times(24, 'mx-3 mt-7 mb-4 h-4 max-w-2xl rounded bg-sunken')}
          </div>
        </>
      ) : (
        <div
          className={`mx-auto flex w-full grow flex-col gap-4 px-3 pt-1 ${kind === 'form' ? 'max-w-xl' : 'max-w-4xl'}`}
        >
          <div className={`h-9 w-56 max-w-full ${bar}`} />
          {kind === 'form' ? (
            times(4, `h-20 ${box}`)
          ) : (
            <>
              <div className="grid gap-3 sm:grid-cols-3">{times(3, `h-26 ${box}`)}</div>
              <div className={`h-48 ${box}`} />
            </>
          )}
        </div>
      )}
    </>
  );
}

/** The frame of a screen that is loaded later. */
export function pageFrame(kind: PageSkeletonProps['kind']) {
  return ({ children }: { children: ReactNode }) => (
    <PageSkeleton kind={kind}>
      <div className="fixed inset-x-0 top-1/3 mx-auto w-fit max-w-[90vw]">{children}</div>
    </PageSkeleton>
  );
}
