import { PreviewCard } from '@base-ui/react/preview-card';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleDashed } from 'lucide-react';
import { useId, useLayoutEffect } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { useHasBudget } from '#app/api/budget-and-clock.ts';
import { contactByIdQuery } from '#app/api/clients.ts';
import {
  appointmentRoomName,
  appointmentVisitTypeName,
  clientIdOf,
  type Directory,
  staffOf,
} from '#app/api/directory.ts';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { timesText } from '#app/features/board/appointment-times.tsx';
import type { AppointmentView } from '#app/features/board/appointment-view.ts';
import { listNotes } from '#app/features/board/model/board-appointments.ts';
import { factsText } from '#app/text/list-text.ts';
import { messageMarkTexts } from '#app/text/message-mark-text.ts';
import { alertText, petText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { durationText } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { recordedTime } from '#scheduling/visit.ts';

export interface AppointmentCardProps {
  /** The block, row or bar beside which the card is placed. */
  anchor: HTMLElement;
  facts: AppointmentView;
  directory: Directory;
  onClose: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

/** A card beside a block with the most important facts about an appointment. */
export function AppointmentCard(props: AppointmentCardProps) {
  const { anchor, facts, directory } = props;
  const id = useId();
  // Makes the alerts and notes the description of the block, whose accessible name already covers the rest of the card.
  useLayoutEffect(() => {
    anchor.setAttribute('aria-describedby', id);
    return () => anchor.removeAttribute('aria-describedby');
  }, [anchor, id]);
  return (
    <PreviewCard.Root open={true} onOpenChange={props.onClose}>
      {/* The card is inside a landmark, so that screen readers can find it. */}
      <PreviewCard.Portal container={anchor.closest('main')}>
        <PreviewCard.Positioner
          anchor={anchor}
          side="inline-end"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          collisionAvoidance={{ side: 'flip', align: 'shift', fallbackAxisSide: 'end' }}
          className="z-30"
        >
          <PreviewCard.Popup
            role="tooltip"
            className="w-max max-w-80 rounded-lg border border-line bg-raised p-3 text-start text-[0.8125rem] text-ink shadow-raised"
            onPointerEnter={props.onPointerEnter}
            onPointerLeave={props.onPointerLeave}
          >
            <CardDetails {...{ facts, directory }} descriptionId={id} />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}

type CardDetailsProps = Pick<AppointmentCardProps, 'facts' | 'directory'> & { descriptionId: string };

function CardDetails({ facts, directory, descriptionId }: CardDetailsProps) {
  const { item, day } = facts;
  const { appointment, display, oddEnd } = item;
  const pet = appointment.petId === null ? undefined : directory.pets.get(appointment.petId);
  const client = useClientContact(appointment, directory, item.client);
  const { start, end } = recordedTime(appointment);
  const length = oddEnd === null ? durationText((end - start) / 60_000) : '';
  const room = appointmentRoomName(appointment, directory);
  const staff = staffOf(appointment, directory).map(({ name }) => name);
  const animal = pet ? petText(pet, day.clock.date) : '';
  const alerts = [item.alert, client ? alertText(client, day.clock.date) : ''].filter((alert) => alert !== '');
  const notes = listNotes(appointment);
  const message = facts.messageMark === null ? '' : messageMarkTexts[facts.messageMark];
  const note = factsText([facts.presence, facts.concern, facts.clash, message]);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="tabular-nums">
          {timesText(facts)}
          {length === '' ? null : <span className="whitespace-nowrap text-muted"> · {length}</span>}
        </p>
        <p
          className={`${display.tint} flex items-center gap-1 rounded-full px-2 text-xs font-semibold whitespace-nowrap`}
        >
          <StatusIcon status={display.value} />
          <bdi>{display.label}</bdi>
        </p>
      </div>
      <div>
        <p className="text-sm font-semibold break-words">
          <bdi>{item.heading}</bdi>
        </p>
        {animal === '' ? null : <p className="text-muted">{animal}</p>}
        <p className="break-words empty:hidden">
          <InlineTexts of={[item.client, client?.phone]} />
        </p>
        <p className="break-words empty:hidden">
          <InlineTexts of={[appointmentVisitTypeName(appointment, directory), ...staff, room]} />
        </p>
      </div>
      {note === '' ? null : <p className="font-medium">{note}</p>}
      {facts.isUnsaved ? (
        <p className="flex items-center gap-1.5 font-medium">
          <CircleDashed aria-hidden="true" size={13} />
          {texts.notSavedYet}
        </p>
      ) : null}
      {alerts.length + notes.length === 0 ? null : (
        <div id={descriptionId} className="grid gap-2">
          {alerts.map((alert) => (
            <p key={alert} className="flex gap-1.5 rounded-md bg-warn-soft px-2 py-1 font-medium">
              <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-warn" />
              <bdi className="min-w-0 break-words">{alert}</bdi>
            </p>
          ))}
          {notes.map((text) => (
            <p
              key={text}
              className="line-clamp-4 border-s-2 border-line-strong ps-2 break-words whitespace-pre-line"
              dir="auto"
            >
              {text}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

/** Loads the client with phone and alert, if the request budget allows it; null until it is loaded. */
function useClientContact(appointment: ReceivedAppointment, directory: Directory, name: string) {
  const clientId = clientIdOf(appointment, directory);
  const contact = contactByIdQuery(useApi(), { companyId: directory.company.id, clientId: clientId ?? '', name });
  const hasBudget = useHasBudget(0.5);
  return useQuery({ ...contact, retry: false, enabled: hasBudget && clientId !== null && name !== '' }).data ?? null;
}
