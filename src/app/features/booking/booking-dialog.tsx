import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import type { Directory } from '#app/api/directory.ts';
import { usePlanChanges } from '#app/api/plan-changes.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { aboveDialog, abovePanel } from '#app/components/notices-place.ts';
import { PresenceNote } from '#app/components/presence.tsx';
import type { BookingPlace, DraftBooking, PlaceColumn } from '#app/scheduling/booking-place.ts';
import { conflictsWith } from '#app/scheduling/clashes.ts';
import { browserZone, clockText, dayText, zoneCity } from '#app/scheduling/time-text.ts';
import { usesTwelveHours } from '#app/scheduling/wall-clock.ts';
import type { DayFreshness } from '#app/session/current-day.ts';
import { isolated } from '#app/text/isolated.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { ReceivedAppointment, ReceivedEnums } from '#contract/received.ts';
import { BookingFields } from './booking-fields.tsx';
import { BookingFrame } from './booking-frame.tsx';
import { bookingOf, useBookingPresence } from './booking-presence.ts';
import {
  type BookingForm,
  type BookingLists,
  type BookingPrefill,
  type BookingRequest,
  type BookingStore,
  canPlace,
  createBookingSchema,
  type FormValues,
  fieldsNamed,
  isPlanned,
  isSameRequest,
  requestedTime,
  useFormValues,
} from './booking-schema.ts';
import { OutcomePanel } from './create/outcome-panel.tsx';
import type { Phase } from './create/submit-booking.ts';
import { type BookedInRoom, type Problem, useBookWhenBack, useCreateBooking } from './create/use-create-booking.ts';
import { useDraftOnBoard } from './draft-on-board.ts';
import { useFormDraft, useKeepDraft } from './form-draft.ts';
import { movedValues } from './initial-values.ts';
import { useWalkIn, WalkInTime } from './walk-in.tsx';
import { BookingAdvice, shownConflicts, useAdvice } from './warnings/booking-advice.tsx';

interface BookingDialogProps extends BookingLists {
  /** The person who is signed in: drafts are shown to nobody else. Null where all desks share one key. */
  person: string | null;
  /** The optional capabilities of the practice API. */
  capabilities: Capabilities;
  enums: ReceivedEnums;
  /** The pets whose names are known. */
  pets: Directory['pets'];
  prefill: BookingPrefill;
  /** The columns of the board, in which free starts are shown. */
  columns: readonly PlaceColumn[];
  freshness: DayFreshness;
  /** Whether the form is a page of its own, over the board, instead of a panel beside it. */
  isPage: boolean;
  /** The place that was chosen on the board last, or an empty one where the form was asked for again; each object counts once. */
  place: BookingPlace | null;
  /** Opens the page of a pet; what was typed stays as a draft. */
  petPage: (petId: string) => Address;
  /** Closes the form; what was typed stays as a draft. */
  onClose: () => void;
  /** Tells the board what the form has; null when it is gone. */
  onDraft: (draft: DraftBooking | null) => void;
  /**
   * Called once for a booking, after the form has shown its notice. Resolves with the record as read back, or null
   * where that failed. `closed`: whether the user has closed the form meanwhile, or continues in it with another
   * appointment.
   */
  onBooked: (booked: BookedInRoom, closed: boolean) => Promise<ReceivedAppointment | null>;
}

function phaseText(phase: Phase): string {
  if (phase === 'cut-off') return t`No connection: whether it was booked is checked once it is back…`;
  return phase === 'looking' ? t`Checking whether it was booked…` : t`Booking…`;
}

const NO_COLUMNS: readonly PlaceColumn[] = [];

/** The order of the fields on the screen: the first one with an error gets the focus. */
const fieldOrder = [
  'pet',
  'visitTypeId',
  'storeId',
  'date',
  'start',
  'length',
  'end',
  'employeeId',
  'status',
  'notes',
] as const satisfies (keyof FormValues)[];

