import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appointmentSchema } from '#contract/appointment.ts';
import { appointmentOrigins, appointmentStatuses, visitTypeCategories } from '#contract/enums.ts';
import { type AppointmentRow, appointmentOf } from './appointment-record.ts';
import { parseArray } from './column-types.ts';
import { isoInstant } from './instants.ts';

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
/** Any uuid that PostgreSQL can hold, most of them of a version and variant that the contract takes. */
const uuid = fc.oneof(
  { weight: 30, arbitrary: fc.uuid() },
  {
    weight: 1,
    arbitrary: fc.constantFrom('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
  },
  { weight: 1, arbitrary: fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join('-')) },
);
const instant = fc.oneof(
  {
    weight: 30,
    arbitrary: fc
      .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
      .map(
        (date) =>
          `${date
            .toISOString()
            .replace('T', ' ')
            .replace(/\.?0*Z$/, '')}+00`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '10000-01-01 00:00:00+00'),
  },
);
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 6 });
const mostly = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 60 });
const uuids = fc.array(uuid, { maxLength: 3 }).map((ids) => `{${ids.join(',')}}`);

const row: fc.Arbitrary<AppointmentRow> = fc.record({
  id: uuid,
  company_id: uuid,
  store_id: uuid,
  pet_id: mostly(uuid),
  client_id: mostly(uuid),
  store_invoice_id: nullable(uuid),
  billing_context_id: nullable(uuid),
  title: mostly(fc.string()),
  start_at: mostly(instant),
  end_at: mostly(instant),
  notes: nullable(fc.string()),
  booking_notes: nullable(fc.string()),
  client_notes: nullable(fc.string()),
  status: mostly(fc.constantFrom(...appointmentStatuses, 'odd')),
  location: nullable(fc.string()),
  room_id: nullable(uuid),
  checked_in_at: nullable(instant),
  created_from: mostly(fc.constantFrom(...appointmentOrigins)),
  visit_type_id: nullable(uuid),
  visit_type_name: nullable(fc.string()),
  visit_type_category: mostly(fc.constantFrom(...visitTypeCategories)),
  created_at: instant,
  updated_at: instant,
  employee_ids: uuids,
  main_employee_ids: uuids,
  raw: fc.constant(null),
});

/** What the row says, field by field, without any judgement. */
function literally(from: AppointmentRow) {
  const time = (text: string | null) =>
    text === null ? null : /^\d{4}-.*\d\+00$/.test(text) ? isoInstant(text) : text;
  const main = parseArray(from.main_employee_ids);
  return {
    id: from.id,
    petId: from.pet_id,
    clientId: from.client_id,
    storeId: from.store_id,
    companyId: from.company_id,
    storeInvoiceId: from.store_invoice_id,
    billingContextId: from.billing_context_id,
    title: from.title,
    start: time(from.start_at),
    end: time(from.end_at),
    notes: from.notes,
    bookingNotes: from.booking_notes,
    clientNotes: from.client_notes,
    status: from.status,
    location: from.location,
    roomId: from.room_id,
    checkedInAt: time(from.checked_in_at),
    createdFrom: from.created_from,
    visitTypeId: from.visit_type_id,
    visitTypeName: from.visit_type_name,
    visitTypeCategory: from.visit_type_category,
    createdAt: time(from.created_at),
    updatedAt: time(from.updated_at),
    employees: parseArray(from.employee_ids).map((id) => ({ id, isMainEmployee: main.includes(id) })),
  };
}

test('a row is served exactly when the schema of the contract takes it', () => {
  const verdicts = { served: 0, unresolved: 0 };
  fc.assert(
    fc.property(row, (stored) => {
      const said = appointmentSchema.safeParse(literally(stored));
      verdicts[said.success ? 'served' : 'unresolved'] += 1;
      expect(appointmentOf(stored)).toEqual(said.success ? said.data : { id: stored.id });
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(verdicts.served, verdicts.unresolved)).toBeGreaterThan(200);
});
