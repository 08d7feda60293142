import { t } from '@lingui/core/macro';
import { nameFault } from '#app/editor/name-fault.ts';
import { EditForm } from '#app/features/practice/editing/edit-form.tsx';
import { useEdit } from '#app/features/practice/editing/use-edit.ts';
import { categoriesText } from '#app/features/practice/fields/categories.ts';
import { RoomFields, type TypedRoom } from '#app/features/practice/fields/room-fields.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { type VisitTypeCategory, visitTypeCategories } from '#contract/enums.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { useLatestCompany } from './name-part.tsx';

type Room = ReceivedStore['rooms'][number];

/** The categories that the contract has; none other can be saved. */
function known(categories: readonly string[]): VisitTypeCategory[] {
  return visitTypeCategories.filter((category) => categories.includes(category));
}

/** The form of a room, or of a new one where there is none. */
export function RoomForm({ store, room }: { store: ReceivedStore; room: Room | null }) {
  const { call, categories } = usePractice();
  const latest = useLatestCompany();
  const others = store.rooms.filter(({ id }) => id !== room?.id).map(({ name }) => name);
  const valuesOf = ({ name, categories }: Room): TypedRoom => ({ name, categories });
  const edit = useEdit<TypedRoom>({
    id: room?.id ?? `new room ${store.id}`,
    current: room ? valuesOf(room) : { name: '', categories: [] },
    latest:
      room &&
      (async () => {
        const now = (await latest())?.stores.flatMap(({ rooms }) => rooms).find(({ id }) => id === room.id);
        return now ? valuesOf(now) : null;
      }),
    isWrong: ({ name }) => nameFault(name, others) !== null,
    save(changes, values, options) {
      const name = values.name.trim();
      if (!room) return call('createRoom', { storeId: store.id, name, categories: known(values.categories) }, options);
      return call('changeRoom', {
        id: room.id,
        ...(changes.name === undefined ? {} : { name }),
        ...(changes.categories === undefined ? {} : { categories: known(values.categories) }),
      });
    },
  });
  return (
    <EditForm
      edit={edit}
      label={room?.name ?? t({ message: 'New room', comment: 'button: adds a room to a store' })}
      texts={{
        name: { label: t({ message: 'Name', comment: 'of a room, a visit type, or a store' }), text: String },
        categories: {
          label: t`Visits that the room is for`,
          text: (chosen) => categoriesText(chosen, categories),
        },
      }}
    >
      <RoomFields
        labelled
        value={edit.values}
        onChange={edit.change}
        others={edit.wasSent ? [] : others}
        categories={categories}
        showFaults={edit.showFaults}
      />
    </EditForm>
  );
}
