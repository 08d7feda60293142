import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useClientsById } from '#app/api/clients.ts';
import { clientIdOf } from '#app/api/directory.ts';
import { messageQueries } from '#app/api/messages.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useWholeDay } from '#app/days/whole-day.ts';
import { useEditor } from '#app/editor/editor.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { dayAndClockText } from '#app/text/time-text.ts';
import { formatDateAndTime } from '#client-texts/date-text.ts';
import { stageOf } from '#contract/appointment-rules.ts';
import type { MessageChannel } from '#contract/enums.ts';
import { countSmsParts, fillPlaceholders, maxSmsParts, type Placeholder } from '#contract/message-placeholders.ts';
import type { ReceivedClient, ReceivedStore } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { findNextOpenDate } from '#scheduling/opening-hours.ts';
import { compareByStart } from '#scheduling/visit.ts';
import { instantOfClockTime } from '#scheduling/wall-clock.ts';
import type { OwnText, TextKey } from './settings-values.ts';

interface ExampleMessageProps {
  text: TextKey;
  direction: 'ltr' | 'rtl';
  own: OwnText;
  /** Whether the saved text is shown unchanged, so that the practice system can fill it in. */
  isSaved: boolean;
}

/**
 * An example of a message, with the details of a real appointment if there is one. The practice system fills in a saved text;
 * an unsaved one is filled in here while it is typed.
 */
export function ExampleMessage({ text, direction, own, isSaved }: ExampleMessageProps) {
  const { kind, channel, language } = text;
  const { api, companyId, offered } = useEditor();
  const example = useExampleAppointment(channel);
  const appointmentId = example.appointmentId ?? '';
  const preview = useQuery({
    ...messageQueries.preview(api, { companyId, appointmentId, kind, channel, language }),
    enabled: isSaved && example.appointmentId !== null && offered('previewMessage') !== undefined,
  });
  const { client, pet, start, store, zone } = example;
  const yearOf = (instant: number) => dateIn(zone, instant).slice(0, 4);
  const words = formatDateAndTime(new Date(start).toISOString(), {
    ...{ language, timeZone: zone },
    style: channel === 'sms' ? 'short' : 'long',
    hasYear: yearOf(start) !== yearOf(Date.now()),
  });
  const isDue = kind === 'due';
  const values: Record<Placeholder, string> = {
    ...{ pet, client, type: example.type, preparation: isDue ? '' : example.preparation },
    // A recall is due on a day, without a time.
    ...{ date: words.date, time: isDue ? '' : words.time },
    ...{ store: store?.name ?? '', address: store?.address ?? '', phone: store?.phone ?? '' },
    link: 'https://example.com/a/…',
  };
  const fillIn = (written: string) => fillPlaceholders(written, values).trim();
  const sent = isSaved ? preview.data : undefined;
  const body = sent?.body ?? fillIn(own.body);
  const subject = sent?.subject ?? fillIn(own.subject ?? '');
  const parts = sent?.parts ?? countSmsParts(body);
  return (
    <section
      aria-label={t({ message: 'Example', comment: 'of a message to a client' })}
      className="flex min-w-0 flex-col gap-2"
    >
      <div aria-busy={example.isLoading}>
        <p className="text-xs font-semibold">{example.isLoading ? '' : exampleTitle(example)}</p>
        <p className="min-h-5 text-muted">
          {example.isLoading ? '' : factsText([pet, example.type, dayAndClockText(zone, start)])}
        </p>
      </div>
      {channel === 'email' ? (
        <div lang={language} dir={direction} className="rounded-lg border border-line bg-ground text-start">
          <p className="border-b border-line px-3 py-2 font-semibold break-words">{subject}</p>
          <p className="px-3 py-2 leading-relaxed break-words whitespace-pre-wrap">{body}</p>
        </div>
      ) : (
        <>
          <p
            lang={language}
            dir={direction}
            className="max-w-80 rounded-2xl rounded-es-sm bg-accent-soft px-3 py-2 text-start leading-relaxed break-words whitespace-pre-wrap"
          >
            {body}
          </p>
          <p className={parts > maxSmsParts ? 'text-warn' : 'text-muted'}>{smsPartsText(body.length, parts)}</p>
        </>
      )}
      {isSaved ? null : (
        <p className="text-xs text-muted">{t`This example is filled in as you type. Once you save, it shows exactly what is sent.`}</p>
      )}
    </section>
  );
}

