import { t } from '@lingui/core/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Directory, staffOf, unnamed, visitTypeOf } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { Texts } from '#app/components/texts.tsx';
import { dateIn, zoneOf } from '#app/scheduling/calendar-day.ts';
import { isHere, takingPlace, visitsAt } from '#app/scheduling/pet-visits.ts';
import { browserZone, distanceText, instantParts } from '#app/scheduling/time-text.ts';
import { hasDied, isLastVisit } from '#app/scheduling/visit.ts';
import { useAddresses } from '#app/session/addresses.ts';
import { bookingAfter } from '#app/session/booking-after.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { petAndSexText, petText } from '#app/text/pet-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { ContactLines, Waiting } from './patient-card.tsx';
import { Card, IncompleteNotice, LoadError, PatientPage, VisitList } from './patient-page.tsx';
import { useAppointmentsOf, useContact, usePet, usePetsOf } from './use-patient.ts';
import { VisitRow } from './visit-row.tsx';

/** The page of the pet in the address. */
export function PetPage() {
  const { petId } = useParams({ from: '/desk/pets/$petId' });
  return <PetDetails key={petId} petId={petId} />;
}

/** A pet's last and next visit, owner, and all visits. */
function PetDetails({ petId }: { petId: string }) {
  const { directory, statuses } = useReference();
  const { bookingRefusal } = useDesk();
  const addresses = useAddresses();
  const navigate = useNavigate();
  const now = useMinute();
  const { company, fallbackZone } = directory;
  const companyId = company.id;
  const found = usePet(companyId, petId);
  const visits = useAppointmentsOf({ companyId, patient: { petId }, enabled: true });
  const { pet } = found;
  const clientId = pet?.clientId ?? visits.appointments.find((visit) => visit.clientId !== null)?.clientId ?? null;
  const settled = found.progress !== 'loading';
  const contact = useContact({ companyId, clientId, name: pet?.clientName ?? '', enabled: settled });
  const household = usePetsOf({ companyId, clientId, enabled: settled });

  const { underWay, toCome, past } = visitsAt(visits.appointments, now);
  const here = underWay.find(isHere) ?? null;
  const last = takingPlace(past)[0] ?? null;
  const next = [...underWay.filter((visit) => visit !== here), ...takingPlace(toCome)][0] ?? null;
  const earlier = here ?? last;
  const today = dateIn(earlier ? zoneOf(earlier, directory) : fallbackZone, now);
  const name = pet?.name || unnamed.pet(petId);
  const clientName = pet?.clientName || contact.client?.name || '';
  const notKnown = t({ message: 'Not known', comment: 'In place of a visit or of an owner' });
  const others = household.pets.filter(({ id }) => id !== petId);
  const loading = visits.progress === 'loading';
  const row = (appointment: ReceivedAppointment) => (
    <VisitRow key={appointment.id} {...{ appointment, directory, statuses }} to={addresses.appointment(appointment)} />
  );

  /** Opens the booking form for the pet, based on an earlier visit where there is one. */
  function book(again: boolean) {
    const after = earlier ? bookingAfter(earlier, directory, again) : { new: true as const };
    void navigate({ to: '/', search: { ...after, company: companyId, pet: petId } });
  }

  if (found.progress === 'known' && pet === null && visits.progress === 'known' && visits.appointments.length === 0) {
    return (
      <PatientPage kind="pet" title={t`No such pet`}>
        <p>{t`This link names a pet that is not on file. It may have been removed, or belong to another company.`}</p>
      </PatientPage>
    );
  }
  return (
    <PatientPage
      kind="pet"
      delays={[found, visits, contact, household].map(({ delay }) => delay)}
      title={found.progress === 'loading' ? words.loading : name}
      detail={pet ? petAndSexText(pet, today) : ''}
      actions={
        hasDied(visits.appointments) || (earlier !== null && isLastVisit(earlier)) ? null : (
          <div className="flex flex-wrap gap-2">
            <Book tone="primary" refusal={bookingRefusal} onClick={() => book(false)}>
              <CalendarPlus aria-hidden="true" size={16} />
              {earlier ? words.bookFollowUp : words.bookAppointment}
            </Book>
            {earlier ? (
              <Book tone="plain" refusal={bookingRefusal} onClick={() => book(true)}>
                {words.bookAgain}
              </Book>
            ) : null}
          </div>
        )
      }
    >
      {found.progress === 'failed' ? (
        <LoadError error={found.error} onRetry={found.retry}>
          {t`The pet could not be loaded.`}
        </LoadError>
      ) : null}
      {visits.progress === 'failed' ? (
        <LoadError error={visits.error} onRetry={visits.retry}>
          {words.visitsNotLoaded}
        </LoadError>
      ) : null}
      <div className="grid gap-3 sm:grid-cols-3">
        {here ? (
          <Card title={t({ message: 'Here now', comment: 'Heading: the pet is in the practice at this moment' })}>
            <VisitSummary appointment={here} {...{ directory, today }} to={addresses.appointment(here)}>
              {statuses.of(here.status).label}
            </VisitSummary>
          </Card>
        ) : (
          <Card title={words.lastHere}>
            <LatestVisit {...{ loading, directory, today }} appointment={last} addressOf={addresses.appointment}>
              {visits.progress === 'failed'
                ? notKnown
                : visits.whole
                  ? t({ message: 'Never yet', comment: 'Under “Last here”: the pet has not been here before' })
                  : words.noVisitFound}
            </LatestVisit>
          </Card>
        )}
        <Card title={words.nextVisit}>
          <LatestVisit {...{ loading, directory, today }} appointment={next} addressOf={addresses.appointment}>
            {visits.progress === 'failed'
              ? notKnown
              : visits.whole
                ? t({ message: 'Nothing booked', comment: 'Under “Next visit”' })
                : words.noVisitFound}
          </LatestVisit>
        </Card>
        <Card title={t`Owner`}>
          <p className="text-base font-semibold break-words">
            {clientId === null ? (
              <bdi>{clientName || (found.progress === 'loading' ? words.loading : notKnown)}</bdi>
            ) : (
              <AppLink to={addresses.client(clientId)}>
                <bdi>{clientName || unnamed.client(clientId)}</bdi>
              </AppLink>
            )}
          </p>
          {clientId === null ? null : <ContactLines contact={contact} />}
        </Card>
      </div>
      {loading || visits.progress === 'failed' ? null : (
        <>
          <VisitList title={words.nextVisits} empty={visits.whole ? words.nothingBooked : words.noneFound}>
            {[...underWay, ...toCome].map(row)}
          </VisitList>
          <VisitList
            title={t`Past visits`}
            empty={visits.whole ? t({ message: 'None yet.', comment: 'Under “Past visits”' }) : words.noneFound}
          >
            {past.map(row)}
          </VisitList>
          <IncompleteNotice visits={visits} />
        </>
      )}
      {others.length > 0 ? (
        <section aria-label={words.otherPets}>
          <h2 className="pb-1.5 text-base font-semibold">{words.otherPets}</h2>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {others.map((other) => (
              <li key={other.id}>
                <AppLink to={addresses.pet(other.id)} className="font-medium text-accent">
                  <bdi>{other.name}</bdi>
                </AppLink>{' '}
                <span className="text-muted">{petText(other, today)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </PatientPage>
  );
}

interface BookProps {
  tone: 'primary' | 'plain';
  refusal: string | null;
  onClick: () => void;
  children: ReactNode;
}

function Book({ tone, refusal, onClick, children }: BookProps) {
  return (
    <Button
      tone={tone}
      aria-disabled={refusal !== null}
      title={refusal ?? undefined}
      onClick={() => (refusal === null ? onClick() : undefined)}
    >
      {children}
    </Button>
  );
}

interface LatestVisitProps {
  loading: boolean;
  appointment: ReceivedAppointment | null;
  directory: Directory;
  today: string;
  addressOf: (appointment: ReceivedAppointment) => Address;
  /** Shown where there is none. */
  children: ReactNode;
}

function LatestVisit({ loading, appointment, addressOf, children, ...rest }: LatestVisitProps) {
  if (loading) return <Waiting label={t`Loading`} lines={3} />;
  if (!appointment) return <p className="text-base font-semibold text-muted">{children}</p>;
  return <VisitSummary appointment={appointment} {...rest} to={addressOf(appointment)} />;
}

interface VisitSummaryProps {
  appointment: ReceivedAppointment;
  directory: Directory;
  today: string;
  to: Address;
  /** Shown beside the distance from today. */
  children?: ReactNode;
}

/** A summary of one visit in large type: its day, the distance from today, and its type. */
function VisitSummary({ appointment, directory, today, to, children }: VisitSummaryProps) {
  const zone = zoneOf(appointment, directory);
  const start = Date.parse(appointment.start);
  const { date, time } = instantParts(zone, start, browserZone);
  const about = [visitTypeOf(appointment, directory) || appointment.title, staffOf(appointment, directory)[0]?.name];
  return (
    <>
      <p className="text-base font-semibold tabular-nums">
        <AppLink to={to}>{date}</AppLink>
      </p>
      <p className="tabular-nums">
        {distanceText(today, dateIn(zone, start))} · {time}
        {children === undefined ? null : (
          <>
            {' · '}
            <bdi className="font-medium">{children}</bdi>
          </>
        )}
      </p>
      <p className="break-words text-muted">
        <Texts of={about} />
      </p>
    </>
  );
}
