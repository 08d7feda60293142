-- The record that a row holds, or its id alone where the contract does not allow what is stored ("Unresolved record").
-- Immutable in truth: UTC, a fixed form of the instants and JSON of text depend on no setting. It names nothing that is not
-- built in, as a restore runs it without a search path; and it is no SQL function, as those are planned anew for each row
-- where plans are forced to be custom.
CREATE FUNCTION "appointment_record"(
	company_id uuid, id uuid, store_id uuid, pet_id uuid, client_id uuid, store_invoice_id uuid, billing_context_id uuid,
	title text, start_at timestamptz, end_at timestamptz, notes text, booking_notes text, client_notes text, status text,
	location text, room_id uuid, checked_in_at timestamptz, created_from text, visit_type_id uuid, visit_type_name text,
	visit_type_category text, created_at timestamptz, updated_at timestamptz, employee_ids uuid[], main_employee_ids uuid[],
	raw jsonb
) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	iso CONSTANT text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
	known uuid;
	sound boolean;
	employees text := '';
BEGIN
	sound := raw IS NULL AND title IS NOT NULL AND pet_id IS NOT NULL AND client_id IS NOT NULL
		AND start_at IS NOT NULL AND end_at IS NOT NULL
		AND status IN (
			'requested', 'confirmed', 'checked_in', 'in_progress', 'ready_for_checkout', 'completed', 'cancelled', 'no_show'
		)
		AND created_from IN ('app', 'plugin', 'work', 'migration', 'external_api')
		AND visit_type_category IN (
			'admin', 'consult', 'daycare', 'dental', 'diagnostics', 'euthanasia', 'grooming', 'group_training',
			'group_walking', 'health', 'hospital', 'in_home', 'individual_training', 'individual_walking', 'nurse', 'other',
			'overnight', 'surgical', 'vaccination', 'fee'
		)
		AND least(start_at, end_at, checked_in_at, created_at, updated_at) >= '0001-01-01 00:00:00+00'
		AND greatest(start_at, end_at, checked_in_at, created_at, updated_at) < '10000-01-01 00:00:00+00'
		AND array_position(employee_ids, NULL) IS NULL;
	IF sound THEN
		-- Versions 1 to 8 with the variant of the RFC, the nil or the max UUID; null where a property is null.
		FOREACH known IN ARRAY ARRAY[
			company_id, id, store_id, pet_id, client_id, store_invoice_id, billing_context_id, room_id, visit_type_id
		] || employee_ids LOOP
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
			WHEN raw ->> 'id' ~ '^"([^"\\\x01-\x1f]|\\(["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$' THEN raw ->> 'id'
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
		'{"id":', to_json(id),
		',"petId":', to_json(pet_id),
		',"clientId":', to_json(client_id),
		',"storeId":', to_json(store_id),
		',"companyId":', to_json(company_id),
		',"storeInvoiceId":', coalesce(to_json(store_invoice_id), 'null'),
		',"billingContextId":', coalesce(to_json(billing_context_id), 'null'),
		',"title":', to_json(title),
		',"start":', to_json(to_char(start_at AT TIME ZONE 'UTC', iso)),
		',"end":', to_json(to_char(end_at AT TIME ZONE 'UTC', iso)),
		',"notes":', coalesce(to_json(notes), 'null'),
		',"bookingNotes":', coalesce(to_json(booking_notes), 'null'),
		',"clientNotes":', coalesce(to_json(client_notes), 'null'),
		',"status":', to_json(status),
		',"location":', coalesce(to_json(location), 'null'),
		',"roomId":', coalesce(to_json(room_id), 'null'),
		',"checkedInAt":', coalesce(to_json(to_char(checked_in_at AT TIME ZONE 'UTC', iso)), 'null'),
		',"createdFrom":', to_json(created_from),
		',"visitTypeId":', coalesce(to_json(visit_type_id), 'null'),
		',"visitTypeName":', coalesce(to_json(visit_type_name), 'null'),
		',"visitTypeCategory":', to_json(visit_type_category),
		',"createdAt":', to_json(to_char(created_at AT TIME ZONE 'UTC', iso)),
		',"updatedAt":', to_json(to_char(updated_at AT TIME ZONE 'UTC', iso)),
		',"employees":[', employees, ']}'
	);
END $$;
--> statement-breakpoint
-- The words of a title behind the place that they are looked for in: the store and the span of thirty days of the start, as
-- `title-places.ts` writes it. Titles of more words than any real one are found by their place alone. Words have no white
-- space, so a line break sets them apart. Costly, so that the planner asks the index rather than every row.
CREATE FUNCTION "appointment_title_keys"(store_id uuid, start_at timestamptz, words tsvector)
RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
	place text;
BEGIN
	IF start_at IS NULL OR NOT isfinite(start_at) THEN
		RETURN ''::tsvector;
	END IF;
	place := concat(left(store_id::text, 8), '/', floor(extract(epoch FROM start_at) / 2592000), '/');
	IF length(words) > 1000 THEN
		RETURN array_to_tsvector(ARRAY[place]);
	END IF;
	RETURN array_to_tsvector(
		string_to_array(place || array_to_string(tsvector_to_array(words), E'\n' || place), E'\n')
	);
END $$;
--> statement-breakpoint
-- Writes every row anew, once. No trigger sees it, so what was counted stays counted.
ALTER TABLE "appointments" ADD COLUMN "record" text collate "C" GENERATED ALWAYS AS (appointment_record(company_id, id, store_id, pet_id, client_id, store_invoice_id, billing_context_id, title, start_at, end_at, notes, booking_notes, client_notes, status, location, room_id, checked_in_at, created_from, visit_type_id, visit_type_name, visit_type_category, created_at, updated_at, employee_ids, main_employee_ids, raw)) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "appointments_title_keys" ON "appointments" USING gin ("company_id",appointment_title_keys(store_id, start_at, title_words)) WITH (fastupdate=false);
