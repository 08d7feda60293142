import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import type { Call } from '#contract/endpoint.ts';
import type { Capability } from './editor.ts';
import type { Field } from './field.ts';

/**
 * An endpoint that adds or changes a record. Its input defines the fields, and `operation` is its name in the
 * capabilities.
 */
export type WritingEndpoint = Call & { readonly operation: string; readonly input: z.ZodMiniObject };

/** A kind of record that people manage. `Name` is the union of the names of its fields. */
export interface RecordKind<
  Item extends { readonly id: string },
  Name extends keyof Item & string,
  Reference = unknown,
> {
  /** The kind's name in the history and in the ids of drafts. */
  readonly name: string;
  title(item: Item): string;
  /** The fields of the kind, in the order of the form. */
  readonly fields: { readonly [Field_ in Name]: Field<Item[Field_], unknown, Reference> };
  /**
   * How a record is added. If this is missing, or the practice system does not support the endpoint, the button is not shown.
   */
  readonly create?: {
    readonly endpoint: WritingEndpoint & { readonly received: z.ZodMiniType<string> };
    /** The label of the button and of the form: "New room". */
    label(): string;
    /** The initial values of a new record. */
    blank(reference: Reference): Pick<Item, Name>;
  };
  /**
   * The endpoint that changes a record. If it is missing, or the practice system does not support it, the button is not shown.
   */
  readonly change?: WritingEndpoint;
  /** The fields that a row shows below its title. */
  row?(item: NoInfer<Item>): readonly NoInfer<Name>[];
  /** Whether the record is no longer in use. */
  isFaded?(item: NoInfer<Item>): boolean;
  /** Finds problems that concern several fields together, or other records of the list; `item` is null for a new record. */
  problems?(
    values: NoInfer<Pick<Item, Name>>,
    others: readonly NoInfer<Item>[],
    item: NoInfer<Item> | null,
  ): Partial<Record<NoInfer<Name>, string>>;
  /**
   * Returns inputs of other fields that change along with the field `name`, keyed by field. `initial` has the inputs of
   * all fields before the person changed anything.
   */
  follow?(change: {
    name: NoInfer<Name>;
    from: unknown;
    to: unknown;
    initial: Readonly<Record<NoInfer<Name>, unknown>>;
  }): Partial<Record<NoInfer<Name>, unknown>>;
  /** A note about the values before they are saved. */
  note?(values: NoInfer<Pick<Item, Name>>, item: NoInfer<Item> | null): ReactNode;
  /**
   * For records that several desks change: the result of `of` is sent as `expectedUpdatedAt`, and a colleague's change
   * is shown next to the user's own before it is overwritten. The response to a change is the record, so that the
   * change can be undone. Without `version`, the last change wins.
   */
  readonly version?: { of(item: Item): string; readonly record: z.ZodMiniType<Item> };
}

/**
 * Defines a kind of record. A screen shows it with `RecordList` (rows with **Edit** and **Add** buttons), or a single
 * record with `RecordForm`, within an `EditorContext`.
 *
 * @example
 * const clients = defineKind({
 *   name: 'client',
 *   title: (client: ReceivedClient) => fullName(client),
 *   fields: { lastName: textField({ label: () => t`Last name` }), phone: phoneField },
 *   change: { operation: 'changeClient', ...calls.changeClient },
 *   version: { of: ({ updatedAt }) => updatedAt, record: receivedClientSchema },
 * });
 *
 * const editor = useDeskEditor({ edit, onEdit, refresh: () => invalidate(queryClient, calls.listClients) });
 * <EditorContext value={editor}>
 *   <RecordList kind={clients} items={items} label={t`Clients`} reference={null} />
 * </EditorContext>
 */
export function defineKind<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  kind: RecordKind<Item, Name, Reference>,
): RecordKind<Item, Name, Reference> {
  return kind;
}

/** The fields of a kind, each with its name, whatever their types. */
export type AnyFields<Reference> = readonly (readonly [name: string, field: Field<unknown, unknown, Reference>])[];

/** The fields that an endpoint accepts: the required ones, and those that the practice system reports as supported. */
export function acceptedFields<Reference>(
  fields: AnyFields<Reference>,
  endpoint: WritingEndpoint,
  capability: Capability,
): AnyFields<Reference> {
  const inputs = new Map(Object.entries<z.core.$ZodType>(endpoint.input.shape));
  return fields.filter(([name]) => {
    const input = inputs.get(name);
    return input !== undefined && (capability.fields.includes(name) || !z.safeParse(input, undefined).success);
  });
}

export function listFields<Reference>({
  fields,
}: {
  readonly fields: Readonly<Record<string, Field<unknown, unknown, Reference>>>;
}): AnyFields<Reference> {
  return Object.entries(fields);
}
