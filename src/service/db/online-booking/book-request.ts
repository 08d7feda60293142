import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { instantOf } from '#contract/date-time.ts';
import { invalidInput } from '#contract/error.ts';
import type { BookedRequest, bookOnlineRequestSchema, OnlineRequest } from '#contract/online-booking.ts';
import { utcDateTimeSchema } from '#contract/primitives.ts';
import type { RecordKey } from '#service/db/authentication.ts';
import { createOrderedUuid, deriveUuid } from '#service/db/column-types.ts';
import { createAppointment } from '#service/db/create-appointment.ts';
import { clientDefinition, petDefinition } from '#service/db/manage/clients-and-pets.ts';
import { createVersionedRecord, type WriterWithClock } from '#service/db/manage/versioned-record.ts';
import { readRows } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { clients, pets } from '#service/db/schema.ts';
import type { Writer } from '#service/db/write-records.ts';
import { lockOpenRequest, writeAnswer } from './requests.ts';

type BookOnlineRequestInput = z.output<typeof bookOnlineRequestSchema>;

/**
 * The ids of the records of a booking. The ids of a new client and a new pet derive from that of the appointment, so that a
 * repeated request gets the same response, whatever happened to the records.
 */
export const deriveBookedRecordIds = (
  appointmentId: string,
  { client, pet }: Pick<BookOnlineRequestInput, 'client' | 'pet'>,
): BookedRequest => ({
  appointmentId,
  clientId: 'id' in client ? client.id : deriveUuid(`${appointmentId}/client`),
  petId: 'id' in pet ? pet.id : deriveUuid(`${appointmentId}/pet`),
});

/**
 * Books a request from the web site, registers its client and pet if they are new, and returns the id of the appointment.
 * Throws like {@link lockOpenRequest} and {@link createAppointment}, and 400 for a client or pet that does not exist or is
 * inactive, a pet that has died or belongs to another client, and a room that the store does not have.
 */
export async function bookOnlineRequest(
  { clock, ...by }: WriterWithClock & { actor: { employeeId: string } },
  key: RecordKey,
  input: BookOnlineRequestInput,
): Promise<string> {
  const { transaction, actor } = by;
  const { companyId } = key;
  const { expectedUpdatedAt, employeeId, visitTypeId } = input;
  const request = await lockOpenRequest(transaction, key, { expectedUpdatedAt, clock });
  const time = resolveAppointmentTime(request, input);
  const now = clock();
  const appointmentId = createOrderedUuid(now);
  const booked = deriveBookedRecordIds(appointmentId, input);
  await prepareClientAndPet({ ...by, now }, { companyId, ...booked }, input);
  const roomId = input.roomId ?? undefined;
  if (roomId !== undefined) await requireRoom(by, { companyId, storeId: request.storeId, roomId });
  await createAppointment(
    transaction,
    {
      ...{ companyId, id: appointmentId, storeId: request.storeId, createdBy: actor.employeeId, ...time, roomId },
      ...{ petId: booked.petId, visitTypeId: visitTypeId ?? request.visitTypeId, employeeId: employeeId ?? undefined },
      ...{ status: 'confirmed', createdFrom: 'plugin', clientNotes: request.note },
    },
    now,
  );
  await writeAnswer(transaction, request, { status: 'booked', appointmentId }, now);
  return appointmentId;
}

/**
 * The time of the appointment, which is as long as requested unless an end is given. Throws 400 if the end is not after the
 * start, or is not in the years 0001 to 9999.
 */
function resolveAppointmentTime(
  request: OnlineRequest,
  given: Pick<BookOnlineRequestInput, 'start' | 'end'>,
): { start: string; end: string } {
  const start = given.start ?? request.start;
  const length = instantOf(request.end) - instantOf(request.start);
  const end = given.end ?? new Date(instantOf(start) + length).toISOString();
  if (!utcDateTimeSchema.safeParse(end).success) throw invalidInput('end', 'must be in the years 0001 to 9999 in UTC');
  if (instantOf(end) <= instantOf(start)) throw invalidInput('end', 'must be after start');
  return { start, end };
}

/**
 * Registers the client and the pet if they are new; otherwise locks and checks them. The client is locked before the pet, as in
 * other changes.
 */
async function prepareClientAndPet(
  by: Writer,
  { companyId, clientId, petId }: { companyId: string; clientId: string; petId: string },
  { client, pet }: Pick<BookOnlineRequestInput, 'client' | 'pet'>,
): Promise<void> {
  const { transaction } = by;
  const whereIdForShare = (id: string) => sql`where company_id = ${companyId}::uuid and id = ${id}::uuid for share`;
  if ('id' in client) {
    const [found] = await readRows(transaction, clients, ['isActive'], whereIdForShare(clientId));
    if (found === undefined) throw invalidInput('client.id', 'the company has no such client');
    if (!found.isActive) throw invalidInput('client.id', 'the client is inactive');
  } else {
    await createVersionedRecord(by, clientDefinition, { companyId, id: clientId, ...client });
  }
  if ('id' in pet) {
    const [found] = await readRows(transaction, pets, ['clientId', 'isActive', 'deceasedOn'], whereIdForShare(petId));
    if (found === undefined) throw invalidInput('pet.id', 'the company has no such pet');
    if (found.clientId !== clientId) throw invalidInput('pet.id', 'the pet belongs to another client');
    if (found.deceasedOn !== null) throw invalidInput('pet.id', 'the pet has died');
    if (!found.isActive) throw invalidInput('pet.id', 'the pet is inactive');
  } else {
    await createVersionedRecord(by, petDefinition, { companyId, id: petId, clientId, ...pet });
  }
}

/**
 * Throws 400 unless the store has the room, and locks the room, so that it cannot be removed until the end of the transaction.
 */
async function requireRoom(
  { transaction }: Pick<Writer, 'transaction'>,
  { companyId, storeId, roomId }: { companyId: string; storeId: string; roomId: string },
): Promise<void> {
  const rows = await runQuery(
    transaction,
    sql`select id from rooms where company_id = ${companyId}::uuid and store_id = ${storeId}::uuid
      and id = ${roomId}::uuid for key share`,
  );
  if (rows.length === 0) throw invalidInput('roomId', 'the store of the appointment has no such room');
}
