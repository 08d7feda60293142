import { Temporal } from 'temporal-polyfill';
import type { Pet } from '#contract/clients-pets-staff.ts';
import { deriveUuid } from '#service/db/column-types.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { findHomeStores } from './demo-practice.ts';
import type { PlannedAppointment } from './planned-appointments.ts';
import { practicePlan } from './practice-plan.ts';

/** A series of appointments that were booked together. Its pet has no other appointments. */
export interface DemoSeries {
  readonly seriesId: string;
  readonly pet: Pet;
  readonly note: string;
  /** The time at which the series was booked, in milliseconds since 1970-01-01T00:00Z. */
  readonly bookedAt: number;
  /** The planned appointment that the series replaces on a day; null on days without an appointment of the series. */
  findReplacedAppointment(date: Temporal.PlainDate, visits: readonly PlannedAppointment[]): PlannedAppointment | null;
}

export function createDemoSeries({ company, clients, pets }: PracticeRecords, today: Temporal.PlainDate): DemoSeries[] {
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const homes = findHomeStores({ company, clients });
  return practicePlan.series.flatMap(({ store, vet, weekday, first, last, note }, nth) => {
    const isPetOfStore = ({ isActive, species, clientId }: Pet) =>
      isActive && species === 'Dog' && homes.get(clientId)?.name === store;
    const pet = pets.filter(isPetOfStore)[40];
    const begins = monday.add({ days: 7 * first + weekday - 1 });
    const ends = monday.add({ days: 7 * last + weekday - 1 });
    if (pet === undefined) return [];
    return {
      seriesId: deriveUuid([company.id, 'series', nth].join('/')),
      pet,
      note,
      bookedAt: begins.subtract({ days: 4 }).toZonedDateTime({ timeZone: 'UTC', plainTime: '15:20' }).epochMilliseconds,
      findReplacedAppointment(date, visits) {
        const isOn =
          date.dayOfWeek === weekday &&
          Temporal.PlainDate.compare(begins, date) <= 0 &&
          Temporal.PlainDate.compare(date, ends) <= 0;
        const places = visits.filter(
          (visit) =>
            visit.type === 'Consultation' && visit.store.name === store && visit.room && visit.employees.length > 0,
        );
        const ofVet = places.find(({ employees }) => employees[0]?.firstName === vet);
        return isOn ? (ofVet ?? places[0] ?? null) : null;
      },
    };
  });
}