/** The form for a new appointment, loaded when it is first opened. */
export function BookingDialog(props: BookingDialogProps) {
  const [round, setRound] = useState(0);
  // Discarding a draft starts over, with a form and a draft of its own.
  return <FormDialog key={round} {...props} startsEmpty={round > 0} onStartOver={() => setRound(round + 1)} />;
}

interface FormDialogProps extends BookingDialogProps {
  /** Whether the form starts empty, whatever drafts there are. */
  startsEmpty: boolean;
  onStartOver: () => void;
}

function FormDialog(props: FormDialogProps) {
  const { companyId, person, stores, enums, employees, appointmentTypes, pets, prefill, petPage, startsEmpty } = props;
  const { capabilities, columns, freshness, isPage, onBooked, onClose, onStartOver } = props;
  const draft = useFormDraft({ companyId, person, prefill, startsEmpty, stores, types: appointmentTypes });
  const schema = useMemo(() => createBookingSchema({ companyId, stores }), [companyId, stores]);
  const form = useForm<FormValues, unknown, BookingRequest>({
    resolver: zodResolver(schema),
    defaultValues: draft.initialValues,
    shouldFocusError: false,
  });
  const values = useFormValues(form);
  useKeepDraft(draft, form, values);
  const keepDraft = useCallback(() => {
    const attempt = draft.drafts.find(draft.id)?.attempt ?? null;
    draft.drafts.write({ id: draft.id, values: form.getValues(), attempt });
  }, [draft.drafts, draft.id, form]);
  const { isDirty } = useFormState({ control: form.control });
  const chosen = values.pet ?? values.visitTypeId ?? values.employeeId ?? prefill.start;
  const asked = isDirty || draft.restored !== null || chosen != null;
  const type = appointmentTypes.find(({ id }) => id === values.visitTypeId) ?? null;
  const roomId = canPlace(capabilities) ? values.roomId : null;
  const hasPlan = isPlanned(capabilities);
  const advice = useAdvice({ values, companyId, stores, employees, appointmentTypes, hasPlan, freshness, roomId });
  const creating = useCreateBooking({ form, schema, draft, stores, pets, person, capabilities, onBooked });
  const { phase, submit } = creating;
  useFieldsRefused(form, creating.problem);
  const [typing, setTyping] = useState(false);
  const firstInput = useRef<HTMLInputElement>(null);
  const [opened] = useState(props.place);
  const { place } = props;
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const onPlace = useEffectEvent((to: BookingPlace) => {
    if (to.start === undefined) return firstInput.current?.focus();
    walkIn.leave();
    form.reset(
      {
        ...form.getValues(),
        ...movedValues(form.getValues(), {
          prefill: to,
          stores,
          types: appointmentTypes,
          twelveHours: usesTwelveHours(),
        }),
      },
      { keepDefaultValues: true, keepErrors: true, keepIsSubmitted: true },
    );
    setMovedTo(placeKey(form.getValues()));
    if (form.formState.isSubmitted) void form.trigger(['date', 'start', 'length', 'end', 'storeId']);
  });
  useEffect(() => {
    if (place !== null && place !== opened) onPlace(place);
  }, [place, opened]);

  const said = schema.safeParse(values).data ?? null;
  const whenBack = useBookWhenBack({
    creating,
    draft,
    values,
    request: said,
    onBack: ({ request, shownIds }) =>
      submit({
        values: form.getValues(),
        request,
        shownIds,
        // Nobody has looked at the time since: everything that takes it is told before anything is booked.
        conflicts: (others) => advice?.inTheWay(others) ?? [],
      }),
  });
  const { problem } = whenBack;
  const shownProblem = problem && !isOutdated(problem, said) ? problem : null;
  const wasSent = prefill.walkIn === true && draft.drafts.find(draft.id)?.attempt != null;
  const walkIn = useWalkIn({
    ...{ form, prefill, advice, type, employees },
    isSent: phase !== null || problem !== null || wasSent,
    isRestored: draft.restored !== null,
  });
  const store = stores.find(({ id }) => id === values.storeId) ?? stores[0];
  const time = store ? requestedTime(values, store) : null;
  const others = useBookingPresence(
    store
      ? bookingOf({ storeId: store.id, roomId: ownRoomOf(store, values), employeeId: values.employeeId }, time)
      : null,
    asked,
  );
  useDraftOnBoard({
    others,
    ...{ values, companyId, stores, employees, appointmentTypes, hasPlan, freshness, onDraft: props.onDraft },
    columns: walkIn.isOn ? NO_COLUMNS : columns,
    likelyRoomId: advice?.likelyRoomId ?? null,
  });
  const book = form.handleSubmit(
    (request) => {
      const shown = shownConflicts(advice, request);
      whenBack.stop();
      submit({
        values: form.getValues(),
        request,
        // The conflicts named by a refused submit count as shown, too.
        shownIds: problem?.kind === 'conflict' ? together(shown, problem.others) : shown,
        conflicts: (others) => others.filter((other) => conflictsWith({ ...request, roomId }, other)),
      });
    },
    (errors) => {
      const first = fieldOrder.find((field) => errors[field]);
      if (first) form.setFocus(first);
    },
  );
  const discard = () => draft.drafts.end(draft.id);
  const petName = values.pet?.name;
  const planChanges = usePlanChanges();
  const mayBlock = planChanges?.canChange === true && time !== null && !walkIn.isOn;
  function block() {
    if (!mayBlock || !store || phase !== null) return;
    const room = (canPlace(capabilities) ? values.roomId : prefill.roomId) ?? null;
    onClose();
    planChanges.openNew({
      kind: 'unavailable',
      storeId: store.id,
      roomId: room,
      employeeId: room === null ? values.employeeId : null,
      start: new Date(time.start).toISOString(),
      end: new Date(time.end).toISOString(),
    });
  }
  return (
    <BookingFrame
      isPage={isPage}
      {...(walkIn.isOn ? { title: words.walkIn } : {})}
      description={store ? foreignZoneText(store.timeZone, store.name) : undefined}
      initialFocus={firstInput}
      onBook={() => void book()}
      onBlock={mayBlock ? block : undefined}
      onClose={onClose}
    >
      <form
        noValidate
        className="flex min-h-0 grow flex-col [@media(height<26rem)]:shrink-0"
        onSubmit={(event) => {
          event.preventDefault();
          void book();
        }}
      >
        <div className="flex min-h-0 grow flex-col gap-3 overflow-y-auto px-4 py-3 *:shrink-0 [@media(height<26rem)]:shrink-0 [@media(height<26rem)]:overflow-visible">
          {draft.restored?.id === draft.id && phase === null ? (
            <div className="flex items-center justify-between gap-2 rounded-md bg-accent-soft px-2.5 py-1 text-sm">
              <p>{t`Your draft is back.`}</p>
              <Button
                compact
                tone="quiet"
                onClick={() => {
                  discard();
                  onStartOver();
                }}
              >
                {t`Discard draft`}
              </Button>
            </div>
          ) : null}
          <BookingFields
            {...{ form, companyId, stores, enums, employees, appointmentTypes, prefill, firstInput }}
            capabilities={capabilities}
            freshness={freshness}
            keepDraft={keepDraft}
            onTyping={setTyping}
            brief={walkIn.isOn}
          />
          {walkIn.isOn && store ? <WalkInTime walkIn={walkIn} time={advice?.time ?? null} store={store} /> : null}
        </div>
        <div ref={isPage ? aboveDialog : abovePanel} className="flex flex-col gap-2 border-t border-line px-4 py-3">
          <PresenceNote text={others} className="text-sm" />
          <BookingAdvice
            advice={advice}
            pets={pets}
            untouched={!asked}
            unsettled={
              typing ||
              Object.values(values.unmatched).some((text) => text !== '') ||
              (shownProblem !== null && shownProblem.kind !== 'back')
            }
          />
          {shownProblem ? (
            <OutcomePanel
              problem={shownProblem}
              stores={stores}
              pets={pets}
              onAgain={() => void book()}
              isWaiting={whenBack.isWaiting}
              onWait={() => whenBack.begin(said && shownConflicts(advice, said))}
              onStopWaiting={whenBack.stop}
              onDiscard={() => {
                discard();
                onClose();
              }}
            />
          ) : null}
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
            <p role="status" className="sr-only">
              {store && movedTo === placeKey(values) ? movedText(values, store) : ''}
            </p>
            <p role="status" className="me-auto text-sm text-muted">
              {phase ? phaseText(phase) : ''}
            </p>
            {values.pet ? (
              // Placed here, since next to the pet's field it would be a tab stop on the way to the visit type.
              <AppLink to={petPage(values.pet.id)} className="max-w-full truncate text-sm text-accent">
                {petName ? (
                  <Trans>
                    <bdi>{petName}</bdi>’s page
                  </Trans>
                ) : (
                  t`The pet’s page`
                )}
              </AppLink>
            ) : null}
            <Button onClick={onClose}>{words.close}</Button>
            <Button tone="primary" type="submit" aria-disabled={phase !== null} aria-keyshortcuts="Control+Enter">
              {words.bookAppointment}
            </Button>
          </div>
        </div>
      </form>
    </BookingFrame>
  );
}

