import { Hono } from 'hono';
import type { DeskSession } from '#contract/desk.ts';
import type { Keyring } from '#gateway/keyring.ts';
import { answerHeaders } from '#gateway/upstream/headers.ts';

/** `/desk/session`: who sits at this desk and what she may do. */
export function sessionRoutes(options: {
  keyring: Keyring;
  canWrite: (key: string) => Promise<boolean | null>;
  timeZone: string | null;
  calendarLicenseKey: string;
}): Hono {
  const { keyring, canWrite, timeZone, calendarLicenseKey } = options;
  const app = new Hono();
  app.get('/desk/session', async function session(c) {
    const body: DeskSession = {
      access: keyring.access,
      signedIn: true,
      canWrite: await canWrite(keyring.key()),
      timeZone,
      calendarLicenseKey,
    };
    return c.json(body, 200, answerHeaders);
  });
  return app;
}
