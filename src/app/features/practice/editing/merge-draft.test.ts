import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedFields, mergeDraft } from './merge-draft.ts';

const record = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  rooms: fc.array(fc.constantFrom(1, 2), { maxLength: 2 }),
});

test('nothing that a person or a colleague changed is lost, and only what both changed differently is in conflict', () => {
  fc.assert(
    fc.property(record, record, record, (base, values, current) => {
      const { draft, conflicts } = mergeDraft({ base, values }, current);
      const mine = changedFields(base, values);
      const theirs = changedFields(base, current);
      const differing = changedFields(values, current);
      expect(conflicts).toEqual(mine.filter((field) => theirs.includes(field) && differing.includes(field)));
      for (const field of ['name', 'rooms'] as const)
        expect(draft.values[field]).toEqual(mine.includes(field) ? values[field] : current[field]);
      // Told of the conflicts, a save sends exactly what the person changed and nobody else did.
      const sent = changedFields(draft.base, draft.values);
      expect(sent).toEqual(mine.filter((field) => differing.includes(field)));
    }),
  );
});
