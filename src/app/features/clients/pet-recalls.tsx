import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Pencil, Plus } from 'lucide-react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { appointmentVisitTypeName, fallbackNames, staffName } from '#app/api/directory.ts';
import { recallQueries } from '#app/api/recalls.ts';
import { applyPendingChanges, useRecallCommands, useRecallsLog } from '#app/changes/recalls.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { canSave } from '#app/editor/use-record-form.ts';
import { BookingButton } from '#app/session/booking-button.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { isDeadOrInactive } from '#app/text/pet-text.ts';
import { lastAttemptText } from '#app/text/recall-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dateInYearText } from '#app/text/time-text.ts';
import type { ReceivedAppointment, ReceivedPet } from '#contract/received.ts';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';
import { addMonths, dateIn } from '#scheduling/calendar-day.ts';
import { FormButton } from './form-button.tsx';
import { type AppointmentContext, appointmentDay } from './patient-appointments.tsx';
import { type RecallReference, recallKind } from './recall-kind.tsx';
import { EditForm } from './record-page.tsx';

interface PetRecallsProps {
  pet: ReceivedPet;
  /** The upcoming appointments of the pet, as far as they are loaded. */
  coming: readonly ReceivedAppointment[];
  around: AppointmentContext;
}

/**
 * Lists the visits that a pet is due for again, with buttons to book them and change their dates. Renders nothing for a
 * dead or inactive pet, or if the practice system has no recalls.
 */
export function PetRecalls({ pet, coming, around }: PetRecallsProps) {
  const { session } = useDesk();
  return session.capabilities.listRecalls === undefined || isDeadOrInactive(pet) ? null : (
    <Recalls {...{ pet, coming, around }} />
  );
}

function Recalls({ pet, coming, around }: PetRecallsProps) {
  const api = useApi();
  const editor = useEditor();
  const { directory, now } = around;
  const { company, fallbackZone, types } = directory;
  const query = useQuery({ ...recallQueries.ofPet(api, company.id, pet.id), ...retryUntilLoadedOptions });
  const commands = useRecallCommands();
  const today = dateIn(fallbackZone, now);
  const recalls = (query.data?.records ?? [])
    .map((recall) => applyPendingChanges(recall, commands))
    .filter(({ status }) => status === 'due' || status === 'booked');
  const others = [...types.values()].filter(
    ({ id, isActive }) => isActive && !recalls.some(({ visitTypeId }) => visitTypeId === id),
  );
  const usual = others.find(({ recallMonths }) => recallMonths !== null) ?? others[0];
  const reference: RecallReference = {
    types: others.map(({ id, name }) => ({ value: id, label: name })),
    initial: { visitTypeId: usual?.id ?? '', dueOn: addMonths(today, usual?.recallMonths ?? 12) },
    zone: fallbackZone,
  };
  const name = isolateText(pet.name || fallbackNames.pet(pet.id));
  const adding = `new recall ${pet.id}`;
  return (
    <section
      aria-label={t({ message: `Due again: ${name}`, comment: 'a heading; the name of a pet' })}
      className="flex flex-col gap-1"
    >
      <h3 className="text-xs font-semibold text-muted">{texts.dueAgain}</h3>
      {query.data === undefined && query.isError ? (
        <Failure className="min-h-6 py-1" onRetry={() => void query.refetch()}>
          {t`The visits that the pet is due for couldn’t be loaded.`}
        </Failure>
      ) : null}
      {recalls.length === 0 ? null : (
        <ul className="flex flex-col gap-1">
          {recalls.map((recall) => (
            <RecallLine
              key={recall.id}
              {...{ recall, pet, around, today, reference }}
              booked={coming.find(({ id }) => id === recall.appointmentId) ?? null}
            />
          ))}
        </ul>
      )}
      {query.data === undefined || others.length === 0 || !canSave(editor, recallKind, true) ? null : (
        <>
          <p>
            <FormButton
              look="quiet"
              id={adding}
              icon={Plus}
              label={t({
                message: 'Add a due date',
                comment: 'button: the day on which a pet is due again for a visit',
              })}
            />
          </p>
          <EditForm
            kind={recallKind}
            item={null}
            id={adding}
            fixedInput={{ petId: pet.id }}
            reference={reference}
            onCreated={() => Promise.resolve(null)}
          />
        </>
      )}
    </section>
  );
}

