import { expect, test } from 'vitest';
import { browserZone } from '#app/scheduling/time-text.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';

const cases = ['rooms', 'vets'].flatMap((view) =>
  [1, 3, 4, 6].flatMap((stays) => [browserZone, 'America/New_York'].map((zone) => [view, stays, zone] as const)),
);

test.each(cases)('in %s the hours start below %i stays and end with the screen (%s)', async (view, stays, timeZone) => {
  const practice = createPracticeInMemory({ today: DAY, appointments: 0 });
  const [store] = practice.company.stores;
  if (!store) throw new Error('The practice has no store.');
  // If the store's clock is the browser's, the columns of vets name no city.
  store.timeZone = timeZone;
  const visits = Array.from({ length: stays }, () =>
    practice.add({
      roomId: idOf(3, 11),
      employees: [{ id: idOf(6, 1), isMainEmployee: true }],
      start: `${DAY}T00:00:00.000Z`,
      end: '2026-06-04T06:00:00.000Z',
    }),
  );
  await openBoard(practice, `/?store=${store.id}&view=${view}&date=${DAY}`);
  await blockOf(visits[0]?.id ?? '');
  await waitUntil(() => {
    const boxOf = (selector: string) => {
      const elements = document.querySelectorAll(selector);
      expect(elements.length, selector).toBeGreaterThan(0);
      return [...elements].at(-1)?.getBoundingClientRect() ?? new DOMRect();
    };
    const strip = boxOf('[role="row"]:has(> .calendar-axis-stays)');
    const scroller = boxOf('.calendar-scroller');
    const { scrollHeight = 0, clientHeight = 0 } = document.querySelector('.calendar-scroller') ?? {};
    expect(boxOf('[data-time="08:00:00"]').top).toBeGreaterThan(strip.bottom - 1);
    expect(boxOf('[data-time="17:00:00"]').bottom).toBeLessThan(scroller.bottom + 1);
    expect(scrollHeight).toBe(clientHeight);
    // Every line is visible: stays beyond the fourth are behind a button.
    const bars = [...document.querySelectorAll('.calendar-strip :is([data-appointment], .calendar-more)')];
    const lines = bars.map((bar) => bar.getBoundingClientRect());
    expect(new Set(lines.map(({ top }) => Math.round(top))).size).toBe(Math.min(stays, 4));
    expect(Math.max(...lines.map(({ bottom }) => bottom))).toBeLessThan(strip.bottom + 1);
  });
});
