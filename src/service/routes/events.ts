import { lastEventIdHeader, listEvents } from '#contract/events.ts';
import { addEndpoint, type EndpointContext } from './endpoint.ts';
import type { EventFeeds, EventOutput, StreamEvent } from './event-feeds.ts';

/** The maximum number of unread bytes before a stream is cut off: about three thousand ids, fewer than are retained. */
const MAX_WAITING_BYTES = 128 * 1024;

/** Serves `GET /v1/events`, an extension of the specification: changes as text for programs outside this process. */
export function addEventEndpoint(context: EndpointContext, feeds: EventFeeds): void {
  addEndpoint(context, listEvents, async ({ input, caller, storeIds, header }) => {
    let output: ReadableStreamDefaultController<Uint8Array>;
    let leave = () => {};
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          output = controller;
        },
        cancel: () => leave(),
      },
      { highWaterMark: MAX_WAITING_BYTES, size: (bytes) => bytes?.length ?? 0 },
    );
    const reader: EventOutput = {
      send(events) {
        if ((output.desiredSize ?? 0) <= 0) return false;
        output.enqueue(events.length === 0 ? comment : utf8.encode(events.map(renderEvent).join('')));
        return true;
      },
      end: () => output.close(),
      cut: (why) => output.error(new Error(why)),
      isWaiting: () => (output.desiredSize ?? 0) < MAX_WAITING_BYTES,
    };
    const coversAllStores = input.storeIds === undefined;
    leave = await feeds.open({ caller, storeIds, coversAllStores, lastEventId: header(lastEventIdHeader) }, reader);
    return body;
  });
}

const utf8 = new TextEncoder();
const comment = utf8.encode(':\n\n');

const renderEvent = ({ id, name, data }: StreamEvent) => `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
