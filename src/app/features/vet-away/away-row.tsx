import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, Phone } from 'lucide-react';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { contactByIdQuery } from '#app/api/clients.ts';
import { appointmentName, appointmentVisitTypeName, clientIdOf, type Directory, roomText } from '#app/api/directory.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { Button } from '#app/components/button.tsx';
import { ContactLink, phoneHref } from '#app/components/contact-link.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { Menu, MenuItem } from '#app/components/menu.tsx';
import { UnsavedIcon } from '#app/components/unsaved-icon.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { roleText } from '#app/text/role-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { intervalText } from '#app/text/time-text.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { type AbsentVet, canBeReassigned, createShareOut, findColleagues } from '#scheduling/share-out.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { CANCELLED_STATUS, notReassignableText, notReassignedText } from './away-text.ts';
import type { IntervalAppointments } from './use-interval-appointments.ts';

interface AwayRowProps {
  /** The current version of the appointment while it has to be dealt with; afterwards, the version from when it was listed. */
  appointment: ReceivedAppointment;
  during: Pick<IntervalAppointments, 'stores' | 'directory'>;
  /** What was done with the appointment; null while it still has to be dealt with. */
  outcome: string | null;
  isUnsaved: boolean;
  /** The vet who is away; null if the appointment cannot be reassigned, for example in a blocked room. */
  absent: AbsentVet | null;
  /** Whether the appointments and shifts that show which colleagues are free are completely loaded. */
  isKnown: boolean;
  /** Why the appointment was left out when several were reassigned at once; empty if it was not. */
  reason: string;
  onOpen: (id: string) => void;
}

/** An appointment with its client's phone number, and either its actions or its outcome. */
export function AwayRow({ appointment, during, outcome, isUnsaved, absent, isKnown, reason, onOpen }: AwayRowProps) {
  const { directory } = during;
  const heading = appointmentName(appointment, directory.pets);
  const time = recordedTime(appointment);
  const isFixed = absent !== null && !canBeReassigned(appointment, absent.vetId);
  const note = isFixed ? notReassignableText() : reason;
  return (
    <li
      data-row={appointment.id}
      data-done={outcome !== null || undefined}
      className="flex flex-col gap-1 py-2.5 first:pt-0"
    >
      <p className="flex flex-wrap gap-x-2">
        <span className="tabular-nums">
          {intervalText(zoneOfAppointment(appointment, directory), time, time.start)}
        </span>
        <button
          type="button"
          className="min-w-0 rounded text-start font-semibold break-words hover:text-accent hover:underline"
          onClick={() => onOpen(appointment.id)}
        >
          <bdi>{heading || t`The appointment`}</bdi>
        </button>
        <span className="min-w-0 break-words text-muted">
          <InlineTexts of={[appointmentVisitTypeName(appointment, directory), roomText(appointment, directory)]} />
        </span>
        {isUnsaved ? <UnsavedIcon /> : null}
      </p>
      <ClientContact appointment={appointment} directory={directory} />
      {outcome !== null ? (
        <p className="flex items-center gap-1.5 text-sm text-ok">
          <Check aria-hidden="true" size={15} className="shrink-0" />
          <span className="min-w-0 break-words">{outcome}</span>
        </p>
      ) : (
        <>
          {note === '' ? null : <p className="text-sm break-words text-warn">{note}</p>}
          <RowActions {...{ appointment, during, isKnown }} absent={isFixed ? null : absent} />
        </>
      )}
    </li>
  );
}

