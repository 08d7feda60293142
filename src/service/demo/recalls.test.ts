import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { createDemoAppointments } from './demo-appointments.ts';
import { createDemoPeriod, createDemoPractice } from './demo-practice.ts';
import { createDemoRecalls } from './recalls.ts';

describe.each(['2026-11-20', '2026-11-28', '2026-11-29', '2027-03-01'])('the recalls of the demo on %s', (date) => {
  const period = createDemoPeriod(Temporal.PlainDate.from(date));
  const practice = createDemoPractice(1, period.today);
  const appointments = [...createDemoAppointments(practice, period)].flat();
  const visits = new Set(appointments.map(({ petId, visitTypeId }) => `${petId} ${visitTypeId}`));
  const { recalls, attempts } = createDemoRecalls(practice, period, visits);

  it('are of five pets who can be called, three overdue, and neither booked nor seen for it lately', () => {
    expect(recalls).toHaveLength(5);
    expect(recalls.filter(({ dueOn }) => dueOn < date)).toHaveLength(3);
    expect(new Set(recalls.map(({ petId }) => petId)).size).toBe(5);
    for (const { petId, visitTypeId, createdAt, updatedAt } of recalls) {
      const pet = practice.pets.find(({ id }) => id === petId);
      expect(pet?.isActive).toBe(true);
      expect(practice.clients.find(({ id }) => id === pet?.clientId)?.phone).toBeTruthy();
      const isThat = (one: (typeof appointments)[number]) => one.petId === petId && one.visitTypeId === visitTypeId;
      expect(appointments.some(isThat)).toBe(false);
      expect(createdAt > (pet?.createdAt ?? '') && createdAt <= updatedAt).toBe(true);
      expect(Date.parse(updatedAt)).toBeLessThanOrEqual(period.recordedUntil);
    }
  });

  it('have one that is snoozed, and two about which someone called', () => {
    expect(recalls.flatMap(({ snoozedUntil }) => snoozedUntil ?? []).map((day) => day > date)).toEqual([true]);
    expect(attempts).toHaveLength(2);
    for (const { recallId, at, how } of attempts) {
      expect(recalls.some(({ id }) => id === recallId)).toBe(true);
      expect(how).toBe('call');
      expect(Date.parse(at)).toBeLessThanOrEqual(period.recordedUntil);
    }
  });

  it('are of visit types after which pets are due again', () => {
    const types = practice.types.filter(({ recallMonths }) => recallMonths !== null);
    expect(types.map(({ name, recallMonths }) => `${name} ${recallMonths}`)).toEqual([
      ...['Annual health check 12', 'Dental cleaning 6', 'Vaccination 12'],
    ]);
    expect(recalls.every(({ visitTypeId }) => types.some(({ id }) => id === visitTypeId))).toBe(true);
  });
});
