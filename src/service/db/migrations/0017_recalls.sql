CREATE TABLE "recall_attempts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"recall_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"employee_id" uuid NOT NULL,
	"how" text collate "C" NOT NULL,
	CONSTRAINT "recall_attempts_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "recall_messages" (
	"company_id" uuid NOT NULL,
	"recall_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "recall_messages_company_id_recall_id_due_on_pk" PRIMARY KEY("company_id","recall_id","due_on")
);
--> statement-breakpoint
CREATE TABLE "recalls" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"pet_id" uuid NOT NULL,
	"visit_type_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"status" text collate "C" NOT NULL,
	"snoozed_until" date,
	"made_by" uuid,
	"is_imported" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "recalls_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "recall_months" integer;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "recalls_by" text collate "C";--> statement-breakpoint
ALTER TABLE "message_settings" ADD COLUMN "sends_recalls" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "message_settings" ADD COLUMN "recall_days_before" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
CREATE INDEX "recall_attempts_recall" ON "recall_attempts" USING btree ("company_id","recall_id","at");--> statement-breakpoint
CREATE INDEX "recall_messages_message" ON "recall_messages" USING btree ("company_id","message_id");--> statement-breakpoint
CREATE INDEX "recalls_due" ON "recalls" USING btree ("company_id","due_on","id");--> statement-breakpoint
CREATE INDEX "recalls_status" ON "recalls" USING btree ("company_id","status","due_on","id");--> statement-breakpoint
CREATE INDEX "recalls_pet" ON "recalls" USING btree ("company_id","pet_id");--> statement-breakpoint
CREATE INDEX "recalls_made_by" ON "recalls" USING btree ("company_id","made_by") WHERE made_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "recalls_open" ON "recalls" USING btree ("company_id","pet_id","visit_type_id") WHERE status = 'due';--> statement-breakpoint
-- The date of an instant on the clock of a time zone. A zone that this server does not know counts as UTC.
CREATE FUNCTION "date_on_clock"("at" timestamptz, "zone" text) RETURNS date LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN ("at" AT TIME ZONE "zone")::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN ("at" AT TIME ZONE 'UTC')::date;
END $$;
--> statement-breakpoint
-- What completed appointments mean for their pets: each ends the open recall of its pet and type, and makes the next one if the
-- type has recall_months. An appointment counts once: one that was completed before has left that status, which its history
-- records. One that was earlier than the appointment that made the open recall ends nothing, and what it makes is done; so is
-- what all but the latest of these appointments make. Nor does an imported one end a due date that was imported, too, if it was
-- before that date and before that import: the other program counted it.
CREATE FUNCTION "count_completed"("of_company" uuid, "ids" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "visits" jsonb;
BEGIN
  SELECT jsonb_agg(to_jsonb("visit")) INTO "visits" FROM (
    SELECT a."id", a."pet_id", a."visit_type_id", a."start_at", coalesce(a."updated_at", now()) AS "at",
      row_number() OVER (PARTITION BY a."pet_id", a."visit_type_id" ORDER BY a."start_at" DESC, a."id" DESC) = 1 AS "is_latest",
      CASE WHEN t."is_active" AND p."is_active" AND p."deceased_on" IS NULL THEN
        (date_on_clock(a."start_at", s."time_zone") + make_interval(months => t."recall_months"))::date
      END AS "due_on",
      a."created_from" IS NOT DISTINCT FROM 'migration' OR EXISTS (
        SELECT FROM "imported_records" i WHERE i."company_id" = a."company_id" AND i."id" = a."id"
      ) AS "is_imported"
    FROM "appointments" a
    JOIN "stores" s ON s."company_id" = a."company_id" AND s."id" = a."store_id"
    JOIN "pets" p ON p."company_id" = a."company_id" AND p."id" = a."pet_id"
    JOIN "appointment_types" t ON t."company_id" = a."company_id" AND t."id" = a."visit_type_id"
    WHERE a."company_id" = "of_company" AND a."id" = ANY("ids") AND a."start_at" IS NOT NULL
      AND (t."recall_months" IS NOT NULL OR EXISTS (
        SELECT FROM "recalls" r WHERE r."company_id" = a."company_id" AND r."pet_id" = a."pet_id"
          AND r."visit_type_id" = a."visit_type_id" AND r."status" = 'due'
      ))
      AND NOT EXISTS (SELECT FROM "recalls" r WHERE r."company_id" = a."company_id" AND r."made_by" = a."id")
      AND NOT EXISTS (
        SELECT FROM "appointment_history" h WHERE h."company_id" = a."company_id" AND h."appointment_id" = a."id"
          AND h."changes" @> '[{"field": "status", "from": "completed"}]'
      )
  ) AS "visit";
  WHILE "visits" IS NOT NULL LOOP
    UPDATE "recalls" r SET "status" = 'done', "updated_at" = greatest(v."at", r."updated_at" + interval '1 millisecond')
    FROM jsonb_to_recordset("visits") AS v("pet_id" uuid, "visit_type_id" uuid, "start_at" timestamptz, "at" timestamptz, "is_latest" boolean, "is_imported" boolean)
    WHERE v."is_latest" AND r."company_id" = "of_company" AND r."pet_id" = v."pet_id" AND r."visit_type_id" = v."visit_type_id"
      AND r."status" = 'due' AND NOT EXISTS (
        SELECT FROM "appointments" m WHERE m."company_id" = r."company_id" AND m."id" = r."made_by" AND m."start_at" > v."start_at"
      ) AND NOT (
        v."is_imported" AND r."is_imported" AND r."made_by" IS NULL
        AND v."start_at" < least(r."created_at", r."due_on"::timestamp AT TIME ZONE 'UTC')
      );
    INSERT INTO "recalls" (
      "company_id", "id", "pet_id", "visit_type_id", "due_on", "status", "made_by", "is_imported", "created_at", "updated_at"
    )
    SELECT "of_company", gen_random_uuid(), v."pet_id", v."visit_type_id", v."due_on",
      CASE WHEN NOT v."is_latest" OR EXISTS (
        SELECT FROM "recalls" o LEFT JOIN "appointments" m ON m."company_id" = o."company_id" AND m."id" = o."made_by"
        WHERE o."company_id" = "of_company" AND o."pet_id" = v."pet_id" AND o."visit_type_id" = v."visit_type_id"
          AND o."status" = 'due' AND (
            m."start_at" > v."start_at" OR v."is_imported" AND o."is_imported" AND o."made_by" IS NULL
            AND v."start_at" < least(o."created_at", o."due_on"::timestamp AT TIME ZONE 'UTC')
          )
      ) THEN 'done' ELSE 'due' END,
      v."id", v."is_imported", v."at", v."at"
    FROM jsonb_to_recordset("visits") AS v(
      "id" uuid, "pet_id" uuid, "visit_type_id" uuid, "start_at" timestamptz, "at" timestamptz, "is_latest" boolean, "due_on" date, "is_imported" boolean
    )
    -- Dates are of the years 0001 to 9999.
    WHERE v."due_on" BETWEEN '0001-01-01' AND '9999-12-31'
    ORDER BY v."pet_id", v."visit_type_id", v."start_at"
    ON CONFLICT ("company_id", "pet_id", "visit_type_id") WHERE status = 'due' DO NOTHING;
    -- Where another transaction has made a pet due since the update, that recall is ended first, or is of a later appointment.
    SELECT jsonb_agg(v) INTO "visits" FROM jsonb_array_elements("visits") AS v
    WHERE (v ->> 'due_on')::date BETWEEN '0001-01-01' AND '9999-12-31' AND NOT EXISTS (
      SELECT FROM "recalls" r WHERE r."company_id" = "of_company" AND r."made_by" = (v ->> 'id')::uuid
    );
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION "count_completed_appointments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM "count_completed"("company_id", array_agg("id")) FROM (
      SELECT w."company_id", w."id" FROM "written" w
      JOIN "before" b ON b."company_id" = w."company_id" AND b."id" = w."id"
      WHERE w."status" = 'completed' AND b."status" IS DISTINCT FROM 'completed'
    ) AS "of" GROUP BY "company_id";
  ELSE
    PERFORM "count_completed"("company_id", array_agg("id")) FROM "written" WHERE "status" = 'completed' GROUP BY "company_id";
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "appointments_insert_recalls" AFTER INSERT ON "appointments" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "count_completed_appointments"();
--> statement-breakpoint
CREATE TRIGGER "appointments_update_recalls" AFTER UPDATE ON "appointments" REFERENCING OLD TABLE AS "before" NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "count_completed_appointments"();
--> statement-breakpoint
-- Notifies that recalls of a company changed: they are of all its pets.
CREATE FUNCTION "notify_recalls"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('frontdesk_changes', json_build_object('company', "company_id", 'recalls', true)::text)
  FROM (SELECT DISTINCT "company_id" FROM "written") AS "of";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "recalls_insert_notifies" AFTER INSERT ON "recalls" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_recalls"();
