import { t } from '@lingui/core/macro';
import { type Directory, fallbackNames } from '#app/api/directory.ts';
import { SidePanel } from '#app/components/side-panel.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { dayInYearText } from '#app/text/time-text.ts';
import { dayInterval, zoneOfStore } from '#scheduling/calendar-day.ts';
import type { TimeOwner } from '#scheduling/conflicting-appointments.ts';
import { ConflictList } from './conflict-list.tsx';
import { useIntervalAppointments } from './use-interval-appointments.ts';

interface BlockedPanelProps {
  /** A room or a store. */
  owner: TimeOwner;
  /** The day of the calendar, `YYYY-MM-DD`. */
  date: string;
  /** Called with the id of an appointment to open. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** The appointments of a day in a blocked room or store, to reschedule or cancel. */
export function BlockedPanel({ owner, date, onOpen, onClose }: BlockedPanelProps) {
  const { company, fallbackZone } = useDesk();
  const store = company.stores.find(({ id, rooms }) => id === owner.id || rooms.some((room) => room.id === owner.id));
  const zone = zoneOfStore(store, fallbackZone);
  const time = dayInterval(zone, date);
  const during = useIntervalAppointments({ owner, time, zone });
  const name = isolateText(blockedName(owner, company));
  const isStore = owner.kind === 'store';
  const title = isStore
    ? t({ message: `Appointments at ${name}`, comment: 'a store, which is closed' })
    : t({ message: `Appointments in ${name}`, comment: 'a room, which is blocked' });
  const { conflicting, open } = during;
  return (
    <SidePanel kind="dialog" label={title} detail={dayInYearText(zone, time.start, during.now)} onClose={onClose}>
      <ConflictList
        key={`${owner.id} ${date}`}
        {...{ owner, during, onOpen }}
        listed={conflicting.length > 0 ? conflicting : open}
        nothing={
          isStore
            ? t({ message: `No appointments at ${name} on this day.`, comment: 'name: a store' })
            : t({ message: `No appointments in ${name} on this day.`, comment: 'name: a room' })
        }
      />
    </SidePanel>
  );
}

function blockedName({ kind, id }: TimeOwner, { stores }: Directory['company']): string {
  if (kind === 'store') return stores.find((store) => store.id === id)?.name || fallbackNames.store(id);
  return stores.flatMap(({ rooms }) => rooms).find((room) => room.id === id)?.name || fallbackNames.room(id);
}
