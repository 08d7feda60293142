import type { DeskSession, ManagementOperation } from '#contract/desk.ts';

/** The parts of the screen, in their order, with the operations that each is for: one of them is enough. */
const operationsOf = {
  practice: ['changeCompany'],
  stores: ['createStore', 'changeStore'],
  rooms: ['createRoom', 'changeRoom', 'deleteRoom'],
  types: ['createAppointmentType', 'changeAppointmentType'],
  people: ['createEmployee', 'getEmployee'],
  import: ['importRecords'],
  history: ['listPracticeHistory'],
} as const satisfies Record<string, readonly ManagementOperation[]>;
export type PracticePart = keyof typeof operationsOf;

const practiceParts = Object.keys(operationsOf) as PracticePart[];

/** The parts that a person has; none where they may not manage the practice. */
export function offeredParts({ mayManage, capabilities }: DeskSession): PracticePart[] {
  if (!mayManage) return [];
  return practiceParts.filter((part) =>
    operationsOf[part].some((operation) => capabilities.practice.includes(operation)),
  );
}
