import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import type { BookingFormValues } from './booking-model.ts';
import type { BookingRequest } from './booking-schema.ts';
import { createDraftStore } from './draft-store.ts';
import { type BookingPorts, type Phase, resumeBooking, type Submission, submitBooking } from './submit-booking.ts';

const request: BookingRequest = {
  companyId: '00000000-0000-4000-8000-000000000001',
  storeIds: ['00000000-0000-4000-8000-000000000002'],
  petId: '00000000-0000-4000-8000-000000000003',
  visitTypeId: '00000000-0000-4000-8000-000000000004',
  start: '2026-06-01T07:30:00.000Z',
  end: '2026-06-01T08:00:00.000Z',
};

const values: BookingFormValues = {
  pet: { id: request.petId, clientId: null, clientName: 'Ann Lee', name: 'Rex', species: 'dog', breed: null },
  visitTypeId: request.visitTypeId,
  storeId: request.storeIds[0] ?? '',
  date: '2026-06-01',
  start: '09:30',
  fold: null,
  length: '30 min',
  end: '',
  employeeId: null,
  status: 'requested',
  notes: 'Bring the old file',
};

const lost = () => new ApiError({ kind: 'network', status: null });
const notSent = () => new ApiError({ kind: 'http', status: 503, messageKey: 'upstream_unavailable' });

/** A practice system with a clock of its own: time passes only in `sleep`. */
function createWorld() {
  const stored: ReceivedAppointment[] = [];
  const items = new Map<string, string>();
  const world = {
    now: Date.parse('2026-05-30T10:00:00Z'),
    stored,
    /** When the practice system shows what it stored. */
    visibleFrom: 0,
    creates: 0,
    searches: 0,
    searchFails: (_now: number) => false,
    /** What happens to a create: its answer, after storing or not. */
    answer: (store: () => string): string => store(),
    onSleep: () => {},
    storage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    },
  };
  const record = (of: BookingRequest, id: string): ReceivedAppointment =>
    receivedAppointmentSchema.parse({
      ...of,
      id,
      storeId: of.storeIds[0],
      title: 'Rex',
      status: 'requested',
      createdFrom: 'external_api',
      createdAt: new Date(world.now).toISOString(),
    });
  const drafts = createDraftStore({ storage: world.storage, companyId: request.companyId });
  const tails = new Map<string, Promise<unknown>>();
  const ports: BookingPorts = {
    drafts,
    clock: () => world.now,
    async sleep(milliseconds) {
      world.now += milliseconds;
      world.onSleep();
    },
    async search() {
      world.searches += 1;
      if (world.searchFails(world.now)) throw lost();
      const records = world.now >= world.visibleFrom ? [...stored] : [];
      return { records, unresolvedIds: [], nextCursor: null, totalCount: records.length };
    },
    async create(sent) {
      world.creates += 1;
      return world.answer(() => {
        const id = `00000000-0000-4000-8000-1000000000${String(stored.length).padStart(2, '0')}`;
        stored.push(record(sent, id));
        return id;
      });
    },
    exclusively(name, run) {
      const turn = (tails.get(name) ?? Promise.resolve()).then(run, run);
      tails.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
  };
  return Object.assign(world, { ports, drafts, record });
}

let world: ReturnType<typeof createWorld>;
let phases: Phase[];

function submission(changes: Partial<Submission> = {}): Submission {
  return {
    draftId: 'draft-1',
    values,
    request,
    shownIds: new Set(),
    conflicts: () => false,
    onPhase: (phase) => phases.push(phase),
    ...changes,
  };
}

beforeEach(() => {
  world = createWorld();
  phases = [];
});

test('an answer with an id is a booking, and the draft is gone', async () => {
  world.drafts.write({ id: 'draft-1', values, attempt: null });
  const outcome = await submitBooking(world.ports, submission());
  expect(outcome).toMatchObject({ kind: 'booked', how: 'answered', booked: { petName: 'Rex', start: request.start } });
  expect(phases).toEqual(['reading', 'sending']);
  expect(world.drafts.read()).toBeNull();
});

