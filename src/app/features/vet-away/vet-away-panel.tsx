import { t } from '@lingui/core/macro';
import { type ComponentType, useState } from 'react';
import { type DeskCompany, staffName } from '#app/api/directory.ts';
import { usePlanActions } from '#app/changes/plan-actions.ts';
import { Button } from '#app/components/button.tsx';
import { SidePanel } from '#app/components/side-panel.tsx';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { planTimeText } from '#app/text/plan-text.ts';
import type { Interval } from '#contract/interval.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';
import { type AwayRange, toAwayRange, toInterval } from './away-time.ts';
import { ConflictList } from './conflict-list.tsx';
import { useIntervalAppointments } from './use-interval-appointments.ts';

interface VetAwayPanelProps {
  vetId: string;
  /** The start of the absence, in the format of {@link AwayRange}. */
  from: string;
  /** The end of the absence; null while the panel asks for it. */
  until: string | null;
  /** Called with the id of an appointment to open. */
  onOpen: (id: string) => void;
  /** Shows the appointments during a range; if its end is null, asks for the end. */
  onRange: (range: { from: string; until: string | null }) => void;
  onClose: () => void;
  /** The form that asks for time off from a date on, from features/plan. */
  TimeOffForm: ComponentType<{
    vet: { id: string; role: string };
    date: string;
    store: DeskCompany['stores'][number] | undefined;
    onEntered: (time: Interval) => void;
  }>;
}

/**
 * The panel for a vet who is away. It asks from when until when and why, enters the time off, and lists the vet's appointments
 * during that time. If the practice system does not support time off, or the person may not enter it, only the appointments are
 * listed.
 */
export function VetAwayPanel({ vetId, from, until, onOpen, onRange, onClose, TimeOffForm }: VetAwayPanelProps) {
  const { company, fallbackZone, hasPlan } = useDesk();
  const { directory } = useReference();
  const planChanges = usePlanActions();
  const employee = directory.employees.get(vetId);
  const store = company.stores.find(({ id }) => employee?.storeIds?.includes(id) ?? true);
  const zone = zoneOfStore(store, fallbackZone);
  const name = isolateText(staffName(vetId, directory));
  const isPending = hasPlan && planChanges === null;
  const canEnter = planChanges?.canChange === true;
  const range = until !== null ? { from, until } : canEnter || isPending ? null : { from, until: from.slice(0, 10) };
  const isAway = range === null || until !== null;
  const title = isAway
    ? t({ message: `${name} is away`, comment: 'name: a vet' })
    : t({ message: `Appointments of ${name}`, comment: 'name: a vet' });
  return (
    <SidePanel
      kind="dialog"
      label={title}
      detail={range ? planTimeText(zone, toInterval(range, zone)) : null}
      onClose={onClose}
    >
      {range ? (
        <AppointmentsOfVet
          key={`${vetId} ${range.from} ${range.until}`}
          {...{ vetId, range, zone, name, onOpen }}
          onEnter={canEnter ? () => onRange({ from: range.from.slice(0, 10), until: null }) : null}
        />
      ) : (
        <TimeOffForm
          key={vetId}
          vet={{ id: vetId, role: employee?.role ?? '' }}
          date={from.slice(0, 10)}
          store={store}
          onEntered={(time) => onRange(toAwayRange(time, zone))}
        />
      )}
    </SidePanel>
  );
}

interface AppointmentsOfVetProps {
  vetId: string;
  range: AwayRange;
  zone: string;
  /** The vet's name, isolated for use within a sentence. */
  name: string;
  onOpen: (id: string) => void;
  /**
   * Shows the form for the vet's time off; null if the person may not enter time off, or the practice system does not
   * support it.
   */
  onEnter: (() => void) | null;
}

function AppointmentsOfVet({ vetId, range, zone, name, onOpen, onEnter }: AppointmentsOfVetProps) {
  const owner = { kind: 'person', id: vetId } as const;
  const during = useIntervalAppointments({ owner, time: toInterval(range, zone), zone });
  const { state, conflicting, open } = during;
  // Whether only conflicting appointments are listed. This is decided once, so that when the last of these is dealt with, the
  // other appointments do not appear.
  const [isNarrowed, setNarrowed] = useState<boolean | null>(null);
  if (isNarrowed === null && state === 'complete') setNarrowed(onEnter !== null || conflicting.length > 0);
  // Whether the vet is on duty after all, for example because the time off was undone.
  const isOnDuty = onEnter !== null && state === 'complete' && conflicting.length === 0 && open.length > 0;
  return (
    <ConflictList
      {...{ owner, during, onOpen }}
      listed={isNarrowed ? conflicting : open}
      nothing={isOnDuty ? null : t({ message: `${name} has no appointments at that time.`, comment: 'name: a vet' })}
      note={
        isOnDuty ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-soft px-3 py-2 text-sm">
            <span className="grow">{t({ message: `${name} isn’t away at that time.`, comment: 'name: a vet' })}</span>
            <Button compact onClick={onEnter}>{t`Enter time off`}</Button>
          </p>
        ) : null
      }
    />
  );
}
