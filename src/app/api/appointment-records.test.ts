import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReceivedAppointment } from '#contract/received.ts';
import { appointment } from '#testing/changing-practice.ts';
import { type AppointmentRecords, contentOf, type ListPage, withAnswer, withUnsaved } from './appointment-records.ts';

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
const shown = (records: AppointmentRecords, pages: ListPage[], day = 0) => {
  const { appointments, unresolvedIds } = contentOf(records, pages, isOn(day));
  return { ids: appointments.map(({ id }) => id), unresolvedIds };
};

describe('the records', () => {
  test('are the same object after an answer that says nothing new, and each keeps its identity', () => {
    const records = withAnswer(NOTHING, answer([version('a', 0, 5), version('b', 0, 5)], 1, 2));
    expect(withAnswer(records, answer([version('a', 0, 4), version('b', 0, 5)], 1, 3))).toBe(records);
    const later = withAnswer(records, answer([version('a', 0, 5), version('b', 0, 6)], 4, 5));
    expect(later.get('a')?.appointment).toBe(records.get('a')?.appointment);
    expect(later.get('b')?.appointment).not.toBe(records.get('b')?.appointment);
  });

  test('of a practice system that says nothing of versions are as in the answer that was requested last', () => {
    const records = withAnswer(NOTHING, answer([version('a', 0, null)], 1, 2));
    const moved = withAnswer(records, answer([version('a', 1, null)], 3, 4));
    expect(shown(moved, [page([], 3)], 1).ids).toEqual(['a']);
    expect(withAnswer(moved, answer([version('a', 0, null)], 2, 5))).toBe(moved);
  });

  test('follow a change that the practice system made without a new version', () => {
    const records = withAnswer(NOTHING, answer([version('a', 0, 5)], 1, 2));
    const renamed = { ...version('a', 0, 5), notes: 'calm' };
    expect(withAnswer(records, answer([renamed], 3, 4)).get('a')?.appointment.notes).toBe('calm');
  });

  test('that can no longer be parsed are counted, and shown again once they can', () => {
    const records = withAnswer(NOTHING, answer([version('a', 0, 1)], 1, 2));
    const pages = [page(['a'], 1)];
    const unreadable = withAnswer(records, answer([], 3, 4, ['a', 'elsewhere']));
    expect(shown(unreadable, pages)).toEqual({ ids: [], unresolvedIds: ['a'] });
    // An answer that was requested before says nothing of now.
    expect(shown(withAnswer(unreadable, answer([version('a', 0, 2)], 2, 5)), pages).unresolvedIds).toEqual(['a']);
    expect(shown(withAnswer(unreadable, answer([version('a', 0, 3)], 5, 6)), pages)).toEqual({
      ...{ ids: ['a'], unresolvedIds: [] },
    });
  });
});

describe('a list', () => {
  test('drops what it no longer has when it is read again, but not what was received meanwhile', () => {
    const before = withAnswer(NOTHING, answer([version('a', 0, 1)], 1, 2));
    expect(shown(before, [page(['a'], 1)]).ids).toEqual(['a']);
    expect(shown(before, [page([], 3)]).ids).toEqual([]);
    const booked = withAnswer(before, answer([version('b', 0, 4)], 2, 4));
    expect(shown(booked, [page([], 3)]).ids).toEqual(['b']);
    expect(shown(booked, [page([], 5)]).ids).toEqual([]);
  });

  test('is not brought back by an answer that was requested before, and is by one requested after', () => {
    const gone = withAnswer(NOTHING, answer([version('a', 0, 1)], 1, 2));
    const pages = [page([], 5)];
    expect(shown(withAnswer(gone, answer([version('a', 0, 1)], 4, 6)), pages).ids).toEqual([]);
    expect(shown(withAnswer(gone, answer([version('a', 0, 1)], 6, 7)), pages).ids).toEqual(['a']);
  });

  test('of which pages are still to come, or whose cursors never end, hides nothing and is not complete', () => {
    const records = withAnswer(NOTHING, answer([version('a', 0, 1), version('b', 0, 1)], 1, 2));
    const first = page(['a'], 3, { nextCursor: 'more', totalCount: 5 });
    const endless = [first, page(['a'], 4, { nextCursor: 'more', totalCount: 5 })];
    for (const pages of [[first], endless]) {
      expect(contentOf(records, pages, isOn(0))).toMatchObject({ complete: false, missing: 4 });
      expect(shown(records, pages).ids).toEqual(['a', 'b']);
    }
  });

  test('counts each unresolved record once, those without an id too', () => {
    const records = withAnswer(NOTHING, answer([version('a', 0, 1), version('b', 0, 1)], 1, 2));
    const unreadable = withAnswer(records, answer([], 3, 4, ['a', 'x', '', '']));
    const pages = [page(['b'], 3, { unresolvedIds: ['a', 'x', '', ''], totalCount: 5 })];
    expect(contentOf(unreadable, pages, isOn(0))).toMatchObject({
      appointments: [version('b', 0, 1)],
      unresolvedIds: ['a', 'x', '', ''],
      missing: 0,
    });
  });
});

