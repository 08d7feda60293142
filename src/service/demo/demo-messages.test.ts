import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { createDemoAppointments } from './demo-appointments.ts';
import { createDemoHistory } from './demo-history.ts';
import { createDemoMessages } from './demo-messages.ts';
import { createDemoPeriod, createDemoPractice } from './demo-practice.ts';

describe.each(['2026-11-20', '2026-11-28', '2026-11-29', '2026-12-02'])('the messages of the demo on %s', (date) => {
  const period = createDemoPeriod(Temporal.PlainDate.from(date));
  const practice = createDemoPractice(1, period.today);
  const rows = [...createDemoAppointments(practice, period)].flat();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const { messages, sentFor, answers } = createDemoMessages(practice, period, rows);
  const zones = new Map(practice.company.stores.map(({ id, timeZone }) => [id, timeZone]));
  const isUpcoming = (start: string) => Date.parse(start) > period.now;

  it('went out within the hours, before the start, and once for an appointment', () => {
    expect(messages.length).toBeGreaterThan(500);
    for (const { appointmentIds, clientId, createdAt, updatedAt, storeId, kind, channel, to } of messages) {
      const clock = Temporal.Instant.from(createdAt)
        .toZonedDateTimeISO(zones.get(storeId) ?? '')
        .toPlainTime();
      expect(Temporal.PlainTime.compare(clock, '08:00') >= 0 && Temporal.PlainTime.compare(clock, '20:01') < 0).toBe(
        true,
      );
      expect(createdAt < updatedAt && Date.parse(updatedAt) <= period.recordedUntil).toBe(true);
      const client = practice.clients.find(({ id }) => id === clientId);
      expect(to).toBe(channel === 'email' ? client?.email : client?.phone);
      expect([channel, null]).toContain(client?.contactBy);
      for (const id of appointmentIds) {
        const appointment = byId.get(id);
        expect(appointment).toMatchObject({ clientId, storeId });
        expect(createdAt > (appointment?.createdAt ?? '') && createdAt < (appointment?.start ?? '')).toBe(true);
        if (kind === 'cancellation') expect(appointment?.status).toBe('cancelled');
      }
    }
    const keys = sentFor.map(({ appointmentId, kind, forStart }) => [appointmentId, kind, forStart].join());
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(messages.map(({ kind }) => kind)).size).toBe(3);
    expect(new Set(messages.map(({ channel }) => channel)).size).toBe(2);
    expect(new Set(messages.map(({ language }) => language)).size).toBeGreaterThan(1);
  });

  it('has an address that does not exist, and a message whose end is unknown, about upcoming appointments', () => {
    const failed = messages.filter(({ status }) => status === 'failed');
    expect(new Set(failed.map(({ clientId, reason }) => `${clientId} ${reason}`)).size).toBe(1);
    expect(failed).toEqual(failed.map((one) => ({ ...one, channel: 'email', reason: 'no_such_address' })));
    expect(failed.some(({ forStart }) => isUpcoming(forStart))).toBe(true);
    expect(messages.filter(({ status, forStart }) => status === 'unknown' && isUpcoming(forStart))).toHaveLength(1);
  });

  it('is answered: confirmed by many, another time by two, and cancelled as the history says', () => {
    const sentAt = new Map(
      messages.flatMap(({ status, createdAt, appointmentIds }) =>
        status === 'sent' ? appointmentIds.map((id) => [id, createdAt] as const) : [],
      ),
    );
    for (const { appointmentId, at, forStart, answer } of answers) {
      const appointment = byId.get(appointmentId);
      expect(forStart).toBe(appointment?.start);
      expect(at <= forStart && Date.parse(at) <= period.recordedUntil && sentAt.has(appointmentId)).toBe(true);
      expect(appointment?.status === 'cancelled').toBe(answer === 'cancelled');
      if (answer !== 'cancelled' || appointment === undefined) continue;
      expect(createDemoHistory(appointment, 'desk').at(-1)).toMatchObject({ at, employeeId: null, reason: 'Client' });
    }
    const upcoming = answers.filter(({ forStart }) => isUpcoming(forStart));
    expect(upcoming.filter(({ answer }) => answer === 'confirmed').length).toBeGreaterThan(20);
    expect(upcoming.filter(({ answer }) => answer === 'cancelled')).not.toEqual([]);
    const others = answers.filter(({ answer }) => answer === 'another_time');
    expect(others.map(({ note }) => note !== null)).toEqual([true, true]);
    for (const { forStart } of others) expect(Date.parse(forStart) - period.now).toBeLessThan(6 * 86_400_000);
  });

  it('is the same for the same appointments', () => {
    expect(createDemoMessages(practice, period, rows)).toEqual({ messages, sentFor, answers });
  });
});
