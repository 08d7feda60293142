import { FootLine } from '#app/components/foot-line.tsx';
import { lazy } from '#app/components/lazy.tsx';
import { LiveStatus } from '#app/features/live/live-status.tsx';

// Nothing of it is on the calendar, which has its own.
const TodayNow = lazy({
  load: () => import('./today-now.tsx').then((module) => module.TodayNow),
  canWait: true,
  Fallback: () => null,
});

/** The foot line of every page but the calendar, which knows more of its day. */
export function DeskFoot() {
  return <FootLine live={<LiveStatus />} now={<TodayNow />} />;
}
