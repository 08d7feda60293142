import { t } from '@lingui/core/macro';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { useClientsById } from '#app/api/clients.ts';
import { useRecordsById } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { useIsStable } from '#app/browser/use-debounced-value.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { type LongList, LongTable, type PlacedRecord } from '#app/components/long-table.tsx';
import { usePlanConflicts } from '#app/days/use-plan-conflicts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dayOfInstant } from '#scheduling/calendar-day.ts';
import { isAhead } from '#scheduling/visit.ts';
import { type AppointmentCells, appointmentColumns, type ColumnsInput } from './appointment-columns.tsx';
import type { AppointmentReference } from './appointment-names.ts';
import { AppointmentRow } from './appointment-row.tsx';

/** The id of the list: the target of the skip link, and the key by which `router.tsx` restores the scroll position. */
export const APPOINTMENT_LIST_ID = 'appointments';
/** How long the visible rows must stay the same before the plan of their weeks is loaded, in milliseconds. */
const STILL_MS = 300;

interface AppointmentsTableProps extends ColumnsInput {
  list: LongList<ReceivedAppointment>;
  reference: AppointmentReference;
}

/** The list of appointments; a row opens the details. */
export function AppointmentsTable({ list, reference, ...input }: AppointmentsTableProps) {
  return (
    <LongTable
      id={APPOINTMENT_LIST_ID}
      label={t`Appointments`}
      list={list}
      columns={appointmentColumns(input)}
      failed={t`The next appointments couldn’t be loaded.`}
    >
      {(rows) => <VisibleRows rows={rows} reference={reference} isOneDay={input.isOneDay} />}
    </LongTable>
  );
}

interface VisibleRowsProps {
  rows: readonly PlacedRecord<ReceivedAppointment, AppointmentCells>[];
  reference: AppointmentReference;
  isOneDay: boolean;
}

/** The rendered rows, with the current version of each appointment and the names loaded so far. */
function VisibleRows({ rows, reference, isOneDay }: VisibleRowsProps) {
  const companyId = reference.directory.company.id;
  const drawnRecords = rows.map(({ record }) => record);
  const stored = useAppointmentsById(
    companyId,
    drawnRecords.map(({ id }) => id),
  );
  const unsaved = useUnsavedChanges();
  const today = dayOfInstant(reference.directory.fallbackZone, useMinute()).start;
  const ahead = stored.filter((one) => isAhead(one, today));
  // Requests no plan while the list is scrolled quickly.
  const isStill = useIsStable(ahead.map(({ id }) => id).join(), STILL_MS);
  const planConflicts = usePlanConflicts(ahead, [...reference.directory.employees.values()], { enabled: isStill });
  const newest = new Map([...stored, ...unsaved.records].map((record) => [record.id, record]));
  const { found: pets } = useRecordsById(
    petQueries,
    companyId,
    new Set(drawnRecords.flatMap(({ petId }) => petId ?? [])),
  );
  const { clients, isLoading } = useClientsById(
    companyId,
    drawnRecords.flatMap(({ clientId }) => clientId ?? []),
  );
  const namedReference = { ...reference, clients, directory: { ...reference.directory, pets } };
  return rows.map(({ record, place }) => (
    <AppointmentRow
      key={record.id}
      appointment={newest.get(record.id) ?? record}
      reference={namedReference}
      place={place}
      isOneDay={isOneDay}
      isUnsaved={unsaved.pending.has(record.id)}
      areClientsLoading={isLoading}
      planConflicts={planConflicts ?? noConflicts}
    />
  ));
}

const noConflicts = () => [];
