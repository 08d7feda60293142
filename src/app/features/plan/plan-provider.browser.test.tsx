import '#app/zod-without-eval.ts';
import '#app/styles.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiContext, createApiClient } from '#app/api/api-client.ts';
import { BudgetAndClockContext, createBudgetAndClock } from '#app/api/budget-and-clock.ts';
import type { DeskCompany } from '#app/api/directory.ts';
import { sessionQueries } from '#app/api/session.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { type PlanActions, usePlanActions } from '#app/changes/plan-actions.ts';
import { Notices } from '#app/components/notices.tsx';
import { usePlan } from '#app/days/availability.ts';
import { ChangeNotices } from '#app/features/change/change-notices.tsx';
import { ChangesProvider } from '#app/features/change/changes-provider.tsx';
import { createQueryClient } from '#app/query-client.ts';
import { createAppRouter } from '#app/router.tsx';
import { CachedReference } from '#app/session/cached-reference.tsx';
import { buildDesk, DeskContext } from '#app/session/use-desk.ts';
import type { DeskSession } from '#contract/desk.ts';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';
import { PlanProvider } from './plan-provider.tsx';

const [NORTH, ADA, BRAM] = [idOf(2, 1), idOf(6, 1), idOf(6, 2)];
/** Nine to five on a Tuesday at North, whose zone is New York. */
const shift = { start: '2026-06-09T13:00:00.000Z', end: '2026-06-09T21:00:00.000Z' };
const wholeDay = { start: '2026-06-09T04:00:00.000Z', end: '2026-06-10T04:00:00.000Z' };
const duty = { ...shift, kind: 'on_duty' as const, storeId: NORTH, employeeId: ADA };
const form = (name: string | RegExp) => page.getByRole('dialog', { name });
const notice = (name: string | RegExp) => page.getByText(name);
const CHANGES = 'POST /v1/availability/changes';

interface ScreenProps {
  practice: PracticeInMemory;
  onPlan: (changes: PlanActions | null) => void;
}

/** A button that cancels the first appointment, in place of a screen with appointments. */
function CancelFirst({ practice }: { practice: PracticeInMemory }) {
  const { change } = useChanges();
  const [first] = practice.appointments.map((one) => receivedAppointmentSchema.parse(one));
  return first ? (
    <button type="button" onClick={() => change(first, { status: 'cancelled' })}>
      Cancel it
    </button>
  ) : null;
}

function List({ companyId }: { companyId: string }) {
  const plan = usePlan({ companyId, mondays: ['2026-06-08'], isThere: true });
  const entries = plan.state === 'known' ? plan.entries : [];
  return (
    <ul aria-label="The week">
      {entries.map(({ id, start, title, employeeId }) => (
        <li key={id}>{[start, title, employeeId === ADA ? 'Ada' : 'Bram'].join(' ')}</li>
      ))}
    </ul>
  );
}

/** Passes the changes of the plan to a test. */
function Changes({ onPlan }: Pick<ScreenProps, 'onPlan'>) {
  const plan = usePlanActions();
  useEffect(() => onPlan(plan), [onPlan, plan]);
  return null;
}

/** The plan of a practice as a list, with its changes, in place of the Shifts page. */
function Screen({ practice, onPlan }: ScreenProps) {
  return (
    <CachedReference>
      <ChangesProvider>
        <PlanProvider>
          <ChangeNotices />
          <Changes onPlan={onPlan} />
          <List companyId={practice.company.id} />
        </PlanProvider>
        <CancelFirst practice={practice} />
        <Notices />
      </ChangesProvider>
    </CachedReference>
  );
}

