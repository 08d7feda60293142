import '#app/styles.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import * as z from 'zod/mini';
import { createApiClient } from '#app/api/api-client.ts';
import { type Editor, EditorContext } from '#app/editor/editor.ts';
import { choiceField, optionalTextField, switchField, textField } from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/kind.ts';
import { nameFault } from '#app/editor/name-fault.ts';
import { RecordList } from '#app/editor/record-list.tsx';
import { ServiceError } from '#contract/error.ts';
import { createOnce, faultOf } from './practice-extensions.ts';

// A kind of record that no practice has, with a practice system that has nothing else: the tests of the editor.

const fields = { name: z.string(), phone: z.nullable(z.string()), size: z.string(), isActive: z.boolean() };
const gadgetSchema = z.object({ id: z.string(), updatedAt: z.string(), ...fields });
type Gadget = z.infer<typeof gadgetSchema>;

const changed = z.object({
  companyId: z.string(),
  expectedUpdatedAt: z.optional(z.string()),
  position: z.optional(z.int()),
  ...z.partial(z.object(fields)).shape,
});

const phoneFault = (text: string) => (/\d{3}/.test(text) ? null : 'Enter a phone number.');

const gadgets = defineKind({
  name: 'gadget',
  added: () => 'New gadget',
  title: ({ name }: Gadget) => name,
  fields: {
    name: textField({ label: () => 'Name' }),
    phone: optionalTextField({ label: () => 'Phone', fault: phoneFault }),
    size: choiceField({
      label: () => 'Size',
      options: (sizes: readonly string[]) => sizes.map((size) => ({ value: size, label: size })),
    }),
    isActive: switchField({ label: () => 'In use', off: () => 'Put away', isShown: ({ isNew }) => !isNew }),
  },
  create: {
    operation: 'createGadget',
    method: 'POST',
    path: '/v1/gadgets',
    input: z.object({ companyId: z.string(), name: z.string(), phone: z.nullish(z.string()), size: z.string() }),
    received: z.string(),
  },
  change: { operation: 'changeGadget', method: 'PATCH', path: '/v1/gadgets/{id}', input: changed },
  blank: () => ({ name: '', phone: null, size: 'small', isActive: true }),
  row: ({ isActive }) => (isActive ? ['phone', 'size'] : ['phone', 'isActive']),
  isFaded: ({ isActive }) => !isActive,
  faults: ({ name }, others) => {
    const fault = nameFault(
      name,
      others.map((other) => other.name),
    );
    return fault === null ? {} : { name: fault };
  },
  note: ({ size }) => (size === 'large' ? <p>It takes two to carry it.</p> : null),
  isOrdered: true,
});

const versionedGadgets = {
  ...gadgets,
  version: { of: ({ updatedAt }: Gadget) => updatedAt, record: gadgetSchema },
};

interface GadgetOptions {
  /** Whether a colleague’s change is shown before it is overwritten. */
  versioned?: boolean;
  person?: string | null;
  /** What the practice system does not have. */
  lacks?: { operations?: readonly string[]; fields?: readonly string[] };
}

/** A practice system with gadgets. */
export function createGadgets(names: readonly string[]) {
  const once = createOnce();
  const items: Gadget[] = names.map((name, nth) => ({
    ...{ id: `g${nth}`, updatedAt: new Date(nth).toISOString(), name, phone: null, size: 'small', isActive: true },
  }));
  const sent: { method: string; body: Readonly<Record<string, unknown>> }[] = [];
  let now = items.length;
  const self = {
    items,
    /** What came, the latest last. */
    sent,
    /** Called before each request is carried out, and after: throws where it is lost. */
    before: async () => {},
    after: () => {},
    /** What a colleague does. */
    change(id: string, values: Partial<{ [Name in keyof Gadget]: Gadget[Name] | undefined }>) {
      const item = items.find((one) => one.id === id);
      if (item) Object.assign(item, values, { updatedAt: new Date(now++).toISOString() });
      return item;
    },
    async fetch(request: string | URL | Request, init: RequestInit = {}): Promise<Response> {
      const body = changed.parse(JSON.parse(String(init.body)));
      sent.push({ method: init.method ?? '', body: JSON.parse(String(init.body)) });
      await self.before();
      const answer =
        init.method === 'POST' ? self.add(body, new Headers(init.headers)) : self.patch(String(request), body);
      self.after();
      return answer;
    },
    add(body: z.infer<typeof changed>, headers: Headers): Response {
      const create = () => {
        const id = `g${items.length}`;
        const values = { name: body.name ?? '', phone: body.phone ?? null, size: body.size ?? '', isActive: true };
        items.push({ ...values, id, updatedAt: new Date(now++).toISOString() });
        return id;
      };
      return Response.json(once({ name: 'POST', query: new URLSearchParams(), body, headers }, create));
    },
    patch(
      address: string,
      { companyId: _, expectedUpdatedAt, position, ...values }: z.infer<typeof changed>,
    ): Response {
      const id = address.split('/').at(-1) ?? '';
      const item = items.find((one) => one.id === id);
      if (!item) return faultOf(new ServiceError('not_found', 'There is none.'));
      if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== item.updatedAt)
        return faultOf(new ServiceError('changed_meanwhile', 'Look again.', { current: { ...item } }));
      if (position !== undefined) items.splice(position, 0, ...items.splice(items.indexOf(item), 1));
      self.change(id, values);
      return Response.json(true);
    },
  };
  return self;
}

type Shown = { system: ReturnType<typeof createGadgets> } & GadgetOptions;

/** The gadgets of a practice system, as a screen shows a kind. */
function Screen({ system, versioned = false, person = 'ada', lacks = {} }: Shown) {
  const [edit, onEdit] = useState<string | null>(null);
  const [items, setItems] = useState(() => system.items.map((item) => ({ ...item })));
  const fields = ['phone', 'name', 'size', 'isActive', 'position'].filter((field) => !lacks.fields?.includes(field));
  const editor: Editor = {
    ...{ companyId: 'company', person, edit, onEdit },
    api: createApiClient({ fetch: system.fetch, baseUrl: '' }),
    offered: (operation) => (lacks.operations?.includes(operation) ? undefined : { fields, idempotent: true }),
    refresh: async () => setItems(system.items.map((item) => ({ ...item }))),
    send: (request) => request(),
    explain: () => null,
  };
  return (
    <main>
      <h1>Gadgets</h1>
      <EditorContext value={editor}>
        <RecordList
          kind={versioned ? versionedGadgets : gadgets}
          items={items}
          label="Gadgets"
          reference={['small', 'large']}
        />
      </EditorContext>
    </main>
  );
}

export function showGadgets(system: ReturnType<typeof createGadgets>, options: GadgetOptions = {}) {
  onTestFinished(() => sessionStorage.clear());
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <Screen system={system} {...options} />
      </QueryClientProvider>
    </I18nProvider>,
  );
}
