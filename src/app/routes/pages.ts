import { createRoute, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import * as z from 'zod/mini';
import { boardSearchSchema } from '#app/addresses/board-search.ts';
import { NotFoundPage } from '#app/addresses/not-found-page.tsx';
import { lazy } from '#app/components/lazy.tsx';
import { PageFrame as Fallback } from '#app/components/page-skeleton.tsx';
import { appointmentsSearchSchema } from '#app/features/appointments/search-params.ts';
import { reportsSearchSchema } from '#app/features/reports/search-params.ts';
import { deskRoute } from '#app/routes/desk.tsx';
import { rootRoute } from '#app/routes/root.tsx';
import { optionalParam } from '#app/text/search-params.ts';

/**
 * A page other than the calendar, in a separate file. Uses `lazy` instead of the router's `lazyRouteComponent`, which
 * reloads the page if the file cannot be loaded, so that without a network nothing would be left on the screen.
 */
const lazyPage = (load: () => Promise<ComponentType>) => lazy({ load, Fallback });

const idParam = optionalParam(z.string().check(z.minLength(1)));

/** The list of all appointments. */
const appointments = createRoute({
  getParentRoute: () => deskRoute,
  path: '/appointments',
  validateSearch: appointmentsSearchSchema,
  component: lazyPage(() =>
    import('#app/features/appointments/appointments-page.tsx').then((module) => module.AppointmentsPage),
  ),
});

/**
 * The list of all clients, or of pairs of clients who may be the same person. `q` is the text to search for, `edit` the
 * form that is open.
 */
const clients = createRoute({
  getParentRoute: () => deskRoute,
  path: '/clients',
  validateSearch: z.object({
    q: appointmentsSearchSchema.shape.q,
    view: optionalParam(z.literal('duplicates')),
    edit: idParam,
  }),
  component: lazyPage(() => import('#app/features/clients/clients-page.tsx').then((module) => module.ClientsPage)),
});

/** The page of a pet; `edit` is the record being edited. */
const pet = createRoute({
  getParentRoute: () => deskRoute,
  path: '/pets/$petId',
  validateSearch: z.object({ edit: idParam }),
  component: lazyPage(() => import('#app/features/clients/pet-page.tsx').then((module) => module.PetPage)),
});

const client = createRoute({
  getParentRoute: () => deskRoute,
  path: '/clients/$clientId',
  validateSearch: z.object({ edit: idParam }),
  component: lazyPage(() => import('./client.tsx').then((module) => module.ClientRoute)),
});

/** The plan of shifts. `week` is any date of the week, `store` as on the calendar. */
const shifts = createRoute({
  getParentRoute: () => deskRoute,
  path: '/shifts',
  validateSearch: z.object({ week: boardSearchSchema.shape.date, store: boardSearchSchema.shape.store }),
  component: lazyPage(() => import('#app/features/shifts/shifts-page.tsx').then((module) => module.ShiftsPage)),
});

/** Appointments that clients have requested, or clients to call on a day; `store` as on the calendar. */
const requests = createRoute({
  getParentRoute: () => deskRoute,
  path: '/requests',
  validateSearch: z.object({
    tab: optionalParam(z.literal('calls')),
    date: boardSearchSchema.shape.date,
    store: boardSearchSchema.shape.store,
  }),
  component: lazyPage(() => import('#app/features/requests/requests-page.tsx').then((module) => module.RequestsPage)),
});

/** The waiting list, where `edit` is the entry being edited, or the pets that are due again. */
const waiting = createRoute({
  getParentRoute: () => deskRoute,
  path: '/waiting',
  validateSearch: z.object({
    tab: optionalParam(z.literal('due')),
    store: boardSearchSchema.shape.store,
    edit: idParam,
  }),
  component: lazyPage(() => import('#app/features/waiting/waiting-page.tsx').then((module) => module.WaitingPage)),
});

/** The outcomes of the appointments in a range of days. */
const reports = createRoute({
  getParentRoute: () => deskRoute,
  path: '/reports',
  validateSearch: reportsSearchSchema,
  component: lazyPage(() => import('#app/features/reports/reports-page.tsx').then((module) => module.ReportsPage)),
});

/** The screen on which the practice is managed. `part` is its open part, `edit` the record being edited. */
const practice = createRoute({
  getParentRoute: () => deskRoute,
  path: '/practice',
  validateSearch: z.object({ part: idParam, edit: idParam }),
  component: lazyPage(() => import('#app/features/practice/practice-page.tsx').then((module) => module.PracticePage)),
});

/** The settings of this browser. */
const settings = createRoute({
  getParentRoute: () => deskRoute,
  path: '/settings',
  component: lazyPage(() => import('#app/features/settings/settings-page.tsx').then((module) => module.SettingsPage)),
});

/** The earlier URLs of pages, which people have in their bookmarks. */
const movedPages = { '/duty': '/shifts', '/figures': '/reports' } as const;

/** Shown for every URL that has no page. An earlier URL of a page redirects to the page. */
const notFoundPage = createRoute({
  getParentRoute: () => deskRoute,
  path: '$',
  beforeLoad({ location: { pathname, search } }) {
    const moved = Object.entries(movedPages).find(([from]) => from === pathname);
    if (moved) throw redirect({ to: moved[1], search, replace: true });
  },
  component: NotFoundPage,
});

/** Sets up a practice, before anyone is signed in. */
export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyPage(() => import('#app/features/practice/setup/setup-page.tsx').then((module) => module.SetupPage)),
});

export const deskPages = [
  appointments,
  clients,
  pet,
  client,
  shifts,
  requests,
  waiting,
  reports,
  practice,
  settings,
  notFoundPage,
] as const;
