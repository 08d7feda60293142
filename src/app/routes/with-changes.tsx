import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { later } from '#app/components/later.tsx';
import { ChangeDeskProvider, createChangeDesk } from '#app/features/change/change-desk.ts';

const DeskChanges = later({
  load: () => import('#app/routes/desk-changes.tsx').then((module) => module.DeskChanges),
  Frame: ({ children }) => (
    <div className="fixed end-4 bottom-12 z-60 rounded-lg bg-raised shadow-raised">{children}</div>
  ),
});

/** Lets what is inside ask for changes of appointments; what makes them is loaded with the first one. */
export function WithChanges({ children }: { children: ReactNode }) {
  const [desk] = useState(createChangeDesk);
  const wanted = useSyncExternalStore(desk.subscribe, desk.isWanted);
  return (
    <ChangeDeskProvider value={desk}>
      {children}
      {wanted ? <DeskChanges /> : null}
    </ChangeDeskProvider>
  );
}
