import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import '#scheduling/temporal.ts';
import { createdSchema } from '#contract/appointment.ts';
import { type AppointmentMessageKind, appointmentMessageKinds, type MessageKind } from '#contract/enums.ts';
import { bookedRequestSchema } from '#contract/online-booking.ts';
import { claimDueMessage } from '#service/db/messages/claim-message.ts';
import { switchMessagesOff } from '#service/db/messages/message-settings.ts';
import { claimRequestMessage, findDueRequests } from '#service/db/messages/request-messages.ts';
import { openOwnDatabase } from '#testing/databases.ts';
import { addClient, addOnlineRequests, addPet, bookable, onlineRequestIn } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { practiceThatSends, putMessageSettings } from '#testing/sending.ts';
import type { SendOutcome } from './transport.ts';

/*
 * Random histories of a practice in virtual time, in which senders are killed and the mail server is away, against a plain
 * model: what the document says about each appointment, from the list of what was done to it.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const timeZone = 'Europe/Amsterdam';

/** What the model knows of an appointment: everything that was done to it. */
interface Booked {
  id: string;
  pet: number;
  start: number;
  status: string;
  bookedAt: number;
  lastRealMove: number;
  /** The last change of its status, if there was one. */
  change: { at: number; byClient: boolean } | null;
  /** When the request from the web site was booked, for which it is; null for none. */
  answeredAt: number | null;
}

/** What a message said of an appointment at its latest attempt; `isOver` once it was, or may have been, handed over. */
interface Tried {
  messageId: string;
  kind: MessageKind;
  /** For a refusal the request. */
  appointmentId: string;
  /** The start that the client read. */
  start: number;
  isOver: boolean;
}

