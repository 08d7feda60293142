import type { Call } from '#contract/endpoint.ts';
import { receivedIdSchema as id, createReceivedPageSchema as pageOf } from '#contract/received.ts';
import {
  receivedClientAnswerSchema as clientAnswer,
  receivedCreatedFeedSchema as createdFeed,
  receivedFeedSchema as feed,
  receivedMessageSchema as message,
  receivedMessagePreviewSchema as messagePreview,
  receivedMessageSettingsSchema as messageSettings,
  receivedMessagesDueSchema as messagesDue,
} from '#contract/received-messages.ts';
import {
  receivedBookedRequestSchema as bookedRequest,
  receivedBookingServerSchema as bookingServer,
  receivedOnlineBookingSchema as onlineBooking,
  receivedOnlineRequestSchema as onlineRequest,
  receivedTurnedAwayVisitorsSchema as turnedAway,
} from '#contract/received-online-booking.ts';
import { receivedRecallSchema as recall } from '#contract/received-waiting-list.ts';

/** The calls (see {@link Call}) of the operations for reaching clients, keyed by operation name. */
export const messageCalls = {
  listFreeTimes: { method: 'GET', path: '/v1/free-times', permission: 'appointments.read' },
  getMessageSettings: {
    method: 'GET',
    path: '/v1/message-settings',
    permission: 'practice.write',
    received: messageSettings,
  },
  putMessageSettings: {
    method: 'PUT',
    path: '/v1/message-settings',
    permission: 'practice.write',
    received: messageSettings,
  },
  listMessages: { method: 'GET', path: '/v1/messages', permission: 'clients.read', received: pageOf(message) },
  sendMessage: { method: 'POST', path: '/v1/messages', permission: 'appointments.write', received: id },
  previewMessage: {
    method: 'POST',
    path: '/v1/messages/preview',
    permission: 'appointments.read',
    received: messagePreview,
  },
  countMessagesDue: {
    method: 'GET',
    path: '/v1/messages/due',
    permission: 'practice.write',
    received: messagesDue,
  },
  listClientAnswers: {
    method: 'GET',
    path: '/v1/client-answers',
    permission: 'appointments.read',
    received: pageOf(clientAnswer),
  },
  giveClientAnswer: {
    method: 'POST',
    path: '/v1/client-answers/{id}',
    permission: 'appointments.write',
    received: clientAnswer,
  },
  createFeed: { method: 'POST', path: '/v1/feeds', permission: 'appointments.read', received: createdFeed },
  listFeeds: { method: 'GET', path: '/v1/feeds', permission: 'appointments.read', received: pageOf(feed) },
  endFeed: { method: 'DELETE', path: '/v1/feeds/{id}', permission: 'appointments.read' },
  getOnlineBooking: {
    method: 'GET',
    path: '/v1/online-booking',
    permission: 'practice.write',
    received: onlineBooking,
  },
  putOnlineBooking: {
    method: 'PUT',
    path: '/v1/online-booking',
    permission: 'practice.write',
    received: onlineBooking,
  },
  getBookingServer: {
    method: 'GET',
    path: '/v1/online-booking/server',
    permission: 'practice.write',
    received: bookingServer,
  },
  countTurnedAway: {
    method: 'GET',
    path: '/v1/online-booking/turned-away',
    permission: 'practice.write',
    received: turnedAway,
  },
  listOnlineRequests: {
    method: 'GET',
    path: '/v1/online-requests',
    permission: 'clients.read',
    received: pageOf(onlineRequest),
  },
  bookOnlineRequest: {
    method: 'POST',
    path: '/v1/online-requests/{id}/book',
    permission: 'appointments.write',
    received: bookedRequest,
  },
  declineOnlineRequest: {
    method: 'POST',
    path: '/v1/online-requests/{id}/decline',
    permission: 'appointments.write',
    received: onlineRequest,
  },
  listRecalls: { method: 'GET', path: '/v1/recalls', permission: 'appointments.read', received: pageOf(recall) },
  createRecall: { method: 'POST', path: '/v1/recalls', permission: 'appointments.write', received: id },
  changeRecall: { method: 'PATCH', path: '/v1/recalls/{id}', permission: 'appointments.write', received: recall },
  createRecallAttempt: {
    method: 'POST',
    path: '/v1/recalls/{id}/attempts',
    permission: 'appointments.write',
    received: id,
  },
} as const satisfies Record<string, Call>;
