import type { Page } from '@playwright/test';
import { expectDay, openBoard } from './board.ts';
import { expect, test } from './harness.ts';

test.use({ expectConsole: [/status of (401|429|500)/] });

interface Refusal {
  status: number;
  suggestion: string;
  retryAfter?: number;
}

const ERROR_ID = '3f2b8c1e-5d4a-4f6b-9c7d-8e9f0a1b2c3d';

/** Answers everything that is asked of the practice so, until it is null. */
async function refuseAll(page: Page) {
  const desk: { refusal: Refusal | null } = { refusal: null };
  await page.route('**/api/**', (route) => {
    const { refusal } = desk;
    if (refusal === null) return route.continue();
    const { status, suggestion, retryAfter } = refusal;
    return route.fulfill({
      status,
      headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
      json: {
        type: 'SERVICE_ERROR',
        message: 'refused',
        data: { httpStatus: status, suggestion, errorInstanceId: ERROR_ID },
      },
    });
  });
  return desk;
}

test('a practice system that takes no requests is waited for, in words, for as long as it takes', async ({ page }) => {
  const desk = await refuseAll(page);
  await page.clock.install();
  desk.refusal = { status: 429, suggestion: 'Slow down.', retryAfter: 20 };
  await page.goto('/');
  const waiting = page.getByText(/Waiting for the practice system: trying again in \d+ s/);
  await expect(waiting).toHaveText(/ in 20 s/);
  await page.clock.runFor(5_000);
  await expect(waiting).toHaveText(/ in 15 s/);
  for (let round = 0; round < 4; round += 1) {
    const asked = page.waitForResponse('**/api/v1/companies*');
    await page.clock.runFor(20_000);
    await asked;
    await expect(waiting).toBeVisible();
  }
  desk.refusal = null;
  await page.clock.runFor(20_000);
  await expectDay(page);
});

test('an error of the first load can be quoted, and is over by itself', async ({ page }) => {
  const desk = await refuseAll(page);
  await page.clock.install();
  desk.refusal = { status: 500, suggestion: 'Quote the error id.' };
  for (const address of ['/appointments', '/']) {
    await page.goto(address);
    await page.clock.runFor(5_000);
    await expect(page.getByRole('alert')).toContainText('Quote the error id.');
    await expect(page.getByText(ERROR_ID)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy error id' })).toBeVisible();
  }
  desk.refusal = null;
  await page.clock.runFor(30_000);
  await expectDay(page);
});

test('a key that is no longer accepted is told, with whom to ask, until it is good again', async ({ page }) => {
  const desk = await refuseAll(page);
  await page.clock.install();
  await openBoard(page, '/');
  desk.refusal = { status: 401, suggestion: 'Unknown key.' };
  await page.clock.runFor(8_000);
  await expect(page.getByRole('alert')).toContainText('The practice system no longer accepts Frontdesk’s key');
  await expect(page.getByRole('alert')).toContainText('Ask whoever looks after Frontdesk in your practice');
  const status = page.getByRole('contentinfo').getByRole('status');
  await expect(status).toHaveText(/^Key not accepted, as of /);
  await page.clock.runFor(60_000);
  await expect(status).toHaveText(/^Key not accepted, as of /);
  desk.refusal = null;
  await page.clock.runFor(8_000);
  await expect(status).toHaveText('Live');
  await expect(page.getByRole('alert')).toBeHidden();
});
