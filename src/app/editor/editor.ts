import { createContext } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { Capabilities } from '#contract/desk.ts';

/** The capability of the practice system for an operation. */
export type Capability = NonNullable<Capabilities[keyof Capabilities]>;

/** The data and functions that the forms and lists of a screen share. */
export interface Editor {
  readonly api: ApiClient;
  readonly companyId: string;
  /** The person who owns the drafts (`DeskSession.person`); null stands for everyone who uses a shared key. */
  readonly person: string | null;
  /**
   * The capability for an operation; undefined if the practice system does not support it, or the person may not use
   * it.
   */
  offered(operation: string): Capability | undefined;
  /** The id of the record that is being edited, or of the draft of a new record; null if no form is open. */
  readonly edit: string | null;
  onEdit(id: string | null): void;
  /** Sends a change, for example after asking for a confirmation that the practice system requires. */
  send<Answer>(request: () => Promise<Answer>): Promise<Answer>;
  /**
   * Reloads everything that a change may affect, on any screen; `answer` is the response to the change, if there is
   * one.
   */
  refresh(answer?: unknown): Promise<unknown>;
}

export const EditorContext = createContext<Editor | null>(null);
export const useEditor = () => useRequiredContext(EditorContext, 'EditorContext');

type DeskEditorOptions = Pick<Editor, 'edit' | 'onEdit' | 'refresh'> & Partial<Pick<Editor, 'send'>>;

/** An editor for the desk's company and capabilities. By default `send` sends a change without further steps. */
export function useDeskEditor({ send, ...options }: DeskEditorOptions): Editor {
  const api = useApi();
  const { session, company } = useDesk();
  return {
    api,
    companyId: company.id,
    person: session.person,
    offered: (operation) => new Map(Object.entries(session.capabilities)).get(operation),
    send: send ?? ((request) => request()),
    ...options,
  };
}
