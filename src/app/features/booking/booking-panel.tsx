import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { sessionQueries } from '#app/api/session.ts';
import { discardKeystrokes } from '#app/browser/keystroke-buffer.ts';
import { localStore } from '#app/browser/storage.ts';
import { Button } from '#app/components/button.tsx';
import { useAddresses } from '#app/session/addresses.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { useDesk, type useReference, useZonedStores } from '#app/session/use-desk.ts';
import { words } from '#app/text/shared-texts.ts';
import { BookingDialog } from './booking-dialog.tsx';
import { BookingFrame } from './booking-frame.tsx';
import { type BookingPrefill, canRegisterClients } from './booking-schema.ts';

interface BookingPanelProps
  extends Pick<
    ComponentProps<typeof BookingDialog>,
    'columns' | 'freshness' | 'isPage' | 'place' | 'onClose' | 'onDraft' | 'onBooked'
  > {
  reference: ReturnType<typeof useReference>;
  prefill: Omit<BookingPrefill, 'status' | 'registers'>;
}

/** The booking form of this desk, or why it cannot be shown. */
export function BookingPanel({ reference, prefill, ...props }: BookingPanelProps) {
  const { isPage, onClose } = props;
  const { company, bookingRefusal } = useDesk();
  const { enums, employees, types, directory } = reference;
  const session = useQuery(sessionQueries.current(useApi()));
  const addresses = useAddresses();
  const [{ bookingStatus }] = useState(() => readPreferences(localStore));
  const stores = useZonedStores(company.stores);

  const failed = [enums, employees, types].find((query) => query.isError && query.data === undefined);
  // A form that is open stays: what was typed into it can be read, and its refusal is told in it.
  const [wasOpen, setWasOpen] = useState(false);
  const explanation =
    (wasOpen ? null : bookingRefusal) ??
    (stores.length === 0 ? t`The practice system lists no store to book in.` : null);
  const hasNoField = explanation !== null || failed !== undefined;
  useEffect(() => {
    if (hasNoField) discardKeystrokes();
  }, [hasNoField]);
  if (hasNoField) {
    return (
      <BookingFrame isPage={isPage} onClose={onClose}>
        <div className="flex flex-wrap items-center gap-2 p-4 text-sm">
          <p>{explanation ?? t`The visit types or the staff could not be loaded.`}</p>
          {explanation === null ? (
            <Button compact onClick={() => void failed?.refetch()}>
              {words.tryAgain}
            </Button>
          ) : null}
        </div>
      </BookingFrame>
    );
  }
  // Drafts belong to a person: a restored session is reloaded first, unless it cannot be just now.
  const isTried = session.failureCount > 0 || session.errorUpdateCount > 0;
  const isUnsure = session.isFetching && session.dataUpdatedAt === 0 && !isTried;
  if (isUnsure || !session.data || !enums.data || !employees.data || !types.data) {
    return (
      <BookingFrame isPage={isPage} onClose={onClose}>
        <p role="status" className="p-4 text-sm text-muted">
          {t`Loading the form…`}
        </p>
      </BookingFrame>
    );
  }

  if (!wasOpen) setWasOpen(true);
  const { person, capabilities } = session.data;
  return (
    <BookingDialog
      key={`${person} ${prefill.petId} ${prefill.walkIn} ${prefill.phone}`}
      companyId={company.id}
      person={person}
      capabilities={capabilities}
      stores={stores}
      enums={enums.data}
      employees={employees.data.records}
      appointmentTypes={types.data.records}
      pets={directory.pets}
      prefill={{ ...prefill, status: bookingStatus, registers: canRegisterClients(capabilities) }}
      petPage={addresses.pet}
      {...props}
    />
  );
}
