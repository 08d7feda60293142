import { onTestFinished, vi } from 'vitest';

// A stream outlives its page for a moment, and the next test may join it.
const sources = new Set<EventTarget>();

const dispatch = (to: EventTarget, name: string, data: unknown) =>
  to.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));

class Source extends EventTarget {
  constructor() {
    super();
    sources.add(this);
    setTimeout(() => dispatch(this, 'state', { live: false, upToDateAt: null }));
  }
  close() {
    sources.delete(this);
  }
}

/** Replaces the gateway's stream of events until the test is finished; returns a function that sends an event. */
export function stubEvents() {
  vi.stubGlobal('EventSource', Source);
  onTestFinished(() => void vi.unstubAllGlobals());
  return (name: string, data: unknown) => {
    for (const source of sources) dispatch(source, name, data);
  };
}