/** The room that was chosen; one of another store is none. */
function ownRoomOf(store: BookingStore, { roomId }: FormValues): string | null {
  return store.rooms.some(({ id }) => id === roomId) ? roomId : null;
}

/** What a drag or a click on the board changes. */
function placeKey({ date, start, length, end, storeId, roomId, employeeId }: FormValues): string {
  return [date, start, length, end, storeId, roomId, employeeId].join();
}

/** Tells where the booking was moved to on the board, to somebody who does not see it. */
function movedText(values: FormValues, store: BookingStore): string {
  const time = requestedTime(values, store);
  if (time === null) return '';
  const day = dayText(store.timeZone, time.start);
  const [start, end] = [time.start, time.end].map((instant) => clockText(store.timeZone, instant));
  const room = store.rooms.find(({ id }) => id === values.roomId)?.name;
  const when = t({ message: `${start} to ${end}`, comment: 'times of day, as they are spoken' });
  const to = factsText([day, when, room]);
  return t({ message: `Moved to ${to}`, comment: 'a booking on the board; to: day, times and room' });
}

/** Marks the fields that the service refused, and focuses the first. */
function useFieldsRefused({ setError, setFocus }: BookingForm, problem: Problem | null): void {
  useEffect(() => {
    if (problem?.kind !== 'refused' || problem.error.status !== 400) return;
    const message = problem.error.suggestion ?? '';
    const fields = fieldsNamed(message);
    for (const field of fields) setError(field, { type: 'server', message });
    if (fields[0]) setFocus(fields[0]);
  }, [problem, setError, setFocus]);
}

/** Whether a problem is about another booking than the form has now. */
function isOutdated(problem: Problem, request: BookingRequest | null): boolean {
  const isAboutOne = problem.kind === 'conflict' || problem.kind === 'passed';
  return isAboutOne && request !== null && !isSameRequest(request, problem.request);
}

function together(shown: ReadonlySet<string> | null, others: readonly { id: string }[]): ReadonlySet<string> {
  return new Set([...(shown ?? []), ...others.map(({ id }) => id)]);
}

/** The hint that names the zone of the times; undefined where it is the browser's own. */
function foreignZoneText(zone: string, storeName: string): string | undefined {
  if (zone === browserZone) return undefined;
  const store = isolated(storeName);
  const city = zoneCity(zone);
  return t({ message: `Times are those of ${store} (${city}).`, comment: 'where another time zone holds' });
}