function exampleTitle({ appointmentId, client }: ExampleAppointment): string {
  if (appointmentId === null) return t({ message: 'Example', comment: 'of a message to a client' });
  const name = isolateText(client);
  return t({ message: `What ${name} would get`, comment: 'a client; above the text of a message' });
}

function smsPartsText(length: number, parts: number): string {
  if (parts > maxSmsParts) return t`Longer than ${maxSmsParts} SMS: the text before the link will be cut off.`;
  const characters = plural(length, { one: '# character', other: '# characters' });
  return factsText([
    characters,
    t({ message: plural(parts, { one: '# SMS', other: '# SMS' }), comment: 'text messages' }),
  ]);
}

interface ExampleAppointment {
  isLoading: boolean;
  /** The appointment of the example; null if the example is invented because none was found. */
  appointmentId: string | null;
  pet: string;
  client: string;
  type: string;
  preparation: string;
  /** Milliseconds since 1970. */
  start: number;
  store: ReceivedStore | undefined;
  zone: string;
}

const hasAddress = ({ email, phone, contactBy }: ReceivedClient, channel: MessageChannel) =>
  (channel === 'email' ? email : phone) !== null && contactBy !== 'none';

/** The maximum number of appointments that are examined to find one whose client can be reached. */
const MAX_CANDIDATES = 20;

/** An appointment of the next open day, preferably one whose client can be reached. It is invented if there is none. */
function useExampleAppointment(channel: MessageChannel): ExampleAppointment {
  const { companyId } = useEditor();
  const practice = usePractice();
  const now = useMinute();
  const { stores } = practice;
  const date = findNextOpenDate(stores, dateIn(practice.zone, now));
  const { appointments, directory, hasNames, state } = useWholeDay(date, { needsFreeTimes: false });
  const candidates = appointments
    .filter((one) => {
      const type = directory.types.get(one.visitTypeId ?? '');
      const pet = directory.pets.get(one.petId ?? '');
      return (
        stageOf(one) === 'expected' &&
        dateIn(zoneOfAppointment(one, directory), Date.parse(one.start)) === date &&
        pet?.isActive &&
        type?.isMessaged !== false
      );
    })
    .toSorted(compareByStart)
    .slice(0, MAX_CANDIDATES)
    .map((one) => ({ appointment: one, clientId: clientIdOf(one, directory) }));
  const { clients, isLoading } = useClientsById(
    companyId,
    candidates.flatMap(({ clientId }) => clientId ?? []),
  );
  const found = candidates.find(({ clientId }) => {
    const client = clients.get(clientId ?? '');
    return client !== undefined && hasAddress(client, channel);
  });
  const chosen = (found ?? candidates[0])?.appointment;
  const store = stores.find(({ id }) => id === chosen?.storeId) ?? stores[0];
  const type = chosen ? directory.types.get(chosen.visitTypeId ?? '') : practice.types.find((one) => one.isActive);
  const pet = directory.pets.get(chosen?.petId ?? '');
  const clientId = found?.clientId ?? pet?.clientId;
  const zone = chosen ? zoneOfAppointment(chosen, directory) : practice.zone;
  return {
    isLoading: state === 'loading' || (state === 'complete' && (!hasNames || isLoading)),
    appointmentId: chosen?.id ?? null,
    pet: pet?.name ?? 'Bella',
    client: clients.get(clientId ?? '')?.name || pet?.clientName || 'Anna Berg',
    type: type?.name ?? '',
    preparation: type?.preparation ?? '',
    start: chosen ? Date.parse(chosen.start) : instantOfClockTime(zone, date, { hour: 9, minute: 0 }),
    ...{ store, zone },
  };
}
