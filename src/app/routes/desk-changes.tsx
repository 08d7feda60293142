import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { type FieldChanges, returnedAppointment } from '#app/api/appointments.ts';
import { useNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { type PlanChanges, PlanChangesContext } from '#app/api/plan-changes.ts';
import { lazy } from '#app/components/lazy.tsx';
import { ChangesProvider } from '#app/features/change/changes-provider.tsx';
import { loadOtherMessages } from '#app/language/messages.ts';
import { useAddresses } from '#app/session/addresses.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** Only pets that are cached already get names. */
const NO_IDS: ReadonlySet<string> = new Set();

// Beside the screens, which stay what they are when it comes.
const PlanEditor = lazy({
  load: () => import('#app/features/plan/plan-editor.tsx').then((module) => module.PlanEditor),
  canWait: true,
  Fallback: () => null,
});

/** The rules of what is warned of, and their texts, are not part of the first page. */
async function loadWarnings() {
  const [warnings] = await Promise.all([import('#app/features/change/loaded-warnings.ts'), loadOtherMessages()]);
  return warnings;
}

/** The changes of all screens, with the data of this desk. */
export function DeskChanges({ children }: { children: ReactNode }) {
  const { company, session, changeable, hasPlan } = useDesk();
  const api = useApi();
  const queryClient = useQueryClient();
  const [plan, setPlan] = useState<PlanChanges | null>(null);
  const companyId = company.id;
  const { directory, statuses } = useReference(useNames(petQueries, companyId, NO_IDS).found);
  const addresses = useAddresses();
  const onRecord = useCallback(
    (record: ReceivedAppointment | null) => returnedAppointment(queryClient, companyId, record),
    [queryClient, companyId],
  );
  const [loaded, setLoaded] = useState<typeof import('#app/features/change/loaded-warnings.ts') | null>(null);
  const isChangeable = changeable.size > 0;
  useEffect(() => {
    // Until they are there, a change is warned of once it is made. Not only when the page is idle: on a busy computer that is too late.
    if (isChangeable) loadWarnings().then(setLoaded, () => undefined);
  }, [isChangeable]);
  const known = useMemo(() => ({ api, queryClient, directory, hasPlan }), [api, queryClient, directory, hasPlan]);
  const [plansLoaded, countPlans] = useReducer((count: number) => count + 1, 0);
  useEffect(() => loaded?.onPlanLoaded(queryClient, countPlans), [loaded, queryClient]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is warned of is told anew once more of the plan is there.
  const warnings = useMemo(() => loaded?.createWarnings(known), [loaded, known, plansLoaded]);
  const warningsOf = useCallback(
    (record: ReceivedAppointment, changes: FieldChanges) => warnings?.warningsOf(record, changes) ?? [],
    [warnings],
  );
  const loadWarningsOf = (record: ReceivedAppointment, changes: FieldChanges) =>
    loadWarnings().then(
      ({ createWarnings }) => createWarnings(known).loadWarningsOf(record, changes),
      () => [words.clashesUnknown],
    );

  return (
    <ChangesProvider
      companyId={companyId}
      person={session.person}
      canReadOne={session.capabilities.getAppointment !== undefined}
      can={changeable}
      hasPlan={hasPlan}
      names={{ directory, statuses }}
      warningsOf={warningsOf}
      loadWarningsOf={loadWarningsOf}
      onShow={(record) => addresses.appointment(record).go()}
      onRecord={onRecord}
    >
      <PlanChangesContext value={plan}>{children}</PlanChangesContext>
      {session.capabilities.listAvailability ? (
        <PlanEditor session={session} directory={directory} onReady={setPlan} />
      ) : null}
    </ChangesProvider>
  );
}