function RowActions({
  appointment,
  during,
  absent,
  isKnown,
}: Pick<AwayRowProps, 'appointment' | 'during' | 'absent' | 'isKnown'>) {
  const changes = useChanges();
  const { can } = changes;
  const name = isolateText(appointmentName(appointment, during.directory.pets)) || t`The appointment`;
  const reassign = t({ message: `Reassign ${name} to…`, comment: 'an appointment, to a colleague' });
  const isChangeable = appointment.updatedAt !== null;
  return (
    <p className="flex flex-wrap gap-1.5 empty:hidden">
      {absent === null ? null : (
        <Menu
          label={reassign}
          trigger={
            <Button compact aria-label={reassign}>
              {t`Reassign to…`}
            </Button>
          }
        >
          <ColleagueItems {...{ appointment, during, absent, isKnown }} />
        </Menu>
      )}
      {isChangeable && can.has('start') && can.has('end') ? (
        <Button
          compact
          aria-label={t({ message: `Reschedule ${name}`, comment: 'an appointment' })}
          onClick={() => changes.reschedule(appointment)}
        >
          {texts.reschedule}
        </Button>
      ) : null}
      {isChangeable && can.has('status') ? (
        <Button
          compact
          aria-label={t`Cancel appointment: ${name}`}
          onClick={() => changes.change(appointment, { status: CANCELLED_STATUS })}
        >
          {t`Cancel appointment`}
        </Button>
      ) : null}
    </p>
  );
}

/** The client with a link that dials their number. The line keeps its height while the number loads. */
function ClientContact({ appointment, directory }: { appointment: ReceivedAppointment; directory: Directory }) {
  const clientId = clientIdOf(appointment, directory);
  const name = directory.pets.get(appointment.petId ?? '')?.clientName ?? '';
  const { data, isError, refetch } = useQuery({
    ...contactByIdQuery(useApi(), { companyId: directory.company.id, clientId: clientId ?? '', name }),
    ...retryUntilLoadedOptions,
    enabled: clientId !== null,
  });
  if (clientId === null) return null;
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-3">
      <bdi className="min-w-0 break-words">{data?.name || name}</bdi>
      {data?.phone ? (
        <ContactLink icon={Phone} text={data.phone} href={phoneHref(data.phone)} className="font-medium tabular-nums" />
      ) : isError ? (
        <Button compact onClick={() => void refetch()}>{t`Load the phone number`}</Button>
      ) : data === undefined ? null : (
        <span className="text-muted">{t`No phone on file`}</span>
      )}
    </p>
  );
}

/**
 * The menu items for the colleagues. Each says whether the colleague is free, or why not; the appointment can also be
 * reassigned to a colleague who is not free.
 */
function ColleagueItems({
  appointment,
  during,
  absent,
  isKnown,
}: Pick<AwayRowProps, 'appointment' | 'during' | 'isKnown'> & { absent: AbsentVet }) {
  const changes = useChanges();
  const { sameRole, otherRoles } = findColleagues([appointment], absent);
  if (sameRole.length + otherRoles.length === 0) return <NoColleagues />;
  const shareOut = createShareOut(absent);
  return [...sameRole, ...otherRoles].map((colleague) => {
    const { reassigned, staying } = shareOut([appointment], [colleague]);
    const why = staying[0]?.why;
    const change = reassigned[0]?.changes ?? { employeeId: colleague.id };
    return (
      <MenuItem key={colleague.id} onChoose={() => changes.change(appointment, change)}>
        <ColleagueName {...{ colleague }} isAlike={sameRole.includes(colleague)} />
        {!isKnown ? null : why === undefined ? (
          <span className="block text-xs text-ok">
            {t({ message: 'free', comment: 'a vet, at the time of an appointment' })}
          </span>
        ) : (
          <span className="block text-xs text-warn">{notReassignedText(appointment, why, during)}</span>
        )}
      </MenuItem>
    );
  });
}

/** The name of a colleague, with their role if it differs from the absent vet's. */
export function ColleagueName({ colleague, isAlike }: { colleague: ReceivedEmployee; isAlike: boolean }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <bdi>{colleague.name}</bdi>
      {isAlike ? null : <span className="text-xs text-muted">{roleText(colleague.role)}</span>}
    </span>
  );
}

/** The text in a menu of colleagues if there are no colleagues. */
export function NoColleagues() {
  return <p className="px-2.5 py-1.5 text-sm text-muted">{t`This store has no other vets.`}</p>;
}
