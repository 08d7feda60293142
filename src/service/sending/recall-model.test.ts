import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import '#scheduling/temporal.ts';
import { switchMessagesOff } from '#service/db/messages/message-settings.ts';
import { claimRecallMessage } from '#service/db/messages/recall-messages.ts';
import { openOwnDatabase } from '#testing/databases.ts';
import { addAppointments, addClient, addPet, appointmentIn } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { practiceThatSends, putMessageSettings } from '#testing/sending.ts';
import type { SendOutcome } from './transport.ts';

/*
 * Random lives of pets that are due again, in virtual time and at stores in two zones, in which senders are killed and the mail
 * server is away, against a plain model of who may be told what.
 */

const MINUTE = 60_000;
const DAYS_BEFORE = 14;
const zones = ['Europe/Amsterdam', 'America/New_York'] as const;

interface Visit {
  id: string;
  pet: number;
  store: number;
  start: number;
  status: string;
}

interface Recall {
  id: string;
  pet: number;
  dueOn: string;
  status: string;
  snoozedUntil: string | null;
  isImported: boolean;
  createdAt: number;
}

/** A message about a due date that was claimed; `isOver` once it was, or may have been, handed over. */
interface Tried {
  messageId: string;
  recallId: string;
  dueOn: string;
  isOver: boolean;
}

const clockAt = (store: number, instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zones[store] ?? 'UTC');
const dayAt = (store: number, instant: number) => clockAt(store, instant).toPlainDate().toString();
const startOf = (store: number, date: string) =>
  Temporal.PlainDate.from(date).toZonedDateTime(zones[store] ?? 'UTC').epochMilliseconds;
const shift = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
const isByDay = (store: number, instant: number) => {
  const { hour } = clockAt(store, instant);
  return hour >= 8 && hour < 20;
};

class Model {
  readonly visits: Visit[] = [];
  readonly recalls: Recall[] = [];
  readonly tried: Tried[] = [];
  readonly dead = new Set<number>();
  readonly optedOut = new Set<number>();
  isOn = true;
  isKindOn = true;
  isTypeMessaged = true;

  /** Pets 0 and 1 are of the first client, 2 of the second. */
  clientOf = (pet: number) => (pet < 2 ? 0 : 1);

  storeOf(pet: number): number {
    const [latest] = this.visits.filter((one) => one.pet === pet).sort((a, b) => b.start - a.start);
    return latest?.store ?? 0;
  }

  isBooked(pet: number, now: number): boolean {
    return this.visits.some(
      (one) =>
        one.pet === pet &&
        !['cancelled', 'no_show', 'completed'].includes(one.status) &&
        dayAt(one.store, one.start) >= dayAt(one.store, now),
    );
  }

  /** Whether the client may be told of a recall now, at any hour. */
  mayTell({ pet, dueOn, status, snoozedUntil, isImported, createdAt }: Recall, now: number): boolean {
    const isWanted = !this.optedOut.has(this.clientOf(pet)) && this.isOn && this.isKindOn && this.isTypeMessaged;
    if (!isWanted || this.dead.has(pet) || status !== 'due' || this.isBooked(pet, now)) return false;
    const store = this.storeOf(pet);
    const moment = startOf(store, shift(dueOn, -DAYS_BEFORE));
    if (isImported && createdAt > moment) return false;
    const today = dayAt(store, now);
    return now >= moment && today <= shift(dueOn, 60) && (snoozedUntil === null || snoozedUntil <= today);
  }

  isTold = ({ id, dueOn }: Recall) =>
    this.tried.some((one) => one.recallId === id && one.dueOn === dueOn && one.isOver);
  isTried = ({ id, dueOn }: Recall) => this.tried.some((one) => one.recallId === id && one.dueOn === dueOn);

