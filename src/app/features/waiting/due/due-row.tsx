import { t } from '@lingui/core/macro';
import { ChevronDown, CircleCheck, CircleX, Clock, Phone } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { appointmentVisitTypeName, type Directory, fallbackNames, staffName } from '#app/api/directory.ts';
import { keysOf, type ShortcutId } from '#app/commands/keys.ts';
import { Alerts } from '#app/components/alerts.tsx';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { ContactLink, phoneHref } from '#app/components/contact-link.tsx';
import { Menu, MenuItem } from '#app/components/menu.tsx';
import { MATCHED_DAYS } from '#app/features/waiting/use-matches.ts';
import { matchTimeText } from '#app/features/waiting/waiting-text.ts';
import { BookingButton } from '#app/session/booking-button.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { petText } from '#app/text/pet-text.ts';
import { lastAttemptText } from '#app/text/recall-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dateInYearText, distanceText, instantInYearText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment, ReceivedClient } from '#contract/received.ts';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';
import { addDays, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import type { FirstFreeTime } from './use-first-free-times.ts';

type RecallAction = (recall: ReceivedRecall) => void;

/** The data that all rows of the list share. */
export interface DueRowContext {
  directory: Directory;
  /** The IANA zone of the company's first store. */
  zone: string;
  /** `YYYY-MM-DD` */
  today: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** The actions that the person can take; null for an action that is not available. */
  actions: {
    book: RecallAction | null;
    noteCall: RecallAction | null;
    later: ((recall: ReceivedRecall, weeks: number) => void) | null;
    decline: RecallAction | null;
  };
  /** Whether the pet has died or is inactive, so that it is no longer offered a time. */
  isGone: (recall: ReceivedRecall) => boolean;
  /** Whether single-key shortcuts are on. */
  hasKeys: boolean;
  /** Whether free times are still being searched for. */
  isLooking: boolean;
  /** The ids of the recalls with changes that are not saved yet. */
  unsaved: ReadonlySet<string>;
}

interface DueRowProps {
  recall: ReceivedRecall;
  /** Whether the recall has not been booked, postponed or declined yet. */
  isOpen: boolean;
  /** Whether the row is in the tab order. */
  isCurrent: boolean;
  /** Undefined until the client is loaded. */
  client: ReceivedClient | undefined;
  /** The first free time; null if none is known. */
  time: FirstFreeTime | null;
  /** The appointment that was booked for the recall; null if there is none, or if it is not loaded yet. */
  booked: ReceivedAppointment | null;
  context: DueRowContext;
}

/** A pet that is due: whom to call, for which visit type, since when, and the first free time. */
export function DueRow({ recall, isOpen, isCurrent, client, time, booked, context }: DueRowProps) {
  const { directory, zone, today, now, isLooking } = context;
  const { stores } = directory.company;
  const addresses = useAddresses();
  const facts = useId();
  const pet = directory.pets.get(recall.petId);
  const petName = pet?.name || fallbackNames.pet(recall.petId);
  const clientName = client?.name || pet?.clientName || '';
  const clientId = recall.clientId ?? pet?.clientId ?? null;
  const tabIndex = isCurrent ? 0 : -1;
  const attempt = lastAttemptText(recall, { zone, now, nameOf: (id) => staffName(id, directory) });
  const day = dateInYearText(recall.dueOn, today);
  const distance = distanceText(today, recall.dueOn);
  return (
    <li
      data-row={recall.id}
      className="border-t border-line px-3 py-2.5 first:border-t-0 focus-within:bg-accent-soft/60 hover:bg-sunken/60"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_minmax(0,15rem)_auto]">
        <div className="min-w-0 md:max-xl:row-span-3">
          <p className="flex min-w-0 items-baseline gap-x-2 max-xl:flex-wrap">
            <AppLink
              to={addresses.pet(recall.petId)}
              tabIndex={tabIndex}
              aria-describedby={facts}
              className="inline-block min-w-6 leading-6 font-semibold break-words xl:max-w-full xl:shrink-0 xl:truncate"
            >
              <bdi>{petName}</bdi>
            </AppLink>
            <span className="min-w-0 text-xs text-muted xl:truncate">{pet ? petText(pet, today) : ''}</span>
          </p>
          <p className="flex min-h-6 min-w-0 items-center gap-x-3 max-xl:flex-wrap">
            {clientName === '' || clientId === null ? (
              <bdi>{clientName}</bdi>
            ) : (
              <AppLink
                to={addresses.client(clientId)}
                tabIndex={tabIndex}
                title={clientName}
                className="min-w-0 leading-6 break-words xl:truncate"
              >
                <bdi>{clientName}</bdi>
              </AppLink>
            )}
            {client?.phone ? (
              <ContactLink
                icon={Phone}
                text={client.phone}
                href={phoneHref(client.phone)}
                tabIndex={tabIndex}
                className="shrink-0 tabular-nums"
              />
            ) : null}
          </p>
        </div>
        <div id={facts} className="min-w-0">
          <p className="break-words">
            <bdi className="font-medium">{appointmentVisitTypeName({ ...recall, visitTypeName: null }, directory)}</bdi>
          </p>
          <p className={recall.dueOn < today ? 'text-warn' : 'text-muted'}>
            {t({ message: `due ${day}, ${distance}`, comment: 'a pet; a day, then “3 weeks ago” or “in 5 days”' })}
          </p>
          {attempt === '' ? null : <p className="text-muted">{attempt}</p>}
        </div>
        <div className="min-w-0 md:max-xl:col-start-2">
          {!isOpen || context.isGone(recall) ? null : time ? (
            <p className="text-ok">
              {factsText([
                t({
                  message: `free ${matchTimeText(time.match, directory)}`,
                  comment: 'the first free time, and with whom',
                }),
                stores.length > 1 ? stores.find(({ id }) => id === time.storeId)?.name : null,
              ])}
            </p>
          ) : isLooking || recall.dueOn >= addDays(today, MATCHED_DAYS) ? null : (
            <p className="text-muted">{t({ message: 'no free time found', comment: 'for a pet that is due' })}</p>
          )}
        </div>
        <Alerts
          pet={pet}
          client={client}
          today={today}
          className="rounded-md px-2 py-1 md:order-last md:col-span-full"
        />
        <p className="relative flex flex-wrap items-start gap-1.5 empty:hidden md:col-start-2 xl:col-start-4 max-md:*:grow">
          {isOpen ? null : <OutcomeBadge {...{ recall, booked, context, tabIndex }} />}
          <RowActions {...{ recall, isOpen, petName, tabIndex, context }} />
        </p>
      </div>
    </li>
  );
}

