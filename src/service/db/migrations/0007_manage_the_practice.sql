CREATE TABLE "practice_history" (
	"company_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"id" uuid NOT NULL,
	"employee_id" uuid,
	"kind" text collate "C" NOT NULL,
	"record_id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"action" text collate "C" NOT NULL,
	"changes" jsonb NOT NULL,
	"store_ids" uuid[] NOT NULL,
	CONSTRAINT "practice_history_company_id_at_pk" PRIMARY KEY("company_id","at")
);
--> statement-breakpoint
-- A practice is managed by its managers; where it has none, by those who book in all its stores.
UPDATE "employees" e SET "permissions" = "permissions" || '{practice.write}'
WHERE e."is_active" AND 'practice.write' <> ALL (e."permissions") AND CASE
	WHEN EXISTS (
		SELECT FROM "employees" m WHERE m."company_id" = e."company_id" AND m."role" = 'manager' AND m."is_active"
	) THEN e."role" = 'manager'
	ELSE 'appointments.write' = ANY (e."permissions") AND e."store_ids" @> (
		SELECT coalesce(array_agg(s."id"), '{}') FROM "stores" s WHERE s."company_id" = e."company_id"
	)
END;
