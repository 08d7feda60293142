import { beforeEach, describe, expect, test } from 'vitest';
import { storeOf } from '#app/browser/storage.ts';
import { createFakePractice, createStorage, request, values } from '#testing/fake-practice.ts';
import { createDraftStore, type Draft } from './drafts.ts';

const { companyId } = request;
let storage: ReturnType<typeof createStorage>;

/** The drafts as one tab sees them. */
function draftsOf(changes: Partial<Parameters<typeof createDraftStore>[0]> = {}) {
  return createDraftStore({ storage, tab: createStorage(), companyId, person: null, ...changes });
}

const nobody = new Set<string>();
/** What a form that opens begins with. */
const restored = (changes?: Parameters<typeof draftsOf>[0], held: ReadonlySet<string> = nobody) =>
  draftsOf(changes).restore(held)?.draft ?? null;

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
  expect(restored()).toEqual(draft('one', 'first, longer'));
  drafts.discard('one');
  expect(restored()).toBeNull();
});

test('a draft that became an appointment is gone, and every tab can tell what it became', () => {
  const booked = { id: 'a', start: request.start, end: request.end, storeId: 's', petName: 'Rex' };
  draftsOf().write(draft('one'));
  draftsOf().settle('one', { booked, request });
  expect(restored()).toBeNull();
  expect(draftsOf().bookedAs('one')).toMatchObject({ booked, request });
});

describe('whose a draft is', () => {
  test('nobody else sees it, and it is there again for who typed it', () => {
    draftsOf({ person: 'ann' }).write(draft('one', 'of Ann'));
    expect(restored({ person: 'bob' })).toBeNull();
    draftsOf({ person: 'bob' }).write(draft('two', 'of Bob'));
    draftsOf({ person: 'bob' }).discard('two');
    expect(restored({ person: 'ann' })?.values.notes).toBe('of Ann');
  });

  test('what became of it is not told to anybody else either', () => {
    const booked = { id: 'a', start: request.start, end: request.end, storeId: 's', petName: 'Rex' };
    draftsOf({ person: 'ann' }).settle('one', { booked, request });
    expect(draftsOf({ person: 'bob' }).bookedAs('one')).toBeNull();
  });

  test('a draft of before there were people belongs to the shared desk alone', () => {
    storage.setItem(`frontdesk.draft.${companyId}`, JSON.stringify(draft('old', 'from before')));
    expect(restored({ person: 'ann' })).toBeNull();
    expect(restored()?.values.notes).toBe('from before');
  });

  test('another company has drafts of its own', () => {
    draftsOf().write(draft('one'));
    expect(restored({ companyId: 'other' })).toBeNull();
  });
});

describe('a form that was opened for a pet', () => {
  const scope = values.pet?.id ?? '';

  test('goes on with its own drafts alone', () => {
    draftsOf({ scope }).write(draft('one', 'of Rex'));
    expect(restored()).toBeNull();
    expect(restored({ scope: 'another' })).toBeNull();
    expect(restored({ scope })?.values.notes).toBe('of Rex');
  });

  test('does not go on with a draft in which another pet was chosen; that is the open form’s then', () => {
    draftsOf({ scope: 'bear' }).write(draft('one', 'for Rex after all'));
    expect(restored({ scope: 'bear' })).toBeNull();
    expect(restored()?.values.notes).toBe('for Rex after all');
  });
});

describe('two tabs', () => {
  test('a tab that opens goes on with the newest draft that no other has', () => {
    draftsOf().write(draft('one', 'older'));
    draftsOf().write(draft('two', 'newer'));
    expect(restored()?.id).toBe('two');
    expect(restored({}, new Set(['two']))?.id).toBe('one');
    expect(restored({}, new Set(['one', 'two']))).toBeNull();
  });

  test('typing in one takes nothing from the other, which finds its own again after it was closed', () => {
    const tab = createStorage();
    const here = draftsOf({ tab });
    here.open('one');
    here.write(draft('one', 'here'));
    here.close();
    draftsOf().write(draft('two', 'there'));
    expect(restored({ tab })?.values.notes).toBe('here');
  });

  test('a form that was open when the page went away goes on as it was, for the same link', () => {
    const tab = createStorage();
    const here = draftsOf({ tab, scope: 'bear', link: 'for bear' });
    here.open('one');
    // Another pet was chosen in it, which is no draft of that link’s otherwise.
    here.write(draft('one'));
    expect(draftsOf({ tab, scope: 'bear', link: 'for bear' }).restore(nobody)).toEqual({
      draft: draft('one'),
      whole: true,
    });
    expect(draftsOf({ tab, scope: 'bear', link: 'at ten' }).restore(nobody)).toBeNull();
    here.close();
    expect(draftsOf({ tab, scope: 'bear', link: 'for bear' }).restore(nobody)).toBeNull();
    expect(draftsOf({ tab }).restore(nobody)).toEqual({ draft: draft('one'), whole: false });
  });

  test('what may have been booked comes first', () => {
    const attempt = { request, sentAt: 1, knownIds: null, petName: 'Rex', key: null, fullySearched: false };
    draftsOf().write({ ...draft('one'), attempt });
    draftsOf().write(draft('two'));
    expect(restored()?.id).toBe('one');
  });
});

describe('storage', () => {
  test('that holds something else holds no draft', () => {
    for (const text of ['{"id":1}', 'nonsense', '5', '[1]']) {
      storage.setItem(`frontdesk.draft.${companyId}`, text);
      expect(restored()).toBeNull();
    }
  });

  test('that holds one draft in a shape of another time keeps the others', () => {
    storage.setItem(`frontdesk.draft.${companyId}`, JSON.stringify([{ id: 'strange' }, draft('one', 'kept')]));
    expect(restored()?.values.notes).toBe('kept');
  });

  test('of version 1.0.0 keeps the new client that was typed', () => {
    const newClient = {
      name: 'Rosa',
      phone: '',
      email: '',
      petName: 'Pixel',
      species: 'cat',
      client: null,
      sent: null,
    };
    const { newClient: _, ...values } = draft('one').values;
    storage.setItem(
      `frontdesk.draft.${companyId}`,
      JSON.stringify([{ ...draft('one'), values: { ...values, newcomer: newClient } }]),
    );
    expect(restored()?.values.newClient).toEqual(newClient);
  });

  test('that is forbidden keeps a draft as long as the page', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const forbidden = storeOf(() => ({ getItem: refuse, setItem: refuse, removeItem: refuse }));
    const drafts = draftsOf({ storage: forbidden, tab: forbidden });
    drafts.write(draft('draft-1', 'typed'));
    expect(drafts.restore(nobody)?.draft.values.notes).toBe('typed');
    // The form is closed and opened again.
    expect(createDraftStore({ storage: forbidden, tab: forbidden, companyId, person: null }).find('draft-1')).toEqual(
      draft('draft-1', 'typed'),
    );
    const { ports, book } = createFakePractice();
    expect((await book({}, { ...ports, drafts })).kind).toBe('booked');
    expect(drafts.restore(nobody)).toBeNull();
  });
});
