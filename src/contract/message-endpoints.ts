import * as z from 'zod/mini';
import { createdSchema } from '#contract/appointment.ts';
import { createConflictSchema } from '#contract/change-schema.ts';
import {
  clientAnswerPageSchema,
  clientAnswerSchema,
  clientAnswersQuerySchema,
  giveAnswerSchema,
} from '#contract/client-answers.ts';
import {
  companyQuerySchema,
  cursorSchema,
  type Endpoint,
  extensionTag,
  recordParamsSchema,
} from '#contract/endpoint.ts';
import { createdFeedSchema, createFeedSchema, feedPageSchema } from '#contract/feeds.ts';
import { freeTimesPageSchema, freeTimesQuerySchema } from '#contract/free-times.ts';
import { messageCalls } from '#contract/message-calls.ts';
import {
  messageNotSendableSchema,
  messagePageSchema,
  messagePreviewSchema,
  messageSettingsSchema,
  messagesDueQuerySchema,
  messagesDueSchema,
  messagesQuerySchema,
  notSendableReasons,
  previewMessageSchema,
  putMessageSettingsSchema,
  sendMessageSchema,
} from '#contract/messages.ts';
import {
  bookedRequestSchema,
  bookingServerSchema,
  bookOnlineRequestSchema,
  declineOnlineRequestSchema,
  onlineBookingChangedMeanwhileSchema,
  onlineBookingSchema,
  onlineRequestChangedMeanwhileSchema,
  onlineRequestPageSchema,
  onlineRequestSchema,
  onlineRequestsQuerySchema,
  putOnlineBookingSchema,
  turnedAwayVisitorsSchema,
} from '#contract/online-booking.ts';
import { limitSchema as limit } from '#contract/page.ts';
import {
  changeRecallSchema,
  createRecallAttemptSchema,
  createRecallSchema,
  recallChangedMeanwhileSchema,
  recallPageSchema,
  recallSchema,
  recallsQuerySchema,
} from '#contract/recalls.ts';

const tag = extensionTag;

