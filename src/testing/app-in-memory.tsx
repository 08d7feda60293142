import '#app/zod-without-eval.ts';
import '#app/styles.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiProvider, createApiClient, type ResponseReport } from '#app/api/api-client.ts';
import { asApiError } from '#app/api/api-error.ts';
import { createDeskSignals, DeskSignalsProvider } from '#app/api/desk-signals.ts';
import { followPerson, followRefusals, knownPerson } from '#app/api/session.ts';
import { localStore } from '#app/browser/storage.ts';
import { deleteLastDay, restoreLastDay } from '#app/features/live/last-day.ts';
import { createQueryClient } from '#app/query-client.ts';
import { createAppRouter } from '#app/router.tsx';
import type { PracticeInMemory } from './practice-in-memory.ts';
import { waitUntil } from './wait-until.ts';

/** No error of the app: what changes its size while sizes are told is told its own with the next frame. */
const LATE_SIZE = 'ResizeObserver loop completed with undelivered notifications.';
const isLateSize = (said: unknown) => said instanceof Error && said.message === LATE_SIZE;

/** All code of the app, which a page loads before its first test renders: a test waits for the app, not for its files. */
const files = import.meta.glob(['/src/app/**/*.tsx', '!/src/app/main.tsx', '!/src/app/**/*.{test,cases}.tsx']);
let loaded: Promise<unknown> | undefined;
function loadApp(): Promise<unknown> {
  loaded ??= Promise.all(Object.values(files).map((load) => load()));
  return loaded;
}

/**
 * Renders the app at an address with a practice in memory. Browser storage is cleared after the test, and any console
 * error of the app fails it. Without StrictMode, in which a development build requests everything twice.
 */
export async function renderApp(practice: PracticeInMemory, address: string) {
  await loadApp();
  // Where the test has set the clock back the page did not begin in the future, whose answers it would wait for.
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Math.min(performance.timeOrigin, Date.now()));
  const queryClient = createQueryClient();
  restoreLastDay(queryClient, localStorage);
  const signals = createDeskSignals(Date.now);
  const askAgain = followRefusals(queryClient);
  const onResponse = (report: ResponseReport) => {
    signals.observe(report);
    askAgain(report);
  };
  const api = createApiClient({
    fetch: practice.fetch,
    baseUrl: '',
    person: () => knownPerson(queryClient),
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
    // Before storage is emptied: what is typed is kept when a form goes, and would be there for the next test.
    await leave();
    window.removeEventListener('storage', passOn);
    queryClient.clear();
    localStorage.clear();
    sessionStorage.clear();
    // React logs what a screen shows in its own place: that the practice system did not answer.
    const isExpected = (said: unknown) => isLateSize(said) || asApiError(said) !== null;
    const errors = consoleError.mock.calls.filter((parts) => !parts.some(isExpected));
    expect(errors, 'unexpected console errors').toEqual([]);
  });
  const { unmount } = await render(
    <I18nProvider i18n={i18n}>
      <ApiProvider value={api}>
        <DeskSignalsProvider value={signals}>
          <QueryClientProvider client={queryClient}>
            <div id="root" style={{ height: '100dvh' }}>
              <RouterProvider router={router} />
            </div>
          </QueryClientProvider>
        </DeskSignalsProvider>
      </ApiProvider>
    </I18nProvider>,
  );
  leave = unmount;
  return {
    router,
    /** The address in the app's own history, such as `/appointments?q=be`. */
    address: () => router.state.location.href,
    /** Waits until the page is there and no request is under way; `later` where the clock is stopped. */
    async settled(wait: (check: () => void) => Promise<void> = waitUntil) {
      const isSettled = () => {
        expect(document.querySelector('main')).not.toBeNull();
        expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(0);
        expect(queryClient.isFetching() + practice.unanswered()).toBe(0);
      };
      await wait(isSettled);
      // What was answered last is drawn with the next frame, and may ask for more.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await wait(isSettled);
    },
    /** Unmounts the app, as before a reload; render it again for the reload. */
    leave: unmount,
  };
}
