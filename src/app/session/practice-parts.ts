import type { DeskSession } from '#contract/desk.ts';
import type { Operation } from '#contract/operations.ts';

/**
 * The parts of the practice screen, in order, with the operations that each part uses. A part is shown if the person
 * may use at least one of them.
 */
const partOperations = {
  practice: ['changeCompany'],
  stores: ['createStore', 'changeStore'],
  rooms: ['createRoom', 'changeRoom', 'deleteRoom'],
  types: ['createAppointmentType', 'changeAppointmentType'],
  people: ['createEmployee', 'changeEmployee'],
  messages: ['putMessageSettings'],
  website: ['putOnlineBooking'],
  import: ['importRecords'],
  export: ['exportPractice'],
  history: ['listPracticeHistory'],
} as const satisfies Record<string, readonly Operation[]>;
export type PracticePart = keyof typeof partOperations;

const practiceParts = Object.keys(partOperations) as PracticePart[];

/** The parts that a person may use; none if they may not manage the practice. */
export function findAllowedParts({ capabilities }: DeskSession): PracticePart[] {
  return practiceParts.filter((part) =>
    partOperations[part].some((operation) => capabilities[operation] !== undefined),
  );
}
