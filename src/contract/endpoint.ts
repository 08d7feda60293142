import * as z from 'zod/mini';
import type { Permission } from '#contract/permissions.ts';
import { uuidSchema } from '#contract/primitives.ts';

/**
 * An endpoint of the practice API: the one description from which the service's routes and checks, `/openapi.json`,
 * the gateway's list of allowed requests, and the app's calls (`app/api/api-client.ts`) are derived.
 */
export interface Endpoint<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path parameters stand in braces: `/v1/enums/{enumName}`. */
  readonly path: `/${string}`;
  readonly params?: z.ZodMiniObject;
  /**
   * The decoded query of a GET or a DELETE, the JSON body of anything else (section 1). Its `companyId` and `storeIds`, where it has them,
   * are what the key must have access to.
   */
  readonly input: Input;
  /** The most UTF-8 bytes of its body, where it may have more than {@link usualMaxBytes}. */
  readonly maxBytes?: number;
  /** The body of the response 200; of a stream the data of its events. */
  readonly response: Response;
  /** What the app reads of the response of any practice system (`received.ts`). Without it the app reads nothing of it. */
  readonly received?: z.ZodMiniType;
  /** Whether it answers with a stream of events and so accepts the header `Last-Event-ID`. */
  readonly streams?: true;
  /** The permission that the employee behind the key needs; null where access to the company is enough. */
  readonly permission: Permission | null;
  /** Whether it creates something and so accepts the header `Idempotency-Key`. */
  readonly creates?: true;
  /** When it answers 409, besides a create whose idempotency key is being used, and with which body where it is not the error body of section 7. */
  readonly conflict?: {
    readonly when: string;
    readonly body?: z.ZodMiniType;
    /** The permission that `data.current` in the body needs; that of reading appointments where it is left out. */
    readonly permission?: Permission;
  };
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
}

/**
 * Whether an endpoint writes, which a read-only key may not (section 5.6). Some POSTs only read, such as a search; keys and their
 * like are read with a permission to write.
 */
export function writes({ method, permission }: { method: string; permission?: Permission | null }): boolean {
  return method !== 'GET' && permission?.endsWith('.read') !== true;
}

/** The most UTF-8 bytes of a body: 1 MiB. */
export const usualMaxBytes = 1024 * 1024;

/** The media type of a stream of events (WHATWG HTML, 9.2). */
export const eventStreamType = 'text/event-stream';

/** The OpenAPI tag of what our own service offers beyond the document. */
export const extensionTag = 'Beyond the document';

/** The query of what is read as a whole: the enums, the holder of the key; every other GET but one (section 1) has it, too. */
export const company = z.object({ companyId: uuidSchema });
/** The stores that a request is about; all in reach without it. */
export const storeIds = z.optional(z.array(uuidSchema).check(z.minLength(1)));
export const cursor = z._default(z.nullable(z.string()), null);
/** The path parameter of one record. A value that is not a UUID gets 404 rather than 400. */
export const one = z.object({ id: z.string() });
