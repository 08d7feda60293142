import { t } from '@lingui/core/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { asApiError } from '#app/api/api-error.ts';
import { fallbackNames } from '#app/api/directory.ts';
import { canChangePlan, commands } from '#app/commands/commands.ts';
import { runCommand } from '#app/commands/desk-commands.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { IconButton } from '#app/components/icon-button.tsx';
import { ConfirmQuestion } from '#app/editor/confirm-question.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { RecordList } from '#app/editor/record-list.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import type { ErrorMessageKey } from '#contract/error.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { companyKind, roomKind, storeKind } from './kinds/places.tsx';
import { visitTypeKind } from './kinds/visit-type.tsx';
import { partTitle } from './part-titles.ts';
import { comparePracticeRecords, usePractice } from './practice-context.ts';

/** The part of the page for the name of the practice. */
export function NamePart() {
  const { company } = useDesk();
  return <RecordList kind={companyKind} items={[company]} label={partTitle('practice')} reference={null} />;
}

/** The part of the page for stores, with their time zones and opening hours. */
export function StoresPart() {
  const practice = usePractice();
  const { session } = useDesk();
  return (
    <>
      <RecordList kind={storeKind} items={practice.stores} label={partTitle('stores')} reference={practice} />
      {canChangePlan(session) ? (
        <div className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="text-muted">{t`For a public holiday or another day on which you are closed:`}</p>
          <Button onClick={() => runCommand('closed on a day')}>{commands['closed on a day'].label()}</Button>
        </div>
      ) : null}
    </>
  );
}

/** The part of the page for visit types. */
export function VisitTypesPart() {
  const practice = usePractice();
  const types = [...practice.types].sort(comparePracticeRecords);
  return <RecordList kind={visitTypeKind} items={types} label={partTitle('types')} reference={practice} />;
}

/** The part of the page for rooms, by store. Their order is that of the columns of the calendar. */
export function RoomsPart() {
  const { stores } = usePractice();
  return (
    <div className="flex flex-col gap-6">
      {stores.map((store) => (
        <StoreRooms key={store.id} store={store} isOnly={stores.length === 1} />
      ))}
    </div>
  );
}

function StoreRooms({ store, isOnly }: { store: ReceivedStore; isOnly: boolean }) {
  const practice = usePractice();
  const { offered } = useEditor();
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-2">
      {isOnly ? null : (
        <h2 className="text-base font-semibold break-words" dir="auto">
          {store.name}
        </h2>
      )}
      <RecordList
        kind={roomKind}
        items={store.rooms}
        label={isOnly ? partTitle('rooms') : store.name}
        reference={practice}
        fixedInput={{ storeId: store.id }}
        actions={({ id, name: title }) => {
          const name = isolateText(title);
          return offered('deleteRoom') ? (
            <IconButton
              label={t`Delete ${name}`}
              icon={Trash2}
              aria-expanded={removing === id}
              onClick={() => setRemoving(removing === id ? null : id)}
            />
          ) : null;
        }}
        below={(room) => (removing === room.id ? <DeleteRoom room={room} onClose={() => setRemoving(null)} /> : null)}
      />
    </div>
  );
}

/** Asks whether to delete a room. If upcoming appointments prevent that, it links to them. */
function DeleteRoom({ room, onClose }: { room: { id: string; name: string }; onClose: () => void }) {
  const addresses = useAddresses();
  const { fallbackZone } = useDesk();
  const { api, companyId } = useEditor();
  const name = isolateText(room.name);
  /** The name that appointments show after the room is deleted. It is made from the id, which is all that remains. */
  const code = fallbackNames.room(room.id);
  const isRoomInUse = (error: unknown) => asApiError(error)?.messageKey === ('in_use' satisfies ErrorMessageKey);
  return (
    <ConfirmQuestion
      label={t`Delete ${name}`}
      confirm={t({ message: 'Delete room', comment: 'button: confirms it' })}
      failed={t`The room couldn’t be deleted.`}
      onConfirm={() => api.call(practiceCalls.deleteRoom, { companyId, id: room.id })}
      onClose={onClose}
      refusal={(error) =>
        isRoomInUse(error) ? (
          <>
            {t`${name} has upcoming appointments. Move or cancel them first.`}{' '}
            <AppLink
              to={addresses.appointments({ room: [room.id], from: dateIn(fallbackZone, Date.now()) })}
              className="font-medium underline"
            >
              {t`Show these appointments`}
            </AppLink>
          </>
        ) : null
      }
    >
      {t`Delete ${name}? Its column disappears from the calendar. Its appointments stay and show “${code}” as their room.`}
    </ConfirmQuestion>
  );
}
