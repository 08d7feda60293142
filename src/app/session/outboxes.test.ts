import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { createAuthor } from '#app/changes/outbox/author.ts';
import { createOutbox, type Outbox } from '#app/changes/outbox/outbox.ts';
import { createOutboxes } from './outboxes.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const never = () => new Promise<void>(() => undefined);
const people = ['ann', 'bob'] as const;
type Person = (typeof people)[number];

/** A tab whose people make changes. */
function createTab() {
  const outboxes = createOutboxes((onChange) =>
    createOutbox({ sleep: never, pause: never, author: createAuthor(), onChange }),
  );
  let present: Person | null = null;
  /** The changes that were sent, with who was signed in; each is answered or refused later. */
  const sent: { author: Person; sentAs: Person | null; answer: () => void; refuse: () => void }[] = [];
  const logs = new WeakMap<Outbox, ReturnType<typeof openLog>>();
  const openLog = (outbox: Outbox, author: Person) =>
    outbox.open<string, string, null>({
      prepare: (task) => Promise.resolve(task),
      send: (task) =>
        new Promise((resolve, reject) => {
          const refuse = () => reject(new ApiError({ kind: 'http', status: 403 }));
          sent.push({ author, sentAs: present, answer: () => resolve(task), refuse });
        }),
      replaceTask: () => null,
      readConflict: () => undefined,
      rebaseTask: () => null,
      read: null,
      findAnswer: () => null,
      buildsOn: () => false,
      undo: (commands) => commands.map(({ keys, task }) => ({ keys, task })),
      onAnswer: () => undefined,
      onNow: () => undefined,
    });
  function logOf(person: Person, companyId = 'one') {
    const outbox = outboxes.of({ person, name: person, companyId });
    const log = logs.get(outbox) ?? openLog(outbox, person);
    logs.set(outbox, log);
    return { outbox, log, change: () => log.add([{ keys: [`${log.commands().length}`], task: 'change' }]) };
  }
  function signIn(person: Person | null) {
    present = person;
    outboxes.switchTo(person);
  }
  return { outboxes, sent, logOf, signIn };
}

test('each person has an outbox in each company, in which nothing can be undone after somebody else was there', async () => {
  const { logOf, signIn, sent } = createTab();
  signIn('ann');
  const { outbox, change } = logOf('ann');
  expect(logOf('ann').outbox).toBe(outbox);
  expect(logOf('ann', 'two').outbox).not.toBe(outbox);
  change();
  await settled();
  sent[0]?.answer();
  await settled();
  expect(outbox.undoable()).toHaveLength(1);
  signIn('bob');
  signIn('ann');
  expect(logOf('ann').outbox.undoable()).toEqual([]);
  expect(logOf('ann').outbox).not.toBe(outbox);
});

test('unsaved changes wait for their person, and are counted in every company', async () => {
  const { outboxes, logOf, signIn } = createTab();
  signIn('ann');
  logOf('ann').change();
  logOf('ann', 'two').change();
  signIn('bob');
  logOf('bob').change();
  signIn(null);
  expect(outboxes.unsaved()).toEqual([
    { person: 'ann', name: 'ann', count: 2 },
    { person: 'bob', name: 'bob', count: 1 },
  ]);
});

test('what failed in a person’s absence stays to be reported, however often others come and go', async () => {
  const { logOf, signIn, sent } = createTab();
  signIn('ann');
  const { log, change } = logOf('ann');
  let reports = 0;
  log.subscribe(() => void reports++);
  change();
  await settled();
  signIn('bob');
  reports = 0;
  sent[0]?.refuse();
  await settled();
  signIn(null);
  signIn('bob');
  expect(reports).toBe(0);
  signIn('ann');
  expect(logOf('ann').log.commands()).toMatchObject([{ state: 'refused' }]);
});

test('changes that a person gave up by signing out are neither sent, undone nor shown any more', async () => {
  const { outboxes, logOf, signIn, sent } = createTab();
  signIn('ann');
  const { outbox, log, change } = logOf('ann');
  change();
  await settled();
  outboxes.drop('ann');
  // A pending booking that ends after the sign-out adds nothing.
  change();
  await settled();
  expect([sent.length, log.commands(), outbox.undoable(), outboxes.unsaved()]).toEqual([1, [], [], []]);
});

test('what leads to a change counts as unsaved, and is added while its person is away', async () => {
  const { outboxes, logOf, signIn, sent } = createTab();
  signIn('ann');
  const { outbox, change } = logOf('ann');
  const release = outbox.hold();
  signIn('bob');
  expect(outboxes.unsaved()).toMatchObject([{ person: 'ann', count: 1 }]);
  change();
  release();
  await settled();
  expect(sent).toEqual([]);
  signIn('ann');
  await settled();
  expect(sent).toHaveLength(1);
});

test('whoever comes and goes, changes are sent once, as their authors', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('sign in' as const), person: fc.constantFrom(...people, null) }),
      fc.record({ kind: fc.constantFrom('change' as const, 'answer' as const) }),
    ),
    { maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const { logOf, signIn, sent } = createTab();
      let present: Person | null = null;
      let made = 0;
      let answered = 0;
      for (const step of steps) {
        if (step.kind === 'sign in') {
          present = step.person;
          signIn(present);
        } else if (step.kind === 'change' && present !== null) {
          logOf(present).change();
          made += 1;
        } else if (step.kind === 'answer' && answered < sent.length) {
          sent[answered]?.answer();
          answered += 1;
        }
        await settled();
      }
      for (const person of people) {
        signIn(person);
        await settled();
      }
      expect(sent).toHaveLength(made);
      for (const { author, sentAs } of sent) expect(sentAs).toBe(author);
    }),
    { numRuns: 60 },
  );
});