/** The endpoints for reaching clients, an extension of the specification, keyed by operation name. */
export const messageEndpoints = {
  listFreeTimes: {
    ...messageCalls.listFreeTimes,
    input: freeTimesQuerySchema,
    response: freeTimesPageSchema,
    tag,
    summary: 'Times that can be booked',
    description:
      'From now on, at multiples of `step` from the opening, by start, then in the order of the stores; `end` is after `start`, by at most 31 days. The whole length is within opening hours; a store whose hours are not known has no free times. `employeeIds` are those who could take it, empty where the type needs no vet; `roomIds` the rooms that suit and are free, best first, empty where the store has none. 400 for an unknown or inactive type, and for an unknown employee, room or pet.',
  },
  getMessageSettings: {
    ...messageCalls.getMessageSettings,
    input: companyQuerySchema,
    response: messageSettingsSchema,
    tag,
    summary: 'When and how clients are written to',
    description:
      'Off at first. `channels` are those that are set up on the server. `isOn` is false in a database other than the one in which it was switched on, so after every restore.',
  },
  putMessageSettings: {
    ...messageCalls.putMessageSettings,
    input: putMessageSettingsSchema,
    response: messageSettingsSchema,
    conflict: {
      when: 'The settings have been changed in the meantime',
      body: createConflictSchema('MessageSettingsChangedMeanwhile', messageSettingsSchema),
      permission: 'practice.write',
    },
    tag,
    summary: 'Set when and how clients are written to',
    description: 'Takes all of the settings but `channels`, and needs all stores of the company. It can be repeated.',
  },
  listMessages: {
    ...messageCalls.listMessages,
    input: messagesQuerySchema,
    response: messagePageSchema,
    tag,
    summary: 'What was sent to clients',
    description: 'The newest first, of appointments in stores that the key can access.',
  },
  sendMessage: {
    ...messageCalls.sendMessage,
    input: sendMessageSchema,
    response: createdSchema,
    creates: true,
    conflict: {
      when: `not_sendable, with the reason in data.reason: ${notSendableReasons.join(', ')}`,
      body: messageNotSendableSchema,
    },
    tag,
    summary: 'Send a message about an appointment now',
    description:
      'Whatever was sent before, and outside the hours, too. Answers with the id of the message at once; the list tells how it ended.',
  },
  previewMessage: {
    ...messageCalls.previewMessage,
    input: previewMessageSchema,
    response: messagePreviewSchema,
    tag,
    summary: 'What a client would get',
    description: 'Sends nothing. Its link leads to nothing. `reason` is why it cannot be sent, or null.',
  },
  countMessagesDue: {
    ...messageCalls.countMessagesDue,
    input: messagesDueQuerySchema,
    response: messagesDueSchema,
    tag,
    summary: 'How many messages would be sent until then',
    description: 'As if messages were on. One that several appointments share counts once.',
  },
  listClientAnswers: {
    ...messageCalls.listClientAnswers,
    input: clientAnswersQuerySchema,
    response: clientAnswerPageSchema,
    tag,
    summary: 'What clients answered',
    description:
      'The latest answer for each appointment that starts from `start` on and before `end`, unless it was given for another start. `end` is after `start`, by at most 100 days.',
  },
  giveClientAnswer: {
    ...messageCalls.giveClientAnswer,
    params: recordParamsSchema,
    input: giveAnswerSchema,
    response: clientAnswerSchema,
    tag,
    summary: 'Note what a client answered by telephone',
    description: 'The id is that of the appointment. The same answer again changes nothing.',
  },
  createFeed: {
    ...messageCalls.createFeed,
    input: createFeedSchema,
    response: createdFeedSchema,
    creates: true,
    conflict: {
      when: 'no_public_url: the server has no public address; already_issued: with this Idempotency-Key the feed was created, and its address is shown only once',
    },
    tag,
    summary: 'Create the address of a calendar',
    description:
      'The appointments of an employee or a store, exactly one of them, for other calendar programs. The answer is the only time that the address is shown. For others than oneself it needs `practice.write`; `withNames` needs `pets.read` and `clients.read`.',
  },
  listFeeds: {
    ...messageCalls.listFeeds,
    input: z.extend(companyQuerySchema, { limit, cursor: cursorSchema }),
    response: feedPageSchema,
    tag,
    summary: 'The calendars that have an address',
    description: 'The newest first: one’s own; with `practice.write` those of everyone.',
  },
  endFeed: {
    ...messageCalls.endFeed,
    params: recordParamsSchema,
    input: companyQuerySchema,
    response: z.literal(true),
    tag,
    summary: 'End the address of a calendar',
    description: 'True also where it has ended already.',
  },
  getOnlineBooking: {
    ...messageCalls.getOnlineBooking,
    input: companyQuerySchema,
    response: onlineBookingSchema,
    tag,
    summary: 'The booking pages for the web site',
    description: 'Before they are set, no store has a page, no type is on, and `updatedAt` is null.',
  },
  putOnlineBooking: {
    ...messageCalls.putOnlineBooking,
    input: putOnlineBookingSchema,
    response: onlineBookingSchema,
    conflict: {
      when: 'The settings have been changed in the meantime; or no_channel: a store is switched on while no e-mail is set up on the server',
      body: onlineBookingChangedMeanwhileSchema,
      permission: 'practice.write',
    },
    tag,
    summary: 'Set the booking pages for the web site',
    description:
      'Takes all of the settings, and needs all stores of the company. A `slug` that another store of the server has is 400. It can be repeated.',
  },
  getBookingServer: {
    ...messageCalls.getBookingServer,
    input: companyQuerySchema,
    response: bookingServerSchema,
    tag,
    summary: 'What the server has been set up with for the booking pages',
    description:
      'The page of a store is at `{publicUrl}/book/{slug}`, and the script for sites that embed it at `{publicUrl}/book/embed.js`.',
  },
  countTurnedAway: {
    ...messageCalls.countTurnedAway,
    input: companyQuerySchema,
    response: turnedAwayVisitorsSchema,
    tag,
    summary: 'How often the booking pages turned visitors away',
    description: 'By reason, in the last 30 days.',
  },
  listOnlineRequests: {
    ...messageCalls.listOnlineRequests,
    input: onlineRequestsQuerySchema,
    response: onlineRequestPageSchema,
    tag,
    summary: 'Requests from the web site',
    description:
      'By start. Needs `appointments.read`, too. The time of an open request is held like that of an appointment without vet and room; it expires an hour before its start, or after seven days.',
  },
  bookOnlineRequest: {
    ...messageCalls.bookOnlineRequest,
    params: recordParamsSchema,
    input: bookOnlineRequestSchema,
    response: bookedRequestSchema,
    creates: true,
    conflict: {
      when: 'The request has been changed in the meantime; or not_open: it is answered or has expired',
      body: onlineRequestChangedMeanwhileSchema,
      permission: 'clients.read',
    },
    tag,
    summary: 'Book a request from the web site',
    description:
      'Books the appointment, and registers a new client (`clients.write`) and pet (`pets.write`), all of them or none. A new client has a new pet; a pet on file is alive and belongs to `client`, and both are active. The `dateOfBirth` of a new pet is not in the future: not after today in the store of the company that is furthest ahead. `end` is after `start`: where it is left out, the appointment is as long as the request; without `start` it begins with it. `roomId` is a room of the store of the appointment; without it, it is the first that suits and is free. The appointment is confirmed, and the client is told by e-mail.',
  },
  declineOnlineRequest: {
    ...messageCalls.declineOnlineRequest,
    params: recordParamsSchema,
    input: declineOnlineRequestSchema,
    response: onlineRequestSchema,
    conflict: {
      when: 'The request has been changed in the meantime; or not_open: it is answered or has expired',
      body: onlineRequestChangedMeanwhileSchema,
      permission: 'clients.read',
    },
    tag,
    summary: 'Decline a request from the web site',
    description: 'The client is told by e-mail, with the reason.',
  },
  listRecalls: {
    ...messageCalls.listRecalls,
    input: recallsQuerySchema,
    response: recallPageSchema,
    tag,
    summary: 'Pets that are due again',
    description:
      'By due date, then id, of all pets of the company that are alive and active. A recall that is due is `booked` while the pet has an appointment of the type, until the end of its day on the store’s clock, that is not cancelled, a no-show or completed. A completed appointment ends the open recall of its pet and type; where the type has `recallMonths`, it makes the pet due again that many months after its day.',
  },
  createRecall: {
    ...messageCalls.createRecall,
    input: createRecallSchema,
    response: createdSchema,
    creates: true,
    conflict: {
      when: 'already_due: the pet is due for this type already',
      body: recallChangedMeanwhileSchema,
    },
    tag,
    summary: 'Make a pet due again',
    description: 'The pet is alive, and pet and type are active. A pet has at most one open recall of a type.',
  },
  changeRecall: {
    ...messageCalls.changeRecall,
    params: recordParamsSchema,
    input: changeRecallSchema,
    response: recallSchema,
    conflict: {
      when: 'The recall has been changed in the meantime; or already_due: it would be due beside another one of its pet and type',
      body: recallChangedMeanwhileSchema,
    },
    tag,
    summary: 'Change a recall',
    description:
      '`snoozedUntil` is the date on which it wakes. `declined` is for a client who does not want it. The status `due` of a recall that is booked is no change.',
  },
  createRecallAttempt: {
    ...messageCalls.createRecallAttempt,
    params: recordParamsSchema,
    input: createRecallAttemptSchema,
    response: createdSchema,
    creates: true,
    tag,
    summary: 'Note that a client was called about a recall',
    description: 'Answers with the id of the attempt. It does not change `updatedAt` of the recall.',
  },
} as const satisfies Record<string, Endpoint>;
