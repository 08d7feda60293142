import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import type { CallableEndpoint } from '#app/api/api-client.ts';
import type { Capability } from './editor.ts';
import type { Field } from './field.ts';

/** An endpoint that adds or changes a record, whose input names the fields, with its name in the capabilities. */
export type WritingEndpoint = CallableEndpoint & { readonly operation: string; readonly input: z.ZodMiniObject };

/** A kind of record that people manage. `Name` are its fields. */
export interface Kind<Item extends { readonly id: string }, Name extends keyof Item & string, Reference = unknown> {
  /** What it is called in the history, and in the ids of drafts. */
  readonly name: string;
  /** The button that adds one, and its form: "New room". */
  added(): string;
  title(item: Item): string;
  /** In the order of the form. */
  readonly fields: { readonly [Field_ in Name]: Field<Item[Field_], unknown, Reference> };
  /** The endpoints; without one, or where the practice system does not have it, there is no button. */
  readonly create?: WritingEndpoint & { readonly received: z.ZodMiniType<string> };
  readonly change?: WritingEndpoint;
  /** What the form of a new one begins with. */
  blank(reference: Reference): Pick<Item, Name>;
  /** The fields that its row says under its title. */
  row?(item: NoInfer<Item>): readonly NoInfer<Name>[];
  /** Whether it is no longer in use. */
  isFaded?(item: NoInfer<Item>): boolean;
  /** What is wrong between fields, or with the other records; `item` is null for a new one. */
  faults?(
    values: NoInfer<Pick<Item, Name>>,
    others: readonly NoInfer<Item>[],
    item: NoInfer<Item> | null,
  ): Partial<Record<NoInfer<Name>, string>>;
  /** What has to be known of the values before they are saved. */
  note?(values: NoInfer<Pick<Item, Name>>, item: NoInfer<Item> | null): ReactNode;
  /**
   * For records that several desks change at once: `of` is sent as `expectedUpdatedAt`, and a colleague's change is shown beside the own
   * one before it is overwritten. Without it the last change wins.
   */
  readonly version?: { of(item: Item): string; readonly record: z.ZodMiniType<Item> };
  /** Whether it has a `position` that can be changed. */
  readonly isOrdered?: true;
}

/**
 * Defines a kind of record. A screen shows it by `RecordList` (rows with **Edit**, **Add**), or one record by `RecordForm`, within an
 * `EditorContext`.
 *
 * @example
 * const clients = defineKind({
 *   name: 'client',
 *   added: () => t`New client`,
 *   title: (client: ReceivedClient) => fullName(client),
 *   fields: { lastName: textField({ label: () => t`Last name`, fault: nameFault }), phone: phoneField },
 *   change: { operation: 'changeClient', ...extensions.changeClient },
 *   blank: () => ({ lastName: '', phone: null }),
 *   version: { of: ({ updatedAt }) => updatedAt, record: receivedClientSchema },
 * });
 *
 * const editor = useDeskEditor({ edit, onEdit, refresh: () => invalidate(queryClient, endpoints.listClients) });
 * <EditorContext value={editor}>
 *   {canEdit(editor, clients) ? <Button onClick={() => onEdit(client.id)}>…</Button> : null}
 *   {edit === client.id ? <RecordForm kind={clients} item={client} reference={null} /> : null}
 * </EditorContext>
 */
export function defineKind<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  kind: Kind<Item, Name, Reference>,
): Kind<Item, Name, Reference> {
  return kind;
}

/** The fields of a kind by their names, whatever their types. */
export type AnyFields<Reference> = readonly (readonly [name: string, field: Field<unknown, unknown, Reference>])[];

/** The fields that an endpoint takes: what it cannot do without, and what the practice system says that it accepts. */
export function takenFields<Reference>(
  fields: AnyFields<Reference>,
  endpoint: WritingEndpoint,
  capability: Capability,
): AnyFields<Reference> {
  const inputs = new Map(Object.entries<z.core.$ZodType>(endpoint.input.shape));
  return fields.filter(([name, { isLocal }]) => {
    const input = inputs.get(name);
    if (isLocal || input === undefined) return isLocal === true;
    return capability.fields.includes(name) || !z.safeParse(input, undefined).success;
  });
}

export function fieldsOf<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  kind: Kind<Item, Name, Reference>,
): AnyFields<Reference> {
  return Object.entries<Field<unknown, unknown, Reference>>(kind.fields);
}
