import '#app/zod-without-eval.ts';
import { guardPresses } from '#app/browser/guard-presses.ts';
import { localStore } from '#app/browser/storage.ts';
import { removeOldDrafts } from '#app/browser/tab-drafts.ts';
import '#app/styles.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from '#app/api/api-client.ts';
import { DeskSignalsProvider } from '#app/api/desk-signals.ts';
import { applyTheme } from '#app/appearance/theme.ts';
import { loadFirstParts } from '#app/components/lazy.tsx';
import { api, queryClient, signals } from '#app/first-requests.ts';
import { loadFirstMessages } from '#app/language/messages.ts';
import { createAppRouter } from '#app/router.tsx';
import { readPreferences } from '#app/session/preferences.ts';

guardPresses();
applyTheme(readPreferences(localStore).theme);
removeOldDrafts({ shared: () => localStorage, tab: () => sessionStorage, now: Date.now() });
loadFirstParts();
const router = createAppRouter({ api, queryClient });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');

const RETRY_MS = 2000;

/** Nothing can be rendered before the texts are loaded. */
async function start(element: HTMLElement): Promise<void> {
  for (;;) {
    try {
      await loadFirstMessages();
      break;
    } catch {
      element.textContent = '…';
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  createRoot(element).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ApiProvider value={api}>
          <DeskSignalsProvider value={signals}>
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </DeskSignalsProvider>
        </ApiProvider>
      </I18nProvider>
    </StrictMode>,
  );
  if (!import.meta.env.PROD) return;
  const offline = await import('#app/offline-app.ts').catch(() => null);
  await offline?.makeAppWorkOffline(queryClient).catch(() => undefined);
}

void start(root);
