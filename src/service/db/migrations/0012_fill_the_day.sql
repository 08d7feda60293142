CREATE TABLE "waiting_list" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"pet_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"visit_type_id" uuid NOT NULL,
	"employee_id" uuid,
	"duration_minutes" integer NOT NULL,
	"from_date" date NOT NULL,
	"until_date" date,
	"weekdays" jsonb NOT NULL,
	"earliest" text collate "C",
	"latest" text collate "C",
	"notes" text collate "C",
	"status" text collate "C" NOT NULL,
	"appointment_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "waiting_list_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_history" ADD COLUMN "reason" text collate "C";--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "series_id" uuid;--> statement-breakpoint
CREATE INDEX "waiting_list_created" ON "waiting_list" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "waiting_list_status" ON "waiting_list" USING btree ("company_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "waiting_list_pet" ON "waiting_list" USING btree ("company_id","pet_id");--> statement-breakpoint
CREATE INDEX "waiting_list_appointment" ON "waiting_list" USING btree ("company_id","appointment_id") WHERE appointment_id is not null;--> statement-breakpoint
CREATE INDEX "appointments_series" ON "appointments" USING btree ("company_id","series_id") WHERE series_id is not null;
--> statement-breakpoint
-- Notifies of the stores of entries, before and after, as the plan does: null is for any, where a notification cannot name them all.
CREATE FUNCTION "notify_waiting_list"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM pg_notify('frontdesk_changes', json_build_object(
      'company', "company_id", 'waitingList', CASE WHEN count(*) > 150 THEN '[null]' ELSE json_agg("store_id") END
    )::text)
    FROM (
      SELECT "company_id", "store_id" FROM "written" UNION SELECT "company_id", "store_id" FROM "before"
    ) AS "of" GROUP BY "company_id";
  ELSE
    PERFORM pg_notify('frontdesk_changes', json_build_object(
      'company', "company_id", 'waitingList', CASE WHEN count(*) > 150 THEN '[null]' ELSE json_agg("store_id") END
    )::text)
    FROM (SELECT DISTINCT "company_id", "store_id" FROM "written") AS "of" GROUP BY "company_id";
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "waiting_list_insert_notifies" AFTER INSERT ON "waiting_list" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_waiting_list"();
--> statement-breakpoint
CREATE TRIGGER "waiting_list_update_notifies" AFTER UPDATE ON "waiting_list" REFERENCING OLD TABLE AS "before" NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_waiting_list"();
--> statement-breakpoint
CREATE TRIGGER "waiting_list_delete_notifies" AFTER DELETE ON "waiting_list" REFERENCING OLD TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_waiting_list"();
--> statement-breakpoint
CREATE TRIGGER "waiting_list_truncate_notifies" AFTER TRUNCATE ON "waiting_list"
FOR EACH STATEMENT EXECUTE FUNCTION "everything_told"();
--> statement-breakpoint
-- The entries of a pet that moves to another client follow it, whoever moves it.
CREATE FUNCTION "move_waiting_list"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "waiting_list" SET "client_id" = NEW."client_id", "updated_at" = greatest(NEW."updated_at", "updated_at" + interval '1 millisecond')
  WHERE "company_id" = NEW."company_id" AND "pet_id" = NEW."id" AND "client_id" <> NEW."client_id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "pets_move_waiting_list" AFTER UPDATE OF "client_id" ON "pets"
FOR EACH ROW WHEN (OLD."client_id" <> NEW."client_id") EXECUTE FUNCTION "move_waiting_list"();
