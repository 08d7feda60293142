import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useApi } from '#app/api/api-client.ts';
import { useNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { type PlanChanges, PlanChangesContext } from '#app/changes/plan-changes.ts';
import { lazy } from '#app/components/lazy.tsx';
import { ChangesProvider } from '#app/features/change/changes-provider.tsx';
import { createWarnings } from '#app/features/change/loaded-warnings.ts';
import { WaitingContext, type WaitingDesk as WaitingDeskValue } from '#app/features/waiting/waiting-context.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';

/** Only cached pets get names. */
const NO_IDS: ReadonlySet<string> = new Set();

// A sibling of the screens, so that they stay mounted when it appears.
const PlanEditor = lazy({
  load: () => import('#app/features/plan/plan-editor.tsx').then((module) => module.PlanEditor),
  Fallback: () => null,
});

const WaitingDesk = lazy({
  load: () => import('./waiting-desk.tsx').then((module) => module.WaitingDesk),
  Fallback: () => null,
});

/** The changes of all screens, with the data of this desk. */
export function DeskChanges({ children }: { children: ReactNode }) {
  const { company, session, changeable, hasPlan } = useDesk();
  const api = useApi();
  const queryClient = useQueryClient();
  const [plan, setPlan] = useState<PlanChanges | null>(null);
  const [waiting, setWaiting] = useState<WaitingDeskValue | null>(null);
  const companyId = company.id;
  const reference = useReference(useNames(petQueries, companyId, NO_IDS).found);
  const { directory, statuses } = reference;
  const addresses = useAddresses();
  const warnings = createWarnings({ api, queryClient, directory, hasPlan });

  return (
    <ChangesProvider
      companyId={companyId}
      person={session.person}
      canReadOne={session.capabilities.getAppointment !== undefined}
      canRemove={session.capabilities.deleteAppointment !== undefined}
      canGiveReason={session.capabilities.giveReason !== undefined}
      can={changeable}
      names={{ directory, statuses }}
      {...warnings}
      onReschedule={(record) => addresses.reschedule(record).go()}
      onShow={(record) => addresses.appointment(record).go()}
      onPet={(petId) => addresses.pet(petId).go()}
      onClient={(clientId) => addresses.client(clientId).go()}
      extraOf={(saved) => waiting?.offerOf(saved)}
    >
      <PlanChangesContext value={plan}>
        <WaitingContext value={waiting}>{children}</WaitingContext>
      </PlanChangesContext>
      {session.capabilities.listAvailability ? (
        <PlanEditor session={session} directory={directory} onReady={setPlan} />
      ) : null}
      {session.capabilities.changeWaitingListEntry && session.canWrite !== false ? (
        <WaitingDesk reference={reference} onReady={setWaiting} />
      ) : null}
    </ChangesProvider>
  );
}
