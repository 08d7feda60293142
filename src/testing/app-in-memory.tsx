import '#app/zod-without-eval.ts';
import '#app/styles.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiContext, createApiClient, type ResponseReport } from '#app/api/api-client.ts';
import { asApiError } from '#app/api/api-error.ts';
import { BudgetAndClockContext, createBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { readPreloadedResponses } from '#app/api/preloaded-responses.ts';
import { createRefusalHandler, followPerson, signedInPerson } from '#app/api/session.ts';
import { localStore } from '#app/browser/storage.ts';
import { clearNotices } from '#app/components/show-notice.ts';
import { deleteLastDay, restoreLastDay } from '#app/features/live/last-day.ts';
import { sendStartRequest } from '#app/outline/start-request.ts';
import { createQueryClient } from '#app/query-client.ts';
import { createAppRouter } from '#app/router.tsx';
import type { PracticeInMemory } from './practice-in-memory.ts';
import { pause } from './press-pause.ts';
import { waitUntil } from './wait-until.ts';

/** Not an error of the app: an element that is resized during a resize notification is notified in the next frame. */
const LATE_SIZE = 'ResizeObserver loop completed with undelivered notifications.';
const isLateSize = (error: unknown) => error instanceof Error && error.message === LATE_SIZE;

/** All code of the app, which a page loads before its first test renders, so that tests do not wait for files. */
const files = import.meta.glob(['/src/app/**/*.tsx', '!/src/app/main.tsx', '!/src/app/**/*.{test,cases}.tsx']);
let loaded: Promise<unknown> | undefined;
function loadApp(): Promise<unknown> {
  loaded ??= Promise.all(Object.values(files).map((load) => load()));
  return loaded;
}

/**
 * Renders the app at an address with a practice in memory, after the request of the first-paint script. Browser storage is cleared after the test, and any console
 * error of the app fails it. Without StrictMode, in which a development build sends every request twice.
 */
export async function renderApp(practice: PracticeInMemory, address: string) {
  await loadApp();
  pause();
  // If the test has set the clock back, the page must not have begun in the future, because it would wait for later
  // responses.
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Math.min(performance.timeOrigin, Date.now()));
  const queryClient = createQueryClient();
  restoreLastDay(queryClient, localStorage);
  const signals = createBudgetAndClock(Date.now);
  const askAgain = createRefusalHandler(queryClient);
  const onResponse = (report: ResponseReport) => {
    signals.observe(report);
    askAgain(report);
  };
  let isOver = false;
  const start = sendStartRequest({
    fetch: practice.fetch,
    location: new URL(address, location.origin),
    now: Date.now(),
  });
  const api = createApiClient({
    preloaded: start && readPreloadedResponses(start, localStore),
    async fetch(input, init) {
      try {
        return await practice.fetch(input, init);
      } finally {
        if (isOver) await new Promise<never>(() => {});
      }
    },
    baseUrl: '',
    person: () => signedInPerson(queryClient),
    onResponse,
  });
  const tabs = new EventTarget();
  const passOn = ({ key }: StorageEvent) => tabs.dispatchEvent(new StorageEvent('storage', { key }));
  window.addEventListener('storage', passOn);
  followPerson({ api, queryClient, storage: localStore, tabs, onLeft: () => deleteLastDay(localStore) });
  const router = createAppRouter({ api, queryClient }, createMemoryHistory({ initialEntries: [address] }));
  const consoleError = vi.spyOn(console, 'error');
  let leave: () => void | Promise<void> = () => {};
  onTestFinished(async () => {
    // Before storage is cleared: a form that is unmounted stores its content, which the next test would find.
    await leave();
    // Otherwise the next test would see notices about responses that arrive from now on.
    isOver = true;
    clearNotices();
    window.removeEventListener('storage', passOn);
    queryClient.clear();
    localStorage.clear();
    sessionStorage.clear();
    // React also logs errors that a screen handles, such as a practice system that does not respond.
    const isExpected = (error: unknown) => isLateSize(error) || asApiError(error) !== null;
    const errors = consoleError.mock.calls.filter((parts) => !parts.some(isExpected));
    expect(errors, 'unexpected console errors').toEqual([]);
  });
  const { unmount } = await render(
    <I18nProvider i18n={i18n}>
      <ApiContext value={api}>
        <BudgetAndClockContext value={signals}>
          <QueryClientProvider client={queryClient}>
            <div id="root" style={{ height: '100dvh' }}>
              <RouterProvider router={router} />
            </div>
          </QueryClientProvider>
        </BudgetAndClockContext>
      </ApiContext>
    </I18nProvider>,
  );
  leave = unmount;
  return {
    router,
    /** The address in the app's history, such as `/appointments?q=be`. */
    address: () => router.state.location.href,
    /** Waits until the page is rendered and no request is pending; pass `later` if the clock is stopped. */
    async settled(wait: (check: () => void) => Promise<void> = waitUntil) {
      const isSettled = () => {
        expect(document.querySelector('main')).not.toBeNull();
        expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(0);
        expect(queryClient.isFetching() + practice.unanswered()).toBe(0);
      };
      await wait(isSettled);
      // The last response is rendered with the next frame, which may send more requests.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await wait(isSettled);
    },
    /** Unmounts the app, as before a reload; rendering it again completes the reload. */
    leave: unmount,
  };
}
