CREATE TABLE "appointment_messages" (
	"company_id" uuid NOT NULL,
	"appointment_id" uuid NOT NULL,
	"kind" text collate "C" NOT NULL,
	"for_start" timestamp(3) with time zone NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "appointment_messages_company_id_appointment_id_kind_for_start_pk" PRIMARY KEY("company_id","appointment_id","kind","for_start")
);
--> statement-breakpoint
CREATE TABLE "client_answers" (
	"company_id" uuid NOT NULL,
	"appointment_id" uuid NOT NULL,
	"answer" text collate "C" NOT NULL,
	"note" text collate "C",
	"at" timestamp(3) with time zone NOT NULL,
	"for_start" timestamp(3) with time zone NOT NULL,
	"employee_id" uuid,
	CONSTRAINT "client_answers_company_id_appointment_id_pk" PRIMARY KEY("company_id","appointment_id")
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"employee_id" uuid,
	"store_id" uuid,
	"with_names" boolean NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_read_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "feeds_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "message_links" (
	"company_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "message_links_company_id_token_hash_pk" PRIMARY KEY("company_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "message_settings" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"switched_on_in" text collate "C",
	"language" text collate "C" DEFAULT 'en' NOT NULL,
	"earliest" text collate "C" DEFAULT '08:00' NOT NULL,
	"latest" text collate "C" DEFAULT '20:00' NOT NULL,
	"sends_confirmations" boolean DEFAULT true NOT NULL,
	"sends_reminders" boolean DEFAULT true NOT NULL,
	"remind_hours_before" integer DEFAULT 24 NOT NULL,
	"sends_cancellations" boolean DEFAULT true NOT NULL,
	"cancel_until_hours" integer DEFAULT 24,
	"texts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text collate "C" NOT NULL,
	"channel" text collate "C" NOT NULL,
	"client_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"appointment_ids" uuid[] NOT NULL,
	"recipient" text collate "C" NOT NULL,
	"language" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"reason" text collate "C",
	"for_start" timestamp(3) with time zone NOT NULL,
	"is_by_hand" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "messages_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "is_messaged" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "preparation" text collate "C";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "contact_by" text collate "C";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "language" text collate "C";--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "phone" text collate "C";--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "email" text collate "C";--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "address" text collate "C";--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "website" text collate "C";--> statement-breakpoint
CREATE UNIQUE INDEX "feeds_token" ON "feeds" USING btree ("company_id","token_hash");--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_client" ON "messages" USING btree ("company_id","client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_appointments" ON "messages" USING gin ("company_id","appointment_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "messages_sending" ON "messages" USING btree ("company_id","updated_at") WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX "messages_retry" ON "messages" USING btree ("company_id","retry_at") WHERE retry_at is not null;--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("company_id","status","created_at","id");
--> statement-breakpoint
-- The clients of a pet that is put to sleep are not written to, unless the practice says so.
UPDATE "appointment_types" SET "is_messaged" = false WHERE "category" = 'euthanasia';
--> statement-breakpoint
-- Every company has its settings, so that queries join them without defaults of their own.
INSERT INTO "message_settings" ("company_id") SELECT "company_id" FROM "companies";
--> statement-breakpoint
CREATE FUNCTION "add_message_settings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "message_settings" ("company_id") SELECT "company_id" FROM "written" ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "companies_insert_settings" AFTER INSERT ON "companies" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "add_message_settings"();
--> statement-breakpoint
-- Notifies of the stores of messages, as the waiting list does: null is for any, where a notification cannot name them all.
CREATE FUNCTION "notify_messages"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('frontdesk_changes', json_build_object(
    'company', "company_id", 'messages', CASE WHEN count(*) > 150 THEN '[null]' ELSE json_agg("store_id") END
  )::text)
  FROM (SELECT DISTINCT "company_id", "store_id" FROM "written") AS "of" GROUP BY "company_id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "messages_insert_notifies" AFTER INSERT ON "messages" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_messages"();
--> statement-breakpoint
CREATE TRIGGER "messages_update_notifies" AFTER UPDATE ON "messages" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_messages"();
--> statement-breakpoint
-- Answers are notified as messages, with the stores of their appointments.
CREATE FUNCTION "notify_answers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('frontdesk_changes', json_build_object(
    'company', "company_id", 'answers', CASE WHEN count(*) > 150 THEN '[null]' ELSE json_agg("store_id") END
  )::text)
  FROM (
    SELECT DISTINCT a."company_id", a."store_id" FROM "written" w
    JOIN "appointments" a ON a."company_id" = w."company_id" AND a."id" = w."appointment_id"
  ) AS "of" GROUP BY "company_id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "client_answers_insert_notifies" AFTER INSERT ON "client_answers" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_answers"();
--> statement-breakpoint
CREATE TRIGGER "client_answers_update_notifies" AFTER UPDATE ON "client_answers" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_answers"();
