import { t } from '@lingui/core/macro';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { type Directory, storeOf } from '#app/api/directory.ts';
import { useChanges, useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { changingActivity, useActivity } from '#app/changes/presence.ts';
import { Button } from '#app/components/button.tsx';
import { Select } from '#app/components/select.tsx';
import { TextArea } from '#app/components/text-field.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { seesPatients } from '#scheduling/visit.ts';
import { roomNameText, vetNameText } from './change-names.ts';
import { valuesFor } from './field-changes.ts';
import { notesFromDraft, readNotesDraft, saveNotesDraft, subscribeToNotesDrafts } from './notes-draft.ts';

interface ControlProps {
  appointment: ReceivedAppointment;
}

const NO_CHOICE = '';

interface PlaceControlsProps extends ControlProps {
  directory: Directory;
  withRoom: boolean;
  withVet: boolean;
}

/** Select fields for the room and the main vet, or plain text for what cannot be changed. */
export function PlaceControls({ appointment, directory, withRoom, withVet }: PlaceControlsProps) {
  const { change } = useChanges();
  const [isOpen, setOpen] = useState(false);
  useActivity(isOpen ? changingActivity(appointment) : null);
  const store = storeOf(appointment, directory);
  const { roomId } = appointment;
  const employeeId = valuesFor({ employeeId: null }, appointment).employeeId ?? null;
  const rooms = store?.rooms ?? [];
  const knownRoom = roomId === null || rooms.some(({ id }) => id === roomId);
  const staff = [...directory.employees.values()].filter(
    ({ id, isActive, role, storeIds }) =>
      id === employeeId ||
      (isActive && seesPatients({ role }) && (storeIds === null || store === null || storeIds.includes(store.id))),
  );
  const knownVet = employeeId === null || directory.employees.has(employeeId);
  return (
    <div className="grid grid-cols-2 gap-2">
      {withRoom ? (
        <Select
          label={t`Room`}
          value={roomId ?? NO_CHOICE}
          onOpenChange={setOpen}
          options={[
            ...rooms.map(({ id }) => ({ value: id, label: roomNameText(id, appointment, directory) })),
            ...(knownRoom ? [] : [{ value: roomId, label: roomNameText(roomId, appointment, directory) }]),
            { value: NO_CHOICE, label: texts.noRoom },
          ]}
          onChange={(id) => change(appointment, { roomId: id === NO_CHOICE ? null : id })}
        />
      ) : (
        <p className="font-medium break-words">{roomNameText(roomId, appointment, directory)}</p>
      )}
      {withVet ? (
        <Select
          label={t`Vet`}
          value={employeeId ?? NO_CHOICE}
          onOpenChange={setOpen}
          options={[
            ...staff.map(({ id, name }) => ({ value: id, label: isolateText(name) || vetNameText(id, directory) })),
            ...(knownVet ? [] : [{ value: employeeId, label: vetNameText(employeeId, directory) }]),
            { value: NO_CHOICE, label: texts.unassigned },
          ]}
          onChange={(id) => change(appointment, { employeeId: id === NO_CHOICE ? null : id })}
        />
      ) : (
        <p className="font-medium break-words">{vetNameText(employeeId, directory)}</p>
      )}
    </div>
  );
}

/** Moves the caret to the end when the field opens, but not while the person is typing in it. */
function focusAtEnd(field: HTMLTextAreaElement | null) {
  if (field === document.activeElement) return;
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

/**
 * The notes, edited in place. The text survives a reload until it is discarded or saved. While it is being saved it is
 * shown as the notes; if that fails, it returns to the field.
 */
export function NotesControl({ appointment, children }: ControlProps & { children: ReactNode }) {
  const { change, person } = useChanges();
  const { id, notes } = appointment;
  const draft = useSyncExternalStore(subscribeToNotesDrafts, () => readNotesDraft(person, id));
  const saving = useUnsavedChanges().savingNotes.has(id);
  /** Whether the person has opened the field, which then stays open when the response to an earlier save arrives. */
  const [editing, setEditing] = useState(
    draft !== null && (!saving || notesFromDraft(draft) !== notesFromDraft(notes ?? '')),
  );
  const [opened, setOpened] = useState(appointment);
  useActivity(editing ? changingActivity(appointment) : null);
  const text = draft ?? notes ?? '';

  function editNotes(typed: string) {
    saveNotesDraft(person, id, typed);
    if (!editing) setOpened(appointment);
    setEditing(true);
  }
  function closeField() {
    saveNotesDraft(person, id, saving ? (notes ?? '') : null);
    setEditing(false);
  }
  function saveNotes() {
    const newNotes = notesFromDraft(text);
    if (newNotes === notesFromDraft(notes ?? '')) closeField();
    else {
      setEditing(false);
      // The change is based on the version from when the field was opened, so that a colleague's notes cause a conflict
      // instead of being overwritten.
      change(opened.notes === notes ? appointment : opened, { notes: newNotes });
    }
  }

  if (!editing && (draft === null || saving)) {
    return (
      <>
        {children}
        <p>
          <Button compact onClick={() => editNotes(notes ?? '')}>
            <Pencil aria-hidden="true" size={13} />
            {notes ? t`Edit notes` : t`Add notes`}
          </Button>
        </p>
      </>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the field and its buttons in one place.
    <div
      className="flex flex-col gap-1.5"
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeField();
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) saveNotes();
        else return;
        event.preventDefault();
      }}
    >
      <TextArea {...(editing ? { ref: focusAtEnd } : {})} label={t`Notes`} rows={4} value={text} onChange={editNotes} />
      <div className="flex gap-2">
        <Button compact tone="primary" onClick={saveNotes}>
          {t`Save notes`}
        </Button>
        <Button compact onClick={closeField}>
          {t({ message: 'Cancel', comment: 'button: nothing is done' })}
        </Button>
      </div>
    </div>
  );
}
