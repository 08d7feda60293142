import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { lazyPart } from '#app/components/lazy-part.tsx';
import { ChangeDispatcherProvider, createChangeDispatcher } from '#app/features/change/change-dispatcher.ts';

const DeskChanges = lazyPart({
  load: () => import('#app/routes/desk-changes.tsx').then((module) => module.DeskChanges),
  Frame: ({ children }) => (
    <div className="fixed end-4 bottom-12 z-60 rounded-lg bg-raised shadow-raised">{children}</div>
  ),
});

/** Provides the change dispatcher to the screens inside; the change engine is loaded with the first command. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const [dispatcher] = useState(createChangeDispatcher);
  const wanted = useSyncExternalStore(dispatcher.subscribe, dispatcher.isWanted);
  return (
    <ChangeDispatcherProvider value={dispatcher}>
      {children}
      {wanted ? <DeskChanges /> : null}
    </ChangeDispatcherProvider>
  );
}
