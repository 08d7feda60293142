import type { Company } from '#contract/clients-pets-staff.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { extensionOperations, operations } from '#contract/operations.ts';
import { idempotencyKeySchema } from '#contract/primitives.ts';
import { hasBody } from '#contract/request.ts';
import { createQueryReader, parseInput } from '#service/routes/input.ts';

/** A request to a practice in memory, with the parts that the response depends on. */
export interface CheckedRequest {
  name: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

/** The endpoints of the contract with their input readers; paths with a parameter come last. */
const readers = Object.entries(operations)
  .sort(([, { path }], [, other]) => Number(path.includes('{')) - Number(other.path.includes('{')))
  .map(([operation, endpoint]) => {
    let readQuery: ReturnType<typeof createQueryReader> | null = null;
    const { input, method, path } = endpoint;
    return {
      isAddition: operation in extensionOperations,
      creates: 'creates' in endpoint,
      name: new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      read({ query, body }: CheckedRequest): Record<string, unknown> {
        if (hasBody(endpoint)) return parseInput(input, body, 'body');
        // Creating its JSON schema takes a moment, and most tests request few lists.
        readQuery ??= createQueryReader(input);
        return readQuery(`?${query}`);
      },
    };
  });

/**
 * Checks a request as the real service does before the work: its form (400), its company, which must be accessible (403),
 * and its stores (404).
 */
export function checkRequest(
  request: CheckedRequest,
  companies: readonly Company[],
  { hasAdditions }: { hasAdditions: boolean },
) {
  const reader = readers.find(({ name }) => name.test(request.name));
  if (reader === undefined || (reader.isAddition && !hasAdditions)) return;
  const { companyId, storeIds } = reader.read(request);
  const key = reader.creates ? request.headers.get(idempotencyKeyHeader) : null;
  if (key !== null && !idempotencyKeySchema.safeParse(key).success)
    throw invalidInput(idempotencyKeyHeader, 'is malformed');
  const company = companyId === undefined ? companies[0] : companies.find(({ id }) => id === companyId);
  if (company === undefined)
    throw new ServiceError('insufficient_access', 'companyId: this key cannot access the company');
  const named = Array.isArray(storeIds) ? storeIds : [];
  const unknown = named.find((id) => company.stores.every((store) => store.id !== id));
  if (unknown !== undefined) throw new ServiceError('not_found', `storeIds: the company has no store ${unknown}`);
}