type RowActionsProps = Pick<DueRowProps, 'recall' | 'isOpen' | 'context'> & { petName: string; tabIndex: 0 | -1 };

/** The buttons of a row. A handled row keeps the height of the buttons. */
function RowActions({ recall, isOpen, petName, tabIndex, context }: RowActionsProps) {
  const { actions, isGone, hasKeys } = context;
  const name = isolateText(petName);
  const { noteCall, later, decline } = actions;
  const shared = { compact: true, tabIndex, className: isOpen ? '' : 'invisible' };
  const shortcutKey = (id: ShortcutId) => (hasKeys ? keysOf(id)[0] : undefined);
  return (
    <>
      {isGone(recall) ? null : (
        <BookingButton
          {...shared}
          tone="primary"
          aria-label={t({ message: `Book ${name}`, comment: 'button: opens the booking panel for a pet that is due' })}
          aria-keyshortcuts={shortcutKey('book due')}
          onClick={() => actions.book?.(recall)}
        >
          {t({ message: 'Book', comment: 'button: opens the booking panel for a pet that is due' })}
          <KeyHint text={shortcutKey('book due')} />
        </BookingButton>
      )}
      {noteCall === null ? null : (
        <Button
          {...shared}
          aria-label={t({ message: `Called about ${name}`, comment: 'button: notes that a client was called' })}
          aria-keyshortcuts={shortcutKey('called')}
          onClick={() => noteCall(recall)}
        >
          {t({ message: 'Called', comment: 'button: notes that a client was called' })}
          <KeyHint text={shortcutKey('called')} />
        </Button>
      )}
      {later === null ? null : (
        <Menu
          label={t({ message: `When to call about ${name} again`, comment: 'a menu: in 1 week, in 4 weeks' })}
          trigger={
            <Button
              {...shared}
              aria-label={t({ message: `Later: ${name}`, comment: 'button: puts off a call about a pet' })}
              aria-keyshortcuts={shortcutKey('later')}
            >
              {t({ message: 'Later', comment: 'button: puts off a call about a pet' })}
              <KeyHint text={shortcutKey('later')} />
              <ChevronDown aria-hidden="true" size={12} />
            </Button>
          }
        >
          <MenuItem onChoose={() => later(recall, 1)}>{t`In 1 week`}</MenuItem>
          <MenuItem onChoose={() => later(recall, 4)}>{t`In 4 weeks`}</MenuItem>
        </Menu>
      )}
      {decline === null ? null : (
        <Button
          {...shared}
          tone="danger"
          aria-label={t({ message: `Not wanted: ${name}`, comment: 'button: the client does not want the visit' })}
          aria-keyshortcuts={shortcutKey('not wanted')}
          onClick={() => decline(recall)}
        >
          {t({ message: 'Not wanted', comment: 'the client does not want the visit for which a pet is due' })}
          <KeyHint text={shortcutKey('not wanted')} />
        </Button>
      )}
    </>
  );
}

