import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { type Appointment, appointmentSchema } from '#contract/appointment.ts';
import { appointments, recordColumns } from './schema.ts';

/** The column of each field of a record except `employees`. A field without a column is a type error here. */
const columns: Readonly<Record<Exclude<keyof Appointment, 'employees'>, PgColumn>> = recordColumns();

/** The schemas of a record's fields. */
type RecordShape = Readonly<Record<keyof Appointment, z.ZodMiniType>>;

/** A field of a record: its column, and the values that the contract allows. */
interface RecordField {
  column: string;
  type: 'uuid' | 'text' | 'instant';
  isNullable: boolean;
  /** Whether every row has a value in this column. */
  isAlwaysThere: boolean;
  /** The values that the contract lists; null if it does not list any. */
  values: readonly string[] | null;
}

const types = { uuid: 'uuid', 'text collate "C"': 'text', 'timestamp(3) with time zone': 'instant' } as const;
const typesByName: ReadonlyMap<string, RecordField['type']> = new Map(Object.entries(types));

function toField(column: PgColumn, schema: z.ZodMiniType): RecordField {
  const type = typesByName.get(column.getSQLType());
  if (type === undefined) throw new Error(`a record has no field of the type ${column.getSQLType()}`);
  const inner = schema instanceof z.ZodMiniNullable ? schema.def.innerType : schema;
  return {
    column: column.name,
    type,
    isNullable: schema.safeParse(null).success,
    isAlwaysThere: column.notNull,
    values: inner instanceof z.ZodMiniEnum ? inner.options.map(String) : null,
  };
}

/** The fields of a record except for the employees, keyed by name. */
export function recordFields(shape: RecordShape = appointmentSchema.shape): ReadonlyMap<string, RecordField> {
  const { employees: _, ...schemas } = shape;
  const byName: ReadonlyMap<string, z.ZodMiniType> = new Map(Object.entries(schemas));
  return new Map(
    Object.entries(columns).flatMap(([name, column]) => {
      const schema = byName.get(name);
      return schema === undefined ? [] : [[name, toField(column, schema)] as const];
    }),
  );
}

/** The contract's conditions on the columns, except for the format of UUIDs. */
function listContractConditions(fields: readonly RecordField[]): string[] {
  const instants = fields.filter(({ type }) => type === 'instant').map(({ column }) => column);
  const required = (['text', 'uuid', 'instant'] as const).flatMap((type) =>
    fields.filter((field) => field.type === type && !field.isNullable && !field.isAlwaysThere && field.values === null),
  );
  return [
    'raw IS NULL',
    ...required.map(({ column }) => `${column} IS NOT NULL`),
    ...fields.flatMap(({ column, values, isNullable }) => {
      if (values === null) return [];
      const isListed = `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`;
      return [isNullable ? `(${column} IS NULL OR ${isListed})` : isListed];
    }),
    `least(${instants.join(', ')}) >= '0001-01-01 00:00:00+00'`,
    `greatest(${instants.join(', ')}) < '10000-01-01 00:00:00+00'`,
    'array_position(employee_ids, NULL) IS NULL',
  ];
}

function toJsonSql({ column, type, isNullable }: RecordField): string {
  const json = type === 'instant' ? `to_json(to_char(${column} AT TIME ZONE 'UTC', iso))` : `to_json(${column})`;
  return isNullable ? `coalesce(${json}, 'null')` : json;
}

/**
 * The database function that builds the JSON record of a row, or only its id if the contract does not allow the stored
 * values ("Unresolved record"). It can be declared immutable, because UTC, a fixed format of instants and JSON of text do
 * not depend on any setting. It uses only built-in names, because a restore runs it without a search path; and it is not an
 * SQL function, because those are planned again for each row if custom plans are forced.
 */
export function recordFunction(shape: RecordShape = appointmentSchema.shape): string {
  const fields = recordFields(shape);
  const parameters = Object.values(recordColumns()).map(
    (column) =>
      `${column.name} ${column.getSQLType().replace(' collate "C"', '').replace('timestamp(3) with time zone', 'timestamptz')}`,
  );
  const uuids = [...fields.values()].filter(({ type }) => type === 'uuid').map(({ column }) => column);
  const members = Object.keys(shape).map((name) => {
    const field = fields.get(name);
    return field === undefined ? `"${name}":[', employees, ']` : `"${name}":', ${toJsonSql(field)}, '`;
  });
  return `CREATE OR REPLACE FUNCTION "appointment_record"(
	${parameters.join(', ')}
) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	iso CONSTANT text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
	known uuid;
	sound boolean;
	employees text := '';
BEGIN
	sound := ${listContractConditions([...fields.values()]).join('\n\t\tAND ')};
	IF sound THEN
		-- Versions 1 to 8 with the variant of the RFC, the nil or the max UUID; null where a property is null.
		FOREACH known IN ARRAY ARRAY[${uuids.join(', ')}] || employee_ids LOOP
			IF NOT (
				get_byte(uuid_send(known), 6) BETWEEN 16 AND 143 AND get_byte(uuid_send(known), 8) BETWEEN 128 AND 191
				OR known IN ('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
			) THEN
				sound := false;
			END IF;
		END LOOP;
	END IF;
	IF sound IS NOT TRUE THEN
		-- A migrated row may have had an id that is no UUID: it is known by that one, which is kept as JSON text.
		RETURN concat('{"id":', CASE
			WHEN raw ->> 'id' ~ '^"([^"\\\\\\x01-\\x1f]|\\\\(["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"$' THEN raw ->> 'id'
			ELSE concat('"', id, '"')
		END, '}');
	END IF;
	FOREACH known IN ARRAY employee_ids LOOP
		employees := concat(
			employees, CASE WHEN employees <> '' THEN ',' END, '{"id":"', known, '","isMainEmployee":',
			CASE WHEN known = ANY (main_employee_ids) THEN 'true}' ELSE 'false}' END
		);
	END LOOP;
	RETURN concat(
		'{${members.join(`,`)}}'
	);
END $$;`;
}

/** The statements of a migration that rebuild every record with {@link recordFunction}. They rewrite each row once. */
export function recordMigration(shape?: RecordShape): string[] {
  const { record } = getTableColumns(appointments);
  const names = Object.values(recordColumns()).map(({ name }) => name);
  return [
    'ALTER TABLE "appointments" DROP COLUMN "record";',
    'DROP FUNCTION "appointment_record";',
    recordFunction(shape),
    `ALTER TABLE "appointments" ADD COLUMN "record" ${record.getSQLType()} GENERATED ALWAYS AS (appointment_record(${names.join(', ')})) STORED NOT NULL;`,
  ];
}
