import { createContext, use } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { Capabilities } from '#contract/desk.ts';

/** What the practice system accepts of an operation. */
export type Capability = NonNullable<Capabilities[keyof Capabilities]>;

/** What the forms and lists of a screen share. */
export interface Editor {
  readonly api: ApiClient;
  readonly companyId: string;
  /** Whose drafts these are (`DeskSession`). */
  readonly person: string | null;
  /** What the practice system accepts of an operation; undefined where it does not have it, or the person may not use it. */
  offered(operation: string): Capability | undefined;
  /** The id of what is edited, or of what is being added; null for nothing. */
  readonly edit: string | null;
  onEdit(id: string | null): void;
  /** Sends a change, such as after asking for what the practice system wants to know first. */
  send<Answer>(request: () => Promise<Answer>): Promise<Answer>;
  /** Reads again what a change may have changed on any screen; `answer` is what a change was answered, where it was. */
  refresh(answer?: unknown): Promise<unknown>;
  /** Why a change failed, where the screen says it in words of its own. */
  explain(error: unknown): string | null;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('useEditor is used outside EditorContext.');
  return editor;
}

type DeskEditorOptions = Pick<Editor, 'edit' | 'onEdit' | 'refresh'> & Partial<Pick<Editor, 'send' | 'explain'>>;

/** The editor of a screen of the desk. */
export function useDeskEditor({ send, explain, ...options }: DeskEditorOptions): Editor {
  const api = useApi();
  const { session, company } = useDesk();
  return {
    api,
    companyId: company.id,
    person: session.person,
    offered: (operation) => new Map(Object.entries(session.capabilities)).get(operation),
    send: send ?? ((request) => request()),
    explain: explain ?? (() => null),
    ...options,
  };
}