const KeyHint = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <span
      aria-hidden="true"
      className="rounded border border-current px-1 font-sans text-[0.625rem] leading-3.5 uppercase opacity-70 pointer-coarse:hidden"
    >
      {text}
    </span>
  );

interface RecallOutcome {
  text: string;
  tint: string;
  Icon: typeof Clock;
}

function describeOutcome(
  { status, snoozedUntil }: ReceivedRecall,
  { today, isUnsaved }: { today: string; isUnsaved: boolean },
): RecallOutcome {
  if (isUnsaved) return { text: texts.notSavedYet, tint: 'bg-warn-soft text-warn', Icon: Clock };
  if (status === 'booked')
    return {
      text: t({ message: 'Booked', comment: 'a pet that was due' }),
      ...{ tint: 'bg-ok-soft text-ok', Icon: CircleCheck },
    };
  const quiet = 'bg-sunken text-muted';
  if (status === 'declined')
    return {
      text: t({ message: 'Not wanted', comment: 'the client does not want the visit for which a pet is due' }),
      ...{ tint: quiet, Icon: CircleX },
    };
  if (status === 'due' && snoozedUntil !== null) {
    const day = dateInYearText(snoozedUntil, today);
    return {
      text: t({ message: `Put off until ${day}`, comment: 'a client will be called about a pet later; a day' }),
      ...{ tint: quiet, Icon: Clock },
    };
  }
  return { text: t({ message: 'No longer due', comment: 'a pet, for a visit' }), tint: quiet, Icon: CircleCheck };
}

/** The outcome of a recall that is no longer open. */
function OutcomeBadge({
  recall,
  booked,
  context,
  tabIndex,
}: Pick<DueRowProps, 'recall' | 'booked' | 'context'> & { tabIndex: 0 | -1 }): ReactNode {
  const { directory, today, now, unsaved } = context;
  const addresses = useAddresses();
  const { text, tint, Icon } = describeOutcome(recall, { today, isUnsaved: unsaved.has(recall.id) });
  const when =
    booked === null ? '' : instantInYearText(zoneOfAppointment(booked, directory), instantOf(booked.start), now);
  return (
    <span
      className={`${tint} absolute start-0 top-0 flex min-h-7 items-center gap-1.5 rounded-md px-2 text-xs font-semibold`}
    >
      <Icon aria-hidden="true" size={14} />
      {booked === null ? (
        text
      ) : (
        <AppLink to={addresses.appointment(booked)} tabIndex={tabIndex} className="leading-6">
          {t({ message: `Booked for ${when}`, comment: 'a pet that was due; day and time' })}
        </AppLink>
      )}
    </span>
  );
}
