import { createGateway, type Gateway, type GatewayOptions } from '#gateway/gateway.ts';
import { createMetrics } from '#gateway/metrics.ts';
import { type HttpRequest, type Upstream, UpstreamError } from '#gateway/upstream/connection.ts';
import { createEmbeddedApi, type EmbeddedService } from '#gateway/upstream/embedded.ts';
import { createVendorApi } from '#gateway/upstream/vendor.ts';

/** The options of a gateway except its practice API, which uses the gateway's clock and timers. */
type Options = Omit<GatewayOptions, 'practiceApi' | 'metrics'>;

/** The options of a gateway for the practice API of a vendor. */
export type VendorGatewayOptions = Options &
  Pick<Parameters<typeof createVendorApi>[1], 'address' | 'limit' | 'timeouts'> & { readonly upstream: Upstream };

/** A gateway for the practice API of a vendor. */
export function createVendorGateway({ upstream, address, limit, timeouts, ...options }: VendorGatewayOptions): Gateway {
  const metrics = createMetrics();
  const practiceApi = createVendorApi(upstream, {
    ...options,
    ...{ metrics, environment: options, limit, timeouts },
    ...(address !== undefined && { address }),
  });
  return createGateway({ ...options, practiceApi, metrics });
}

/** A gateway for the service in this process. */
export function createServiceGateway({ service, ...options }: Options & { service: EmbeddedService }): Gateway {
  const metrics = createMetrics();
  const practiceApi = createEmbeddedApi(service, { ...options, metrics, environment: options });
  return createGateway({ ...options, practiceApi, metrics });
}

/** A function from Request to Response as the practice API of a vendor, without a network. */
export function upstreamOver(fetch: (request: Request) => Response | Promise<Response>): Upstream {
  async function respond<Body>(
    { method, target, headers, body }: HttpRequest,
    signal: AbortSignal,
    read: (response: Response) => Body | Promise<Body>,
  ) {
    try {
      const request = new Request(`http://practice-api.internal${target}`, { method, headers, body, signal });
      const response = await fetch(request);
      const header = (name: string) => response.headers.get(name);
      return { status: response.status, header, body: await read(response) };
    } catch (cause) {
      throw new UpstreamError('lost', 'the practice API failed', { cause });
    }
  }
  return {
    send: (request, signal) =>
      respond(request, signal, async (response) => new Uint8Array(await response.arrayBuffer())),
    open: (request, signal) => respond(request, signal, ({ body }) => chunksOf(body, signal)),
  };
}

/** The chunks of a body. `signal` cancels the body even if no one reads it. */
function chunksOf(body: ReadableStream<Uint8Array> | null, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const reader = body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return {
    async *[Symbol.asyncIterator]() {
      for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) yield read.value;
    },
  };
}
