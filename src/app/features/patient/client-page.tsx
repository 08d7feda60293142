import { t } from '@lingui/core/macro';
import { useParams } from '@tanstack/react-router';
import { type Directory, unnamed } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { dateIn, zoneOf } from '#app/scheduling/calendar-day.ts';
import { takingPlace, visitsAt } from '#app/scheduling/pet-visits.ts';
import { distanceText, instantParts } from '#app/scheduling/time-text.ts';
import { useAddresses } from '#app/session/addresses.ts';
import { useReference } from '#app/session/use-desk.ts';
import { factsText } from '#app/text/list-text.ts';
import { petText } from '#app/text/pet-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { ContactLines, Waiting } from './patient-card.tsx';
import { Card, IncompleteNotice, LoadError, PatientPage, VisitList } from './patient-page.tsx';
import { useAppointmentsOf, useContact, usePetsOf } from './use-patient.ts';
import { VisitRow } from './visit-row.tsx';

/** The page of the client in the address. */
export function ClientPage() {
  const { clientId } = useParams({ from: '/desk/clients/$clientId' });
  return <ClientDetails key={clientId} clientId={clientId} />;
}

/** A client's contact, pets, and their next visits. */
function ClientDetails({ clientId }: { clientId: string }) {
  const { directory, statuses } = useReference();
  const addresses = useAddresses();
  const now = useMinute();
  const { company, fallbackZone } = directory;
  const companyId = company.id;
  const household = usePetsOf({ companyId, clientId, enabled: true });
  const visits = useAppointmentsOf({ companyId, patient: { clientId }, enabled: true });
  const named = household.pets.find(({ clientName }) => clientName !== '')?.clientName ?? '';
  const contact = useContact({ companyId, clientId, name: named, enabled: household.progress !== 'loading' });

  const name = contact.client?.name || named || unnamed.client(clientId);
  const { underWay, toCome } = visitsAt(visits.appointments, now);
  const petNames = new Map(household.pets.map((pet) => [pet.id, pet.name]));
  const nothing = household.pets.length === 0 && visits.appointments.length === 0 && contact.client === null;
  const answered = [household.progress, visits.progress, contact.progress].every((progress) => progress === 'known');

  if (nothing && answered) {
    return (
      <PatientPage kind="client" title={t`No such client`}>
        <p>{t`This link names a client who is not on file. They may have been removed, or belong to another company.`}</p>
      </PatientPage>
    );
  }
  return (
    <PatientPage
      kind="client"
      delays={[household, visits, contact].map(({ delay }) => delay)}
      title={nothing && contact.progress === 'loading' ? words.loading : name}
    >
      <Card title={t`Phone and e-mail`} className="self-start">
        <ContactLines contact={contact} />
      </Card>
      {visits.progress === 'failed' ? (
        <LoadError error={visits.error} onRetry={visits.retry}>
          {words.visitsNotLoaded}
        </LoadError>
      ) : null}
      {household.progress === 'failed' ? (
        <LoadError error={household.error} onRetry={household.retry}>
          {t`The pets could not be loaded.`}
        </LoadError>
      ) : (
        <section aria-label={t`Pets`}>
          <h2 className="pb-1.5 text-base font-semibold">{t`Pets`}</h2>
          {household.progress === 'loading' ? (
            <Waiting label={t`Loading the pets`} lines={2} />
          ) : household.pets.length === 0 ? (
            <p className="text-muted">{household.whole ? t`No pets on file.` : t`No pets were found.`}</p>
          ) : (
            <ul className="grid gap-3 sm:grid-cols-2">
              {household.pets.map((pet) => {
                const own = visitsAt(
                  visits.appointments.filter(({ petId }) => petId === pet.id),
                  now,
                );
                return (
                  <li key={pet.id} className="rounded-lg border border-line bg-surface px-4 py-3">
                    <p className="text-base font-semibold break-words">
                      <AppLink to={addresses.pet(pet.id)} className="inline-flex min-h-6 items-center text-accent">
                        <bdi>{pet.name || unnamed.pet(pet.id)}</bdi>
                      </AppLink>
                    </p>
                    <p className="text-muted">{petText(pet, dateIn(fallbackZone, now))}</p>
                    {visits.progress === 'known' ? (
                      <dl className="grid grid-cols-[auto_1fr] gap-x-3 pt-1">
                        <dt className="text-muted">{words.lastHere}</dt>
                        <dd>{dayText(takingPlace(own.past)[0], directory, now) ?? words.noVisitFound}</dd>
                        <dt className="text-muted">{words.nextVisit}</dt>
                        <dd>{dayText(takingPlace(own.toCome)[0], directory, now) ?? words.noneFound}</dd>
                      </dl>
                    ) : visits.progress === 'loading' ? (
                      <Waiting label={t`Loading the visits`} lines={2} />
                    ) : null}
                  </li>
                );
              })}
            </ul>
          )}
          {household.whole || household.progress !== 'known' ? null : (
            <p className="pt-1.5 text-muted">{t`There may be more pets than these.`}</p>
          )}
        </section>
      )}
      {visits.progress === 'known' ? (
        <>
          <VisitList title={words.nextVisits} empty={visits.whole ? words.nothingBooked : words.noneFound}>
            {[...underWay, ...toCome].map((appointment) => (
              <VisitRow
                key={appointment.id}
                {...{ appointment, directory, statuses }}
                petName={petNames.get(appointment.petId ?? '')}
                to={addresses.appointment(appointment)}
              />
            ))}
          </VisitList>
          <IncompleteNotice visits={visits} />
        </>
      ) : null}
    </PatientPage>
  );
}

/** The day of a visit with its distance from today; null where there is no visit. */
function dayText(appointment: ReceivedAppointment | undefined, directory: Directory, now: number): string | null {
  if (!appointment) return null;
  const zone = zoneOf(appointment, directory);
  const start = Date.parse(appointment.start);
  return factsText([instantParts(zone, start, zone).date, distanceText(dateIn(zone, now), dateIn(zone, start))]);
}
