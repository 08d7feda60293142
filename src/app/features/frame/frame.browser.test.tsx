import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, expectCounted, openBoard, shownBlocks } from '#testing/shown-board.ts';

const TODAY = '2037-06-03';

afterEach(() => void vi.useRealTimers());

test('the company is chosen in the rail, is in the address, and is the same after a reload', async () => {
  vi.setSystemTime(new Date(`${TODAY}T11:00:00Z`));
  const practice = createPracticeInMemory({ appointments: 1, today: TODAY });
  const [mine] = practice.appointments;
  if (!mine) throw new Error('The practice has no appointment.');
  const [companyId, storeId, roomId] = [idOf(1, 2), idOf(2, 9), idOf(3, 9)];
  const rooms = [{ id: roomId, name: 'Blue', categories: [] }];
  const stores = [{ id: storeId, companyId, name: 'Hill', timeZone: 'Asia/Kolkata', openingHours: [], rooms }];
  const theirs = {
    ...mine,
    ...{ id: idOf(8, 99), companyId, storeId, roomId },
    start: `${TODAY}T10:45:00.000Z`,
    end: `${TODAY}T11:15:00.000Z`,
  };
  const pageOf = (data: unknown[]) =>
    Response.json({ data, nextCursor: null, hasMore: false, totalCount: data.length });
  practice.others.push({ id: companyId, name: 'Other', stores });
  practice.answer('POST /v1/appointments/search', ({ body }, usual) =>
    body?.['companyId'] === companyId ? pageOf([theirs]) : usual(),
  );
  const first = await openBoard(practice, '/');
  await blockOf(mine.id);
  await page.getByRole('combobox', { name: 'Company', exact: true }).selectOptions('Other');
  await expect.poll(first.address).toBe(`/?company=${companyId}&store=${storeId}`);
  await expect
    .element(await blockOf(theirs.id))
    .toHaveAccessibleName(expect.stringContaining('16:15 to 16:45, Bella, Ann Lee, Consultation, Blue'));
  expect(shownBlocks()).toHaveLength(1);
  await first.leave();
  await openBoard(practice, '/');
  await blockOf(theirs.id);
});

test('a company without stores and appointments is an empty day, not a broken screen', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  practice.company.stores = [];
  await openBoard(practice, '/');
  await expect
    .element(page.getByText('Nothing is booked. Click on a time, or press n, to book.', { exact: true }))
    .toBeVisible();
  await expectCounted(0);
});