--> statement-breakpoint
CREATE TRIGGER "recalls_update_notifies" AFTER UPDATE ON "recalls" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_recalls"();
--> statement-breakpoint
CREATE TRIGGER "recall_attempts_insert_notifies" AFTER INSERT ON "recall_attempts" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_recalls"();
--> statement-breakpoint
-- A message about recalls that has left is an attempt of each.
CREATE FUNCTION "notify_recalls_of_messages"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('frontdesk_changes', json_build_object('company', "company_id", 'recalls', true)::text)
  FROM (SELECT DISTINCT "company_id" FROM "written" WHERE "kind" = 'due') AS "of";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "messages_update_notifies_recalls" AFTER UPDATE ON "messages" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_recalls_of_messages"();
--> statement-breakpoint
-- Messages that pets are due again are in every reach, and null is for any store.
CREATE OR REPLACE FUNCTION "notify_messages"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('frontdesk_changes', json_build_object(
    'company', "company_id", 'messages', CASE WHEN count(*) > 150 THEN '[null]' ELSE json_agg("store_id") END
  )::text)
  FROM (
    SELECT DISTINCT "company_id", CASE WHEN "kind" <> 'due' THEN "store_id" END AS "store_id" FROM "written"
  ) AS "of" GROUP BY "company_id";
  RETURN NULL;
END $$;
