import { createDaySearch, pageLimit } from '#contract/day-search.ts';
import { deskHeaders, deskSessionSchema, sessionCalls } from '#contract/desk.ts';
import type { StartQuery } from '#contract/desk-start.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { extensions } from '#contract/extensions.ts';
import { splitListParam } from '#contract/list-param.ts';
import { createUnnamedStore, type ReceivedCompany } from '#contract/received.ts';
import { createDeskRequest, type DeskRequest, requestKey } from '#contract/request.ts';
import { parseJson } from '#gateway/upstream/practice-api.ts';
import {
  ALL_STORES,
  completeBoardChoice,
  readViewParam,
  type StoreChoice,
  selectCompany,
  toColumnsView,
} from '#scheduling/board-day.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';
import { weekWindow } from '#scheduling/plan.ts';
import { createSearchForDays, listStoreDays, listWeeksOfDays } from '#scheduling/shown-days.ts';

/** Sends one of the page's requests to the gateway. Its headers name `person`, unless it is null; see {@link deskHeaders}. */
export type SendDeskRequest = (request: DeskRequest, person: string | null) => Promise<Response>;

export const sessionRequest = createDeskRequest(sessionCalls.getSession, {});

/**
 * Stands in for the stores of a company that lists none. This suffices, because the days of its calendar depend only on
 * the time zone and the date.
 */
const ANY_STORE = createUnnamedStore('');

/**
 * Yields the lines of `GET /desk/start` (`desk-start.ts`). For this it sends the requests that a page needs first, one
 * after another only where one depends on another. They are the requests that the page itself would send, so that every
 * check applies to them.
 *
 * @param session the response to {@link sessionRequest}
 */
export async function* streamStartLines(
  session: Response,
  ask: SendDeskRequest,
  query: StartQuery,
): AsyncGenerator<string, void, void> {
  const first = await renderLine(sessionRequest, null, session);
  yield first.line;
  const described = deskSessionSchema.safeParse(parseJson(first.text)).data;
  if (!described?.signedIn || described.setUp === 'first') return;
  const { person, timeZone, capabilities } = described;

  async function sendAndRender(request: DeskRequest) {
    return renderLine(request, person, await ask(request, person).catch(() => null));
  }
  const listed = await sendAndRender(createDeskRequest(endpoints.listCompanies, { limit: pageLimit.max }));
  yield listed.line;
  const companies = endpoints.listCompanies.received.safeParse(parseJson(listed.text)).data?.records ?? [];
  const company = selectCompany(companies, { company: query.company }, { companyId: query.lastCompany ?? null });
  if (company === undefined) return;
  const zone = zoneOfStore({ timeZone }, zoneOfStore({ timeZone: query.zone ?? null }, 'UTC'));
  const requests = [
    ...listCompanyRequests(companies, company),
    ...(query.board === undefined
      ? []
      : listBoardRequests(company, { query, zone, hasPlan: capabilities.listAvailability !== undefined })),
  ];
  yield `${JSON.stringify({ asked: requests.map(requestKey) })}\n`;
  const pending = new Map(
    requests.map((request) => [request, sendAndRender(request).then(({ line }) => ({ request, line }))]),
  );
  while (pending.size > 0) {
    const { request, line } = await Promise.race(pending.values());
    pending.delete(request);
    yield line;
  }
}

function listCompanyRequests(companies: readonly ReceivedCompany[], { id: companyId }: ReceivedCompany): DeskRequest[] {
  const lists = [endpoints.listEmployees, endpoints.listAppointmentTypes];
  // The app takes the stores that a company does not list from its newest appointments.
  const withoutStores = companies.filter(({ stores }) => stores.length === 0);
  return [
    createDeskRequest(endpoints.listEnums, { companyId }),
    ...lists.map((endpoint: Endpoint) => createDeskRequest(endpoint, { companyId, limit: pageLimit.max })),
    ...withoutStores.map(({ id }) =>
      createDeskRequest(endpoints.listAppointments, { companyId: id, limit: pageLimit.max }),
    ),
  ];
}

interface BoardRequestOptions {
  query: StartQuery;
  /** The time zone of stores for which none is set. */
  zone: string;
  hasPlan: boolean;
}

function listBoardRequests(listed: ReceivedCompany, { query, zone, hasPlan }: BoardRequestOptions): DeskRequest[] {
  const company = { id: listed.id, storesListed: listed.stores.length > 0 };
  const { store, date, view, lastCompany = null, lastStores } = query;
  const choice = completeBoardChoice({
    search: { store: parseStores(store), date, view },
    preferences: {
      companyId: lastCompany,
      storeIds: parseStores(lastStores),
      view: readViewParam({ view: query.lastView }) ?? null,
    },
    ...{ company, stores: company.storesListed ? listed.stores : [ANY_STORE] },
    ...{ fallbackZone: zone, now: parseInteger(query.now, { from: 0, to: 1e13 }) ?? Date.now() },
  });
  const days = listStoreDays({
    ...{ ...choice, view: toColumnsView(choice.view ?? 'rooms'), fallbackZone: zone },
    firstWeekday: () => parseInteger(query.firstWeekday, { from: 1, to: 7 }) ?? 1,
  });
  const weeks = hasPlan ? listWeeksOfDays(days) : [];
  return [
    createDeskRequest(endpoints.searchAppointments, {
      ...createDaySearch(createSearchForDays(company, days)),
      cursor: null,
    }),
    ...weeks.map((monday) => {
      const { start, end } = weekWindow(monday);
      const interval = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
      return createDeskRequest(extensions.listAvailability, {
        companyId: company.id,
        ...interval,
        limit: pageLimit.max,
      });
    }),
  ];
}

function parseStores(param: string | undefined): StoreChoice {
  if (param === ALL_STORES) return ALL_STORES;
  return param === undefined ? [] : splitListParam(param);
}

function parseInteger(text: string | undefined, { from, to }: { from: number; to: number }): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= from && number <= to ? number : null;
}

/** The line for a response, and the text of its JSON. If the request failed, the line has no response. */
async function renderLine(request: DeskRequest, person: string | null, response: Response | null) {
  const head = JSON.stringify({ request: requestKey(request), person, headers: pickHeaders(response) });
  const text = response?.ok ? await response.text().catch(() => null) : null;
  if (text === null) return { line: `${head}\n`, text: 'null' };
  // In JSON, a line break between values is mere white space, so it can become a space.
  return { line: `${head.slice(0, -1)},"answer":${text.replaceAll(/[\r\n]+/g, ' ')}}\n`, text };
}

function pickHeaders(response: Response | null): Record<string, string> {
  const names = [deskHeaders.clock, deskHeaders.budget];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = response?.headers.get(name) ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );
}
