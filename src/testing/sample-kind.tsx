import * as z from 'zod/mini';
import { choiceField, optionalTextField, switchField, textField } from '#app/editor/fields.tsx';
import { nameProblem } from '#app/editor/name-problem.ts';
import { defineKind } from '#app/editor/record-kind.ts';
import { createRecordSystem, renderKindScreen } from './kind-screen.tsx';

// Devices: a fictitious kind of record with every feature that a kind can have, for the tests of the editor.

const itemSchema = z.object({
  ...{ id: z.string(), updatedAt: z.string(), name: z.string(), size: z.string() },
  phone: z._default(z.nullable(z.string()), null),
  isActive: z._default(z.boolean(), true),
});
type SampleItem = z.infer<typeof itemSchema>;

const phoneProblem = (text: string) => (/\d{3}/.test(text) ? null : 'Enter a phone number.');
const createFields = { companyId: z.string(), name: z.string(), phone: z.nullish(z.string()), size: z.string() };

const sampleKind = defineKind({
  name: 'device',
  title: ({ name }: SampleItem) => name,
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
      ...{ operation: 'createDevice', method: 'POST', path: '/v1/devices' },
      input: z.object(createFields),
      received: z.string(),
    },
    label: () => 'New device',
    blank: () => ({ name: '', phone: null, size: 'small', isActive: true }),
  },
  change: {
    ...{ operation: 'changeDevice', method: 'PATCH', path: '/v1/devices/{id}' },
    input: z.partial(z.object({ ...createFields, isActive: z.boolean() })),
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

const versionedKind = {
  ...sampleKind,
  version: { of: ({ updatedAt }: SampleItem) => updatedAt, record: itemSchema },
};

/** A practice system with devices of these names, `d0`, `d1` and so on. */
export function createSampleItems(names: readonly string[]) {
  const items = names.map((name, nth) =>
    itemSchema.parse({ id: `d${nth}`, updatedAt: new Date(nth).toISOString(), name, size: 'small' }),
  );
  return createRecordSystem(items, itemSchema);
}

type RenderOptions = Partial<Pick<Parameters<typeof renderKindScreen>[0], 'person' | 'lacks'>> & {
  /** Whether a colleague’s change is shown before it is overwritten. */
  versioned?: boolean;
};

export function renderSampleKind(
  system: ReturnType<typeof createSampleItems>,
  { versioned = false, ...options }: RenderOptions = {},
) {
  const kind = versioned ? versionedKind : sampleKind;
  return renderKindScreen({ ...options, system, kind, label: 'Devices', reference: ['small', 'large'] });
}
