import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChangingDesk, resolveFirst } from '#testing/changing-practice.ts';
import { fates } from '#testing/fates.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

test('random faults: the screen ends in the server’s state and reports every change once', async () => {
  const changed = fc.oneof(
    fc.record({ status: fc.constantFrom('confirmed', 'checked_in', 'completed', 'cancelled') }),
    fc.record({ notes: fc.constantFrom(null, '', 'x') }),
    fc.record({ roomId: fc.constantFrom(null, 'r', 's') }),
    fc.record({ employeeId: fc.constantFrom(null, 'v', 'w') }),
  );
  const id = fc.constantFrom('a', 'b');
  const acts = fc.oneof(
    fc.record({ act: fc.constant('change' as const), id, changes: changed }),
    fc.record({ act: fc.constant('colleague' as const), id, changes: changed }),
    fc.record({ act: fc.constantFrom('undo' as const, 'wait' as const, 'give up' as const), id }),
    fc.record({ act: fc.constant('settle' as const), how: fc.constantFrom('theirs' as const, 'mine' as const) }),
  );
  const fate = fc.constantFrom('answered', ...fates);
  const plan = fc.record({
    given: fc.array(acts, { maxLength: 16 }),
    coming: fc.array(fate, { maxLength: 20 }),
    readings: fc.array(fc.boolean(), { maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ given, coming, readings }) => {
      const { model, events, cached, seen, start } = createChangingDesk();
      model.fates.push(...coming);
      model.readings.push(...readings);
      /** The numbers of the requested changes, and of those whose outcome was reported. */
      const asked: number[] = [];
      const reported: number[] = [];
      // What takes long is over by the next `settled`.
      const changes = start({ sleep: settled });
      const giveUp = () => ['a', 'b'].map((one) => changes.giveUp(one));
      for (const step of given) {
        if (step.act === 'change') {
          const made = changes.change(changes.state().pending.get(step.id)?.shown ?? seen(step.id), step.changes);
          if (made) asked.push(made.number);
        } else if (step.act === 'colleague') model.byColleague(step.id, step.changes);
        else if (step.act === 'undo') changes.undo();
        else if (step.act === 'give up') changes.giveUp(step.id);
        else if (step.act === 'settle') {
          reported.push(...(changes.state().conflicts[0]?.steps ?? []).map(({ number }) => number));
          resolveFirst(changes, step.how);
        } else await settled();
      }
      // Each silence of the practice system ends by giving up what it does not answer.
      for (let round = 0; round < 3 * (given.length + coming.length + 1); round += 1) {
        await settled();
        giveUp();
      }
      expect(changes.state().pending.size).toBe(0);
      for (const { steps } of changes.state().conflicts) reported.push(...steps.map(({ number }) => number));
      while (changes.state().conflicts.length > 0) resolveFirst(changes, 'theirs');
      // What others did last comes with the polls.
      for (const [key, record] of model.records) {
        if (!model.othersLast.has(key)) expect(cached.get(key)).toEqual(record);
      }
      expect(new Set(changes.state().undoable.map(({ number }) => number)).size).toBe(changes.state().undoable.length);
      for (const item of events) {
        if (item.kind === 'saved') reported.push(item.step.number);
        else if (item.kind !== 'uncertain') reported.push(...item.steps.map(({ number }) => number));
      }
      expect(new Set(reported).size).toBe(reported.length);
      expect(reported).toEqual(expect.arrayContaining(asked));
    }),
    { numRuns: 60 },
  );
});
