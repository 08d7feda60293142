import { beforeEach, describe, expect, test } from 'vitest';
import { createBookingWorld, createStorage, request, values } from '#testing/booking-world.ts';
import { createDraftStore, type Draft } from './draft-store.ts';
import { submitBooking } from './submit-booking.ts';

const { companyId } = request;
let storage: ReturnType<typeof createStorage>;

/** The drafts as one tab sees them. */
function draftsOf(changes: Partial<Parameters<typeof createDraftStore>[0]> = {}) {
  return createDraftStore({ storage, tab: createStorage(), companyId, person: null, ...changes });
}

function draft(id: string, notes = ''): Draft {
  return { id, values: { ...values, notes }, attempt: null };
}

beforeEach(() => {
  storage = createStorage();
});

test('a draft comes back, until it is discarded by its own id', () => {
  const drafts = draftsOf();
  drafts.write(draft('one', 'first'));
  drafts.write(draft('one', 'first, longer'));
  drafts.discard('two');
  expect(draftsOf().restore()).toEqual(draft('one', 'first, longer'));
  drafts.discard('one');
  expect(draftsOf().restore()).toBeNull();
});

test('a draft that became an appointment is gone, and every tab can tell what it became', () => {
  const booked = { id: 'a', start: request.start, end: request.end, storeId: 's', petName: 'Rex' };
  draftsOf().write(draft('one'));
  draftsOf().settle('one', booked);
  expect(draftsOf().restore()).toBeNull();
  expect(draftsOf().bookedAs('one')).toEqual(booked);
});

describe('whose a draft is', () => {
  test('nobody else sees it, and it is there again for who typed it', () => {
    draftsOf({ person: 'ann' }).write(draft('one', 'of Ann'));
    expect(draftsOf({ person: 'bob' }).restore()).toBeNull();
    draftsOf({ person: 'bob' }).write(draft('two', 'of Bob'));
    draftsOf({ person: 'bob' }).discard('two');
    expect(draftsOf({ person: 'ann' }).restore()?.values.notes).toBe('of Ann');
  });

  test('what became of it is not told to anybody else either', () => {
    const booked = { id: 'a', start: request.start, end: request.end, storeId: 's', petName: 'Rex' };
    draftsOf({ person: 'ann' }).settle('one', booked);
    expect(draftsOf({ person: 'bob' }).bookedAs('one')).toBeNull();
  });

  test('a draft of before there were people belongs to the shared desk alone', () => {
    storage.setItem(`frontdesk.draft.${companyId}`, JSON.stringify(draft('old', 'from before')));
    expect(draftsOf({ person: 'ann' }).restore()).toBeNull();
    expect(draftsOf().restore()?.values.notes).toBe('from before');
  });

  test('another pet and another company have drafts of their own', () => {
    draftsOf({ scope: 'pet-1' }).write(draft('one'));
    expect(draftsOf().restore()).toBeNull();
    expect(draftsOf({ companyId: 'other' }).restore()).toBeNull();
  });
});

describe('two tabs', () => {
  test('a tab that opens goes on with the newest draft', () => {
    draftsOf().write(draft('one', 'older'));
    draftsOf().write(draft('two', 'newer'));
    expect(draftsOf().restore()?.id).toBe('two');
  });

  test('typing in one takes nothing from the other, which finds its own again after a reload', () => {
    const tab = createStorage();
    draftsOf({ tab }).write(draft('one', 'here'));
    draftsOf().write(draft('two', 'there'));
    expect(draftsOf({ tab }).restore()?.values.notes).toBe('here');
  });

  test('what may have been booked comes first', () => {
    const attempt = { request, sentAt: 1, knownIds: null, petName: 'Rex', patient: false };
    draftsOf().write({ ...draft('one'), attempt });
    draftsOf().write(draft('two'));
    expect(draftsOf().restore()?.id).toBe('one');
  });
});

describe('storage', () => {
  test('that holds something else holds no draft', () => {
    for (const text of ['{"id":1}', 'nonsense', '5', '[1]']) {
      storage.setItem(`frontdesk.draft.${companyId}`, text);
      expect(draftsOf().restore()).toBeNull();
    }
  });

  test('that holds one draft in a shape of another time keeps the others', () => {
    storage.setItem(`frontdesk.draft.${companyId}`, JSON.stringify([{ id: 'strange' }, draft('one', 'kept')]));
    expect(draftsOf().restore()?.values.notes).toBe('kept');
  });

  test('that is forbidden keeps a draft as long as the page', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse };
    const drafts = draftsOf({ storage: forbidden, tab: forbidden });
    drafts.write(draft('draft-1', 'typed'));
    expect(drafts.restore()?.values.notes).toBe('typed');
    const { ports, submission } = createBookingWorld();
    expect((await submitBooking({ ...ports, drafts }, submission())).kind).toBe('booked');
    expect(drafts.restore()).toBeNull();
  });
});
