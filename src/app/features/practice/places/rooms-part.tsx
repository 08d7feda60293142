import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#app/components/icon-button.tsx';
import { PracticeError } from '#app/features/practice/editing/practice-error.tsx';
import { Add, Row, Rows } from '#app/features/practice/editing/rows.tsx';
import { categoriesText } from '#app/features/practice/fields/categories.ts';
import { movedRow } from '#app/features/practice/fields/row-list.tsx';
import { partTitles } from '#app/features/practice/part-titles.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { isolated } from '#app/text/isolated.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { DeleteRoom } from './delete-room.tsx';
import { RoomForm } from './room-form.tsx';

type Room = ReceivedStore['rooms'][number];

/** The rooms of each store in the order of the board's columns. */
export function RoomsPart() {
  const { company } = usePractice();
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted">{t`In the order of the board’s columns.`}</p>
      {company.stores.map((store) => (
        <StoreRooms key={store.id} store={store} isOnly={company.stores.length === 1} />
      ))}
    </div>
  );
}

function StoreRooms({ store, isOnly }: { store: ReceivedStore; isOnly: boolean }) {
  const { can, categories, call, refresh } = usePractice();
  const canEdit = can('changeRoom');
  const [removing, setRemoving] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const moving = useMutation({
    // One after the other: each place is counted with the others in theirs.
    scope: { id: `rooms of ${store.id}` },
    mutationFn: ({ room, position }: { room: Room; position: number }) => call('changeRoom', { id: room.id, position }),
    onSettled: () => refresh(),
  });
  /** Where rooms are going, until the practice system says that they are there. */
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const known = moving.isPending && order !== null ? order : null;
  const rooms =
    known === null ? store.rooms : [...store.rooms].sort((a, b) => known.indexOf(a.id) - known.indexOf(b.id));

  /** The button that was pressed last: a row that is put elsewhere in the page loses the focus. */
  const pressed = useRef<HTMLButtonElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows are in another order.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) pressed.current?.focus();
  }, [rooms.map(({ id }) => id).join()]);

  function move(room: Room, position: number, button: HTMLButtonElement) {
    pressed.current = button;
    const next = movedRow(rooms, rooms.indexOf(room), position);
    const place = position + 1;
    const count = next.length;
    const name = isolated(room.name);
    setOrder(next.map(({ id }) => id));
    setTold(
      t({ message: `${name} is now ${place} of ${count}`, comment: 'read out: the place of a room in the order' }),
    );
    moving.mutate({ room, position });
  }

  return (
    <div className="flex flex-col gap-2">
      {isOnly ? null : (
        <h2 className="text-base font-semibold break-words" dir="auto">
          {store.name}
        </h2>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
      <Rows label={isOnly ? partTitles.rooms : store.name}>
        {rooms.map((room, index) => {
          const name = isolated(room.name);
          return (
            <Row
              key={room.id}
              id={room.id}
              name={room.name}
              facts={categoriesText(room.categories, categories)}
              canEdit={canEdit}
              actions={
                <>
                  {canEdit && rooms.length > 1 ? (
                    <>
                      <IconButton
                        label={t`Move ${name} up`}
                        icon={ChevronUp}
                        aria-disabled={index === 0}
                        onClick={({ currentTarget }) =>
                          index === 0 ? undefined : move(room, index - 1, currentTarget)
                        }
                      />
                      <IconButton
                        label={t`Move ${name} down`}
                        icon={ChevronDown}
                        aria-disabled={index === rooms.length - 1}
                        onClick={({ currentTarget }) =>
                          index === rooms.length - 1 ? undefined : move(room, index + 1, currentTarget)
                        }
                      />
                    </>
                  ) : null}
                  {can('deleteRoom') ? (
                    <IconButton
                      label={t`Delete ${name}`}
                      icon={Trash2}
                      aria-expanded={removing === room.id}
                      onClick={() => setRemoving(removing === room.id ? null : room.id)}
                    />
                  ) : null}
                </>
              }
              below={removing === room.id ? <DeleteRoom room={room} onClose={() => setRemoving(null)} /> : null}
              form={() => <RoomForm store={store} room={room} />}
            />
          );
        })}
      </Rows>
      {moving.isError ? (
        <PracticeError error={moving.error} onRetry={() => moving.variables && moving.mutate(moving.variables)}>
          {t`The room could not be moved.`}
        </PracticeError>
      ) : null}
      {can('createRoom') ? (
        <Add
          id={`new room ${store.id}`}
          label={t({ message: 'New room', comment: 'button: adds a room to a store' })}
          form={() => <RoomForm store={store} room={null} />}
        />
      ) : null}
    </div>
  );
}
