import { createHostileUpstream, type HostileUpstream } from '#testing/hostile-upstream.ts';
import { madeSince } from './booking-form.ts';
import { type Product, test as plain } from './harness.ts';

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

async function forward(request: Request, url: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = request.method === 'GET' ? {} : { body: await request.text() };
  return fetch(`${url}/api${pathname}${search}`, {
    method: request.method,
    // Uncompressed: what passes it on says how it was encoded, and has it decoded.
    headers: {
      'accept-encoding': 'identity',
      'content-type': request.headers.get('content-type') ?? 'application/json',
    },
    ...body,
  });
}

export const test = plain.extend<{ scene: Scene }>({
  scene: async ({ product, startDesk }, use) => {
    const began = Date.now();
    const upstream = await createHostileUpstream({ service: (request) => forward(request, product.url) });
    const desk = await startDesk({ PRACTICE_API_URL: upstream.url, PRACTICE_API_KEY: 'a-key-of-this-practice' });
    await use({
      practice: product,
      upstream,
      desk,
      appointmentsOf: async (notes) =>
        (await madeSince(product, began)).filter((appointment) => appointment.notes === notes),
    });
    await upstream.close();
  },
});
