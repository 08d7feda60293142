import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { invalidate } from '#app/api/queries.ts';
import { Dialog } from '#app/components/dialog.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { EditorContext, useDeskEditor } from '#app/editor/editor.ts';
import { RecordForm } from '#app/editor/record-form.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { durationText } from '#app/text/time-text.ts';
import { calls } from '#contract/calls.ts';
import { useWaitingReference } from './use-waiting-reference.ts';
import { type NewEntryValues, waitingKind } from './waiting-kind.tsx';

interface WaitingListDialogProps {
  pet: { id: string; name: string };
  wish: NewEntryValues;
  /** Shows the waiting list. */
  onShow: () => void;
  /** Called once the pet is on the list. */
  onDone: () => void;
  onClose: () => void;
}

/**
 * The form that puts a pet on the waiting list. It asks when the pet could come, and keeps the input until the person saves or
 * discards it.
 */
export function WaitingListDialog({ pet, wish, onShow, onDone, onClose }: WaitingListDialogProps) {
  const queryClient = useQueryClient();
  const id = `new waiting list entry ${pet.id}`;
  const editor = useDeskEditor({
    edit: id,
    onEdit: (next) => (next === null ? onClose() : undefined),
    refresh: () => invalidate(queryClient, calls.listWaitingList),
  });
  const reference = useWaitingReference(wish);
  const name = isolateText(pet.name);
  const type = reference.types.find(({ value }) => value === wish.visitTypeId)?.label;
  const store =
    reference.stores.length > 1 ? reference.stores.find(({ value }) => value === wish.storeId)?.label : null;
  return (
    <Dialog
      title={t({ message: `${name}: waiting list`, comment: 'heading of the form that puts a pet on it' })}
      description={factsText([type, store])}
      onClose={onClose}
    >
      <EditorContext value={editor}>
        <div className="overflow-y-auto p-4 text-sm">
          <RecordForm
            kind={waitingKind}
            item={null}
            reference={reference}
            id={id}
            fixedInput={{ petId: pet.id }}
            onCreated={async (_, { durationMinutes }) => {
              showNotice({
                tone: 'ok',
                title: t({ message: `${name} is on the waiting list`, comment: 'a pet' }),
                text: factsText([type, durationText(durationMinutes)]),
                link: { label: texts.show, onClick: onShow },
              });
              onDone();
              return null;
            }}
          />
        </div>
      </EditorContext>
    </Dialog>
  );
}