test('unsaved changes replace, add and remove', () => {
  const saved = [version('a', 0, 1), version('b', 0, 1)];
  expect(withUnsaved(saved, [], isOn(0))).toBe(saved);
  const unsaved = [version('b', 1, 1), version('c', 0, 1)];
  expect(withUnsaved(saved, unsaved, isOn(0)).map(({ id }) => id)).toEqual(['a', 'c']);
});

describe('in whatever order answers arrive', () => {
  interface Write {
    at: number;
    id: string;
    day: number;
    how: 'readable' | 'unreadable' | 'deleted';
  }
  interface Request {
    what: 'poll' | 0 | 1;
    asked: number;
    takes: number;
    late: number;
  }

  const requests = fc.array(
    fc.record<Request>({
      what: fc.constantFrom<Request['what']>('poll', 0, 1),
      asked: fc.integer({ min: 0, max: 40 }),
      takes: fc.integer({ min: 0, max: 15 }),
      late: fc.integer({ min: 0, max: 15 }),
    }),
    { maxLength: 14 },
  );
  const writesOf = (...how: Write['how'][]) =>
    fc.array(
      fc.record<Write>({
        at: fc.integer({ min: 0, max: 40 }),
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        day: fc.constantFrom(0, 1),
        how: fc.constantFrom(...how),
      }),
      { maxLength: 14 },
    );

  /** What the practice system holds at a time. */
  function stateAt(writes: readonly Write[], at: number): ReadonlyMap<string, Write & { number: number }> {
    const state = new Map<string, Write & { number: number }>();
    const sorted = writes.toSorted((one, other) => one.at - other.at);
    for (const [number, write] of sorted.entries()) {
      if (write.at > at) break;
      if (write.how === 'deleted') state.delete(write.id);
      else state.set(write.id, { ...write, number });
    }
    return state;
  }

  interface Run {
    writes: readonly Write[];
    requests: readonly Request[];
    /** What is requested once everything is written. */
    last: readonly Request['what'][];
    dated?: boolean;
    /** Whether earlier answers may arrive after the last ones. */
    overtaken?: boolean;
  }

  /** Plays it, and compares what two lists show in the end with what the practice system holds. */
  function play({ writes, requests, last, dated = true, overtaken = false }: Run): void {
    const lastAsked = overtaken ? 41 : 80;
    const all = [...requests, ...last.map((what) => ({ what, asked: lastAsked, takes: 0, late: 0 }))];
    const answers = all
      .map(({ what, asked, takes, late }, index) => {
        const state = [...stateAt(writes, asked + takes).values()].filter((one) => what === 'poll' || one.day === what);
        const readable = state.filter(({ how }) => how === 'readable');
        const unresolvedIds = state.filter(({ how }) => how === 'unreadable').map(({ id }) => id);
        const records = readable.map(({ id, day, number }) => version(id, day, dated ? number : null));
        const requestedAt = asked + index / 1000;
        return { what, ...answer(records, requestedAt, asked + takes + late + 0.5 + index / 1000, unresolvedIds) };
      })
      .toSorted((one, other) => one.receivedAt - other.receivedAt);
    let records = NOTHING;
    const lists = new Map<number, ListPage>();
    for (const { what, ...received } of answers) {
      const before = records;
      records = withAnswer(records, received);
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
    const truth = [...stateAt(writes, 100).values()];
    for (const [day, list] of lists) {
      const { ids, unresolvedIds } = shown(records, [list], day);
      const expected = (how: Write['how']) =>
        truth
          .filter((one) => one.day === day && one.how === how)
          .map(({ id }) => id)
          .sort();
      expect([ids.sort(), [...unresolvedIds].sort()]).toEqual([expected('readable'), expected('unreadable')]);
    }
  }

  test.each([true, false])(
    'lists that are read last show what there is, deleted and unreadable ones too (dated: %s)',
    (dated) => {
      fc.assert(
        fc.property(writesOf('readable', 'readable', 'unreadable', 'deleted'), requests, (writes, some) =>
          play({ writes, requests: some, last: [0, 1], dated }),
        ),
      );
    },
  );

  test('a poll of all changes brings every list up to date, and nothing overtaken takes that back', () => {
    fc.assert(
      fc.property(writesOf('readable'), requests, fc.boolean(), (writes, some, overtaken) =>
        play({ writes, requests: some, last: ['poll'], overtaken }),
      ),
    );
    fc.assert(
      fc.property(writesOf('readable'), requests, (writes, some) =>
        play({ writes, requests: some, last: [0, 1], overtaken: true }),
      ),
    );
  });
});