interface RecallLineProps {
  recall: ReceivedRecall;
  pet: ReceivedPet;
  around: AppointmentContext;
  /** `YYYY-MM-DD` */
  today: string;
  reference: RecallReference;
  /** The appointment that was booked for the recall, if it is loaded. */
  booked: ReceivedAppointment | null;
}

/** One visit type that a pet is due for. */
function RecallLine({ recall, pet, around, today, reference, booked }: RecallLineProps) {
  const editor = useEditor();
  const addresses = useAddresses();
  const log = useRecallsLog();
  const { directory, now } = around;
  const { status, dueOn, snoozedUntil, visitTypeId } = recall;
  const type = appointmentVisitTypeName({ visitTypeId, visitTypeName: null }, directory);
  const [typeName, petName] = [isolateText(type), pet.name || fallbackNames.pet(pet.id)];
  const day = dateInYearText(dueOn, today);
  const isOverdue = status === 'due' && dueOn < today;
  const until = snoozedUntil !== null && snoozedUntil > today ? dateInYearText(snoozedUntil, today) : null;
  const canChange = canSave(editor, recallKind, false);
  return (
    <li className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p className="min-w-0 grow break-words">
          <bdi className="font-medium">{type}</bdi>{' '}
          <span className={isOverdue ? 'font-medium text-warn' : 'text-muted'}>
            {isOverdue
              ? t({ message: `overdue since ${day}`, comment: 'a pet, for a visit; a day' })
              : t({ message: `due ${day}`, comment: 'a pet; a day' })}
          </span>{' '}
          <span className="text-muted">
            <InlineTexts
              of={[
                until === null
                  ? null
                  : t({
                      message: `put off until ${until}`,
                      comment: 'a client will be called about a pet later; a day',
                    }),
                lastAttemptText(recall, { nameOf: (id) => staffName(id, directory), zone: reference.zone, now }),
              ]}
            />
          </span>
          {status === 'booked' ? (
            <span className="text-ok">
              {booked === null ? (
                t({ message: 'Booked', comment: 'a pet that was due' })
              ) : (
                <AppLink to={addresses.appointment(booked)} className="underline">
                  {bookedText(appointmentDay(booked, around).date)}
                </AppLink>
              )}
            </span>
          ) : null}
        </p>
        {status === 'booked' ? null : (
          <BookingButton
            compact
            aria-label={t({ message: `Book ${typeName}`, comment: 'button: a visit for which a pet is due' })}
            onClick={() =>
              addresses.bookRecall({ petId: pet.id, visitTypeId, date: isOverdue ? today : dueOn, storeId: null }).go()
            }
          >
            <CalendarPlus aria-hidden="true" size={14} />
            {t({ message: 'Book', comment: 'button: a pet that waits' })}
          </BookingButton>
        )}
        {canChange ? (
          <>
            <FormButton
              look="small"
              id={recall.id}
              icon={Pencil}
              label={t({ message: 'Change date', comment: 'button: the day on which a pet is due again' })}
            />
            <Button
              compact
              tone="quiet"
              aria-label={t({
                message: `Not wanted: ${typeName}`,
                comment: 'button: the client does not want the visit',
              })}
              onClick={() => log.change(recall, { status: 'declined' }, petName)}
            >
              {t({ message: 'Not wanted', comment: 'the client does not want the visit for which a pet is due' })}
            </Button>
          </>
        ) : null}
      </div>
      {canChange ? <EditForm kind={recallKind} item={recall} id={recall.id} reference={reference} /> : null}
    </li>
  );
}

const bookedText = (day: string) => t({ message: `Booked for ${day}`, comment: 'a pet that was due; a day' });
