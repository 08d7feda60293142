import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { createAuthor } from './author.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const notGivenUp = new AbortController().signal;
const refusal = (status: number, messageKey: string) => new ApiError({ kind: 'http', status, messageKey });

/** An author and the requests made for them. */
function authorOf(checkPresence?: () => Promise<unknown>) {
  const author = createAuthor(checkPresence);
  const sent: { resolve: (answer: string) => void; reject: (error: unknown) => void }[] = [];
  const request = () => new Promise<string>((resolve, reject) => void sent.push({ resolve, reject }));
  return { author, sent, run: (givenUp = notGivenUp) => author.run(request, givenUp) };
}

test('requests are made while their author is signed in, and wait while someone else is', async () => {
  const { author, sent, run } = authorOf();
  author.leave();
  const answered = run();
  await settled();
  expect(sent).toHaveLength(0);
  author.comeBack();
  await settled();
  sent[0]?.resolve('saved');
  expect(await answered).toBe('saved');
});

test('an answer that arrives in their absence is delivered when they are back', async () => {
  const { author, sent, run } = authorOf();
  let answer: string | null = null;
  void run().then((given) => {
    answer = given;
  });
  await settled();
  author.leave();
  sent[0]?.resolve('saved');
  await settled();
  expect(answer).toBeNull();
  author.comeBack();
  await settled();
  expect([answer, sent.length]).toEqual(['saved', 1]);
});

test('what is given up in their absence is not requested', async () => {
  const { author, sent, run } = authorOf();
  author.leave();
  const controller = new AbortController();
  const answered = run(controller.signal);
  controller.abort();
  await expect(answered).rejects.toThrow();
  author.comeBack();
  await settled();
  expect(sent).toHaveLength(0);
});

test.each([
  [401, 'authorization_required'],
  [409, 'another_person'],
])('a request refused with %i because its author has left is repeated when they are back', async (...refused) => {
  const { author, sent, run } = authorOf(async () => author.leave());
  const answered = run();
  await settled();
  sent[0]?.reject(refusal(...refused));
  await settled();
  expect([author.isHere(), sent.length]).toEqual([false, 1]);
  author.comeBack();
  await settled();
  sent[1]?.resolve('saved');
  expect(await answered).toBe('saved');
});

test('a refused key of an author who is still signed in is reported as refused', async () => {
  const { sent, run } = authorOf();
  const answered = run();
  await settled();
  sent[0]?.reject(refusal(401, 'authorization_required'));
  await expect(answered).rejects.toMatchObject({ status: 401 });
  expect(sent).toHaveLength(1);
});

test('if it cannot be found out whether they have left, the failure can be retried', async () => {
  const { sent, run } = authorOf(() => Promise.reject(new ApiError({ kind: 'network', status: null })));
  const answered = run();
  await settled();
  sent[0]?.reject(refusal(401, 'authorization_required'));
  await expect(answered).rejects.toMatchObject({ kind: 'network' });
});
