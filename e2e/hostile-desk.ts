import { z } from 'zod';
import { createHostileUpstream, type HostileUpstream } from '#testing/hostile-upstream.ts';
import { madeSince } from './booking-form.ts';
import { type Product, test as plain, startProduct } from './harness.ts';

/** The create, as the upstream counts it. */
export const CREATE = 'POST /v1/appointments';

/** A practice with its API, something hostile before it, and a gateway that knows only the hostile one. */
export interface Scene {
  practice: Product;
  upstream: HostileUpstream;
  desk: Product;
  /** The appointments with these notes that were made since the test began. */
  appointmentsOf(notes: string): ReturnType<typeof madeSince>;
}

const employeesSchema = z.array(z.object({ id: z.string(), role: z.string(), storeIds: z.array(z.string()) }));
const keySchema = z.object({ key: z.string() });

async function forward(request: Request, url: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = request.method === 'GET' ? {} : { body: await request.text() };
  return fetch(`${url}/api${pathname}${search}`, {
    method: request.method,
    headers: { 'content-type': request.headers.get('content-type') ?? 'application/json' },
    ...body,
  });
}

/** Each journey has a practice and a desk of its own: their requests share no minute's budget. */
export const test = plain.extend<{ scene: Scene }>({
  scene: [
    async ({ page }, use) => {
      const began = Date.now();
      const practice = await startProduct();
      const employees = employeesSchema.parse(
        JSON.parse(await practice.product.frontdesk('employee', 'list', '--json')),
      );
      const manager = employees.find(({ role, storeIds }) => role === 'manager' && storeIds.length > 1) ?? employees[0];
      const issued = await practice.product.frontdesk('key', 'issue', '--employee', manager?.id ?? '', '--json');
      const { key } = keySchema.parse(JSON.parse(issued));
      const upstream = await createHostileUpstream({ service: (request) => forward(request, practice.product.url) });
      const desk = await startProduct({ PRACTICE_API_URL: upstream.url, PRACTICE_API_KEY: key }, 'gateway');
      await use({
        practice: practice.product,
        upstream,
        desk: desk.product,
        appointmentsOf: async (notes) =>
          (await madeSince(practice.product, began)).filter((appointment) => appointment.notes === notes),
      });
      // What goes on asking would find nobody there.
      await page.close();
      await desk.dispose();
      await upstream.close();
      await practice.dispose();
    },
    { timeout: 120_000 },
  ],
});