const clockOf = (instant: number) => {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return hour * 60 + minute;
};
const dayOf = (instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** Nothing leaves before 8:00 or from 20:00 on; what is due in the last minute before 20:00 would be late. */
const isByDay = (instant: number) => clockOf(instant) >= 480 && clockOf(instant) < 1200;
function nextByDay(moment: number): number {
  const isFine = (instant: number) => clockOf(instant) >= 480 && clockOf(instant) < 1199;
  if (isFine(moment)) return moment;
  let at = Math.ceil(moment / MINUTE) * MINUTE;
  while (!isFine(at)) at += MINUTE;
  return at;
}

/** The time in which the answer to a request is due, whatever the settings say. */
function answerTime(answeredAt: number): { from: number; until: number } {
  const from = nextByDay(answeredAt);
  return { from, until: from + 6 * HOUR };
}

class Model {
  readonly appointments: Booked[] = [];
  /** As the client knows it: what was handed over stands where it was, all else where it was first tried. */
  tried: Tried[] = [];
  readonly refusals: { id: string; start: number; answeredAt: number }[] = [];
  readonly dead = new Set<number>();
  readonly optedOut = new Set<number>();
  readonly kindsOff = new Set<AppointmentMessageKind>();
  isOn = true;
  isTypeMessaged = true;

  /** Pets 0 and 1 are of the first client, 2 of the second. */
  clientOf = (pet: number) => (pet < 2 ? 0 : 1);

  /** Whether something may be sent at all, by hand, too. */
  isAllowed(kind: AppointmentMessageKind, { pet, status, start }: Booked, now: number): boolean {
    const fits = kind === 'cancellation' ? status === 'cancelled' : ['requested', 'confirmed'].includes(status);
    const isReached = !this.optedOut.has(this.clientOf(pet)) && !this.dead.has(pet);
    return this.isOn && this.isTypeMessaged && isReached && fits && start > now;
  }

  /** The time in which a message is due; null if there is none. */
  timeOf(kind: AppointmentMessageKind, appointment: Booked, now: number): { from: number; until: number } | null {
    if (this.kindsOff.has(kind) || !this.isAllowed(kind, appointment, now)) return null;
    const { id, start, bookedAt, lastRealMove, change, answeredAt } = appointment;
    let moment: number;
    if (kind === 'confirmation') {
      if (answeredAt !== null && lastRealMove === bookedAt) return null;
      if (start - lastRealMove <= 2 * HOUR) return null;
      moment = lastRealMove + 5 * MINUTE;
    } else if (kind === 'reminder') {
      moment = start - 24 * HOUR;
      if (moment < lastRealMove) return null;
    } else {
      if (change === null || change.byClient || start <= change.at) return null;
      const wasTold = this.tried.some((one) => one.appointmentId === id && one.kind !== 'cancellation' && one.isOver);
      if (change.at - bookedAt <= 5 * MINUTE && !wasTold) return null;
      moment = change.at + 5 * MINUTE;
    }
    const from = nextByDay(moment);
    return from < start ? { from, until: from + 6 * HOUR } : null;
  }

  /** Whether the answer to a request may be sent at all. */
  canTell({ pet, status, start }: Booked, now: number): boolean {
    return ['requested', 'confirmed'].includes(status) && !this.dead.has(pet) && start > now;
  }

  /** Whether the answer to the request for an appointment has not been sent, but may be. */
  isAnswerAhead(appointment: Booked, now: number): boolean {
    const { id, answeredAt } = appointment;
    if (answeredAt === null || now > answerTime(answeredAt).until) return false;
    return !this.tried.some((one) => one.kind === 'request_booked' && one.appointmentId === id && one.isOver);
  }

  /** What counts as a message of a kind. A client who read another start after a confirmation does not go by it any more. */
  find(kind: AppointmentMessageKind, { id, start }: Pick<Booked, 'id' | 'start'>): Tried[] {
    let found: Tried[] = [];
    for (const one of this.tried.filter(({ appointmentId }) => appointmentId === id)) {
      const isSame = Math.abs(one.start - start) <= 5 * MINUTE;
      if (kind === 'confirmation' && one.isOver && one.kind !== 'cancellation' && !isSame) found = [];
      if (isSame && (one.kind === kind || (kind === 'confirmation' && one.kind === 'request_booked'))) found.push(one);
    }
    return found;
  }

  /** Notes what an attempt says: of these appointments, with their starts of now, and of no other that it had before. */
  note(messageId: string, kind: MessageKind, about: readonly Pick<Booked, 'id' | 'start'>[]): void {
    this.tried = this.tried.filter(
      (one) => one.messageId !== messageId || about.some(({ id }) => id === one.appointmentId),
    );
    for (const { id, start } of about) {
      const noted = this.tried.find((one) => one.messageId === messageId && one.appointmentId === id);
      if (noted) noted.start = start;
      else this.tried.push({ messageId, kind, appointmentId: id, start, isOver: false });
    }
  }

  /** A message by hand takes the place of those of its kind and start. */
  takePlace(messageId: string, kind: MessageKind, { id, start }: Booked): void {
    this.tried = this.tried.filter(
      (one) => one.messageId === messageId || one.kind !== kind || one.appointmentId !== id || one.start !== start,
    );
  }

  /** Notes that what a message says was, or may have been, handed over. */
  handOver(messageId: string): void {
    const [over, others] = [true, false].map((isOver) =>
      this.tried.filter((one) => (one.messageId === messageId) === isOver),
    );
    for (const one of over ?? []) one.isOver = true;
    this.tried = [...(others ?? []), ...(over ?? [])];
  }
}

const someAppointment = fc.nat({ max: 11 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('book' as const),
      pet: fc.nat({ max: 2 }),
      inMinutes: fc.constantFrom(61, 119, 180, 600, 1441, 1500, 1860, 2400, 4320),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ticks: fc.integer({ min: 1, max: 8 }),
      minutes: fc.constantFrom(1, 1, 5, 30, 90),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      nth: someAppointment,
      minutes: fc.constantFrom(-3, 4, 5, 6, 60, -90, 1440),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('thereAndBack' as const),
      nth: someAppointment,
      minutes: fc.constantFrom(6, 60, 1440),
      ticks: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      nth: someAppointment,
      status: fc.constantFrom('cancelled', 'cancelled', 'confirmed', 'requested', 'completed', 'no_show'),
      byClient: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('die' as const), pet: fc.nat({ max: 2 }), isDead: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('optOut' as const), client: fc.nat({ max: 1 }), isOut: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('kind' as const),
      kind: fc.constantFrom(...appointmentMessageKinds),
      isOn: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('request' as const),
      pet: fc.nat({ max: 2 }),
      inMinutes: fc.constantFrom(90, 600, 1441, 1860, 4320),
      isBooked: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('isOn' as const), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('type' as const), isMessaged: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('server' as const), isAway: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      when: fc.constantFrom('claimed', 'handed over'),
      minutes: fc.constantFrom(1, 5, 90),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('byHand' as const),
      nth: someAppointment,
      kind: fc.constantFrom(...appointmentMessageKinds),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

// Around the changes of the clocks, and in a week without.
const starts = ['2026-03-02T08:00Z', '2026-03-27T15:00Z', '2026-10-23T16:00Z'];

test('in every history each message that is due leaves once, and none that must not', async () => {
  const database = await openOwnDatabase();
  onTestFinished(() => database.close());
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.array(step, { minLength: 5, maxLength: 45 }),
      async (start, steps) => {
        await play(database, Date.parse(start), steps);
      },
    ),
    { numRuns: rounds({ few: 12, many: 400 }) },
  );
}, 900_000);

async function play(database: Awaited<ReturnType<typeof openOwnDatabase>>, start: number, steps: readonly Step[]) {
  await switchMessagesOff(database.sql, Date.now());
  const desk = await practiceThatSends(database, start);
  const { client, companyId, practice, clock, recorded, newSender } = desk;
  const model = new Model();
  const clients = [practice.client, randomUUID()];
  const pets = [practice.pet, randomUUID(), randomUUID()];
  await addClient(database, { companyId, id: clients[1] ?? '', firstName: 'Bob', lastName: 'Stone' });
  for (const [nth, name] of [
    [1, 'Mia'],
    [2, 'Ziggy'],
  ] as const)
    await addPet(database, {
      companyId,
      id: pets[nth] ?? '',
      clientId: clients[model.clientOf(nth)] ?? '',
      name,
      owner: '',
    });
  const set = (table: string, id: string, assignment: string) =>
    database.sql.unsafe(`update ${table} set ${assignment} where company_id = '${companyId}' and id = '${id}'`);
  await set('clients', clients[1] ?? '', "contact_by = 'sms', phone = '+31 6 12345678'");

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
    model.handOver(id);
    if (!diesHandedOver) return { status: 'sent' };
    onDeath();
    return new Promise<SendOutcome>(() => {});
  };

  /** Checks that an attempt may be made now, and notes it. */
  async function checkAttempt(messageId: string) {
    const now = clock.now();
    const [row] = await database.sql<
      { kind: MessageKind; ids: string; is_by_hand: boolean; request_id: string | null }[]
    >`select m.kind, m.appointment_ids as ids, m.is_by_hand, r.id as request_id from messages m
        left join online_requests r on r.company_id = m.company_id and r.message_id = m.id
        where m.company_id = ${companyId}::uuid and m.id = ${messageId}::uuid`;
    if (row === undefined) throw new Error('a message that was not claimed');
    const { kind, is_by_hand: isByHand } = row;
    if (kind === 'request_booked' || kind === 'request_declined') {
      checkAnswer(kind, messageId, row.ids.slice(1, -1) || row.request_id);
      return;
    }
    if (kind === 'due') throw new Error('no pet is due again');
    const about = row.ids
      .slice(1, -1)
      .split(',')
      .map((id) => model.appointments.find((one) => one.id === id));
    const appointments = about.filter((appointment) => appointment !== undefined);
    expect(appointments, 'known appointments').toHaveLength(about.length);
    const times = appointments.map((appointment) => {
      expect(model.isAllowed(kind, appointment, now), `${kind} is allowed`).toBe(true);
      const before = model.find(kind, appointment);
      if (!isByHand && kind === 'confirmation' && model.isAnswerAhead(appointment, now))
        expect(
          model.tried.some((one) => one.kind === 'request_booked' && one.appointmentId === appointment.id),
          'the answer to the request goes first',
        ).toBe(true);
      if (isByHand) model.takePlace(messageId, kind, appointment);
      else
        expect(
          before.filter((one) => one.isOver || one.messageId !== messageId),
          'sent or tried before',
        ).toEqual([]);
      return isByHand ? null : model.timeOf(kind, appointment, now);
    });
    model.note(messageId, kind, appointments);
    if (isByHand) return;
    expect(isByDay(now), 'by day').toBe(true);
    expect(
      times.every((time) => time !== null && now <= time.until),
      'each has its time',
    ).toBe(true);
    expect(
      times.some((time) => time !== null && time.from <= now),
      'one is due',
    ).toBe(true);
    expect(new Set(appointments.map((one) => `${model.clientOf(one.pet)} ${dayOf(one.start)}`)).size).toBe(1);
  }

  /** Checks that the answer to a request may leave now, and notes it. */
  function checkAnswer(kind: 'request_booked' | 'request_declined', messageId: string, id: string | null) {
    const now = clock.now();
    const appointment = model.appointments.find((one) => one.id === id);
    const about = kind === 'request_booked' ? appointment : model.refusals.find((one) => one.id === id);
    if (id === null || about === undefined || about.answeredAt === null) throw new Error('an unknown answer');
    if (appointment !== undefined) expect(model.canTell(appointment, now), 'the booking is told').toBe(true);
    const { from, until } = answerTime(about.answeredAt);
    expect(isByDay(now) && from <= now && now <= until, 'an answer in its time').toBe(true);
    const before = model.tried.filter((one) => one.kind === kind && one.appointmentId === id);
    expect(
      before.filter((one) => one.isOver || one.messageId !== messageId),
      'answered before',
    ).toEqual([]);
    model.note(messageId, kind, [about]);
  }

  /** The answers that are due, but were not tried. */
  function answersDue(now: number) {
    const bookings = model.appointments.filter((one) => model.canTell(one, now));
    return [...bookings, ...model.refusals].filter(({ id, answeredAt }) => {
      if (answeredAt === null || model.tried.some((one) => one.kind.startsWith('request') && one.appointmentId === id))
        return false;
      const { from, until } = answerTime(answeredAt);
      return isByDay(now) && from <= now && now <= until;
    });
  }

  /** Whether a message names a start to which its appointment was moved again, so recently that its time has not come. */
  function waitsForMove({ id, kind }: { id: string; kind: MessageKind }, now: number): boolean {
    const times = model.tried
      .filter(({ messageId }) => messageId === id)
      .map(({ appointmentId, start: named }) => {
        const about = model.appointments.find(
          (one) => one.id === appointmentId && Math.abs(one.start - named) <= 5 * MINUTE,
        );
        return about && kind === 'confirmation' ? model.timeOf(kind, about, now) : null;
      })
      .filter((time) => time !== null);
    return times.length > 0 && times.every(({ from }) => from > now);
  }

  /** Lets time pass and two senders run, after which nothing may be left that is due. */
  async function tick(minutes: number) {
    clock.pass(minutes * MINUTE);
    await Promise.all([newSender().run(), newSender().run()]);
    if (failures.length > 0) throw failures[0];
    const now = clock.now();
    const due = model.appointments.flatMap((appointment) =>
      appointmentMessageKinds.filter((kind) => {
        const time = model.timeOf(kind, appointment, now);
        return (
          time !== null &&
          isByDay(now) &&
          time.from <= now &&
          now <= time.until &&
          model.find(kind, appointment).length === 0 &&
          !(kind === 'confirmation' && model.isAnswerAhead(appointment, now))
        );
      }),
    );
    expect(due, 'due, but not tried').toEqual([]);
    expect(answersDue(now), 'answers that are due, but not tried').toEqual([]);
    if (isAway) return;
    const late = await database.sql<{ id: string; kind: MessageKind }[]>`select id, kind from messages
      where company_id = ${companyId}::uuid and retry_at <= ${new Date(now).toISOString()}::timestamptz`;
    if (isByDay(now))
      expect(
        late.filter((message) => !waitsForMove(message, now)),
        'to be tried again',
      ).toEqual([]);
  }

  for (const one of steps) {
    // Each thing takes its time, and the budget of a key is for a minute.
    clock.pass(7_000);
    const now = clock.now();
    const appointment = 'nth' in one ? model.appointments[one.nth % model.appointments.length] : undefined;
    if ('nth' in one && appointment === undefined) continue;
    switch (one.do) {
      case 'book': {
        const from = Math.ceil(now / MINUTE) * MINUTE + one.inMinutes * MINUTE;
        const [begins, ends] = [from, from + 20 * MINUTE].map((at) => new Date(at).toISOString());
        const body = { ...bookable(practice), petId: pets[one.pet], start: begins, end: ends, status: 'confirmed' };
        const id = createdSchema.parse((await client.post('/v1/appointments', body)).body);
        model.appointments.push({
          id,
          pet: one.pet,
          start: from,
          status: 'confirmed',
          bookedAt: now,
          lastRealMove: now,
          change: null,
          answeredAt: null,
        });
        break;
      }
      case 'request':
        await answerRequest(one);
        break;
      case 'move':
        if (appointment !== undefined) await move(appointment, appointment.start + one.minutes * MINUTE);
        break;
      case 'thereAndBack': {
        if (appointment === undefined) break;
        const { start: before } = appointment;
        await move(appointment, before + one.minutes * MINUTE);
        for (let nth = 0; nth < one.ticks; nth += 1) await tick(5);
        await move(appointment, before);
        break;
      }
      case 'status': {
        if (appointment === undefined || appointment.status === one.status) break;
        const reason = one.byClient ? 'Client' : 'Practice';
        await change(appointment.id, { status: one.status, reason });
        appointment.status = one.status;
        appointment.change = { at: now, byClient: one.byClient };
        break;
      }
      case 'die':
        await set('pets', pets[one.pet] ?? '', one.isDead ? "deceased_on = '2026-03-01'" : 'deceased_on = null');
        model.dead[one.isDead ? 'add' : 'delete'](one.pet);
        break;
      case 'optOut':
        await set(
          'clients',
          clients[one.client] ?? '',
          `contact_by = ${one.isOut ? "'none'" : one.client === 0 ? 'null' : "'sms'"}`,
        );
        model.optedOut[one.isOut ? 'add' : 'delete'](one.client);
        break;
      case 'kind':
        await putMessageSettings(client, companyId, {
          [one.kind]: { isOn: one.isOn, ...(one.kind === 'reminder' && { hoursBefore: 24 }) },
        });
        model.kindsOff[one.isOn ? 'delete' : 'add'](one.kind);
        break;
      case 'isOn':
        await putMessageSettings(client, companyId, { isOn: one.isOn });
        model.isOn = one.isOn;
        break;
      case 'type':
        await set('appointment_types', practice.visitType, `is_messaged = ${one.isMessaged}`);
        model.isTypeMessaged = one.isMessaged;
        break;
      case 'server':
        isAway = one.isAway;
        break;
      case 'kill':
        await kill(one.when, one.minutes);
        break;
      case 'byHand':
        if (appointment !== undefined) await sendByHand(appointment, one.kind);
        break;
      case 'pass':
        for (let nth = 0; nth < one.ticks; nth += 1) await tick(one.minutes);
    }
  }
  // Whatever was left open when a sender died is told, and stays as it is.
  isAway = false;
  await tick(3);
  const open =
    await database.sql`select status from messages where company_id = ${companyId}::uuid and status = 'sending'`;
  expect(open).toEqual([]);

  async function change(id: string, fields: object) {
    const { body } = await client.get(`/v1/appointments/${id}`, { companyId });
    const { updatedAt } = body as { updatedAt: string };
    const answer = await client.patch(`/v1/appointments/${id}`, { companyId, expectedUpdatedAt: updatedAt, ...fields });
    expect(answer.status).toBe(200);
  }

  async function move(appointment: Booked, to: number) {
    const [begins, ends] = [to, to + 20 * MINUTE].map((at) => new Date(at).toISOString());
    await change(appointment.id, { start: begins, end: ends });
    if (Math.abs(to - appointment.start) > 5 * MINUTE) appointment.lastRealMove = clock.now();
    appointment.start = to;
  }

  /** A request comes in, and the desk answers it. */
  async function answerRequest({ pet, inMinutes, isBooked }: Extract<Step, { do: 'request' }>) {
    const now = clock.now();
    const start = Math.ceil(now / MINUTE) * MINUTE + inMinutes * MINUTE;
    const [begins, ends, createdAt] = [start, start + 20 * MINUTE, now - HOUR].map((at) => new Date(at).toISOString());
    const times = { start: begins ?? '', end: ends ?? '', createdAt: createdAt ?? '', updatedAt: createdAt ?? '' };
    const request = onlineRequestIn(practice, times);
    await addOnlineRequests(database, [request]);
    const [path, answer] = [`/v1/online-requests/${request.id}`, { companyId, expectedUpdatedAt: request.updatedAt }];
    if (!isBooked || model.dead.has(pet)) {
      expect((await client.post(`${path}/decline`, answer)).status).toBe(200);
      model.refusals.push({ id: request.id, start, answeredAt: now });
      return;
    }
    const onFile = { client: { id: clients[model.clientOf(pet)] }, pet: { id: pets[pet] } };
    const { body } = await client.post(`${path}/book`, { ...answer, ...onFile });
    const { appointmentId: id } = bookedRequestSchema.parse(body);
    const booked = { id, pet, start, status: 'confirmed', bookedAt: now, lastRealMove: now };
    model.appointments.push({ ...booked, change: null, answeredAt: now });
  }

  /** A sender that dies between claiming a message and sending it, or between sending it and noting the outcome. */
  async function kill(when: string, minutes: number) {
    clock.pass(minutes * MINUTE);
    const now = clock.now();
    if (when === 'claimed') {
      for (const request of await findDueRequests(database.sql, now)) {
        const claimed = await claimRequestMessage(database.sql, request, { publicUrl: null, now });
        if (claimed === null) continue;
        await checkAttempt(claimed.id);
        model.handOver(claimed.id);
      }
      for (const clientId of clients) {
        const options = { channels: ['email', 'sms'] as const, publicUrl: null, now };
        const claimed = await claimDueMessage(database.sql, { companyId, clientId }, options);
        if (claimed === null) continue;
        await checkAttempt(claimed.id);
        model.handOver(claimed.id);
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

  async function sendByHand(appointment: Booked, kind: AppointmentMessageKind) {
    const isAllowed = model.isAllowed(kind, appointment, clock.now());
    const { status, body } = await client.post('/v1/messages', { companyId, appointmentId: appointment.id, kind });
    expect(status, `by hand ${JSON.stringify(body)}`).toBe(isAllowed ? 200 : 409);
    if (!isAllowed) return;
    await vi.waitFor(async () => {
      const [row] =
        await database.sql`select status from messages where company_id = ${companyId}::uuid and id = ${String(body)}::uuid`;
      expect(row?.['status']).toBe(isAway ? 'failed' : 'sent');
    });
    if (failures.length > 0) throw failures[0];
  }
}
