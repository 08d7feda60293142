import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { sendWithRetry } from './send-with-retry.ts';

const busy = (retryAfterSeconds: number | null) => new ApiError({ kind: 'http', status: 429, retryAfterSeconds });

/** Sends requests with the given answers in order; an error is thrown. */
async function send(answers: unknown[], { stopAt = Number.POSITIVE_INFINITY } = {}) {
  const controller = new AbortController();
  const waits: unknown[] = [];
  const result = sendWithRetry(
    async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    {
      signal: controller.signal,
      async sleep(milliseconds) {
        waits.push(milliseconds);
        if (waits.length === stopAt) controller.abort(new Error('stopped'));
      },
      onWait: (error) => waits.push(error === null ? 'over' : 'asked to wait'),
    },
  ).catch((error: Error) => error.message);
  return { result: await result, waits, unusedAnswers: answers };
}

test('a request that is answered 429 is sent again after its Retry-After, or otherwise after five seconds', async () => {
  expect(await send([busy(60), busy(null), 'done'])).toEqual({
    result: 'done',
    waits: ['asked to wait', 60_000, 'over', 'asked to wait', 5_000, 'over'],
    unusedAnswers: [],
  });
});

test('Stop ends the wait, and nothing is sent after it', async () => {
  expect(await send([busy(60), 'done'], { stopAt: 2 })).toMatchObject({ result: 'stopped', unusedAnswers: ['done'] });
});

test('other errors are not retried', async () => {
  expect(await send([new TypeError('lost'), 'done'])).toMatchObject({
    result: 'lost',
    unusedAnswers: ['done'],
    waits: [],
  });
});
