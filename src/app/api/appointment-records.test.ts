import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReceivedAppointment } from '#contract/received.ts';
import { appointment } from '#testing/changing-practice.ts';
import {
  type AppointmentRecords,
  addResponse,
  applyUnsavedChanges,
  createListContent,
  type ListPage,
} from './appointment-records.ts';

const NOTHING: AppointmentRecords = new Map();
const HOUR = 3_600_000;
const FIRST_DAY = Date.parse('2026-06-02T00:00:00Z');

/** An appointment on one of two days, in one of its versions. */
function version(id: string, day: number, updated: number | null): ReceivedAppointment {
  const start = FIRST_DAY + day * 24 * HOUR + 9 * HOUR;
  return appointment(id, {
    start: new Date(start).toISOString(),
    end: new Date(start + HOUR).toISOString(),
    updatedAt: updated === null ? null : new Date(FIRST_DAY + updated).toISOString(),
  });
}

const isOn = (day: number) => (one: ReceivedAppointment) =>
  Math.floor((Date.parse(one.start) - FIRST_DAY) / (24 * HOUR)) === day;

const answer = (
  records: ReceivedAppointment[],
  requestedAt: number,
  receivedAt: number,
  unresolvedIds: string[] = [],
) => ({
  ...{ records, unresolvedIds, requestedAt, receivedAt },
});
const page = (ids: string[], requestedAt: number, more: Partial<ListPage> = {}): ListPage => ({
  ...{ ids, unresolvedIds: [], nextCursor: null, totalCount: null, requestedAt },
  ...more,
});
const appointmentsOf = (records: AppointmentRecords, pages: ListPage[], day = 0) => {
  const { appointments, unresolvedIds } = createListContent(records, pages, isOn(day));
  return { ids: appointments.map(({ id }) => id), unresolvedIds };
};

describe('the records', () => {
  test('are the same object after an answer without news, and each record keeps its identity', () => {
    const records = addResponse(NOTHING, answer([version('a', 0, 5), version('b', 0, 5)], 1, 2));
    expect(addResponse(records, answer([version('a', 0, 4), version('b', 0, 5)], 1, 3))).toBe(records);
    const later = addResponse(records, answer([version('a', 0, 5), version('b', 0, 6)], 4, 5));
    expect(later.get('a')?.appointment).toBe(records.get('a')?.appointment);
    expect(later.get('b')?.appointment).not.toBe(records.get('b')?.appointment);
  });

  test('come from the most recent request if the practice system has no versions', () => {
    const records = addResponse(NOTHING, answer([version('a', 0, null)], 1, 2));
    const moved = addResponse(records, answer([version('a', 1, null)], 3, 4));
    expect(appointmentsOf(moved, [page([], 3)], 1).ids).toEqual(['a']);
    expect(addResponse(moved, answer([version('a', 0, null)], 2, 5))).toBe(moved);
  });

  test('follow a change that the practice system made without a new version', () => {
    const records = addResponse(NOTHING, answer([version('a', 0, 5)], 1, 2));
    const renamed = { ...version('a', 0, 5), notes: 'calm' };
    expect(addResponse(records, answer([renamed], 3, 4)).get('a')?.appointment.notes).toBe('calm');
  });

  test('are counted while they cannot be parsed, and shown again once they can', () => {
    const records = addResponse(NOTHING, answer([version('a', 0, 1)], 1, 2));
    const pages = [page(['a'], 1)];
    const unreadable = addResponse(records, answer([], 3, 4, ['a', 'elsewhere']));
    expect(appointmentsOf(unreadable, pages)).toEqual({ ids: [], unresolvedIds: ['a'] });
    // A response to an earlier request does not make the appointment readable.
    expect(appointmentsOf(addResponse(unreadable, answer([version('a', 0, 2)], 2, 5)), pages).unresolvedIds).toEqual([
      'a',
    ]);
    expect(appointmentsOf(addResponse(unreadable, answer([version('a', 0, 3)], 5, 6)), pages)).toEqual({
      ...{ ids: ['a'], unresolvedIds: [] },
    });
  });
});

