import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPending } from '#app/changes/outbox/outbox.ts';
import { createChangingDesk, giveUp, resolveFirst } from '#testing/changing-practice.ts';
import { requestOutcomes } from '#testing/outcomes.ts';
import { openConflicts } from './changes.ts';
import { isAppliedTo } from './field-changes.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

test('under random faults, the screen matches the server in the end, and every change is reported once', async () => {
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
  const outcome = fc.constantFrom('answered', ...requestOutcomes);
  const plan = fc.record({
    given: fc.array(acts, { maxLength: 16 }),
    coming: fc.array(outcome, { maxLength: 20 }),
    readings: fc.array(fc.boolean(), { maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ given: early, coming: late, readings }) => {
      const { model, history, cached, seen, start } = createChangingDesk();
      model.outcomes.push(...late);
      model.readings.push(...readings);
      /** The groups of the requested changes. */
      const requested: number[] = [];
      // A slow operation ends with the next `settled`.
      const changes = start({ sleep: settled });
      const conflicts = () => openConflicts(changes.commands());
      for (const step of early) {
        if (step.act === 'change') {
          const shown = changes.unsaved().records.find((record) => record.id === step.id) ?? seen(step.id);
          const number = changes.change(shown, step.changes);
          if (number !== null) requested.push(number);
        } else if (step.act === 'colleague') model.byColleague(step.id, step.changes);
        else if (step.act === 'undo') changes.undo();
        else if (step.act === 'give up') giveUp(changes, step.id);
        else if (step.act === 'settle') resolveFirst(changes, step.how);
        else await settled();
      }
      // Each time the practice system stops responding, the requests without a response are given up.
      for (let round = 0; round < 3 * (early.length + late.length + 1); round += 1) {
        await settled();
        for (const id of ['a', 'b']) giveUp(changes, id);
      }
      expect(changes.commands().filter((command) => isPending(command) || command.state === 'giving-up')).toEqual([]);
      expect(changes.unsaved().records).toEqual([]);
      while (conflicts().length > 0) resolveFirst(changes, 'theirs');
      // Polling delivers the last changes by others.
      for (const [key, record] of model.records) {
        if (!model.othersLast.has(key)) expect(cached.get(key)).toEqual(record);
      }
      const undoable = changes.state().undoable.map(({ number }) => number);
      expect(undoable).toEqual([...new Set(undoable)].sort((a, b) => a - b));
      // Each change ends exactly once: saved, lost or decided.
      const ended = history.filter(({ state }) => state !== 'uncertain');
      const numbers = ended.map(({ number }) => number);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toEqual(expect.arrayContaining(requested));
      // A change that was reported as saved was saved, and one that was reported as refused was not.
      for (const { state, number, group, task, answer, now } of ended) {
        if (state === 'saved') expect(answer !== null && isAppliedTo(task.changes, answer)).toBe(true);
        // A change that failed because of another one was not sent.
        if (state === 'refused' && now && number === group) expect(isAppliedTo(task.changes, now)).toBe(false);
      }
    }),
    { numRuns: 60 },
  );
});
