/** Timers that end when a test says so; those shorter than a tenth of a second run as they are. */
export function createScheduleByHand() {
  const timers = new Set<{ ms: number; callback: () => void }>();
  return {
    schedule(ms: number, callback: () => void) {
      if (ms < 100) {
        const short = setTimeout(callback, ms);
        return () => clearTimeout(short);
      }
      const timer = { ms, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    /** Ends all timers of a length that run now. */
    end(ms: number) {
      for (const timer of [...timers]) {
        if (timer.ms !== ms) continue;
        timers.delete(timer);
        timer.callback();
      }
    },
  };
}
