import type { ClientLanguage } from '#contract/enums.ts';
import { recallMessageGraceDays } from '#contract/recalls.ts';
import { addDays } from '#scheduling/calendar-day.ts';
import { type Contact, type DueContext, type DueInterval, findContact, type Recipient } from './messages-due.ts';

/*
 * Determines when messages about pets that are due again are sent. As with messages about appointments, everything follows
 * from the current state. Instants are epoch milliseconds, dates are `YYYY-MM-DD` on the clock of the recall's store.
 */

/** The properties of a recall that determine when its message is sent. */
export interface MessageableRecall {
  readonly id: string;
  /** The store that the message comes from. */
  readonly storeId: string;
  readonly client: Recipient;
  readonly pet: { readonly isAlive: boolean; readonly isActive: boolean };
  /** Whether clients get messages about the visit type. */
  readonly isTypeMessaged: boolean;
  /** Whether the recall is due, and no appointment has been booked for it. */
  readonly isOpen: boolean;
  readonly dueOn: string;
  /** The date until which the recall is snoozed; null if it is not snoozed. */
  readonly snoozedUntil: string | null;
  readonly isImported: boolean;
  readonly createdAt: number;
  /** The id of the message that was sent, or tried, for this due date; null if there was none. */
  readonly messageId: string | null;
}

/** A message about pets of one client that is due, or will be due. */
export interface DueRecallMessage<Recall extends MessageableRecall> {
  readonly contact: Contact;
  readonly language: ClientLanguage;
  /** The recalls that the message is about, ordered by due date. The message comes from the store of the first one. */
  readonly recalls: readonly [Recall, ...Recall[]];
  /** The time from which the message is due. */
  readonly from: number;
}

/** The interval in which the message about a recall is due; null if it was already sent or tried, or never is due. */
function findDueInterval(recall: MessageableRecall, { settings, hoursOf }: DueContext): DueInterval | null {
  const { client, pet, dueOn, snoozedUntil } = recall;
  if (!settings.due.isOn || !recall.isOpen || !recall.isTypeMessaged || recall.messageId !== null) return null;
  if (!client.isActive || !pet.isActive || !pet.isAlive) return null;
  const hours = hoursOf(recall.storeId);
  const moment = hours.startOf(addDays(dueOn, -settings.due.daysBefore));
  // If the recall was imported after this moment, no message is sent: the desk calls the client instead.
  if (recall.isImported && recall.createdAt > moment) return null;
  const awake = snoozedUntil === null ? moment : Math.max(moment, hours.startOf(snoozedUntil));
  const time = { from: hours.within(awake), until: hours.startOf(addDays(dueOn, recallMessageGraceDays + 1)) - 1 };
  return time.from <= time.until ? time : null;
}

/**
 * The messages that are due now, or will be if nothing changes, in the order of the earliest due date of each. Recalls of a
 * client whose messages are due at the same time share one message.
 */
export function findUpcomingRecallMessages<Recall extends MessageableRecall>(
  recalls: readonly Recall[],
  context: DueContext,
  now: number,
): DueRecallMessage<Recall>[] {
  const messages = new Map<string, DueRecallMessage<Recall>>();
  const byDate = recalls.toSorted((a, b) =>
    a.dueOn === b.dueOn ? (a.id < b.id ? -1 : 1) : a.dueOn < b.dueOn ? -1 : 1,
  );
  for (const recall of byDate) {
    const { client } = recall;
    const contact = findContact('due', client, context.channels);
    const time = findDueInterval(recall, context);
    if (contact === null || time === null || time.until < now) continue;
    const from = Math.max(time.from, now);
    const key = `${client.id} ${from}`;
    const message = messages.get(key);
    const language = client.language ?? context.settings.language;
    messages.set(
      key,
      message === undefined
        ? { contact, language, recalls: [recall], from }
        : { ...message, recalls: [...message.recalls, recall] },
    );
  }
  return [...messages.values()];
}

const isDue = (
  { from, recalls: [{ storeId }] }: DueRecallMessage<MessageableRecall>,
  { hoursOf }: DueContext,
  now: number,
) => from <= now && hoursOf(storeId).isOpen(now);

export const findDueRecallMessages = <Recall extends MessageableRecall>(
  recalls: readonly Recall[],
  context: DueContext,
  now: number,
): DueRecallMessage<Recall>[] =>
  findUpcomingRecallMessages(recalls, context, now).filter((message) => isDue(message, context, now));

/**
 * A message that was not handed over, with those of its recalls that still belong to it, if it is due again. The result is
 * `later` outside of the sending hours, or while the recalls are snoozed; null if no recall with that message is due any more.
 */
export function findRecallMessageToRetry<Recall extends MessageableRecall>(
  messageId: string,
  recalls: readonly Recall[],
  context: DueContext,
  now: number,
): DueRecallMessage<Recall> | 'later' | null {
  const own = recalls.filter((recall) => recall.messageId === messageId).map((one) => ({ ...one, messageId: null }));
  const [first] = findUpcomingRecallMessages(own, context, now).sort((a, b) => a.from - b.from);
  if (first === undefined) return null;
  return isDue(first, context, now) ? first : 'later';
}
