import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ServiceError } from '#contract/error.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { detailsAddress as address, practiceWithVisit, VISIT } from '#testing/board-of-two.ts';
import { errorResponse } from '#testing/practice-extensions.ts';
import { idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { lookForChanges } from '#testing/shown-board.ts';

const details = page.getByRole('complementary', { name: 'Appointment' });

test('the next status takes one click, and its notice offers Undo', async () => {
  const { practice, visit, patches } = practiceWithVisit();
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Check in' }).click();
  await expect.element(details.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect.poll(() => visit()?.status).toBe('checked_in');
  expect(patches()[0]?.body).toMatchObject({ expectedUpdatedAt: '2026-06-01T08:00:00.123Z', status: 'checked_in' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => visit()).toMatchObject({ status: 'confirmed', checkedInAt: null });
  await expect.element(details.getByRole('button', { name: 'Check in' })).toBeVisible();
});

test('every other status is in the menu, with the labels of the enums', async () => {
  const { practice, visit } = practiceWithVisit();
  for (const entry of practice.enums['APPOINTMENT_STATUS'] ?? []) {
    if (entry.value === 'no_show') entry.label = 'Did not come';
  }
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Status' }).click();
  await expect.element(page.getByRole('menuitemradio', { name: 'Checked in' })).toHaveFocus();
  await userEvent.keyboard('{End}{Enter}');
  await expect.poll(() => visit()?.status).toBe('no_show');
});

test('the status menu takes the focus if it opened before the statuses loaded', async () => {
  const { practice } = practiceWithVisit();
  const { letGo } = practice.hold('GET /v1/enums');
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Status' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  letGo();
  await expect.element(page.getByRole('menuitemradio', { name: 'Checked in' })).toHaveFocus();
});

test.each(['reasons', 'no reasons'])(
  'however slowly Cancel appointment is pressed again, nothing else is done: %s',
  async (stored) => {
    const { practice, visit, patches } = practiceWithVisit();
    const { giveReason: _, ...others } = practice.session.capabilities;
    if (stored === 'no reasons') practice.session.capabilities = others;
    const { address: shown } = await renderApp(practice, address);
    const cancel = details.getByRole('button', { name: 'Cancel appointment' });
    await expect.element(cancel).toBeVisible();
    const { left, right, top, bottom } = cancel.element().getBoundingClientRect();
    const press = () => {
      const element = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return userEvent.click(page.elementLocator(element ?? document.body));
    };
    await press();
    await expect.poll(() => visit()?.status).toBe('cancelled');
    const before = shown();
    for (let again = 0; again < 2; again += 1) {
      pause();
      await press();
    }
    await expect
      .element(details.getByRole('group', { name: 'Why?' }).or(details.getByText('Cancelled')).first())
      .toBeVisible();
    expect(shown()).toBe(before);
    expect(patches()).toHaveLength(1);
  },
);

/** A colleague changes the appointment while the desk's change is in flight, before the desk can learn about it. */
function colleagueIsFirst(practice: PracticeInMemory, changes: Parameters<PracticeInMemory['change']>[1]) {
  const end = practice.answer(`PATCH /v1/appointments/${VISIT}`, (_request, respond) => {
    end();
    practice.change(VISIT, changes);
    return respond();
  });
}

test('a conflict shows both versions side by side, and either can be chosen', { tags: 'smoke' }, async () => {
  const { practice, visit } = practiceWithVisit();
  await renderApp(practice, address);
  await expect.element(details.getByRole('button', { name: 'Check in' })).toBeVisible();
  colleagueIsFirst(practice, { status: 'cancelled', notes: 'Called at eight' });
  await details.getByRole('button', { name: 'Check in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed in the meantime' });
  await expect
    .element(dialog.getByRole('row', { name: /^Status/ }))
    .toHaveTextContent(/Confirmed.*Cancelled.*Checked in/);
  await expect.element(dialog.getByRole('row', { name: /^Notes/ })).toHaveTextContent('Called at eight');
  await dialog.getByRole('button', { name: 'Apply mine' }).click();
  await expect.poll(() => visit()).toMatchObject({ status: 'checked_in', notes: 'Called at eight' });
});

test('a conflict about times on two days shows their dates', async () => {
  const { practice } = practiceWithVisit();
  await renderApp(practice, address);
  await expect.element(details.getByRole('button', { name: 'Check in' })).toBeVisible();
  const { start = '' } = practice.appointments.find(({ id }) => id === VISIT) ?? {};
  const dayAfter = (instant: string) => new Date(Date.parse(instant) + 24 * 3_600_000).toISOString();
  colleagueIsFirst(practice, { status: 'cancelled', start: dayAfter(start), end: dayAfter(dayAfter(start)) });
  await details.getByRole('button', { name: 'Check in' }).click();
  const time = page.getByRole('dialog', { name: 'Changed in the meantime' }).getByRole('row', { name: /^Time/ });
  await expect.element(time).toHaveTextContent(/Wed.*Thu.*Thu/);
});

test('a conflict shows what the colleague goes on changing, and mine is applied on top of it', async () => {
  const { practice, visit, patches } = practiceWithVisit();
  await renderApp(practice, address);
  await expect.element(details.getByRole('button', { name: 'Check in' })).toBeVisible();
  colleagueIsFirst(practice, { status: 'cancelled' });
  await details.getByRole('button', { name: 'Check in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed in the meantime' });
  await expect.element(dialog.getByRole('row', { name: /^Status/ })).toHaveTextContent(/Confirmed.*Cancelled.*Checked/);
  practice.change(VISIT, { status: 'no_show', notes: 'Called at eight' });
  await lookForChanges(practice);
  await expect.element(dialog.getByRole('row', { name: /^Status/ })).toHaveTextContent(/Confirmed.*No-show.*Checked/);
  await expect.element(dialog.getByRole('row', { name: /^Notes/ })).toHaveTextContent('Called at eight');
  await dialog.getByRole('button', { name: 'Apply mine' }).click();
  await expect.poll(() => visit()).toMatchObject({ status: 'checked_in', notes: 'Called at eight' });
  await expect.element(dialog).not.toBeInTheDocument();
  expect(patches()).toHaveLength(2);
});

test('keeping the colleague’s version sends nothing', async () => {
  const { practice, visit, patches } = practiceWithVisit();
  await renderApp(practice, address);
  await expect.element(details.getByRole('button', { name: 'Check in' })).toBeVisible();
  colleagueIsFirst(practice, { status: 'cancelled', notes: 'Called at eight' });
  await details.getByRole('button', { name: 'Check in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed in the meantime' });
  await dialog.getByRole('button', { name: /^Keep/ }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(details.getByText('Called at eight')).toBeVisible();
  expect(patches()).toHaveLength(1);
  expect(visit()).toMatchObject({ status: 'cancelled', notes: 'Called at eight' });
});

test('giving up a change whose answer was lost reports the current value', async () => {
  const { practice, visit } = practiceWithVisit();
  practice.answer(`PATCH /v1/appointments/${VISIT}`, (_, respond) => {
    respond();
    return Promise.reject(new TypeError('no network'));
  });
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Check in' }).click();
  const notice = page.getByRole('dialog').filter({ hasText: 'Bella' });
  await expect.element(notice).toHaveTextContent(/not saved yet.*Checked in.*Keep this page open/);
  const back = practice.answer(`PATCH /v1/appointments/${VISIT}`, () => new Promise<Response>(() => undefined));
  await notice.getByRole('button', { name: 'Don’t save' }).click();
  await expect.element(notice).toHaveTextContent(/change discarded.*It now reads: .*Checked in/);
  await expect.element(details.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect
    .element(details.getByText('Not saved yet. Frontdesk keeps trying', { exact: false }))
    .not.toBeInTheDocument();
  back();
  expect(visit()?.status).toBe('checked_in');
});

/** Rejects changes of a field once `letGo` is called; other changes succeed. */
function refuse(practice: ReturnType<typeof practiceWithVisit>['practice'], field: string) {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const end = practice.answer(`PATCH /v1/appointments/${VISIT}`, async ({ body }, respond) => {
    if (!(field in (body ?? {}))) return respond();
    await free;
    return errorResponse(new ServiceError('invalid_input', `${field}: it cannot be changed now`));
  });
  return { letGo: () => letGo(), end };
}

test('refused notes return to their field as typed, until they are saved', async () => {
  const { practice, visit } = practiceWithVisit();
  const { letGo, end } = refuse(practice, 'notes');
  const { leave } = await renderApp(practice, address);
  await details.getByRole('button', { name: 'Add notes' }).click();
  await userEvent.keyboard('Limps{Control>}{Enter}{/Control}');
  const field = details.getByRole('textbox', { name: 'Notes' });
  await expect.element(field).not.toBeInTheDocument();
  // Editing continues on another screen in the meantime.
  const search = page.getByRole('combobox', { name: 'Search', exact: true });
  await search.click();
  letGo();
  await expect.element(field).toHaveValue('Limps');
  await expect.element(search).toHaveFocus();
  await expect.element(page.getByRole('dialog').filter({ hasText: 'not changed' })).toHaveTextContent('Limps');
  await leave();

  await renderApp(practice, address);
  await expect.element(field).toHaveValue('Limps');
  end();
  await details.getByRole('button', { name: 'Save notes' }).click();
  await expect.poll(() => visit()?.notes).toBe('Limps');
  await expect.element(field).not.toBeInTheDocument();
  await details.getByRole('button', { name: 'Edit notes' }).click();
  await userEvent.keyboard(' badly');
  await expect.element(field).toHaveValue('Limps badly');
  await details.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(details.getByText('Limps', { exact: true })).toBeVisible();
});

test.each([
  ['rate_limit_exceeded', 'Waiting for the practice system: it is busy just now.'],
  ['outcome_unknown', 'The practice system hasn’t responded yet.'],
  [
    'storage_full',
    'Nothing was saved because the practice system’s disk is full. Ask whoever looks after it in your practice to free up space.',
  ],
] as const)(
  'if the practice system reports %s, the notice does not suggest a retry, since that happens automatically',
  async (key, reason) => {
    const { practice } = practiceWithVisit();
    practice.answer(`PATCH /v1/appointments/${VISIT}`, () =>
      errorResponse(new ServiceError(key, 'Look for it, and try again.')),
    );
    await renderApp(practice, address);
    await details.getByRole('button', { name: 'Check in' }).click();
    const notice = page.getByRole('dialog').filter({ hasText: 'Bella' });
    await expect.element(notice).toHaveTextContent(`${reason} Keep this page open`);
    await expect.element(notice).not.toHaveTextContent('try again');
  },
);

test('a change whose answer was lost is shown as unsaved until the practice system answers', {
  tags: 'smoke',
}, async () => {
  const { practice, visit } = practiceWithVisit();
  const back = practice.answer(`PATCH /v1/appointments/${VISIT}`, () => Promise.reject(new TypeError('no network')));
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Check in' }).click();
  await expect.element(details.getByText('Not saved yet. Frontdesk keeps trying', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Bella.*not saved yet/ })).toBeVisible();
  expect(visit()?.status).toBe('confirmed');
  back();
  await expect.poll(() => visit()?.status, { timeout: 15_000 }).toBe('checked_in');
  await expect
    .element(details.getByText('Not saved yet. Frontdesk keeps trying', { exact: false }))
    .not.toBeInTheDocument();
});

test('a refused change is reverted and reported', { tags: 'smoke' }, async () => {
  const { practice } = practiceWithVisit();
  practice.answer(`PATCH /v1/appointments/${VISIT}`, () =>
    Response.json(
      { message: 'forbidden', data: { suggestion: 'Ask for the right', errorInstanceId: 'x' } },
      { status: 403 },
    ),
  );
  await renderApp(practice, address);
  await details.getByRole('button', { name: 'Check in' }).click();
  await expect.element(page.getByText('not changed', { exact: false })).toBeVisible();
  await expect.element(details.getByRole('button', { name: 'Check in' })).toBeVisible();
});

test('room, vet and notes are edited in place and appear in the history', { tags: 'smoke' }, async () => {
  const { practice, visit } = practiceWithVisit();
  await renderApp(practice, address);
  await details.getByRole('combobox', { name: 'Room' }).click();
  await page.getByRole('option', { name: 'Room 2' }).click();
  await expect.poll(() => visit()?.roomId).toBe(idOf(3, 12));
  await details.getByRole('button', { name: 'Add notes' }).click();
  await userEvent.keyboard('Limps{Control>}{Enter}{/Control}');
  await expect.poll(() => visit()?.notes).toBe('Limps');
  await details.getByRole('button', { name: 'Edit notes' }).click();
  await userEvent.keyboard(', left hind leg{Control>}{Enter}{/Control}');
  await expect.poll(() => visit()?.notes).toBe('Limps, left hind leg');
  await details.getByText('History').click();
  const entries = details.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect.element(entries.filter({ hasText: 'Notes: none → “Limps”' })).toHaveTextContent('Ada Okafor');
  await expect.element(entries.filter({ hasText: 'Room 1' })).toHaveTextContent('Room 2');
});

test('notes that a colleague wrote in the meantime are shown beside the typed ones, not overwritten', async () => {
  const { practice, visit } = practiceWithVisit();
  const { settled } = await renderApp(practice, address);
  await details.getByRole('button', { name: 'Add notes' }).click();
  await userEvent.keyboard('Limps');
  practice.change(VISIT, { notes: 'Called at eight' });
  await lookForChanges(practice);
  await settled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const dialog = page.getByRole('dialog', { name: 'Changed in the meantime' });
  await expect.element(dialog.getByRole('row', { name: /^Notes/ })).toHaveTextContent(/Called at eight.*Limps/);
  expect(visit()?.notes).toBe('Called at eight');
  await dialog.getByRole('button', { name: 'Apply mine' }).click();
  await expect.poll(() => visit()?.notes).toBe('Limps');
});

test('unsaved notes are visible only to the person who typed them, in this tab', async () => {
  const { practice } = practiceWithVisit();
  const signedIn = (person: string) => Object.assign(practice.session, { access: 'sign_in', person, name: person });
  signedIn('ann');
  const { leave } = await renderApp(practice, address);
  await details.getByRole('button', { name: 'Add notes' }).click();
  await userEvent.keyboard('Limps');
  await leave();
  signedIn('bob');
  const { leave: leaveBob } = await renderApp(practice, address);
  await expect.element(details.getByRole('button', { name: 'Add notes' })).toBeVisible();
  await expect.element(details.getByRole('textbox', { name: 'Notes' })).not.toBeInTheDocument();
  await leaveBob();
  signedIn('ann');
  await renderApp(practice, address);
  await expect.element(details.getByRole('textbox', { name: 'Notes' })).toHaveValue('Limps');
});

test('notes reopened while they are being saved stay open', async () => {
  const { practice, visit, patches } = practiceWithVisit();
  const { router, settled } = await renderApp(practice, address);
  await details.getByRole('button', { name: 'Add notes' }).click();
  const { letGo, end } = practice.hold(`PATCH /v1/appointments/${VISIT}`);
  await userEvent.keyboard('Limps{Control>}{Enter}{/Control}');
  await expect.poll(patches).toHaveLength(1);
  await details.getByRole('button', { name: 'Edit notes' }).click();
  const field = details.getByRole('textbox', { name: 'Notes' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(', left');
  // Another appointment is opened in the meantime.
  await router.navigate({ to: '/', search: { ...router.state.location.search, appointment: undefined } });
  await expect.element(field).not.toBeInTheDocument();
  router.history.back();
  await expect.element(field).toHaveValue('Limps, left');
  await expect.element(field).toHaveFocus();
  end();
  letGo();
  await expect.poll(() => visit()?.notes).toBe('Limps');
  await settled();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(' hind leg{Control>}{Enter}{/Control}');
  await expect.poll(() => visit()?.notes).toBe('Limps, left hind leg');
  await expect.element(field).not.toBeInTheDocument();
});

test('whoever is at the desk is not offered as a vet in the details', async () => {
  const { practice } = practiceWithVisit();
  Object.assign(practice.employees[1] ?? {}, { role: 'receptionist' });
  await renderApp(practice, address);
  await details.getByRole('combobox', { name: 'Vet' }).click();
  await expect.element(page.getByRole('option', { name: 'Ada Okafor' })).toBeVisible();
  expect(page.getByRole('option', { name: 'Bram de Wit' }).elements()).toEqual([]);
});

test('the vet can be changed to Unassigned in place', async () => {
  const { practice, visit } = practiceWithVisit();
  await renderApp(practice, address);
  const vet = details.getByRole('combobox', { name: 'Vet' });
  await vet.click();
  await expect.element(page.getByRole('option', { name: 'Ada Okafor' })).toBeVisible();
  // Employees who work at another store or have left are not offered.
  for (const name of ['Chiara Rossi', 'Dov Left']) {
    expect(page.getByRole('option', { name }).elements()).toEqual([]);
  }
  await page.getByRole('option', { name: 'Bram de Wit' }).click();
  await expect.poll(() => visit()?.employees).toEqual([{ id: idOf(6, 2), isMainEmployee: true }]);
  await vet.click();
  await page.getByRole('option', { name: 'Unassigned' }).click();
  await expect.poll(() => visit()?.employees).toEqual([]);
  await details.getByRole('button', { name: 'Check in' }).click();
  await expect.poll(() => visit()?.status).toBe('checked_in');
  practice.change(visit()?.id ?? '', { visitTypeId: idOf(7, 3) });
  await details.getByText('History').click();
  const entries = details.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect.element(entries.filter({ hasText: /Visit type: .* → .*Dental/ })).toBeVisible();
  await expect
    .element(entries.filter({ hasText: 'Status: Confirmed → Checked in' }))
    .toHaveTextContent(/Checked in: none →/);
  await expect.element(entries.filter({ hasText: /Vet: .*Ada Okafor.* → .*Bram de Wit/ })).toBeVisible();
  await expect.element(entries.filter({ hasText: /Vet: .*Bram de Wit.* → Unassigned/ })).toBeVisible();
  await expect.element(entries.last()).toHaveTextContent('Booked or changed before the history began');
});

test('a failed history can be reloaded, including its earlier pages', async () => {
  const { practice } = practiceWithVisit();
  const name = `GET /v1/appointments/${VISIT}/history`;
  const entry = (at: string, from: string | null, to: string) => ({
    at,
    employeeId: idOf(6, 2),
    changes: [{ field: 'notes', from, to }],
  });
  practice.answer(name, ({ query }) =>
    Response.json(
      query.get('cursor') === 'more'
        ? { data: [entry('2026-06-01T08:00:00Z', null, 'one')], nextCursor: null, hasMore: false, totalCount: 2 }
        : { data: [entry('2026-06-02T08:00:00Z', 'one', 'two')], nextCursor: 'more', hasMore: true, totalCount: 2 },
    ),
  );
  const back = practice.answer(name, () => Response.json({ message: 'forbidden', data: {} }, { status: 403 }));
  await renderApp(practice, address);
  await details.getByText('History').click();
  await expect.element(details.getByRole('alert')).toHaveTextContent('The history couldn’t be loaded.');
  back();
  pause();
  await details.getByRole('button', { name: 'Try again' }).click();
  const entries = details.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect.element(entries).toHaveTextContent(/Bram de Wit.*Notes: “one” → “two”/);
  pause();
  await details.getByRole('button', { name: 'Earlier changes' }).click();
  await expect.element(entries.last()).toHaveTextContent('Booked');
  expect(entries.elements()).toHaveLength(2);
  await expect.element(details.getByRole('button', { name: 'Earlier changes' })).not.toBeInTheDocument();
});

test('the details have no buttons for unavailable changes', { tags: 'smoke' }, async () => {
  const foreign = practiceWithVisit(false);
  const { leave } = await renderApp(foreign.practice, address);
  await expect.element(details.getByText('use the practice system', { exact: false })).toBeVisible();
  for (const name of ['Check in', 'Status', 'Reschedule', 'Add notes', 'Edit notes']) {
    await expect.element(details.getByRole('button', { name })).not.toBeInTheDocument();
  }
  await expect.element(details.getByText('History')).not.toBeInTheDocument();
  await leave();
  const { practice } = practiceWithVisit();
  practice.session.canWrite = false;
  await renderApp(practice, address);
  await expect.element(details.getByText('use the practice system', { exact: false })).toBeVisible();
  for (const name of ['Check in', 'Status', 'Reschedule', 'Add notes', 'Edit notes']) {
    await expect.element(details.getByRole('button', { name })).not.toBeInTheDocument();
  }
  expect(details.getByRole('combobox').elements()).toEqual([]);
  // Read permission includes the history.
  await expect.element(details.getByText('History')).toBeVisible();
  // It cannot book, and says why.
  const bookAgain = details.getByRole('button', { name: 'Book again' });
  await expect.element(bookAgain).toHaveAttribute('aria-disabled', 'true');
  (bookAgain.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('dialog', { name: 'New appointment' }))
    .toHaveTextContent('You can view appointments but not book');
});

test.each([
  { fields: ['status'] as const, buttons: ['Check in', 'Status'], boxes: [] },
  { fields: ['start', 'end'] as const, buttons: ['Reschedule'], boxes: [] },
  { fields: ['start'] as const, buttons: [], boxes: [] },
  { fields: ['roomId'] as const, buttons: [], boxes: ['Room'] },
  { fields: ['employeeId'] as const, buttons: [], boxes: ['Vet'] },
  { fields: ['notes'] as const, buttons: ['Add notes'], boxes: [] },
])('a practice system that only changes $fields gets only those buttons', async ({ fields, buttons, boxes }) => {
  const { practice } = practiceWithVisit();
  practice.session.capabilities.changeAppointment = { fields: [...fields], idempotent: false };
  const { settled } = await renderApp(practice, address);
  await expect.element(details.getByText('History')).toBeVisible();
  await settled();
  const there = ['Check in', 'Status', 'Reschedule', 'Add notes'].filter(
    (name) => details.getByRole('button', { name, exact: true }).elements().length > 0,
  );
  expect(there).toEqual(buttons);
  expect(['Room', 'Vet'].filter((name) => details.getByRole('combobox', { name }).elements().length > 0)).toEqual(
    boxes,
  );
});
