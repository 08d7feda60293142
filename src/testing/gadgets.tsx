import * as z from 'zod/mini';
import { choiceField, optionalTextField, switchField, textField } from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/kind.ts';
import { nameProblem } from '#app/editor/name-problem.ts';
import { createSystem, showKind } from './made-up-kinds.tsx';

// A fictitious kind of record with every feature that a kind can have.

const gadgetSchema = z.object({
  ...{ id: z.string(), updatedAt: z.string(), name: z.string(), size: z.string() },
  phone: z._default(z.nullable(z.string()), null),
  isActive: z._default(z.boolean(), true),
});
type Gadget = z.infer<typeof gadgetSchema>;

const phoneProblem = (text: string) => (/\d{3}/.test(text) ? null : 'Enter a phone number.');
const created = { companyId: z.string(), name: z.string(), phone: z.nullish(z.string()), size: z.string() };

const gadgets = defineKind({
  name: 'gadget',
  title: ({ name }: Gadget) => name,
  fields: {
    name: textField({ label: () => 'Name' }),
    phone: optionalTextField({ label: () => 'Phone', problem: phoneProblem }),
    size: choiceField({
      label: () => 'Size',
      options: (sizes: readonly string[]) => sizes.map((size) => ({ value: size, label: size })),
    }),
    isActive: switchField({ label: () => 'In use', off: () => 'Put away', isShown: ({ isNew }) => !isNew }),
  },
  create: {
    endpoint: {
      ...{ operation: 'createGadget', method: 'POST', path: '/v1/gadgets' },
      input: z.object(created),
      received: z.string(),
    },
    label: () => 'New gadget',
    blank: () => ({ name: '', phone: null, size: 'small', isActive: true }),
  },
  change: {
    ...{ operation: 'changeGadget', method: 'PATCH', path: '/v1/gadgets/{id}' },
    input: z.partial(z.object({ ...created, isActive: z.boolean() })),
  },
  row: ({ isActive }) => (isActive ? ['phone', 'size'] : ['phone', 'isActive']),
  isFaded: ({ isActive }) => !isActive,
  problems({ name }, others) {
    const names = others.map((other) => other.name);
    const problem = nameProblem(name, names);
    return problem === null ? {} : { name: problem };
  },
  note: ({ size }) => (size === 'large' ? <p>It takes two to carry it.</p> : null),
});

const versionedGadgets = {
  ...gadgets,
  version: { of: ({ updatedAt }: Gadget) => updatedAt, record: gadgetSchema },
};

/** A practice system with gadgets of these names, `g0`, `g1` and so on. */
export function createGadgets(names: readonly string[]) {
  const items = names.map((name, nth) =>
    gadgetSchema.parse({ id: `g${nth}`, updatedAt: new Date(nth).toISOString(), name, size: 'small' }),
  );
  return createSystem(items, gadgetSchema);
}

type Shown = Partial<Pick<Parameters<typeof showKind>[0], 'person' | 'lacks'>> & {
  /** Whether a colleague’s change is shown before it is overwritten. */
  versioned?: boolean;
};

export function showGadgets(system: ReturnType<typeof createGadgets>, { versioned = false, ...options }: Shown = {}) {
  const kind = versioned ? versionedGadgets : gadgets;
  return showKind({ ...options, system, kind, label: 'Gadgets', reference: ['small', 'large'] });
}
