import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import { receivedAvailabilitySchema } from '#contract/received-availability.ts';
import { createBookable, determineNeeds, findStartsFromOpening } from '#scheduling/bookable.ts';
import { createDemoAppointments } from './demo-appointments.ts';
import { createDemoAvailability } from './demo-availability.ts';
import { createDemoPeriod, createDemoPractice } from './demo-practice.ts';
import { createDemoOnlineBooking } from './online-booking.ts';

describe.each(['2026-11-20', '2026-11-28', '2026-11-29', '2026-12-02', '2026-12-24'])(
  'the booking pages of the demo on %s',
  (date) => {
    const period = createDemoPeriod(Temporal.PlainDate.from(date));
    const practice = createDemoPractice(1, period.today);
    const appointments = [...createDemoAppointments(practice, period)].flat();
    const plan = createDemoAvailability(practice, { from: period.today, until: period.today.add({ days: 21 }) });
    const { settings, pages, requests, refusals } = createDemoOnlineBooking(practice, period, { appointments, plan });
    const types = new Map(practice.types.map((type) => [type.id, type]));

    it('offers some types at every store, under slugs that differ', () => {
      expect(pages.map(({ storeId }) => storeId)).toEqual(practice.company.stores.map(({ id }) => id));
      expect(new Set(pages.map(({ slug }) => slug)).size).toBe(pages.length);
      const offered = settings.types.filter(({ isOn }) => isOn);
      expect(offered).toHaveLength(4);
      for (const { visitTypeId } of offered) expect(types.get(visitTypeId)?.isActive).toBe(true);
      expect(refusals).toHaveLength(4);
    });

    it('has an open request by someone new and one by a client on file, each for a time that was free and is left', () => {
      expect(requests).toHaveLength(2);
      const emails = new Set(practice.clients.map(({ email }) => email));
      expect(requests.map(({ email }) => emails.has(email))).toEqual([false, true]);
      const [, known] = requests;
      const client = practice.clients.find(({ email }) => email === known?.email);
      expect(client).toMatchObject({ phone: known?.phone, firstName: known?.firstName });
      expect(practice.pets.some(({ clientId, name }) => clientId === client?.id && name === known?.petName)).toBe(true);
      const employees = practice.employees.map((employee) => receivedEmployeeSchema.parse(employee));
      for (const { start, end, storeId, visitTypeId, createdAt, status } of requests) {
        expect(status).toBe('open');
        expect(Date.parse(createdAt)).toBeLessThanOrEqual(period.recordedUntil);
        const [from, until] = [Date.parse(start), Date.parse(end)];
        const store = practice.company.stores.find(({ id }) => id === storeId);
        const type = types.get(visitTypeId);
        if (store === undefined || type === undefined) throw new Error('a request names a store and a type');
        const bookable = createBookable({
          span: { start: from - 86_400_000, end: until + 86_400_000 },
          appointments: appointments.map((appointment) => receivedAppointmentSchema.parse(appointment)),
          plan: plan.map((entry) => receivedAvailabilitySchema.parse(entry)),
          ...{ stores: practice.company.stores, employees, heldRequests: [] },
        });
        const needs = determineNeeds({ store, vet: null, type, petId: null, employees });
        const starts = findStartsFromOpening(bookable, needs, {
          start: from,
          end: until,
          length: until - from,
          step: 900_000,
        });
        expect(starts).toContain(from);
      }
    });
  },
);