describe('a list', () => {
  test('drops appointments that are missing when it is read again, unless they were received meanwhile', () => {
    const before = addResponse(NOTHING, answer([version('a', 0, 1)], 1, 2));
    expect(appointmentsOf(before, [page(['a'], 1)]).ids).toEqual(['a']);
    expect(appointmentsOf(before, [page([], 3)]).ids).toEqual([]);
    const booked = addResponse(before, answer([version('b', 0, 4)], 2, 4));
    expect(appointmentsOf(booked, [page([], 3)]).ids).toEqual(['b']);
    expect(appointmentsOf(booked, [page([], 5)]).ids).toEqual([]);
  });

  test('ignores an earlier request that still has a dropped appointment, and accepts a later one', () => {
    const afterDeletion = addResponse(NOTHING, answer([version('a', 0, 1)], 1, 2));
    const pages = [page([], 5)];
    expect(appointmentsOf(addResponse(afterDeletion, answer([version('a', 0, 1)], 4, 6)), pages).ids).toEqual([]);
    expect(appointmentsOf(addResponse(afterDeletion, answer([version('a', 0, 1)], 6, 7)), pages).ids).toEqual(['a']);
  });

  test('drops nothing and is incomplete while pages are missing or its cursors never end', () => {
    const records = addResponse(NOTHING, answer([version('a', 0, 1), version('b', 0, 1)], 1, 2));
    const first = page(['a'], 3, { nextCursor: 'more', totalCount: 5 });
    const endless = [first, page(['a'], 4, { nextCursor: 'more', totalCount: 5 })];
    for (const pages of [[first], endless]) {
      expect(createListContent(records, pages, isOn(0))).toMatchObject({ isComplete: false, missing: 4 });
      expect(appointmentsOf(records, pages).ids).toEqual(['a', 'b']);
    }
  });

  test('counts each unresolved record once, including those without an id', () => {
    const records = addResponse(NOTHING, answer([version('a', 0, 1), version('b', 0, 1)], 1, 2));
    const unreadable = addResponse(records, answer([], 3, 4, ['a', 'x', '', '']));
    const pages = [page(['b'], 3, { unresolvedIds: ['a', 'x', '', ''], totalCount: 5 })];
    expect(createListContent(unreadable, pages, isOn(0))).toMatchObject({
      appointments: [version('b', 0, 1)],
      unresolvedIds: ['a', 'x', '', ''],
      missing: 0,
    });
  });
});

test('unsaved changes replace, add and remove', () => {
  const saved = [version('a', 0, 1), version('b', 0, 1)];
  expect(applyUnsavedChanges(saved, [], isOn(0))).toBe(saved);
  const unsaved = [version('b', 1, 1), version('c', 0, 1)];
  expect(applyUnsavedChanges(saved, unsaved, isOn(0)).map(({ id }) => id)).toEqual(['a', 'c']);
});

