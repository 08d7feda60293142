ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp(3) with time zone;--> statement-breakpoint
-- It takes and returns what it did, so services of the version before it use it, too: the keys that they meet end as well.
CREATE OR REPLACE FUNCTION "caller_of_request"(company uuid, hash bytea, moment timestamptz, quota integer, window_ms integer)
RETURNS TABLE (
	id uuid, employee_id uuid, access text, permissions text[], store_ids uuid[], cursor_secret bytea,
	opened_at timestamptz, used integer, company_store_ids uuid[]
) LANGUAGE plpgsql ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY WITH caller AS (
		SELECT k.id, k.employee_id, k.access, e.permissions, e.store_ids, c.cursor_secret
		FROM api_keys k
		JOIN employees e ON e.company_id = k.company_id AND e.id = k.employee_id
		JOIN companies c ON c.company_id = k.company_id
		WHERE k.company_id = company AND k.key_hash = hash AND k.revoked_at IS NULL AND e.is_active
			AND (k.expires_at IS NULL OR k.expires_at > moment)
	), hit AS (
		INSERT INTO request_windows AS w (company_id, key_id, opened_at, used)
		SELECT company, caller.id, moment, 1 FROM caller
		ON CONFLICT (company_id, key_id) DO UPDATE SET
			(opened_at, used) = (
				SELECT CASE WHEN still.open THEN w.opened_at ELSE excluded.opened_at END,
					CASE WHEN still.open THEN least(w.used + 1, quota + 1) ELSE 1 END
				FROM (
					SELECT abs(extract(epoch FROM excluded.opened_at - w.opened_at)) * 1000 < window_ms AS open
				) AS still
			)
		RETURNING w.opened_at, w.used
	)
	SELECT caller.*, hit.*, (
		SELECT coalesce(array_agg(s.id ORDER BY s.position, s.id), '{}') FROM stores s WHERE s.company_id = company
	) FROM caller CROSS JOIN hit;
END $$;
