import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';
const NORTH = idOf(2, 1);
const [ROOM_1, ROOM_2] = [idOf(3, 11), idOf(3, 12)];
const [ADA, BRAM] = [idOf(6, 1), idOf(6, 2)];
const panel = page.getByRole('dialog', { name: /Give appointments of .*Ada Okafor/ });
const rows = () => panel.getByRole('listitem').elements();
/** A time of the day in New York, four hours behind UTC then. */
const at = (time: string) => new Date(`${DAY}T${time}:00.000-04:00`).toISOString();

interface Booked {
  from: string;
  to: string;
  vet?: string;
  room?: string | null;
  pet?: number;
}

function practiceWith(booked: readonly Booked[]): PracticeInMemory {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, beyond: true });
  for (const client of practice.clients) client.phone = '+1 902 555 0147';
  for (const [index, { from, to, vet = ADA, room = ROOM_1, pet = index + 1 }] of booked.entries())
    practice.add({
      ...{ id: idOf(8, index + 1), petId: idOf(4, pet), start: at(from), end: at(to), roomId: room, storeId: NORTH },
      ...{ status: 'confirmed', employees: [{ id: vet, isMainEmployee: true }] },
    });
  return practice;
}

const whose = ({ appointments }: PracticeInMemory) =>
  appointments.map(({ employees }) => (employees[0]?.id === ADA ? 'Ada' : employees[0]?.id === BRAM ? 'Bram' : '?'));

async function open(practice: PracticeInMemory) {
  const app = await renderApp(practice, `/?date=${DAY}&store=${NORTH}&view=vets&clear=person:${ADA}`);
  await app.settled();
  await expect.element(panel).toBeVisible();
  return app;
}

test('all appointments that a colleague has time for go to them with one press and come back with one Undo', async () => {
  const practice = practiceWith([
    { from: '09:00', to: '09:30' },
    { from: '10:00', to: '10:30' },
    { from: '11:00', to: '11:30' },
    { from: '10:00', to: '10:30', vet: BRAM, room: ROOM_2 },
  ]);
  await open(practice);
  await expect.poll(() => rows().length).toBe(3);
  await expect
    .element(panel.getByRole('link', { name: '+1 902 555 0147' }).first())
    .toHaveAttribute('href', 'tel:+19025550147');
  await expectAccessible('appointments to give', { part: '[role="dialog"]' });
  await panel.getByRole('button', { name: 'Give all to…' }).click();
  await page.getByRole('menuitem', { name: /Bram de Wit.*2 of 3/ }).click();
  await waitUntil(() => expect(whose(practice)).toEqual(['Bram', 'Ada', 'Bram', 'Bram']));
  await expect.poll(() => rows().length).toBe(1);
  await expect.element(panel.getByText(/Bram de Wit.* is busy at 10:00/)).toBeVisible();
  await expect.element(page.getByText(/2 appointments given to .*Bram de Wit/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(whose(practice)).toEqual(['Ada', 'Ada', 'Ada', 'Bram']));
  await expect.poll(() => rows().length).toBe(3);
});
