import type { Fold } from '#app/scheduling/wall-clock.ts';
import type { ReceivedPet, ReceivedStore } from '#contract/received.ts';

/** A store to book in, its zone resolved: an IANA name, never missing. */
export type BookingStore = Omit<ReceivedStore, 'timeZone'> & { timeZone: string };

/** The pet as the form keeps it, also in a draft. */
export type PetChoice = Pick<ReceivedPet, 'id' | 'clientId' | 'clientName' | 'name' | 'species' | 'breed'>;

/** What the form begins with, from a link, a place on the board, or an earlier appointment. */
export interface BookingPrefill {
  petId?: string | undefined;
  /** The pet's owner where known: it finds the pet in one request. */
  clientId?: string | undefined;
  visitTypeId?: string | undefined;
  storeId?: string | undefined;
  employeeId?: string | undefined;
  /** The day on the board, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** Wall clock of the store, `YYYY-MM-DDTHH:MM`; it wins over `date`. */
  start?: string | undefined;
  /** Wall clock of the store, `YYYY-MM-DDTHH:MM`. */
  end?: string | undefined;
}

/** The fields that are filled in by typing and taking from a list. */
export type ListedField = 'pet' | 'visitTypeId' | 'employeeId';

/** What the form holds while it is filled in. */
export interface BookingFormValues {
  pet: PetChoice | null;
  visitTypeId: string | null;
  storeId: string;
  /** `YYYY-MM-DD` on the store's calendar, or empty. */
  date: string;
  /** As typed, in the store's wall clock. */
  start: string;
  /** Which of two equal times is meant when clocks go back; null until asked. */
  fold: Fold | null;
  /** As typed. */
  length: string;
  /** As typed; it wins over the length while it stands, and is empty otherwise. */
  end: string;
  employeeId: string | null;
  status: string;
  notes: string;
  /** Text that was left in these fields and stands for nothing in their lists, as typed; empty otherwise. */
  unmatched?: Record<ListedField, string> | undefined;
}

/** What booking tells whoever opened the form. Instants in UTC, ISO 8601. */
export interface BookedAppointment {
  id: string;
  start: string;
  end: string;
  storeId: string;
  petName: string;
}
