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
import { listFields, type RecordKind } from '#app/editor/record-kind.ts';
import { RecordList } from '#app/editor/record-list.tsx';
import { ServiceError } from '#contract/error.ts';
import { createOnce, errorResponse } from './practice-extensions.ts';

// A screen and a practice system for any kind of record, for the tests of the editor.

interface Item {
  id: string;
  updatedAt: string;
}

const bodySchema = z.looseObject({
  companyId: z.string(),
  expectedUpdatedAt: z.optional(z.string()),
  position: z.optional(z.int()),
});

/** A practice system with records of one kind; `record` parses a new one. */
export function createRecordSystem<Shape extends Item>(items: Shape[], record: z.ZodMiniType<Shape>) {
  const once = createOnce();
  const sent: { method: string; body: Readonly<Record<string, unknown>> }[] = [];
  let version = items.length;
  const nextVersion = () => new Date(version++).toISOString();
  const self = {
    items,
    /** The requests, the latest last. */
    sent,
    /** Called before and after each request is carried out; throws if the request or its response is lost. */
    before: async () => {},
    after: () => {},
    /** A change by a colleague. */
    change(id: string, values: Partial<Shape>): void {
      const item = items.find((one) => one.id === id);
      if (item) Object.assign(item, values, { updatedAt: nextVersion() });
    },
    async fetch(request: string | URL | Request, init: RequestInit = {}): Promise<Response> {
      const body = bodySchema.parse(JSON.parse(String(init.body)));
      const { method = '' } = init;
      sent.push({ method, body });
      await self.before();
      const answer = method === 'POST' ? add(body, new Headers(init.headers)) : patch(String(request), body);
      self.after();
      return answer;
    },
  };
  function add({ companyId: _, ...body }: z.infer<typeof bodySchema>, headers: Headers): Response {
    const create = () => {
      const id = `new-${items.length}`;
      items.push(record.parse({ ...body, id, updatedAt: nextVersion() }));
      return id;
    };
    return Response.json(once({ name: 'POST', query: new URLSearchParams(), body, headers }, create));
  }
  function patch(address: string, body: z.infer<typeof bodySchema>): Response {
    const { companyId: _, expectedUpdatedAt, position, ...values } = body;
    const item = items.find(({ id }) => address.endsWith(`/${id}`));
    if (!item) return errorResponse(new ServiceError('not_found', 'There is none.'));
    if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== item.updatedAt)
      return errorResponse(new ServiceError('changed_meanwhile', 'Look again.', { current: { ...item } }));
    if (position !== undefined) items.splice(position, 0, ...items.splice(items.indexOf(item), 1));
    Object.assign(item, values, { updatedAt: nextVersion() });
    return Response.json(item);
  }
  return self;
}

interface KindScreenProps<Kept extends Item, Name extends keyof Kept & string, Reference> {
  system: { items: readonly Kept[]; fetch: typeof fetch };
  kind: RecordKind<Kept, Name, Reference>;
  label: string;
  reference: Reference;
  person?: string | null;
  /** What the practice system does not support. */
  lacks?: { operations?: readonly string[]; fields?: readonly string[] };
}

function KindScreen<Kept extends Item, Name extends keyof Kept & string, Reference>(
  props: KindScreenProps<Kept, Name, Reference>,
) {
  const { system, person = 'ada', lacks = {}, ...list } = props;
  const [edit, onEdit] = useState<string | null>(null);
  const [items, setItems] = useState(() => system.items.map((item) => ({ ...item })));
  const names = ['position', ...listFields(list.kind).map(([name]) => name)];
  const fields = names.filter((name) => !lacks.fields?.includes(name));
  const editor: Editor = {
    ...{ companyId: 'company', person, edit, onEdit },
    api: createApiClient({ fetch: system.fetch, baseUrl: '' }),
    offered: (operation) => (lacks.operations?.includes(operation) ? undefined : { fields, idempotent: true }),
    refresh: async () => setItems(system.items.map((item) => ({ ...item }))),
    send: (request) => request(),
  };
  return (
    <main>
      <h1>{list.label}</h1>
      <EditorContext value={editor}>
        <RecordList {...list} items={items} />
      </EditorContext>
    </main>
  );
}

/** Shows the records of a practice system on a screen of their kind. Browser storage is cleared after the test. */
export function renderKindScreen<Kept extends Item, Name extends keyof Kept & string, Reference>(
  shown: KindScreenProps<Kept, Name, Reference>,
) {
  onTestFinished(() => sessionStorage.clear());
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <KindScreen {...shown} />
      </QueryClientProvider>
    </I18nProvider>,
  );
}