test('a refusal leaves the draft and nothing to look for', async () => {
  world.answer = () => {
    throw new ApiError({ kind: 'http', status: 400, messageKey: 'invalid_input', suggestion: 'petId is unknown' });
  };
  const outcome = await submitBooking(world.ports, submission());
  expect(outcome).toMatchObject({ kind: 'refused', settled: true });
  expect(world.drafts.read()).toEqual({ id: 'draft-1', values, attempt: null });
});

test('a request that never reached the practice system is a refusal', async () => {
  world.answer = () => {
    throw notSent();
  };
  expect(await submitBooking(world.ports, submission())).toMatchObject({ kind: 'refused', settled: true });
  expect(phases).not.toContain('looking');
});

describe('an answer that was lost', () => {
  test.each([
    ['the connection broke', lost],
    ['the gateway does not know', () => new ApiError({ kind: 'http', status: 504, messageKey: 'outcome_unknown' })],
    ['the body was cut', () => new ApiError({ kind: 'invalid', status: 200 })],
    ['a page of a proxy', () => new ApiError({ kind: 'http', status: 502 })],
    ['no answer in time', () => new DOMException('too long', 'TimeoutError')],
  ])('%s: booked is found out', async (_name, error) => {
    world.answer = (store) => {
      store();
      throw error();
    };
    expect(await submitBooking(world.ports, submission())).toMatchObject({ kind: 'booked', how: 'found' });
    expect(phases.at(-1)).toBe('looking');
    expect(world.creates).toBe(1);
    expect(world.stored).toHaveLength(1);
  });

  test('a slow practice system is waited for', async () => {
    world.answer = (store) => {
      store();
      world.visibleFrom = world.now + 30_000;
      throw lost();
    };
    expect(await submitBooking(world.ports, submission())).toMatchObject({ kind: 'booked' });
    expect(world.creates).toBe(1);
  });

  test('not there is said after 30 seconds at the earliest; trying again looks first, then sends', async () => {
    world.answer = () => {
      throw lost();
    };
    const outcome = await submitBooking(world.ports, submission());
    expect(outcome.kind).toBe('absent');
    if (outcome.kind === 'absent') expect(outcome.seconds).toBeGreaterThanOrEqual(30);
    expect(world.creates).toBe(1);

    world.answer = (store) => store();
    expect(await submitBooking(world.ports, submission())).toMatchObject({ kind: 'booked', how: 'answered' });
    expect(world.creates).toBe(2);
    expect(world.stored).toHaveLength(1);
  });

  test('what appeared after all is found before anything is sent again', async () => {
    world.answer = (store) => {
      store();
      world.visibleFrom = world.now + 600_000;
      throw lost();
    };
    expect((await submitBooking(world.ports, submission())).kind).toBe('absent');
    world.now += 600_000;
    expect(await submitBooking(world.ports, submission())).toMatchObject({ kind: 'booked', how: 'found' });
    expect(world.creates).toBe(1);
  });

  test('look-ups that fail, too, leave it unknown, and nothing is sent until one answers', async () => {
    world.answer = (store) => {
      store();
      throw lost();
    };
    world.searchFails = () => true;
    expect((await submitBooking(world.ports, submission())).kind).toBe('unknown');
    expect((await submitBooking(world.ports, submission())).kind).toBe('unknown');
    world.searchFails = () => false;
    expect(await submitBooking(world.ports, submission())).toMatchObject({ kind: 'booked', how: 'found' });
    expect(world.creates).toBe(1);
  });

  test('an equal appointment from before is not taken for ours', async () => {
    world.stored.push(world.record(request, '00000000-0000-4000-8000-200000000000'));
    world.answer = () => {
      throw lost();
    };
    expect((await submitBooking(world.ports, submission())).kind).toBe('absent');
  });

  test('where nobody knows what stood there before, the creation time tells', async () => {
    world.stored.push(world.record(request, '00000000-0000-4000-8000-200000000000'));
    world.now += 3_600_000;
    world.answer = () => {
      throw lost();
    };
    const began = world.now;
    world.searchFails = (now) => now === began;
    expect((await submitBooking(world.ports, submission())).kind).toBe('absent');
  });

  test('a fault of the service is told at once, and looked for before the next try', async () => {
    world.answer = (store) => {
      store();
      throw new ApiError({ kind: 'http', status: 500, messageKey: 'internal_error', errorInstanceId: 'e-1' });
    };
    expect(await submitBooking(world.ports, submission())).toMatchObject({ kind: 'refused', settled: false });
    expect(await submitBooking(world.ports, submission())).toMatchObject({ kind: 'booked', how: 'found' });
    expect(world.creates).toBe(1);
  });
});

