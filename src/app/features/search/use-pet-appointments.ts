import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { useListContent, useLoadedAppointments } from '#app/api/appointment-store.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import { useDebouncedValue } from '#app/browser/use-debounced-value.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { appointmentsTakingPlace, groupAppointments, isAtPractice } from '#scheduling/pet-appointments.ts';

/** The last and the next appointment of a pet. They distinguish pets with the same name. */
export interface PetAppointments {
  last: ReceivedAppointment | null;
  /** The appointment for which the pet is at the practice now; null if it is not there. */
  here: ReceivedAppointment | null;
  /** The next appointment, which may have begun without the pet. */
  next: ReceivedAppointment | null;
  /** Whether all appointments are loaded, so that a missing one does not exist. */
  whole: boolean;
}

const SETTLE_MS = 300;

/**
 * The last and next appointments of a few pets. Those of the loaded days are returned immediately; the others are loaded with
 * one request for all pets once the pets no longer change.
 */
export function usePetAppointments(
  companyId: string,
  petIds: readonly string[],
  now: number,
): ReadonlyMap<string, PetAppointments> {
  const api = useApi();
  const sortedPetIds = [...petIds].sort();
  const key = sortedPetIds.join();
  const settled = useDebouncedValue(key, SETTLE_MS);
  const { data } = useInfiniteQuery({
    ...appointmentQueries.ofPets(api, companyId, sortedPetIds),
    enabled: sortedPetIds.length > 0 && settled === key,
  });
  const loaded = useLoadedAppointments(companyId);
  const content = useListContent({ companyId, petIds: sortedPetIds }, data?.pages);
  const page = data?.pages[0];
  const loadedVisits = content?.appointments ?? [];
  const readIds = new Set(loadedVisits.map(({ id }) => id));
  // A practice system that ignores the filter also returns the appointments of other pets, so the appointments of these pets
  // may be incomplete.
  const whole =
    content?.isComplete === true &&
    content.unresolvedIds.length === 0 &&
    page?.ids.every((id) => readIds.has(id)) === true;
  const all = [...new Set([...loadedVisits, ...loaded])];
  return new Map(
    sortedPetIds.map((petId) => {
      const { underWay, toCome, past } = groupAppointments(
        all.filter((appointment) => appointment.petId === petId),
        now,
      );
      const last = appointmentsTakingPlace(past)[0] ?? null;
      const here = underWay.find(isAtPractice) ?? null;
      const next = underWay.find((one) => one !== here) ?? appointmentsTakingPlace(toCome)[0] ?? null;
      return [petId, { last, here, next, whole }];
    }),
  );
}
