import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPending } from '#app/changes/outbox/outbox.ts';
import {
  ADA,
  BRAM,
  byTime,
  clockOf,
  contentOf,
  createChangingPlan,
  duty,
  repeated,
  settled,
} from '#testing/changing-plan.ts';
import { requestOutcomes as allOutcomes } from '#testing/outcomes.ts';

test('with any requests, losses, refusals and changes by others, the screen ends up showing the stored plan, and nothing happens twice', async () => {
  const day = fc.integer({ min: 26, max: 31 }).map((date) => `2026-10-${date}`);
  const hour = fc.constantFrom('05', '06', '13', '23');
  const time = fc.record({ day, hour }).map((at) => `${at.day}T${at.hour}:00:00.000Z`);
  const changed = fc.oneof(
    fc.record({ title: fc.constantFrom(null, 'x', 'y') }),
    fc.record({ employeeId: fc.constantFrom(ADA, BRAM) }),
    time.map((start) => ({ start, end: new Date(Date.parse(start) + 8 * 3_600_000).toISOString() })),
  );
  const scope = fc.constantFrom('this' as const, 'following' as const);
  const which = fc.nat(20);
  const acts = fc.oneof(
    fc.record({ act: fc.constant('create' as const), start: time, isSeries: fc.boolean(), both: fc.boolean() }),
    fc.record({ act: fc.constant('change' as const), which, changes: changed, scope }),
    fc.record({ act: fc.constant('remove' as const), which, both: fc.boolean(), scope }),
    fc.record({ act: fc.constant('colleague' as const), which, changes: changed }),
    fc.record({ act: fc.constant('colleague removes' as const), which }),
    fc.record({ act: fc.constant('replace' as const), start: time }),
    fc.record({ act: fc.constantFrom('undo' as const, 'give up' as const, 'retry' as const), which }),
    fc.record({ act: fc.constantFrom('wait' as const, 'poll' as const) }),
  );
  const outcome = fc.constantFrom('answered', ...allOutcomes);
  const scenario = fc.record({
    acts: fc.array(acts, { maxLength: 14 }),
    outcomes: fc.array(outcome, { maxLength: 14 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ acts: plannedActs, outcomes: plannedOutcomes }) => {
      const { plan, outcomes, history, start, poll, shown, inService, endSilence } = await createChangingPlan();
      outcomes.push(...plannedOutcomes);
      let others = false;
      let titles = 0;
      const sizes = new Map<string, number>();
      const retried = new Set<number>();
      const changes = start();
      const unsettled = () =>
        changes.commands().filter((command) => isPending(command) || command.state === 'giving-up');
      const giveUpAll = () => {
        for (const { group } of changes.commands()) changes.giveUp(group);
      };
      for (const one of plannedActs) {
        const entries = shown(changes);
        const pick = 'which' in one ? entries[one.which % Math.max(entries.length, 1)] : undefined;
        switch (one.act) {
          case 'create': {
            const end = new Date(Date.parse(one.start) + 4 * 3_600_000).toISOString();
            const weekday = ((new Date(clockOf().toWall(Date.parse(one.start))).getUTCDay() + 6) % 7) + 1;
            const newEntries = [0, ...(one.both ? [1] : [])].flatMap(() => {
              titles += 1;
              const entry = duty(`made ${titles}`, { start: one.start, end });
              return one.isSeries ? repeated(entry, [...new Set([weekday, 3])], '2026-11-12') : [entry];
            });
            changes.create(newEntries);
            for (const { title } of newEntries)
              sizes.set(title ?? '', changes.unsaved().entries.filter((entry) => entry.title === title).length);
            break;
          }
          case 'change':
            if (pick) changes.change(pick, one.changes, one.scope);
            break;
          case 'remove':
            if (pick) changes.remove(one.both ? entries.slice(0, 2) : [pick], one.scope);
            break;
          case 'replace': {
            titles += 1;
            const end = new Date(Date.parse(one.start) + 4 * 3_600_000).toISOString();
            changes.replace(entries.slice(0, 2), [duty(`made ${titles}`, { start: one.start, end })]);
            sizes.set(`made ${titles}`, 1);
            break;
          }
          case 'retry': {
            const isOpen = ({ state, group }: (typeof history)[number]) =>
              (state === 'refused' || state === 'conflict') && !retried.has(group);
            const failed = changes.commands().find(isOpen);
            if (!failed) break;
            retried.add(failed.group);
            changes.retry(failed.group);
            break;
          }
          case 'colleague':
          case 'colleague removes': {
            const storedEntries = [...plan.entries.values()];
            const entry = storedEntries[one.which % Math.max(storedEntries.length, 1)];
            if (!entry) break;
            others = true;
            if (one.act === 'colleague') plan.change(entry.id, one.changes);
            else plan.entries.delete(entry.id);
            break;
          }
          case 'undo':
            changes.undo(one.which % 8);
            break;
          case 'give up':
            giveUpAll();
            break;
          case 'wait':
            endSilence();
            await new Promise<void>((resolve) => setTimeout(resolve));
            break;
          case 'poll':
            await poll();
            break;
        }
      }
      for (let turn = 0; turn < 60 && unsettled().length > 0; turn += 1) {
        await settled();
        endSilence();
      }
      expect(unsettled()).toEqual([]);
      expect(changes.unsaved()).toEqual({ entries: [], removed: new Set(), pending: new Set() });
      if (others) await poll();
      expect(shown(changes).map(contentOf).sort(byTime)).toEqual(inService().sort(byTime));
      // Each change ends exactly once.
      const endedNumbers = history.filter(({ state }) => state !== 'uncertain').map(({ number }) => number);
      expect(endedNumbers.toSorted((a, b) => a - b)).toEqual(changes.commands().map(({ number }) => number));
      for (const [title, size] of sizes) {
        const entriesOfTitle = [...plan.entries.values()].filter((entry) => entry.title === title);
        expect(entriesOfTitle.length).toBeLessThanOrEqual(size);
      }
    }),
    { numRuns: 40 },
  );
}, 30_000);