async function renderPlan(practice: PracticeInMemory) {
  const queryClient = createQueryClient();
  const api = createApiClient({ fetch: practice.fetch, baseUrl: '' });
  queryClient.setQueryData(sessionQueries.current(api).queryKey, practice.session);
  const company: DeskCompany = { ...practice.company, storesListed: true };
  let changes: PlanActions | null = null;
  const onPlan = (planChanges: PlanActions | null) => {
    changes = planChanges;
  };
  onTestFinished(() => {
    queryClient.clear();
    sessionStorage.clear();
  });
  const signals = createBudgetAndClock(Date.now);
  const router = createAppRouter({ api, queryClient }, createMemoryHistory());
  const screen = (session: DeskSession, shown: DeskCompany) => (
    <I18nProvider i18n={i18n}>
      <ApiContext value={api}>
        <BudgetAndClockContext value={signals}>
          <QueryClientProvider client={queryClient}>
            <DeskContext value={buildDesk(session, [shown], shown)}>
              <RouterContextProvider router={router}>
                <main>
                  <h1>Plan</h1>
                  <Screen practice={practice} onPlan={onPlan} />
                </main>
              </RouterContextProvider>
            </DeskContext>
          </QueryClientProvider>
        </BudgetAndClockContext>
      </ApiContext>
    </I18nProvider>
  );
  const { rerender, unmount } = await render(screen(practice.session, company));
  const planChanges = await waitUntil(() => {
    if (changes === null) throw new Error('The plan changes are not ready.');
    return changes;
  });
  const list = page.getByRole('list', { name: 'The week' });
  const lines = () =>
    list
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  /** Renders it again for a session with other permissions and stores. */
  async function renderAnew(session: DeskSession, stores: DeskCompany['stores']) {
    await rerender(screen(session, { ...company, stores }));
    await waitUntil(() => expect(changes).not.toBe(planChanges));
  }
  /** Mounts it again, as when someone else used the desk in between. */
  async function mountAgain() {
    await unmount();
    await render(screen(practice.session, company));
  }
  return {
    changes: planChanges,
    lines,
    renderAnew,
    mountAgain,
    unmount,
    entries: () => [...practice.plan.entries.values()],
  };
}

const practiceWithPlan = () => createPracticeInMemory({ hasExtensions: true, appointments: 0, today: '2026-06-09' });

test('shifts are planned by keyboard, repeated until a date, and undone', { tags: 'smoke' }, async () => {
  const practice = practiceWithPlan();
  const { changes, entries } = await renderPlan(practice);
  changes.openNew({ kind: 'on_duty', ...shift, storeId: NORTH });
  const dialog = form('Plan shifts');
  await expect.element(dialog.getByLabelText('Who')).toHaveFocus();
  await dialog.getByRole('button', { name: 'Plan shifts' }).click();
  await expect.element(dialog.getByText('Choose a person.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Who')).toHaveFocus();
  await userEvent.keyboard('bram{Tab}');
  await dialog.getByLabelText('From').fill('8');
  await dialog.getByRole('checkbox', { name: 'Repeat' }).click();
  await dialog.getByRole('checkbox', { name: 'Thursday' }).click();
  await dialog.getByLabelText('Until').fill('1 june 2026');
  await dialog.getByLabelText('From').click();
  await expect.element(dialog.getByText('This is before the first date.')).toBeVisible();
  await dialog.getByLabelText('Until').fill('25 june 2026');
  await dialog.getByLabelText('From').click();
  await expect.element(dialog.getByText(/6 days, the last on/)).toBeVisible();
  await expectAccessible('planning shifts', { part: '[role="dialog"]' });
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => entries().length).toBe(6);
  expect(entries()[0]).toMatchObject({ employeeId: BRAM, start: '2026-06-09T12:00:00.000Z', end: shift.end });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => entries().length).toBe(0);
});

test('what was typed into the form outlasts its outbox: it opens again after a reload', async () => {
  const practice = practiceWithPlan();
  const { changes, unmount } = await renderPlan(practice);
  changes.openNew({ kind: 'unavailable', ...shift, storeId: NORTH });
  const title = page.getByRole('dialog').getByLabelText('Title');
  await title.fill('Painters');
  await unmount();
  const reloaded = await renderPlan(practice);
  await expect.element(title).toHaveValue('Painters');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await reloaded.unmount();
  await renderPlan(practice);
  await expect.element(page.getByRole('heading', { name: 'Plan', level: 1 })).toBeVisible();
  await expect.element(title).not.toBeInTheDocument();
});

test('on which day all stores are closed has to be entered, and each is closed then', async () => {
  const practice = practiceWithPlan();
  const { changes, entries } = await renderPlan(practice);
  changes.openNew({
    kind: 'unavailable',
    ...wholeDay,
    storeId: null,
    allStores: true,
    employeeId: null,
    asksDay: true,
  });
  const dialog = form('Block time');
  const day = dialog.getByLabelText('Date');
  await expect.element(day).toHaveFocus();
  await expect.element(day).toHaveValue('');
  await dialog.getByRole('button', { name: 'Block time' }).click();
  await expect.element(dialog.getByText('Enter a day.')).toBeVisible();
  await day.fill('25 dec 2026');
  await dialog.getByRole('button', { name: 'Public holiday' }).click();
  await dialog.getByRole('button', { name: 'Block time' }).click();
  await expect.poll(entries).toHaveLength(practice.company.stores.length);
  expect(entries()[0]).toMatchObject({ title: 'Public holiday', start: '2026-12-25T05:00:00.000Z' });
  await expect.element(notice(`${practice.company.stores.length} blocked times added`)).toBeVisible();
});

