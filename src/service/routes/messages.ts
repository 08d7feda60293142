import { instantOf } from '#contract/date-time.ts';
import { messageEndpoints } from '#contract/message-endpoints.ts';
import { requireAllStores } from '#service/db/manage/lock-practice.ts';
import { countMessagesDue } from '#service/db/messages/due-clients.ts';
import { findMessages } from '#service/db/messages/find-messages.ts';
import { addMessageByHand, previewMessage } from '#service/db/messages/message-by-hand.ts';
import {
  listAvailableChannels,
  readMessageSettings,
  writeMessageSettings,
} from '#service/db/messages/message-settings.ts';
import { inTransaction } from '#service/db/run-query.ts';
import { sortUnique } from '#service/domain/appointment-query.ts';
import { paginate } from '#service/domain/cursor.ts';
import type { Channels } from '#service/sending/transport.ts';
import { addEndpoint, type EndpointContext } from './endpoint.ts';

/** The service's set-up for sending messages. */
export interface MessageOptions {
  readonly channels: Channels;
  /** The URL of the public door, without a trailing slash; null if there is none. */
  readonly publicUrl: string | null;
  /** Makes the first attempt to send a message that was just added by hand. Without this function, the sender finds the message. */
  readonly sendNow?: ((message: { companyId: string; id: string }) => void) | undefined;
}

/** Adds the endpoints for messages to clients, beyond the specification. */
export function addMessageEndpoints(
  context: EndpointContext,
  { channels: transports, publicUrl, sendNow }: MessageOptions,
): void {
  const { database, clock } = context;
  const channels = listAvailableChannels(transports);

  addEndpoint(context, messageEndpoints.getMessageSettings, async ({ input, caller }) => {
    requireAllStores(caller);
    return { ...(await readMessageSettings(database.sql, input.companyId)), channels };
  });

  addEndpoint(context, messageEndpoints.putMessageSettings, async ({ input, caller }) => {
    requireAllStores(caller);
    const settings = await inTransaction(database.sql, (transaction) =>
      writeMessageSettings(transaction, input, { channels, clock }),
    );
    return { ...settings, channels };
  });

  addEndpoint(context, messageEndpoints.listMessages, ({ input, caller, storeIds }) => {
    const { limit, cursor, ...query } = input;
    const { companyId, appointmentId = null, clientId = null, status = null, from = null, until = null } = query;
    const scope = {
      secret: caller.cursorSecret,
      endpoint: 'messages',
      query: [companyId, sortUnique(storeIds), appointmentId, clientId, status, from, until],
    };
    return paginate(scope, cursor, (position) => findMessages(database, { ...query, storeIds }, { limit, position }));
  });

  addEndpoint(context, messageEndpoints.sendMessage, async ({ input, caller: { storeIds }, create }) => {
    const { companyId } = input;
    const id = await create((transaction, now) =>
      addMessageByHand(transaction, { ...input, storeIds }, { channels, now }),
    );
    sendNow?.({ companyId, id });
    return id;
  });

  addEndpoint(context, messageEndpoints.previewMessage, ({ input, storeIds }) =>
    previewMessage(database.sql, { ...input, storeIds }, { channels, publicUrl, now: clock() }),
  );

  addEndpoint(context, messageEndpoints.countMessagesDue, async ({ input: { companyId, until }, storeIds }) => {
    const settings = await readMessageSettings(database.sql, companyId);
    const query = { companyId, settings, channels, now: clock() };
    return countMessagesDue(database.sql, query, { storeIds, until: instantOf(until) });
  });
}