  /** What a client is still to be told now: nothing while it is night at the store that speaks. */
  ahead(client: number, now: number): Recall[] {
    const due = this.recalls
      .filter((one) => this.clientOf(one.pet) === client && !this.isTried(one) && this.mayTell(one, now))
      .filter(({ pet, dueOn, snoozedUntil }) => {
        // What wakes, or comes due, waits for the morning.
        const store = this.storeOf(pet);
        const [first = ''] = [shift(dueOn, -DAYS_BEFORE), snoozedUntil ?? ''].sort().reverse();
        return dayAt(store, now) > first || clockAt(store, now).hour >= 8;
      })
      .sort((a, b) => (`${a.dueOn} ${a.id}` < `${b.dueOn} ${b.id}` ? -1 : 1));
    const [speaker] = due;
    return speaker !== undefined && isByDay(this.storeOf(speaker.pet), now) ? due : [];
  }
}

const pet = fc.nat({ max: 2 });
const nth = fc.nat({ max: 7 });
const recall = fc.record({
  do: fc.constant('recall' as const),
  pet,
  inDays: fc.constantFrom(-61, -60, -59, -1, 0, 12, 13, 14, 15, 16),
  isImported: fc.boolean(),
});
const booking = fc.record({
  do: fc.constant('book' as const),
  pet,
  store: fc.nat({ max: 1 }),
  inMinutes: fc.constantFrom(-120, 30, 600, 1500, 4320),
});
const step = fc.oneof(
  { weight: 4, arbitrary: recall },
  { weight: 3, arbitrary: booking },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ticks: fc.integer({ min: 1, max: 6 }),
      minutes: fc.constantFrom(1, 1, 30, 90, 360, 1440),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('visit' as const),
      nth,
      status: fc.constantFrom('cancelled', 'no_show', 'completed', 'confirmed', 'checked_in'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      nth,
      status: fc.constantFrom('due', 'due', 'declined', 'done'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('snooze' as const), nth, days: fc.constantFrom(null, 0, 1, 2, 7) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('redate' as const), nth, days: fc.constantFrom(-1, 1, 3, 20) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const), pet, isDead: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('optOut' as const), client: fc.nat({ max: 1 }), isOut: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('isOn' as const), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kind' as const), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('type' as const), isMessaged: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('server' as const), isAway: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), isHandedOver: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

// Around the changes of the clocks in both zones, and in a week without.
const starts = [
  '2026-03-02T08:00Z',
  '2026-03-06T22:00Z',
  '2026-03-27T15:00Z',
  '2026-10-23T16:00Z',
  '2026-10-30T23:00Z',
];

test('in every life of pets each due date is told once, and none that must not be', async () => {
  const database = await openOwnDatabase();
  onTestFinished(() => database.close());
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.array(fc.oneof(recall, booking), { minLength: 3, maxLength: 6 }),
      fc.array(step, { minLength: 10, maxLength: 40 }),
      async (start, opening, steps) => {
        await play(database, Date.parse(start), [...opening, ...steps]);
      },
    ),
    { numRuns: rounds({ few: 25, many: 500 }) },
  );
}, 900_000);

