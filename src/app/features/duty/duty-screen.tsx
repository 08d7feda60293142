import { plural, t } from '@lingui/core/macro';
import { Printer } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { Plan } from '#app/api/availability.ts';
import { type PlanChanges, useUnsavedPlan } from '#app/api/plan-changes.ts';
import { shortcutKey } from '#app/browser/shortcut-key.ts';
import { useIsPrinting } from '#app/browser/use-is-printing.ts';
import { useMedia } from '#app/browser/use-media.ts';
import type { Address } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { keyBack, keyOn } from '#app/language/line-direction.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { addDays, weekdayOf } from '#app/scheduling/calendar-day.ts';
import { dateText, weekdayName } from '#app/scheduling/time-text.ts';
import { runCommand } from '#app/session/desk-commands.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { CopyLastWeek } from './copy-last-week.tsx';
import { type Clip, dutyActions } from './duty-actions.ts';
import { DutyPlan } from './duty-plan.tsx';
import { DutySheet } from './duty-sheet.tsx';
import type { DutyGroup, DutyRow, ZonedStore } from './duty-week.ts';

interface DutyScreenProps {
  /** Week and stores, to be chosen. */
  controls: ReactNode;
  /** The week in words. */
  heading: string;
  stores: readonly ZonedStore[];
  /** The zone in which somebody is away from every store. */
  homeZone: string;
  /** The seven dates of the week, and today. */
  dates: readonly string[];
  /** The one that is shown first where there is room for one alone. */
  date: string;
  today: string;
  plan: Plan;
  /** That of the week before, which is copied. */
  before: Plan;
  employees: readonly ReceivedEmployee[];
  groups: readonly DutyGroup[];
  /** That the practice system lets the week wait, while it does. */
  delay: ReactNode;
  /** Why visits are not marked; null where they are. */
  visitsTrouble: ReactNode;
  changes: PlanChanges | null;
  storeName: (id: string) => string;
  visit: (appointment: ReceivedAppointment) => { text: string; address: Address };
  /** What stands above the week, such as duty of people who left. */
  children: ReactNode;
  onRetry: () => void;
  onDate: (date: string) => void;
}

const PHONE = '(width < 640px)';
const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];

/** Who works when: a week of one or several stores. */
export function DutyScreen(props: DutyScreenProps) {
  const { stores, dates, today, groups, plan, before, employees, changes, storeName } = props;
  const isPhone = useMedia(PHONE);
  const [day, setDay] = useState(() => Math.max(dates.indexOf(props.date), 0));
  const [clip, setClip] = useState<Clip | null>(null);
  const isPrinting = useIsPrinting();
  const { pending: unsaved } = useUnsavedPlan();
  const first = dates[0] ?? today;
  const canChange = changes?.canChange ?? false;

  const all = [...(before.state === 'known' ? before.entries : []), ...(plan.state === 'known' ? plan.entries : [])];
  const known = [...new Map(all.map((entry) => [entry.id, entry])).values()];

  useDutyKeys({
    previous: () => props.onDate(addDays(first, -7)),
    next: () => props.onDate(addDays(first, 7)),
    today: () => props.onDate(today),
    help: () => runCommand('shortcuts'),
  });

  const isUnplanned = groups.length > 0 && groups.every(({ isPlanned }) => !isPlanned);
  return (
    <>
      <PageHeader>
        {props.controls}
        <span className="ms-auto flex shrink-0 items-center gap-1">
          {changes && canChange ? (
            <CopyLastWeek
              week={{ stores, homeZone: props.homeZone, date: first, entries: known, employees }}
              isLoaded={before.state === 'known' && plan.state === 'known'}
              changes={changes}
            />
          ) : null}
          <button
            type="button"
            aria-label={words.print}
            title={words.print}
            className="grid size-8 shrink-0 place-items-center rounded-md hover:bg-sunken"
            onClick={() => window.print()}
          >
            <Printer aria-hidden="true" size={16} />
          </button>
        </span>
      </PageHeader>
      <main className="duty-screen flex min-h-0 grow flex-col" aria-busy={plan.state === 'loading'}>
        {props.visitsTrouble}
        {props.children}
        {isUnplanned ? (
          <p role="status" className="mx-3 mb-2 rounded-md border border-line bg-surface px-3 py-2 text-sm">
            <strong className="font-semibold">{t`Duty not planned.`}</strong>{' '}
            {t`In a week without any duty all vets count as there.`}
            {canChange ? ` ${t`Click a day to plan it, or copy last week.`}` : ''}
          </p>
        ) : null}
        {isPhone ? <DayStrip {...{ dates, today, day }} onDay={setDay} /> : null}
        <div className="duty-scroll">
          {plan.state === 'failed' ? (
            <div role="alert" className="mx-auto max-w-md p-6 text-center text-sm">
              <p>{t`The plan could not be loaded. Nobody is known to be on duty or away.`}</p>
              <Button className="mt-3" onClick={props.onRetry}>
                {words.tryAgain}
              </Button>
            </div>
          ) : plan.state === 'known' ? (
            groups.map((group) => (
              <GroupPlan
                key={group.store.id}
                {...props}
                {...{ group, clip, unsaved }}
                days={isPhone ? [day] : ALL_DAYS}
                isNamed={stores.length > 1}
                entries={known}
                onClip={(copied) => {
                  setClip(copied);
                  const count = copied.patterns.length;
                  showNotice({
                    id: 'duty',
                    tone: 'info',
                    title: t({
                      message: plural(count, { one: '# entry copied', other: '# entries copied' }),
                      comment: 'entries of the plan of who is on duty',
                    }),
                    text: t`Paste it with Ctrl V on another day or person.`,
                  });
                }}
              />
            ))
          ) : (
            <>
              <div className="m-3 text-sm empty:hidden">{props.delay}</div>
              <WeekSkeleton />
            </>
          )}
        </div>
      </main>
      {isPrinting ? <DutySheet groups={groups} heading={props.heading} storeName={storeName} /> : null}
    </>
  );
}

