import { plural, t } from '@lingui/core/macro';
import { staffName, unnamed } from '#app/api/directory.ts';
import { ErrorMessage } from '#app/components/error-message.tsx';
import { SidePanel } from '#app/components/side-panel.tsx';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import { dayInYear } from '#app/text/time-text.ts';
import { dutyUnknownText } from '#app/text/time-warnings.ts';
import { dayInterval } from '#scheduling/calendar-day.ts';
import type { Owner } from '#scheduling/conflicting-appointments.ts';
import { GiveList } from './give-list.tsx';
import { type OwnersDay, useOwnersDay } from './use-owners-day.ts';

interface GivePanelProps {
  owner: Owner;
  /** The day of the calendar, `YYYY-MM-DD`. */
  date: string;
  /** Opens an appointment. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

/**
 * The appointments of a vet on a day, to give to colleagues, reschedule or cancel; or those of a blocked room or store, which
 * cannot be given to others.
 */
export function GivePanel({ owner, date, onOpen, onClose }: GivePanelProps) {
  const day = useOwnersDay(owner, date);
  const { state, own, retry } = day;
  const name = isolated(ownerName(owner, day));
  const title = titleOf(owner.kind, name);
  const zone = day.stores[0]?.timeZone ?? day.directory.fallbackZone;
  return (
    <SidePanel
      kind="dialog"
      label={title}
      closeLabel={words.close}
      onClose={onClose}
      heading={
        <>
          <h2 className="text-base leading-6 font-semibold break-words">{title}</h2>
          <p className="text-xs text-muted">{dayInYear(zone, dayInterval(zone, date).start, day.now)}</p>
        </>
      }
    >
      <div className="flex min-h-0 grow flex-col gap-3 overflow-y-auto p-4" aria-busy={state === 'loading'}>
        {state === 'failed' || state === 'unplanned' ? (
          <ErrorMessage look="warning" onRetry={retry}>
            {state === 'unplanned'
              ? dutyUnknownText()
              : t`Part of this day couldn’t be loaded, so we don’t know who is free.`}
          </ErrorMessage>
        ) : null}
        {state === 'complete' && day.unreadable > 0 ? (
          <p className="rounded-lg bg-warn-soft px-4 py-3">
            {plural(day.unreadable, {
              one: '# record of this day could not be read, so we don’t know who is free.',
              other: '# records of this day could not be read, so we don’t know who is free.',
            })}
          </p>
        ) : null}
        {own.length > 0 ? (
          <GiveList key={`${owner.kind} ${owner.id} ${date}`} {...{ owner, name, day, onOpen }} />
        ) : state === 'loading' ? (
          <Outline />
        ) : state === 'failed' ? null : (
          <p className="text-muted">{nothingText(owner.kind, name)}</p>
        )}
      </div>
    </SidePanel>
  );
}

function ownerName({ kind, id }: Owner, { directory, stores }: OwnersDay): string {
  if (kind === 'person') return staffName(id, directory);
  if (kind === 'store') return stores.find((store) => store.id === id)?.name || unnamed.store(id);
  return stores.flatMap(({ rooms }) => rooms).find((room) => room.id === id)?.name || unnamed.room(id);
}

function titleOf(kind: Owner['kind'], name: string): string {
  return kind === 'person'
    ? t({ message: `Give appointments of ${name}`, comment: 'to colleagues; name: a vet' })
    : t({ message: `Appointments in ${name}`, comment: 'a room or a store, which is blocked' });
}

function nothingText(kind: Owner['kind'], name: string): string {
  return kind === 'person'
    ? t({ message: `${name} has no appointments on this day.`, comment: 'name: a vet' })
    : t({ message: `No appointments in ${name} on this day.`, comment: 'name: a room or a store' });
}

const ROWS = ['w-56', 'w-64', 'w-48', 'w-60'];

function Outline() {
  return (
    <div className="appear-late flex flex-col gap-6">
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      {ROWS.map((width) => (
        <span key={width} aria-hidden="true" className={`h-10 max-w-full animate-pulse rounded bg-sunken ${width}`} />
      ))}
    </div>
  );
}
