import { Hono } from 'hono';
import * as z from 'zod/mini';
import { type Appointment, appointmentSchema } from '#contract/appointment.ts';
import {
  type AppointmentType,
  appointmentTypeSchema,
  type Company,
  companySchema,
  type Employee,
  listedEmployeeSchema,
  type Pet,
  petSchema,
} from '#contract/clients-pets-staff.ts';
import { operations } from '#contract/operations.ts';
import { addDescriptionRoutes } from '#service/routes/openapi.ts';
import { createService } from '#service/service.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { addAppointments, addPractice, appointmentIn, keyOf } from '#testing/practice-rows.ts';
import { inRealTime } from './virtual-time.ts';

/** The practice API of a simulated day, and its records. */
export interface PracticeSystem {
  /** The command that runs the days with it. */
  readonly command: string;
  readonly key: string;
  readonly company: Company;
  readonly employees: readonly Employee[];
  readonly types: readonly AppointmentType[];
  readonly pets: readonly Pet[];
  /**
   * Its possible limits, of which one applies on a day: the maximum number of records in a page, and the requests of a key.
   */
  readonly limits: readonly { pageSize: number; requestsPerMinute: number }[];
  /** Answers a request for a path in the specification. */
  handle(target: string, init: RequestInit): Promise<Response>;
  /** Every appointment that it contains. */
  records(): Promise<readonly Appointment[]>;
}

const descriptions = new Map<boolean, string>();
for (const hasEvents of [true, false]) {
  const app = new Hono();
  const { listEvents, ...others } = operations;
  addDescriptionRoutes(app, { ...others, ...(hasEvents && { listEvents }) });
  descriptions.set(hasEvents, await (await app.request('/openapi.json')).text());
}

/** Our own practice API's description of its capabilities. */
export const ownDescription = ({ hasEvents }: { hasEvents: boolean }): string => descriptions.get(hasEvents) ?? '';

/** A practice in memory, which uses the clock of the computer that it runs on. */
export function practiceSystemInMemory({
  today,
  appointments,
}: {
  today: string;
  appointments: number;
}): PracticeSystem {
  const practice = createPracticeInMemory({ appointments, today, hasExtensions: true });
  const { company, employees, types, pets, fetch } = practice;
  return {
    command: 'npx vitest run src/testing/days/days.test.ts',
    key: 'fd_a-key-for-simulated-days',
    company,
    employees,
    types,
    pets,
    limits: [
      { pageSize: 5, requestsPerMinute: 1000 },
      { pageSize: 20, requestsPerMinute: 300 },
      { pageSize: 500, requestsPerMinute: 100 },
    ],
    handle: fetch,
    records: async () => practice.appointments,
  };
}

/** The real service on one embedded database, with a separate practice for each day. */
export type PracticeService = Awaited<ReturnType<typeof openPracticeService>>;

/** Opens the service. Requests are answered in real time, while the clock of the simulation stands still. */
export async function openPracticeService() {
  const database = await openSharedMemoryDatabase();
  /** The clock of the computer that sent the request; the service itself runs outside of virtual time. */
  let now = () => Date.now();
  const service = createService({ database, clock: () => now() });

  async function get<Schema extends z.ZodMiniType>(path: string, key: string, schema: Schema) {
    const answer = await service.request(path, { headers: { authorization: `Bearer ${key}` } });
    return z.object({ data: z.array(schema) }).parse(await answer.json()).data;
  }

  return {
    async practice({ today }: { today: string }): Promise<PracticeSystem> {
      const practice = await inRealTime(() => addPractice(database));
      const { companyId, vet, near } = practice;
      const [key, ownKey] = await inRealTime(() => Promise.all([keyOf(database, vet), keyOf(database, vet)]));
      let readAt = Date.parse(`${today}T00:00:00Z`);
      /** Reads with a separate key at a separate time, so that it does not use the budget of the desks. */
      const read = <Schema extends z.ZodMiniType>(path: string, schema: Schema) =>
        inRealTime(() => {
          readAt += 60_000;
          now = () => readAt;
          return get(`${path}?companyId=${companyId}&limit=500`, ownKey, schema);
        });
      await inRealTime(() =>
        addAppointments(
          database,
          practice,
          Array.from({ length: 30 }, (_, number) => {
            const start = Date.parse(`${today}T13:00:00Z`) + (number % 15) * 1_800_000 + (number % 2) * 86_400_000;
            return appointmentIn(practice, {
              storeId: practice.stores[number % 3 === 0 ? 1 : 0],
              start: new Date(start).toISOString(),
              end: new Date(start + 1_800_000).toISOString(),
              employeeIds: [number % 4 === 0 ? near : vet],
            });
          }),
        ),
      );
      const [company] = await read('/v1/companies', companySchema);
      if (company === undefined) throw new Error('The practice has no company.');
      return {
        command: 'npm run test:long -- src/testing/days/days.long.test.ts',
        key,
        company,
        employees: await read('/v1/employees', listedEmployeeSchema),
        types: await read('/v1/appointment-types', appointmentTypeSchema),
        pets: await read('/v1/pets', petSchema),
        limits: [
          { pageSize: 50, requestsPerMinute: 100 },
          { pageSize: 500, requestsPerMinute: 100 },
        ],
        handle(target, init) {
          const clientTime = Date.now();
          return inRealTime(async () => {
            now = () => clientTime;
            return service.request(target, init);
          });
        },
        records: () => read('/v1/appointments', appointmentSchema),
      };
    },
  };
}
