import type { z } from 'zod';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { checkShape } from './shape-fault.ts';

/** The largest body that is read, in bytes: 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** The JSON body of a request, checked by the contract's schema. Throws 413, then 400 naming the field at fault. */
export async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const bytes = await readBytes(request);
  if (!JSON_TYPE.test(request.headers.get('Content-Type') ?? '')) {
    throw invalidInput('', 'send the body as JSON, with the header Content-Type: application/json');
  }
  return checkShape(schema, parseJson(bytes), 'body');
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new ServiceError('payload_too_large', `send at most ${MAX_BODY_BYTES} bytes`);
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(() => {
      throw invalidInput('', 'the body ended before it was whole');
    });
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      // The rest is left to the server: cancelling would cut the connection before the answer is read.
      reader.releaseLock();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidInput('', 'the body is not well-formed JSON in UTF-8');
  }
}
