import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { textField } from './fields.tsx';
import { defineKind, listFields } from './record-kind.ts';
import { conflictingFields, currentInput, initialInput, readRecord, withInput } from './record-values.ts';

interface Gadget {
  id: string;
  name: string;
  color: string;
}

const gadgets = defineKind({
  name: 'thing',
  title: ({ name }: Gadget) => name,
  fields: { name: textField({ label: () => 'Name' }), color: textField({ label: () => 'Color' }) },
  create: {
    endpoint: {
      operation: 'createThing',
      method: 'POST',
      path: '/v1/things',
      input: z.object({}),
      received: z.string(),
    },
    label: () => 'New thing',
    blank: () => ({ name: '', color: 'red' }),
  },
});
const fields = listFields(gadgets);
const gadget = fc.record({
  id: fc.constant('a'),
  name: fc.constantFrom('a', 'b', 'c'),
  color: fc.constantFrom('x', 'y'),
});

/** The draft of a person who changes one gadget into another. */
const typedFrom = (before: Gadget, target: Gadget) =>
  (['name', 'color'] as const).reduce<ReturnType<typeof withInput>>(
    (typed, name) => withInput(typed, name, before[name], target[name]),
    {},
  );

test('no change of the person or a colleague is lost, and only fields that both changed differently conflict', () => {
  fc.assert(
    fc.property(gadget, gadget, gadget, (before, mine, theirs) => {
      const typed = typedFrom(before, mine);
      const shown = currentInput(fields, theirs, typed);
      const { changes } = readRecord(gadgets, { fields, item: theirs, others: [], typed, reference: null });
      const conflicts = conflictingFields(typed, initialInput(fields, theirs));
      for (const name of ['name', 'color'] as const) {
        const isChangedByMe = mine[name] !== before[name];
        expect(shown[name]).toBe(isChangedByMe ? mine[name] : theirs[name]);
        expect(changes[name]).toBe(isChangedByMe && mine[name] !== theirs[name] ? mine[name] : undefined);
        const isConflict = isChangedByMe && theirs[name] !== before[name] && mine[name] !== theirs[name];
        expect(conflicts.includes(name)).toBe(isConflict);
      }
    }),
  );
});

test('a field that is typed back to its original value counts as unchanged, whatever happened in between', () => {
  fc.assert(
    fc.property(gadget, fc.array(fc.string()), (before, texts) => {
      const typed = [...texts, before.name].reduce((all, text) => withInput(all, 'name', before.name, text), {});
      expect(typed).toEqual({});
    }),
  );
});

test('a new record is sent completely, an existing one only with its valid changes', () => {
  const read = (item: Gadget | null, typed: ReturnType<typeof withInput>) =>
    readRecord(gadgets, { fields, item, others: [], typed, reference: null });
  expect(read(null, {})).toMatchObject({ problems: { name: 'Enter a name.' }, changes: { color: 'red' } });
  expect(read(null, withInput({}, 'name', '', ' b '))).toEqual({
    ...{ values: { name: 'b', color: 'red' }, problems: {}, changes: { name: 'b', color: 'red' } },
  });
  const old = { id: 'a', name: '', color: 'x' };
  expect(read(old, withInput({}, 'color', 'x', 'y'))).toMatchObject({ problems: {}, changes: { color: 'y' } });
});

test('a draft with invalid input is shown without that input', () => {
  const typed = { name: { from: 'a', to: { first: 'b' } }, color: { from: 'x', to: 'y' } };
  expect(currentInput(fields, { id: 'a', name: 'a', color: 'x' }, typed)).toEqual({ name: 'a', color: 'y' });
  expect(z.object({ name: z.string() }).safeParse(currentInput(fields, { name: 'a', color: 'x' }, typed)).success).toBe(
    true,
  );
});