test('the form is as it was left for a person who comes back, until it is closed', async () => {
  const practice = practiceWithPlan();
  const { changes, mountAgain, entries } = await renderPlan(practice);
  changes.openNew({ kind: 'on_duty', ...shift, storeId: NORTH });
  const dialog = form('Plan shifts');
  await expect.element(dialog.getByLabelText('Who')).toHaveFocus();
  await userEvent.keyboard('bram{Tab}');
  await dialog.getByLabelText('Title').fill('late shift');
  await mountAgain();
  await expect.element(dialog.getByLabelText('Title')).toHaveValue('late shift');
  await dialog.getByRole('button', { name: 'Plan shifts' }).click();
  await expect.poll(entries).toMatchObject([{ title: 'late shift' }]);
  await expect.element(dialog).not.toBeInTheDocument();
  await mountAgain();
  await expect.element(page.getByRole('heading', { name: 'Plan' })).toBeVisible();
  expect(dialog.query()).toBeNull();
});

test('one entry of a series is changed, or the following ones too, and a refused change keeps the input', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWithPlan();
  practice.plan.createSeries(
    ['09', '10', '16', '17'].map((day) => ({
      ...duty,
      start: shift.start.replace('09T', `${day}T`),
      end: shift.end.replace('09T', `${day}T`),
    })),
  );
  const { changes, lines, entries } = await renderPlan(practice);
  await expect.poll(lines).toHaveLength(2);
  const [first] = entries();
  if (first) changes.openEntry(first);
  const dialog = form(/Ada Okafor.*: on duty/);
  await dialog.getByLabelText('To', { exact: true }).fill('16:00');
  await dialog.getByRole('radio', { name: 'This and the following ones' }).click();
  const { letGo } = practice.hold(CHANGES);
  await dialog.getByRole('button', { name: 'Save' }).click();
  letGo();
  await expect.poll(() => entries().map(({ end }) => end.slice(11, 13))).toEqual(['20', '20', '20', '20']);
  const end = practice.answer(CHANGES, () =>
    Response.json(
      { type: 'SERVICE_ERROR', message: 'forbidden', data: { suggestion: 'Ask the manager.' } },
      { status: 403 },
    ),
  );
  const [restored] = entries();
  if (restored) changes.openEntry(restored);
  await dialog.getByLabelText('Title').fill('Late');
  pause();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(notice(/: not saved$/)).toBeVisible();
  end();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByLabelText('Title')).toHaveValue('Late');
  pause();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => entries().map(({ title }) => title)).toEqual(['Late', null, null, null]);
});

test('a colleague’s change of the same field is reported, and mine can be applied to it', async () => {
  const practice = practiceWithPlan();
  const entry = practice.plan.create({ ...duty, title: 'Early' });
  const { changes, lines, entries } = await renderPlan(practice);
  await expect.poll(lines).toEqual(['2026-06-09T13:00:00.000Z Early Ada']);
  practice.plan.change(entry.id, { employeeId: BRAM, title: 'Other' });
  changes.change(entry, { title: 'Late' }, 'this');
  const report = page.getByRole('dialog', { name: /Ada Okafor.*: not saved/ });
  await expect
    .element(report)
    .toHaveTextContent(
      /A colleague has changed this in the meantime. It now reads: .*Bram de Wit.*: on duty, .*Other.*Tue 9 Jun/,
    );
  await expectAccessible('a conflict', { part: '[role="dialog"]' });
  await expect.poll(lines).toEqual(['2026-06-09T13:00:00.000Z Other Bram']);
  await report.getByRole('button', { name: 'Apply mine' }).click();
  await expect.poll(lines).toEqual(['2026-06-09T13:00:00.000Z Late Bram']);
  expect(entries()).toMatchObject([{ title: 'Late', employeeId: BRAM }]);
});

