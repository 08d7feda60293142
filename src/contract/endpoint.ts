import * as z from 'zod/mini';
import type { Permission } from '#contract/permissions.ts';
import { uuidSchema } from '#contract/primitives.ts';

/**
 * The method and the path of an operation of the practice API (`/v1/…`) or of the gateway (`/desk/…`), and what the app
 * needs to know about it.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters are in braces: `/v1/enums/{enumName}`. */
  readonly path: `/${string}`;
  /** The permission that the key's employee needs; null if access to the company is enough. */
  readonly permission?: Permission | null;
  /**
   * The schema with which the app reads the response of any practice system (`received.ts`). Without it, the app ignores the
   * response.
   */
  readonly received?: z.ZodMiniType;
}

/**
 * An endpoint of the practice API: its call, and what only a server needs to know. The service's routes and checks,
 * `/openapi.json` and the gateway's list of allowed requests are derived from this description. The app imports only
 * the calls (`calls.ts`), so that it builds no schemas except those with which it reads responses.
 */
export interface Endpoint<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Response extends z.ZodMiniType = z.ZodMiniType,
> extends Call {
  readonly permission: Permission | null;
  readonly params?: z.ZodMiniObject;
  /**
   * The decoded query of a GET or a DELETE, the JSON body of any other method (section 1 of the specification). The key
   * must have access to its `companyId` and `storeIds`, if it has them.
   */
  readonly input: Input;
  /** The maximum size of the body in UTF-8 bytes, if it differs from {@link defaultMaxBodyBytes}. */
  readonly maxBytes?: number;
  /** The body of the 200 response; for a stream, the data of its events. */
  readonly response: Response;
  /** Whether the endpoint responds with an event stream and accepts the header `Last-Event-ID`. */
  readonly streams?: true;
  /** Whether the endpoint creates something and accepts the header `Idempotency-Key`. */
  readonly creates?: true;
  /**
   * Says in which case the endpoint responds with 409 (apart from a create whose idempotency key is in use), and with
   * which body if it is not the error body of section 7 of the specification.
   */
  readonly conflict?: {
    readonly when: string;
    readonly body?: z.ZodMiniType;
    /** The permission required for `data.current` in the body; by default, the permission to read appointments. */
    readonly permission?: Permission;
  };
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
}

/** The usual maximum size of a body in UTF-8 bytes: 1 MiB. */
export const defaultMaxBodyBytes = 1024 * 1024;

/** The media type of an event stream (WHATWG HTML, 9.2). */
export const eventStreamType = 'text/event-stream';

/** The OpenAPI tag of our own extensions to the specification. */
export const extensionTag = 'Beyond the specification';

/**
 * The query of endpoints without parameters of their own, such as those for the enums and the holder of the key. The
 * query of every other GET includes `companyId`, too, except that of the list of companies (section 1 of the
 * specification).
 */
export const companyQuerySchema = z.object({ companyId: uuidSchema });
/** The stores of a request; by default, all stores that the caller can access. */
export const storeIdsSchema = z.optional(z.array(uuidSchema).check(z.minLength(1)));
export const cursorSchema = z._default(z.nullable(z.string()), null).register(z.globalRegistry, {
  description: 'The `nextCursor` of a page of the same query; without it, the first page.',
});
/** The path parameter of one record. A value that is not a UUID gets 404 rather than 400. */
export const recordParamsSchema = z.object({ id: z.string() });