interface GroupPlanProps extends DutyScreenProps {
  group: DutyGroup;
  days: readonly number[];
  isNamed: boolean;
  entries: Parameters<typeof dutyActions>[0]['entries'];
  clip: Clip | null;
  unsaved: ReadonlySet<string>;
  onClip: (clip: Clip) => void;
}

function GroupPlan({ group, clip, onClip, entries, changes, ...props }: GroupPlanProps) {
  const [showsRooms, setShowsRooms] = useState(false);
  const actions = dutyActions({
    ...{ group, entries, changes, clip, onClip },
    onNothing: () => showNotice({ id: 'duty', tone: 'info', title: t`Nothing to add: it is there already` }),
  });
  const isShown = ({ owner, cells }: DutyRow) =>
    owner.kind !== 'room' || showsRooms || cells.some(({ bars, visits }) => bars.length + visits.length > 0);
  const rows = group.rows.filter(isShown);
  const roomCount = group.rows.filter(({ owner }) => owner.kind === 'room').length;
  return (
    <section>
      <DutyPlan {...props} {...{ group, rows, actions }} hasClip={clip !== null} />
      {roomCount > 0 ? (
        <button
          type="button"
          aria-expanded={showsRooms}
          className="min-h-9 px-3 text-sm font-medium text-accent hover:underline"
          onClick={() => setShowsRooms(!showsRooms)}
        >
          {showsRooms
            ? t`Only blocked rooms`
            : t`${plural(roomCount, { one: 'Show # room', other: 'Show all # rooms' })}`}
        </button>
      ) : null}
    </section>
  );
}

interface DayStripProps {
  dates: readonly string[];
  today: string;
  day: number;
  onDay: (day: number) => void;
}

const dayNumber = new Intl.DateTimeFormat(shownLocale, { day: 'numeric', timeZone: 'UTC' });

/** The days of the week for a thumb, where only one fits. */
function DayStrip({ dates, today, day, onDay }: DayStripProps) {
  return (
    <fieldset className="flex shrink-0 gap-0.5 px-2 pb-2">
      <legend className="sr-only">{t`Day`}</legend>
      {dates.map((date, index) => (
        <button
          key={date}
          type="button"
          aria-pressed={index === day}
          aria-label={dateText(date)}
          aria-current={date === today ? 'date' : undefined}
          className={`min-h-11 min-w-0 grow basis-0 rounded-md text-xs leading-tight font-medium ${index === day ? 'bg-accent text-on-accent' : date === today ? 'text-accent' : ''}`}
          onClick={() => onDay(index)}
        >
          <span aria-hidden="true" className="block">
            {weekdayName(weekdayOf(date), 'short')}
          </span>
          <span aria-hidden="true" className="block text-sm tabular-nums">
            {dayNumber.format(Date.parse(date))}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

function WeekSkeleton() {
  return (
    <div aria-hidden="true" className="bg-surface">
      <div className="h-9 border-b border-line-strong" />
      {ALL_DAYS.map((row) => (
        <div key={row} className="flex h-9 items-center gap-2 border-b border-line px-3">
          <div className="h-4 w-32 rounded bg-sunken" />
          <div className="h-5 grow rounded bg-sunken" />
        </div>
      ))}
    </div>
  );
}

interface DutyShortcuts {
  previous: () => void;
  next: () => void;
  today: () => void;
  help: () => void;
}

/** The keys of the screen: Alt with the arrows for the weeks, as on the board. */
function useDutyKeys(shortcuts: DutyShortcuts) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, altKey, ctrlKey, metaKey } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || !(target instanceof Element)) return;
    if (target.closest('input, textarea, select, [popover], [role="dialog"]')) return;
    const key = shortcutKey(event);
    const action = altKey
      ? key === keyBack
        ? shortcuts.previous
        : key === keyOn
          ? shortcuts.next
          : null
      : key === 't'
        ? shortcuts.today
        : key === '?'
          ? shortcuts.help
          : null;
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
