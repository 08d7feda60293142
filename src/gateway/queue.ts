/** Creates a function that runs asynchronous work one after the other, also after work that failed. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
