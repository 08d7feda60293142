import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { textField } from './fields.tsx';
import { defineKind, fieldsOf } from './kind.ts';
import { conflictsOf, readRecord, shownOf, typedOf, withTyped } from './record-values.ts';

interface Thing {
  id: string;
  name: string;
  color: string;
}

const things = defineKind({
  name: 'thing',
  added: () => 'New thing',
  title: ({ name }: Thing) => name,
  fields: { name: textField({ label: () => 'Name' }), color: textField({ label: () => 'Color' }) },
  blank: () => ({ name: '', color: 'red' }),
});
const fields = fieldsOf(things);
const thing = fc.record({
  id: fc.constant('a'),
  name: fc.constantFrom('a', 'b', 'c'),
  color: fc.constantFrom('x', 'y'),
});

/** What a person types, who makes one thing of another. */
const typedFrom = (before: Thing, wanted: Thing) =>
  (['name', 'color'] as const).reduce<ReturnType<typeof withTyped>>(
    (typed, name) => withTyped(typed, name, before[name], wanted[name]),
    {},
  );

test('nothing that a person or a colleague changed is lost, and only what both changed differently is in conflict', () => {
  fc.assert(
    fc.property(thing, thing, thing, (before, mine, theirs) => {
      const typed = typedFrom(before, mine);
      const shown = shownOf(fields, theirs, typed);
      const { changes } = readRecord(things, { fields, item: theirs, others: [], typed, reference: null });
      const conflicts = conflictsOf(typed, typedOf(fields, theirs));
      for (const name of ['name', 'color'] as const) {
        const isMine = mine[name] !== before[name];
        expect(shown[name]).toBe(isMine ? mine[name] : theirs[name]);
        expect(changes[name]).toBe(isMine && mine[name] !== theirs[name] ? mine[name] : undefined);
        const isBoth = isMine && theirs[name] !== before[name] && mine[name] !== theirs[name];
        expect(conflicts.includes(name)).toBe(isBoth);
      }
    }),
  );
});

test('a field that is typed back to what it was counts as untouched, whatever came between', () => {
  fc.assert(
    fc.property(thing, fc.array(fc.string()), (before, texts) => {
      const typed = [...texts, before.name].reduce((all, text) => withTyped(all, 'name', before.name, text), {});
      expect(typed).toEqual({});
    }),
  );
});

test('a new record is sent whole, and one that is there only as far as it was changed and is right', () => {
  const read = (item: Thing | null, typed: ReturnType<typeof withTyped>) =>
    readRecord(things, { fields, item, others: [], typed, reference: null });
  expect(read(null, {})).toMatchObject({ faults: { name: 'Enter a name.' }, changes: { color: 'red' } });
  expect(read(null, withTyped({}, 'name', '', ' b '))).toEqual({
    ...{ values: { name: 'b', color: 'red' }, faults: {}, changes: { name: 'b', color: 'red' } },
  });
  const old = { id: 'a', name: '', color: 'x' };
  expect(read(old, withTyped({}, 'color', 'x', 'y'))).toMatchObject({ faults: {}, changes: { color: 'y' } });
});

test('a draft of which a field cannot have typed a part is shown without that part', () => {
  const typed = { name: { from: 'a', to: { first: 'b' } }, color: { from: 'x', to: 'y' } };
  expect(shownOf(fields, { id: 'a', name: 'a', color: 'x' }, typed)).toEqual({ name: 'a', color: 'y' });
  expect(z.object({ name: z.string() }).safeParse(shownOf(fields, { name: 'a', color: 'x' }, typed)).success).toBe(
    true,
  );
});
