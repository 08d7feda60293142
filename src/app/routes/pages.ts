import { createRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { lazy } from '#app/components/lazy.tsx';
import { PageFrame as Fallback } from '#app/components/page-skeleton.tsx';
import { finderSearchSchema } from '#app/features/finder/finder-search.ts';
import { deskRoute } from '#app/routes/desk.tsx';
import { rootRoute } from '#app/routes/root.tsx';
import { boardSearchSchema } from '#app/session/board-search.ts';
import { NotFoundPage } from '#app/session/not-found-page.tsx';
import { optionalParam } from '#app/text/search-params.ts';

// The pages beside the calendar, each in a file of its own. `lazy` instead of the router's `lazyRouteComponent`, which reloads the
// page where that file cannot be loaded: without a network nothing would be left of it.

/** All appointments. */
const appointments = createRoute({
  getParentRoute: () => deskRoute,
  path: '/appointments',
  validateSearch: finderSearchSchema,
  component: lazy({
    load: () => import('#app/features/finder/finder-page.tsx').then((module) => module.FinderPage),
    Fallback,
  }),
});

const pet = createRoute({
  getParentRoute: () => deskRoute,
  path: '/pets/$petId',
  component: lazy({
    load: () => import('#app/features/patient/pet-page.tsx').then((module) => module.PetPage),
    Fallback,
  }),
});

const client = createRoute({
  getParentRoute: () => deskRoute,
  path: '/clients/$clientId',
  component: lazy({
    load: () => import('#app/features/patient/client-page.tsx').then((module) => module.ClientPage),
    Fallback,
  }),
});

/** Who works when. `week` is any date of the week, `store` as on the calendar. */
const duty = createRoute({
  getParentRoute: () => deskRoute,
  path: '/duty',
  validateSearch: z.object({ week: boardSearchSchema.shape.date, store: boardSearchSchema.shape.store }),
  component: lazy({ load: () => import('./duty-page.tsx').then((module) => module.DutyPage), Fallback }),
});

const id = optionalParam(z.string().check(z.minLength(1)));

/** The practice itself. `part` is the part of the screen, `edit` what is edited in it. */
const practice = createRoute({
  getParentRoute: () => deskRoute,
  path: '/practice',
  validateSearch: z.object({ part: id, edit: id }),
  component: lazy({
    load: () => import('#app/features/practice/practice-page.tsx').then((module) => module.PracticePage),
    Fallback,
  }),
});

/** The settings of this browser. */
const settings = createRoute({
  getParentRoute: () => deskRoute,
  path: '/settings',
  component: lazy({
    load: () => import('#app/features/settings/settings-page.tsx').then((module) => module.SettingsPage),
    Fallback,
  }),
});

/** Every address without a screen of its own. */
const notFound = createRoute({ getParentRoute: () => deskRoute, path: '$', component: NotFoundPage });

/** Sets up a practice, where nobody is signed in yet. */
export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazy({
    load: () => import('#app/features/practice/setup/setup-page.tsx').then((module) => module.SetupPage),
    Fallback,
  }),
});

export const deskPages = [appointments, pet, client, duty, practice, settings, notFound] as const;
