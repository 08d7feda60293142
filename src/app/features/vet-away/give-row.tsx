import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoaded } from '#app/api/api-error.ts';
import { contactById } from '#app/api/clients.ts';
import { clientIdOf, type Directory, roomNameOf, storeOf, visitName, visitTypeOf } from '#app/api/directory.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { Button } from '#app/components/button.tsx';
import { ContactLink, phoneHref } from '#app/components/contact-link.tsx';
import { Menu, MenuItem } from '#app/components/menu.tsx';
import { Texts } from '#app/components/texts.tsx';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import { intervalText } from '#app/text/time-text.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { zoneOf } from '#scheduling/calendar-day.ts';
import { canBeGiven, colleaguesFor, type Giving, giveAll } from '#scheduling/give.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { fixedText, notGivenText } from './give-text.ts';
import type { OwnersDay } from './use-owners-day.ts';

const CANCELLED: AppointmentStatus = 'cancelled';

interface GiveRowProps {
  appointment: ReceivedAppointment;
  day: OwnersDay;
  /** Null if it cannot be given to anybody. */
  giving: Giving | null;
  /** Whether it is known who is free. */
  isKnown: boolean;
  /** Why the colleague who took others did not take this one; empty if that does not apply. */
  reason: string;
  onOpen: (id: string) => void;
}

/** An appointment with the phone number of its client, and its actions. */
export function GiveRow({ appointment, day, giving, isKnown, reason, onOpen }: GiveRowProps) {
  const changes = useChanges();
  const { directory } = day;
  const heading = visitName(appointment, directory.pets);
  const name = isolated(heading) || t`The appointment`;
  const time = recordedTime(appointment);
  const { can } = changes;
  const isChangeable = appointment.updatedAt !== null;
  const isFixed = giving !== null && !canBeGiven(appointment, giving.from);
  const note = isFixed ? fixedText() : reason;
  return (
    <li className="flex flex-col gap-1 py-2.5 first:pt-0">
      <p className="flex flex-wrap gap-x-2">
        <span className="tabular-nums">{intervalText(zoneOf(appointment, directory), time, time.start)}</span>
        <button
          type="button"
          className="min-w-0 rounded text-start font-semibold break-words hover:text-accent hover:underline"
          onClick={() => onOpen(appointment.id)}
        >
          <bdi>{heading || t`The appointment`}</bdi>
        </button>
        <span className="min-w-0 break-words text-muted">
          <Texts of={[visitTypeOf(appointment, directory), roomText(appointment, directory)]} />
        </span>
      </p>
      <Client appointment={appointment} directory={directory} />
      {note === '' ? null : <p className="break-words text-warn">{note}</p>}
      <p className="flex flex-wrap gap-1.5 empty:hidden">
        {giving === null || isFixed ? null : (
          <Menu
            label={t({ message: `Give ${name} to…`, comment: 'an appointment, to a colleague' })}
            trigger={
              <Button
                compact
                aria-label={t({ message: `Give ${name} to…`, comment: 'an appointment, to a colleague' })}
              >
                {t`Give to…`}
              </Button>
            }
          >
            <Choices {...{ appointment, day, giving, isKnown }} />
          </Menu>
        )}
        {isChangeable && can.has('start') && can.has('end') ? (
          <Button
            compact
            aria-label={t({ message: `Reschedule ${name}`, comment: 'an appointment' })}
            onClick={() => changes.reschedule(appointment)}
          >
            {words.reschedule}
          </Button>
        ) : null}
        {isChangeable && can.has('status') ? (
          <Button
            compact
            aria-label={t`Cancel appointment: ${name}`}
            onClick={() => changes.change(appointment, { status: CANCELLED })}
          >
            {t`Cancel appointment`}
          </Button>
        ) : null}
      </p>
    </li>
  );
}

function roomText({ roomId, location, ...of }: ReceivedAppointment, directory: Directory): string {
  if (roomId === null) return location || words.noRoom;
  return storeOf(of, directory)?.rooms.find(({ id }) => id === roomId)?.name || roomNameOf(roomId, location);
}

/** The client with a link that dials their number. The line keeps its height while the number loads. */
function Client({ appointment, directory }: { appointment: ReceivedAppointment; directory: Directory }) {
  const clientId = clientIdOf(appointment, directory);
  const name = directory.pets.get(appointment.petId ?? '')?.clientName ?? '';
  const { data, isError, refetch } = useQuery({
    ...contactById(useApi(), { companyId: directory.company.id, clientId: clientId ?? '', name }),
    ...retryUntilLoaded,
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

/** The colleagues, each with the reason why they are not free. The appointment can be given to them all the same. */
function Choices({
  appointment,
  day,
  giving,
  isKnown,
}: Pick<GiveRowProps, 'appointment' | 'day' | 'isKnown'> & { giving: Giving }) {
  const changes = useChanges();
  const colleagues = colleaguesFor([appointment], giving);
  if (colleagues.length === 0)
    return <p className="px-2.5 py-1.5 text-sm text-muted">{t`This store has no other vets.`}</p>;
  return colleagues.map((colleague) => {
    const { given, staying } = giveAll([appointment], colleague, giving);
    const why = staying[0]?.why;
    const change = given[0]?.changes ?? { employeeId: colleague.id };
    return (
      <MenuItem key={colleague.id} onChoose={() => changes.change(appointment, change)}>
        <bdi className="block">{colleague.name}</bdi>
        {!isKnown ? null : why === undefined ? (
          <span className="block text-xs text-ok">
            {t({ message: 'free', comment: 'a vet, at the time of an appointment' })}
          </span>
        ) : (
          <span className="block text-xs text-warn">{notGivenText(appointment, colleague, why, day)}</span>
        )}
      </MenuItem>
    );
  });
}
