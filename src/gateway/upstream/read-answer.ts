import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import type { Answer } from './answer.ts';
import { type PlainAnswer, UnusableAnswer } from './upstream.ts';

const explainedSchema = z.object({ message: z.string().min(1) });

/**
 * Takes an answer for what it is. A 2xx that holds no JSON, a redirect and a body with the key in it throw
 * {@link UnusableAnswer}; an error status keeps its body only when it is JSON. Times are in epoch milliseconds.
 */
export function readAnswer(answer: PlainAnswer, options: { key: string; sentAt: number; receivedAt: number }): Answer {
  const { key, sentAt, receivedAt } = options;
  const { status, body } = answer;
  const text = Buffer.from(body.buffer, body.byteOffset, body.length);
  const json = parseJson(text);
  if (status < 200 || (status >= 300 && status < 400)) throw new UnusableAnswer(status, 'a redirect');
  if (status < 300 && json === undefined) throw new UnusableAnswer(status, 'a body that is not JSON');
  if (text.includes(key)) throw new UnusableAnswer(status, 'the API key in its body');
  return {
    status,
    body,
    explains: status >= 400 && explainedSchema.safeParse(json).success,
    sentAt,
    receivedAt,
    limits: {
      retryAfter: answer.header('retry-after'),
      rateLimit: answer.header('ratelimit'),
      rateLimitRemaining: answer.header('ratelimit-remaining') ?? answer.header('x-ratelimit-remaining'),
      rateLimitReset: answer.header('ratelimit-reset') ?? answer.header('x-ratelimit-reset'),
      date: answer.header('date'),
    },
  };
}

/**
 * The JSON value of a body; undefined where it is none. Read as Latin-1, which is far quicker: what is JSON stays JSON, for
 * bytes beyond ASCII may stand in strings only, where they are merely other letters.
 */
function parseJson(text: Buffer): unknown {
  if (!isUtf8(text)) return undefined;
  try {
    return JSON.parse(text.toString('latin1'));
  } catch {
    return undefined;
  }
}
