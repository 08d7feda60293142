/** Timers that fire when a test says so; timers shorter than a tenth of a second run normally. */
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
    /** Fires all active timers of a length. */
    end(ms: number) {
      for (const timer of [...timers]) {
        if (timer.ms !== ms) continue;
        timers.delete(timer);
        timer.callback();
      }
    },
  };
}