describe('converge in whatever order answers arrive', () => {
  interface Write {
    at: number;
    id: string;
    day: number;
    fate: 'readable' | 'unreadable' | 'deleted';
  }
  interface Request {
    what: 'poll' | 0 | 1;
    sentAt: number;
    duration: number;
    delay: number;
  }

  const requests = fc.array(
    fc.record<Request>({
      what: fc.constantFrom<Request['what']>('poll', 0, 1),
      sentAt: fc.integer({ min: 0, max: 40 }),
      duration: fc.integer({ min: 0, max: 15 }),
      delay: fc.integer({ min: 0, max: 15 }),
    }),
    { maxLength: 14 },
  );
  const writesOf = (...fate: Write['fate'][]) =>
    fc.array(
      fc.record<Write>({
        at: fc.integer({ min: 0, max: 40 }),
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        day: fc.constantFrom(0, 1),
        fate: fc.constantFrom(...fate),
      }),
      { maxLength: 14 },
    );

  /** The content of the practice system at a time. */
  function stateAt(writes: readonly Write[], at: number): ReadonlyMap<string, Write & { number: number }> {
    const state = new Map<string, Write & { number: number }>();
    const sorted = writes.toSorted((one, other) => one.at - other.at);
    for (const [number, write] of sorted.entries()) {
      if (write.at > at) break;
      if (write.fate === 'deleted') state.delete(write.id);
      else state.set(write.id, { ...write, number });
    }
    return state;
  }

  interface Run {
    writes: readonly Write[];
    requests: readonly Request[];
    /** Requests that are sent after the last write. */
    last: readonly Request['what'][];
    dated?: boolean;
    /** Whether responses to earlier requests may arrive after those to the last ones. */
    overtaken?: boolean;
  }

  /** Runs the writes and requests, then compares two lists with the content of the practice system. */
  function play({ writes, requests, last, dated = true, overtaken = false }: Run): void {
    const lastRequestedAt = overtaken ? 41 : 80;
    const all = [...requests, ...last.map((what) => ({ what, sentAt: lastRequestedAt, duration: 0, delay: 0 }))];
    const answers = all
      .map(({ what, sentAt, duration, delay }, index) => {
        const state = [...stateAt(writes, sentAt + duration).values()].filter(
          (one) => what === 'poll' || one.day === what,
        );
        const readable = state.filter(({ fate }) => fate === 'readable');
        const unresolvedIds = state.filter(({ fate }) => fate === 'unreadable').map(({ id }) => id);
        const records = readable.map(({ id, day, number }) => version(id, day, dated ? number : null));
        const requestedAt = sentAt + index / 1000;
        return { what, ...answer(records, requestedAt, sentAt + duration + delay + 0.5 + index / 1000, unresolvedIds) };
      })
      .toSorted((one, other) => one.receivedAt - other.receivedAt);
    let records = NOTHING;
    const lists = new Map<number, ListPage>();
    for (const { what, ...received } of answers) {
      const before = records;
      records = addResponse(records, received);
      if (dated)
        for (const [id, { appointment: now }] of records)
          expect(Date.parse(now.updatedAt ?? '')).toBeGreaterThanOrEqual(
            Date.parse(before.get(id)?.appointment.updatedAt ?? now.updatedAt ?? ''),
          );
      const isOldReading = what !== 'poll' && (lists.get(what)?.requestedAt ?? -1) > received.requestedAt;
      if (what !== 'poll' && !isOldReading)
        lists.set(
          what,
          page(
            received.records.map(({ id }) => id),
            received.requestedAt,
            {
              unresolvedIds: received.unresolvedIds,
            },
          ),
        );
    }
    const expectedAppointments = [...stateAt(writes, 100).values()];
    for (const [day, list] of lists) {
      const { ids, unresolvedIds } = appointmentsOf(records, [list], day);
      const expected = (fate: Write['fate']) =>
        expectedAppointments
          .filter((one) => one.day === day && one.fate === fate)
          .map(({ id }) => id)
          .sort();
      expect([ids.sort(), [...unresolvedIds].sort()]).toEqual([expected('readable'), expected('unreadable')]);
    }
  }

  test.each([true, false])(
    'lists that are read last show every appointment, including deleted and unreadable ones (dated: %s)',
    (dated) => {
      fc.assert(
        fc.property(writesOf('readable', 'readable', 'unreadable', 'deleted'), requests, (writes, someRequests) =>
          play({ writes, requests: someRequests, last: [0, 1], dated }),
        ),
      );
    },
  );

  test('a poll of all changes brings every list up to date, and late answers do not revert it', () => {
    fc.assert(
      fc.property(writesOf('readable'), requests, fc.boolean(), (writes, someRequests, overtaken) =>
        play({ writes, requests: someRequests, last: ['poll'], overtaken }),
      ),
    );
    fc.assert(
      fc.property(writesOf('readable'), requests, (writes, someRequests) =>
        play({ writes, requests: someRequests, last: [0, 1], overtaken: true }),
      ),
    );
  });
});
