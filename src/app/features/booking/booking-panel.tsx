import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { sessionQueries } from '#app/api/session.ts';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import { localStore } from '#app/browser/storage.ts';
import { Failure } from '#app/components/failure.tsx';
import { usePlanConflicts } from '#app/days/use-plan-conflicts.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { useDesk, type useReference, useZonedStores } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import { BookingForm } from './booking-form.tsx';
import { BookingFrame } from './booking-frame.tsx';
import type { PanelLists, PanelProps, PanelPurpose } from './panel-props.ts';
import { RequestForm, requestTitle } from './request-form.tsx';
import { RescheduleForm } from './reschedule-form.tsx';

interface BookingPanelProps extends PanelProps {
  reference: ReturnType<typeof useReference>;
}

/** The booking panel, or why it cannot be shown. */
export function BookingPanel({ reference, ...panel }: BookingPanelProps) {
  const { isPage, onClose, purpose } = panel;
  const { company, bookingRefusal } = useDesk();
  const { enums, employees, types, directory } = reference;
  const session = useQuery(sessionQueries.current(useApi()));
  const [{ bookingStatus }] = useState(() => readPreferences(localStore));
  const stores = useZonedStores(company.stores);
  const moved = purpose.kind === 'move' ? purpose.appointment : null;
  const planConflicts = usePlanConflicts(moved ? [moved] : [], employees.data?.records ?? []);

  const failed = [enums, employees, types].find((query) => query.isError && query.data === undefined);
  // An open form stays open if booking is refused in the meantime, so that its content can be read. The attempt to book
  // then fails with the reason.
  const [wasOpen, setWasOpen] = useState(false);
  // Choosing a later time for a walk-in keeps the form and its input. Any other change of purpose starts an empty form.
  const [isLater, setIsLater] = useState(false);
  const explanation =
    (wasOpen ? null : bookingRefusal) ?? (stores.length === 0 ? t`The practice system has no store to book in.` : null);
  const frame = { isPage, onClose, title: panelTitle(purpose) };
  if (explanation !== null || failed !== undefined) {
    return (
      <BookingFrame {...frame}>
        {explanation === null ? (
          <Failure className="p-4 text-sm" error={failed?.error} onRetry={() => void failed?.refetch()}>
            {t`The visit types or the staff couldn’t be loaded.`}
          </Failure>
        ) : (
          <p className="p-4 text-sm">{explanation}</p>
        )}
      </BookingFrame>
    );
  }
  // Drafts belong to a person, so the form waits until a session restored from storage has been read again, or reading
  // it has failed.
  const isTried = session.failureCount > 0 || session.errorUpdateCount > 0;
  const isUnsure = session.isFetching && session.dataUpdatedAt === 0 && !isTried;
  const isReady = wasOpen || planConflicts !== null;
  if (isUnsure || !isReady || !session.data || !enums.data || !employees.data || !types.data) {
    return (
      <BookingFrame {...frame}>
        <p role="status" className="p-4 text-sm text-muted">
          {t`Loading the form…`}
        </p>
      </BookingFrame>
    );
  }

  if (!wasOpen) setWasOpen(true);
  const lists: PanelLists = {
    ...{ companyId: company.id, stores, bookingStatus },
    employees: employees.data.records,
    types: types.data.records,
    categories: createEnumDisplays(enums.data, 'VISIT_TYPE_CATEGORY'),
    statuses: createEnumDisplays(enums.data, 'APPOINTMENT_STATUS'),
    pets: directory.pets,
  };
  const { person } = session.data;
  if (purpose.kind === 'move' && purpose.request)
    return <RequestForm key={purpose.request.id} {...{ panel, lists, ...purpose }} request={purpose.request} />;
  if (moved)
    return (
      <RescheduleForm
        key={moved.id}
        {...{ panel, lists }}
        appointment={moved}
        planConflicts={planConflicts?.(moved) ?? []}
      />
    );
  function onLater() {
    setIsLater(true);
    panel.onLater();
  }
  const kind = isLater ? 'walk-in' : purpose.kind;
  return (
    <BookingForm
      key={`${person} ${kind} ${panel.prefill.petId} ${panel.prefill.phone}`}
      panel={{ ...panel, onLater }}
      lists={lists}
    />
  );
}

function panelTitle(purpose: PanelPurpose): string {
  if (purpose.kind === 'move') return purpose.request ? requestTitle() : texts.reschedule;
  return purpose.kind === 'walk-in' ? texts.walkIn : texts.newAppointment;
}
