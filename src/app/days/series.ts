import { useQuery } from '@tanstack/react-query';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { applyUnsavedChanges } from '#app/api/appointment-records.ts';
import { listKeys, listMembership, useListContent } from '#app/api/appointment-store.ts';
import { cacheListPage, wholeListQuery } from '#app/api/appointments.ts';
import { PAGE_LIMIT } from '#app/api/pages.ts';
import { readAll } from '#app/api/queries.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { calls } from '#contract/calls.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { findLaterInSeries } from '#scheduling/series.ts';

/**
 * Whether the practice system can book several appointments in one request, as a series, and list a series by any of
 * its appointments.
 */
export function canBookSeries({ createSeries, listSeries }: Capabilities): boolean {
  return createSeries !== undefined && listSeries !== undefined;
}

/** The query of the appointments that were booked together with this one, including itself. */
export function seriesQuery(api: ApiClient, companyId: string, id: string) {
  return wholeListQuery({ companyId, seriesOf: id }, async ({ cursor }, queryClient, signal) => {
    const page = await cacheListPage(queryClient, companyId, { signal }, () =>
      api.call(calls.listSeries, { companyId, id, limit: PAGE_LIMIT, cursor }, { signal }),
    );
    // If the series fits on one page, the response is the same for each of its appointments, so it is cached for all of
    // them.
    const others = cursor === null && page.nextCursor === null ? page.ids.filter((other) => other !== id) : [];
    for (const other of others)
      queryClient.setQueryData(listKeys.of({ companyId, seriesOf: other }), { pages: [page] });
    return page;
  });
}

/** Reads the series of an appointment that was just booked. */
export function readSeries(api: ApiClient, companyId: string, id: string) {
  return readAll(api, calls.listSeries, { companyId, id }, { purpose: 'recheck' });
}

const NO_APPOINTMENTS: readonly ReceivedAppointment[] = [];

/**
 * The series of an appointment, including itself, with this tab's unsaved changes; empty until it is completely loaded.
 * It is only read while `enabled`, which requires that the practice system has series (`canBookSeries`).
 */
export function useSeries(companyId: string, id: string, enabled: boolean): readonly ReceivedAppointment[] {
  const list = { companyId, seriesOf: id };
  const { data } = useQuery({ ...seriesQuery(useApi(), companyId, id), enabled });
  const content = useListContent(list, data?.pages);
  const unsaved = useUnsavedChanges().records;
  if (content === null || content.unresolvedIds.length > 0) return NO_APPOINTMENTS;
  return applyUnsavedChanges(content.appointments, unsaved, listMembership(list, data?.pages));
}

/**
 * The later appointments of the same series; empty if the appointment belongs to no series, or until they are loaded.
 */
export function useFollowingAppointments(appointment: ReceivedAppointment): ReceivedAppointment[] {
  const { session, company } = useDesk();
  return findLaterInSeries(useSeries(company.id, appointment.id, canBookSeries(session.capabilities)), appointment);
}