describe('one appointment', () => {
  test('from two tabs on one draft', async () => {
    const outcomes = await Promise.all([
      submitBooking(world.ports, submission()),
      submitBooking(world.ports, submission()),
    ]);
    expect(outcomes).toMatchObject([
      { kind: 'booked', how: 'answered' },
      { kind: 'booked', how: 'elsewhere' },
    ]);
    expect(world.creates).toBe(1);
  });

  test('after a reload in the middle of sending', async () => {
    world.answer = (store) => {
      store();
      // The page is gone: what it wrote down before is all that is left.
      throw new Error('unloaded');
    };
    let draft = world.drafts.read();
    world.onSleep = () => {};
    const ports: BookingPorts = {
      ...world.ports,
      create: async (sent) => {
        draft = world.drafts.read();
        return world.ports.create(sent);
      },
    };
    await submitBooking(ports, submission());
    expect(draft?.attempt?.request).toEqual(request);

    const reopened = createWorld();
    reopened.stored.push(...world.stored);
    if (draft) reopened.drafts.write(draft);
    expect(await resumeBooking(reopened.ports, 'draft-1', () => {})).toMatchObject({ kind: 'booked', how: 'found' });
    expect(reopened.creates).toBe(0);
  });

  test('nothing to resume sends and looks for nothing', async () => {
    world.drafts.write({ id: 'draft-1', values, attempt: null });
    expect(await resumeBooking(world.ports, 'draft-1', () => {})).toBeNull();
    expect(world.searches).toBe(0);
  });
});

describe('the glance before sending', () => {
  const conflicts = (appointment: ReceivedAppointment) => appointment.id === 'other';

  beforeEach(() => {
    world.stored.push(world.record({ ...request, petId: '00000000-0000-4000-8000-000000000009' }, 'other'));
  });

  test('tells of what has come since, and sends nothing', async () => {
    const outcome = await submitBooking(world.ports, submission({ conflicts }));
    expect(outcome).toMatchObject({ kind: 'changed', others: [{ id: 'other' }] });
    expect(world.creates).toBe(0);
  });

  test('does not ask twice about what was told', async () => {
    const outcome = await submitBooking(world.ports, submission({ conflicts, shownIds: new Set(['other']) }));
    expect(outcome.kind).toBe('booked');
  });

  test('does not hold up a form that could not tell yet, nor a booking that it cannot read for', async () => {
    expect((await submitBooking(world.ports, submission({ conflicts, shownIds: null }))).kind).toBe('booked');
    world.searchFails = () => true;
    expect((await submitBooking(world.ports, submission({ draftId: 'draft-2', conflicts }))).kind).toBe('booked');
  });
});

describe('a draft', () => {
  test('of another shape is no draft', () => {
    world.storage.setItem(`frontdesk.draft.${request.companyId}`, '{"id":1}');
    expect(world.drafts.read()).toBeNull();
  });

  test('is only discarded by its own id', () => {
    world.drafts.write({ id: 'draft-1', values, attempt: null });
    world.drafts.discard('draft-2');
    expect(world.drafts.read()?.values).toEqual(values);
    world.drafts.discard('draft-1');
    expect(world.drafts.read()).toBeNull();
  });

  test('is kept apart for another pet', () => {
    const scoped = createDraftStore({ storage: world.storage, companyId: request.companyId, scope: 'pet-1' });
    scoped.write({ id: 'draft-3', values, attempt: null });
    expect(world.drafts.read()).toBeNull();
  });

  test('lives as long as the page where storage is forbidden', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const drafts = createDraftStore({
      storage: { getItem: refuse, setItem: refuse, removeItem: refuse },
      companyId: request.companyId,
    });
    drafts.write({ id: 'draft-1', values, attempt: null });
    expect(drafts.read()?.values).toEqual(values);
    expect((await submitBooking({ ...world.ports, drafts }, submission())).kind).toBe('booked');
    expect(drafts.read()).toBeNull();
  });
});