test('blocking time shows how many appointments conflict, and links to those of each day after saving', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWithPlan();
  const starts = ['2026-06-09T13:00', '2026-06-09T14:00', '2026-06-10T13:00', '2026-06-09T15:00'];
  for (const [index, start] of starts.entries())
    practice.add({
      employees: [{ id: index === 3 ? BRAM : ADA, isMainEmployee: true }],
      petId: idOf(4, index + 1),
      start: `${start}:00.000Z`,
      end: `${start.slice(0, 13)}:30:00.000Z`,
    });
  const { changes, entries } = await renderPlan(practice);
  changes.openNew({ kind: 'unavailable', ...shift, end: '2026-06-10T21:00:00.000Z', employeeId: ADA });
  const dialog = form('Time off');
  await dialog.getByRole('button', { name: 'Training' }).click();
  await expect.element(dialog.getByText('3 appointments at that time')).toBeVisible();
  // The input is saved first.
  expect(dialog.getByRole('link').elements()).toEqual([]);
  await expectAccessible('blocking a time', { part: '[role="dialog"]' });
  await dialog.getByRole('button', { name: 'Enter time off' }).click();
  await expect.poll(() => entries()).toMatchObject([{ title: 'Training', employeeId: ADA, storeId: null }]);
  await expect.element(dialog.getByText('Tue 9 Jun · 2 appointments')).toBeVisible();
  await expect.element(dialog.getByText('Wed 10 Jun · 1 appointment')).toBeVisible();
  const link = dialog.getByRole('link', { name: 'Show Wed 10 Jun' });
  expect(new URL(link.element().getAttribute('href') ?? '', location.href).search).toContain(
    `away=${ADA}&awayFrom=2026-06-09&awayUntil=2026-06-10`,
  );
  await link.click();
  await expect.element(dialog).not.toBeInTheDocument();

  changes.openNew({ kind: 'unavailable', ...shift, employeeId: idOf(6, 3) });
  await dialog.getByRole('button', { name: 'Lunch' }).click();
  await expect.element(dialog.getByText('No appointments at that time.')).toBeVisible();
  pause();
  await dialog.getByRole('button', { name: 'Enter time off' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('lunch takes only a part of the day', async () => {
  const { changes } = await renderPlan(practiceWithPlan());
  changes.openNew({ kind: 'unavailable', ...shift, employeeId: ADA });
  const dialog = form('Time off');
  const allDay = dialog.getByRole('checkbox', { name: 'All day' });
  await allDay.click();
  await expect.element(allDay).toBeChecked();
  await dialog.getByRole('button', { name: 'Lunch' }).click();
  await expect.element(allDay).not.toBeChecked();
});

test('a failed search for conflicting appointments is not reported as none, and can be retried', async () => {
  const practice = practiceWithPlan();
  practice.add({
    employees: [{ id: ADA, isMainEmployee: true }],
    ...{ start: '2026-06-09T14:00:00.000Z', end: '2026-06-09T14:30:00.000Z' },
  });
  const { changes } = await renderPlan(practice);
  const end = practice.answer('POST /v1/appointments/search', () => Response.json({}, { status: 400 }));
  changes.openNew({ kind: 'unavailable', ...shift, employeeId: ADA });
  const dialog = form('Time off');
  await expect.element(dialog.getByText('The appointments at that time couldn’t be loaded.')).toBeVisible();
  end();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText('1 appointment at that time')).toBeVisible();
});

test('a store’s zone is the current one at the time of the change', async () => {
  const practice = practiceWithPlan();
  const { session, company } = practice;
  // In New York it is still Tuesday.
  const night = { start: '2026-10-28T02:00:00.000Z', end: '2026-10-28T04:00:00.000Z' };
  const later = { start: '2026-11-04T02:00:00.000Z', end: '2026-11-04T04:00:00.000Z' };
  const [first] = practice.plan.createSeries([night, later].map((time) => ({ ...duty, ...time })));
  const { changes, renderAnew, entries } = await renderPlan(practice);
  const { changeAvailability: _, ...capabilities } = session.capabilities;
  await renderAnew(
    { ...session, capabilities },
    company.stores.map((store) => ({ ...store, timeZone: 'UTC' })),
  );
  if (first) changes.change(first, later, 'following');
  // The clocks in New York go back in between: by them, the second move would be an hour shorter.
  await expect.poll(() => entries().map(({ start }) => start.slice(5, 13))).toEqual(['11-04T02', '11-11T02']);
});
