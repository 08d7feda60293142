import { expect, test } from 'vitest';
import { createDayClock } from '#app/scheduling/calendar-day.ts';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { arrivalText } from './block-text.tsx';

const day = createDayClock('America/New_York', '2026-06-02');
const start = Date.parse('2026-06-02T14:00:00Z');
const visit = (more: Record<string, unknown> = {}) =>
  receivedAppointmentSchema.parse({
    id: 'a',
    status: 'confirmed',
    start: '2026-06-02T14:00:00Z',
    end: '2026-06-02T14:30:00Z',
    ...more,
  });
const after = (minutes: number, more?: Record<string, unknown>) =>
  arrivalText(visit(more), start + minutes * 60_000, day);

test('a block says who is late and who waits, and says nothing of anybody else', () => {
  expect(after(9)).toBeNull();
  expect(after(12)).toBe('12 min late');
  expect(after(75)).toBe('1 h 15 min late');
  const checkedIn = { status: 'checked_in', checkedInAt: '2026-06-02T13:52:00Z' };
  expect(after(12, checkedIn)).toBe('waiting 20 min');
  expect(after(12, { ...checkedIn, status: 'in_progress' })).toBeNull();
  expect(after(12, { status: 'cancelled' })).toBeNull();
});