async function play(database: Awaited<ReturnType<typeof openOwnDatabase>>, start: number, steps: readonly Step[]) {
  await switchMessagesOff(database.sql, Date.now());
  const desk = await practiceThatSends(database, start);
  const { client, companyId, practice, clock, recorded, newSender } = desk;
  const off = { isOn: false };
  await putMessageSettings(client, companyId, {
    ...{ confirmation: off, reminder: { ...off, hoursBefore: 24 }, cancellation: off },
  });
  const model = new Model();
  const clients = [practice.client, randomUUID()];
  const pets = [practice.pet, randomUUID(), randomUUID()];
  await addClient(database, { companyId, id: clients[1] ?? '', firstName: 'Bob', lastName: 'Stone' });
  for (const [index, name] of [
    [1, 'Mia'],
    [2, 'Ziggy'],
  ] as const)
    await addPet(database, {
      ...{ companyId, id: pets[index] ?? '', clientId: clients[model.clientOf(index)] ?? '', name, owner: '' },
    });
  const set = (table: string, id: string, assignment: string) =>
    database.sql.unsafe(`update ${table} set ${assignment} where company_id = '${companyId}' and id = '${id}'`);
  await set('stores', practice.stores[1], `time_zone = '${zones[1]}'`);
  await set('clients', clients[1] ?? '', "recalls_by = 'sms', contact_by = 'none', phone = '+31 6 12345678'");

  let isAway = false;
  let diesHandedOver = false;
  let onDeath = () => {};
  const failures: unknown[] = [];
  recorded.outcome = async ({ message: { id } }) => {
    try {
      await checkAttempt(id);
    } catch (error) {
      failures.push(error);
    }
    if (isAway) return { status: 'not_handed_over' };
    for (const one of model.tried) if (one.messageId === id) one.isOver = true;
    if (!diesHandedOver) return { status: 'sent' };
    onDeath();
    return new Promise<SendOutcome>(() => {});
  };

  /** Checks that an attempt may be made now, and notes it. */
  async function checkAttempt(messageId: string) {
    const now = clock.now();
    const rows = await database.sql<
      { recall_id: string; due_on: string; store_id: string; client_id: string; for_start: Date; recipient: string }[]
    >`select rm.recall_id, rm.due_on::text, m.store_id, m.client_id, m.for_start, m.recipient
        from recall_messages rm join messages m on m.company_id = rm.company_id and m.id = rm.message_id
        where m.company_id = ${companyId}::uuid and m.id = ${messageId}::uuid order by rm.due_on, rm.recall_id`;
    const about = rows.map(({ recall_id: id, due_on: dueOn }) => {
      const recall = model.recalls.find((one) => one.id === id);
      if (recall === undefined) throw new Error('an unknown recall');
      expect(recall.dueOn, 'the due date as it is').toBe(dueOn);
      expect(
        model.mayTell(recall, now),
        `${JSON.stringify(recall)} may be told at ${new Date(now).toISOString()}`,
      ).toBe(true);
      expect(model.isTold(recall), 'told before').toBe(false);
      model.tried.push({ messageId, recallId: id, dueOn, isOver: false });
      return recall;
    });
    const [first] = about;
    const [row] = rows;
    if (first === undefined || row === undefined) throw new Error('a message about nothing');
    const store = model.storeOf(first.pet);
    expect(isByDay(store, now), 'by day').toBe(true);
    expect(row.store_id).toBe(practice.stores[store]);
    expect(new Date(row.for_start).getTime()).toBe(startOf(store, first.dueOn));
    expect(new Set(about.map((one) => clients[model.clientOf(one.pet)]))).toEqual(new Set([row.client_id]));
    expect(row.recipient).toBe(model.clientOf(first.pet) === 0 ? 'ann@example.com' : '+31 6 12345678');
  }

  /** Lets time pass and two senders run, after which nothing may be left that is due. */
  async function tick(minutes: number) {
    clock.pass(minutes * MINUTE);
    await Promise.all([newSender().run(), newSender().run()]);
    // One may have kept the other from a client.
    await newSender().run();
    if (failures.length > 0) throw failures[0];
    expect([...model.ahead(0, clock.now()), ...model.ahead(1, clock.now())], 'due, but not tried').toEqual([]);
  }

  for (const one of steps) {
    clock.pass(7_000);
    const now = clock.now();
    const recall = 'nth' in one ? model.recalls[one.nth] : undefined;
    switch (one.do) {
      case 'recall': {
        if (model.recalls.some((other) => other.pet === one.pet && other.status === 'due')) break;
        const dueOn = shift(dayAt(0, now), one.inDays);
        const made = { id: randomUUID(), pet: one.pet, dueOn, status: 'due', createdAt: now };
        const at = new Date(now).toISOString();
        await database.sql`insert into recalls
          (company_id, id, pet_id, visit_type_id, due_on, status, is_imported, created_at, updated_at)
          values (${companyId}::uuid, ${made.id}::uuid, ${pets[one.pet] ?? ''}::uuid, ${practice.visitType}::uuid,
            ${dueOn}::date, 'due', ${one.isImported}, ${at}, ${at})`;
        model.recalls.push({ ...made, isImported: one.isImported, snoozedUntil: null });
        break;
      }
      case 'book': {
        // No two begin at once.
        const begins = Math.floor(now / MINUTE) * MINUTE + one.inMinutes * MINUTE + model.visits.length * 1_000;
        const [from, to] = [begins, begins + 20 * MINUTE].map((at) => new Date(at).toISOString());
        const appointment = appointmentIn(practice, {
          ...{ petId: pets[one.pet] ?? '', clientId: clients[model.clientOf(one.pet)] ?? '', status: 'confirmed' },
          ...{ storeId: practice.stores[one.store] ?? '', visitTypeId: practice.visitType },
          ...{ start: from ?? '', end: to ?? '' },
        });
        await addAppointments(database, practice, [appointment]);
        model.visits.push({ id: appointment.id, pet: one.pet, store: one.store, start: begins, status: 'confirmed' });
        break;
      }
      case 'visit': {
        const visit = model.visits[one.nth];
        if (visit === undefined || visit.status === one.status) break;
        await set('appointments', visit.id, `status = '${one.status}'`);
        visit.status = one.status;
        if (one.status === 'completed')
          for (const other of model.recalls)
            if (other.pet === visit.pet && other.status === 'due') other.status = 'done';
        break;
      }
      case 'decide': {
        if (recall === undefined) break;
        const isOpenBeside = model.recalls.some((other) => other.pet === recall.pet && other.status === 'due');
        if (one.status === 'due' && isOpenBeside) break;
        await set('recalls', recall.id, `status = '${one.status}'`);
        recall.status = one.status;
        break;
      }
      case 'snooze':
        if (recall === undefined) break;
        recall.snoozedUntil = one.days === null ? null : shift(dayAt(0, now), one.days);
        await set(
          'recalls',
          recall.id,
          `snoozed_until = ${recall.snoozedUntil === null ? 'null' : `'${recall.snoozedUntil}'`}`,
        );
        break;
      case 'redate':
        if (recall === undefined) break;
        recall.dueOn = shift(recall.dueOn, one.days);
        await set('recalls', recall.id, `due_on = '${recall.dueOn}'`);
        break;
      case 'die':
        await set('pets', pets[one.pet] ?? '', one.isDead ? "deceased_on = '2026-03-01'" : 'deceased_on = null');
        model.dead[one.isDead ? 'add' : 'delete'](one.pet);
        break;
      case 'optOut': {
        const wish = one.isOut ? "'none'" : one.client === 0 ? 'null' : "'sms'";
        await set('clients', clients[one.client] ?? '', `recalls_by = ${wish}`);
        model.optedOut[one.isOut ? 'add' : 'delete'](one.client);
        break;
      }
      case 'isOn':
        await putMessageSettings(client, companyId, { isOn: one.isOn });
        model.isOn = one.isOn;
        break;
      case 'kind':
        await putMessageSettings(client, companyId, { due: { isOn: one.isOn, daysBefore: DAYS_BEFORE } });
        model.isKindOn = one.isOn;
        break;
      case 'type':
        await set('appointment_types', practice.visitType, `is_messaged = ${one.isMessaged}`);
        model.isTypeMessaged = one.isMessaged;
        break;
      case 'server':
        isAway = one.isAway;
        break;
      case 'kill':
        await kill(one.isHandedOver);
        break;
      case 'pass':
        for (let count = 0; count < one.ticks; count += 1) await tick(one.minutes);
    }
  }
  // Whatever was left open when a sender died is told, and stays as it is.
  isAway = false;
  await tick(3);
  const open =
    await database.sql`select status from messages where company_id = ${companyId}::uuid and status = 'sending'`;
  expect(open).toEqual([]);

  /** A sender that dies between claiming a message and sending it, or between sending it and noting the outcome. */
  async function kill(isHandedOver: boolean) {
    const now = clock.now();
    if (!isHandedOver) {
      for (const clientId of clients) {
        const options = { channels: ['email', 'sms'] as const, publicUrl: null, now };
        const claimed = await claimRecallMessage(database.sql, { companyId, clientId }, options);
        if (claimed === null) continue;
        await checkAttempt(claimed.id);
        for (const one of model.tried) if (one.messageId === claimed.id) one.isOver = true;
      }
      return;
    }
    diesHandedOver = true;
    const sender = newSender();
    await Promise.race([sender.run(), new Promise<void>((resolve) => (onDeath = resolve))]);
    // It begins nothing more, and what it has begun ends before these statements.
    void sender.stop();
    for (let statement = 0; statement < 3; statement += 1) await database.sql`select 1`;
    diesHandedOver = false;
  }
}
