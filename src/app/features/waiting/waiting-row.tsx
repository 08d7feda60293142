import { t } from '@lingui/core/macro';
import { Phone } from 'lucide-react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { appointmentVisitTypeName, type Directory, fallbackNames, storeOf } from '#app/api/directory.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { ContactLink, phoneHref } from '#app/components/contact-link.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { useHasDraft } from '#app/editor/draft.ts';
import { useEditor } from '#app/editor/editor.ts';
import { RecordForm } from '#app/editor/record-form.tsx';
import { useOpenerFocus } from '#app/editor/record-list.tsx';
import { canSave } from '#app/editor/use-record-form.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { alertText, isDeadOrInactive } from '#app/text/pet-text.ts';
import { durationText } from '#app/text/time-text.ts';
import type { ReceivedClient } from '#contract/received.ts';
import type { ReceivedWaitingListEntry } from '#contract/received-waiting-list.ts';
import { BookMatchButton } from './book-match-button.tsx';
import type { EntryMatch, WaitingActions } from './waiting-context.ts';
import { type WaitingReference, waitingKind } from './waiting-kind.tsx';
import { availabilityText, createdDayText, matchTimeText, vetWishText } from './waiting-text.ts';

interface WaitingRowProps {
  entry: ReceivedWaitingListEntry;
  /** The first free time that matches the entry; null if none was found (yet). */
  match: EntryMatch | null;
  /** Whether free times are still being searched for. */
  isLooking: boolean;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  client: ReceivedClient | null;
  directory: Directory;
  reference: WaitingReference;
  /** The actions on the entry; null if the person or the practice system cannot change entries. */
  actions: WaitingActions | null;
}

/**
 * An entry: who is waiting, for what and since when, its matching time, and its actions. It turns into a form while it
 * is edited.
 */
export function WaitingRow({ entry, match, isLooking, now, client, directory, reference, actions }: WaitingRowProps) {
  const editor = useEditor();
  const addresses = useAddresses();
  const isOpen = editor.edit === entry.id && actions !== null;
  const opener = useOpenerFocus(isOpen);
  const hasDraft = useHasDraft(editor, entry.id);
  const pet = directory.pets.get(entry.petId);
  const petName = pet?.name || fallbackNames.pet(entry.petId);
  const name = isolateText(petName);
  const { today } = reference;
  const isGone = pet !== undefined && isDeadOrInactive(pet);
  if (isOpen)
    return (
      <li className="px-4 py-3">
        <p className="mb-3 font-semibold">
          <bdi>{petName}</bdi>
        </p>
        <div className="max-w-2xl">
          <RecordForm kind={waitingKind} item={entry} id={entry.id} reference={reference} />
        </div>
      </li>
    );
  return (
    <li className="grid items-start gap-x-5 gap-y-1.5 px-4 py-2.5 text-sm md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1.3fr)] lg:grid-cols-[minmax(10rem,1fr)_minmax(12rem,1.5fr)_minmax(12rem,1.3fr)_13.5rem]">
      <div className="min-w-0">
        <p className={`break-words ${isGone ? 'text-muted' : ''}`}>
          <AppLink to={addresses.pet(entry.petId)} className="font-semibold">
            <bdi>{petName}</bdi>
          </AppLink>{' '}
          <bdi className="text-muted">{pet?.clientName || client?.name}</bdi>
        </p>
        {pet && alertText(pet, today) ? (
          <p className="text-xs font-medium text-danger">{alertText(pet, today)}</p>
        ) : null}
        {client?.phone ? (
          <ContactLink icon={Phone} text={client.phone} href={phoneHref(client.phone)} className="tabular-nums" />
        ) : null}
      </div>
      <div className="min-w-0 break-words">
        <p>
          <InlineTexts
            of={[
              appointmentVisitTypeName({ visitTypeId: entry.visitTypeId, visitTypeName: null }, directory),
              durationText(entry.durationMinutes),
              vetWishText(entry, directory),
              reference.stores.length > 1 ? storeOf(entry, directory)?.name : null,
            ]}
          />
        </p>
        <p className="text-muted">{availabilityText(entry, reference)}</p>
        {entry.notes ? (
          <p className="text-muted italic" dir="auto">
            {entry.notes}
          </p>
        ) : null}
      </div>
      <div className="min-w-0">
        <p className="text-muted">{waitingSinceText(createdDayText(entry, { directory, now }))}</p>
        {isGone ? null : match ? (
          <p className="font-medium text-ok">
            {t({ message: `free ${matchTimeText(match, directory)}`, comment: 'the first free time, and with whom' })}
          </p>
        ) : isLooking ? null : (
          <p className="text-muted">
            {t({ message: 'no suitable free time', comment: 'a client on the waiting list' })}
          </p>
        )}
      </div>
      {actions === null ? null : (
        <div className="flex flex-wrap items-center gap-1.5 md:max-lg:col-start-3 lg:justify-end">
          {match && !isGone ? <BookMatchButton {...{ match, petName }} onBook={actions.book} /> : null}
          {canSave(editor, waitingKind, false) ? (
            <Button
              ref={opener}
              compact
              aria-label={t({ message: `Edit ${name}`, comment: 'an entry of the waiting list' })}
              onClick={() => editor.onEdit(entry.id)}
            >
              {hasDraft
                ? t({ message: 'Continue', comment: 'button: editing what was changed and not saved' })
                : t({ message: 'Edit', comment: 'button: changes a record' })}
            </Button>
          ) : null}
          <Button
            compact
            tone="quiet"
            aria-label={t({ message: `Remove ${name}`, comment: 'from the waiting list' })}
            onClick={() => void actions.changes.withdraw(entry, petName)}
          >
            {t({ message: 'Remove', comment: 'button: takes a pet off the waiting list' })}
          </Button>
        </div>
      )}
    </li>
  );
}

const waitingSinceText = (day: string) => t({ message: `since ${day}`, comment: 'a day: since when a client waits' });
