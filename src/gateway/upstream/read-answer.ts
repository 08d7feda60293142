import { z } from 'zod';
import type { Answer } from './answer.ts';
import { UpstreamFailure } from './upstream.ts';

/** An answer that cannot be used: not JSON, empty, truncated, a redirect, too large, or one that holds the key. */
export class UnusableAnswer extends Error {
  readonly status: number;

  constructor(status: number, why: string) {
    super(`the practice API answered ${status} with ${why}`);
    this.name = 'UnusableAnswer';
    this.status = status;
  }
}

/** Five hundred records of the longest texts stay far below this. */
export const maxBodyBytes = 32 * 1024 * 1024;

const explainedSchema = z.object({ message: z.string().min(1) });

/**
 * Reads a response to its end. A body that breaks off throws {@link UpstreamFailure}; a 2xx that holds no JSON, a
 * redirect and a body with the key in it throw {@link UnusableAnswer}. An error status keeps its body only when it is JSON.
 */
export async function readAnswer(
  response: Response,
  options: { key: string; sentAt: number; clock: () => number },
): Promise<Answer> {
  const { key, sentAt, clock } = options;
  const { status, headers } = response;
  const body = await readBody(response);
  const json = parseJson(body);
  if (status < 200 || (status >= 300 && status < 400)) throw new UnusableAnswer(status, 'a redirect');
  if (status < 300 && json === undefined) throw new UnusableAnswer(status, 'a body that is not JSON');
  if (body.length > 0 && Buffer.from(body.buffer, body.byteOffset, body.length).includes(key)) {
    throw new UnusableAnswer(status, 'the API key in its body');
  }
  return {
    status,
    body,
    explains: status >= 400 && explainedSchema.safeParse(json).success,
    sentAt,
    receivedAt: clock(),
    limits: {
      retryAfter: headers.get('retry-after'),
      rateLimit: headers.get('ratelimit'),
      rateLimitRemaining: headers.get('ratelimit-remaining') ?? headers.get('x-ratelimit-remaining'),
      rateLimitReset: headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset'),
      date: headers.get('date'),
    },
  };
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(response.headers.get('content-length')) > maxBodyBytes) {
    await response.body?.cancel();
    throw new UnusableAnswer(response.status, 'a body that is too large');
  }
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new UpstreamFailure('the answer broke off', { sent: true, cause });
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}
