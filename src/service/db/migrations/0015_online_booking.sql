CREATE TABLE "booking_codes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"form_hash" "bytea" NOT NULL,
	"email_hash" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "booking_codes_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "booking_forms" (
	"company_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"store_id" uuid NOT NULL,
	"details" jsonb NOT NULL,
	"language" text collate "C" NOT NULL,
	"proven_at" timestamp(3) with time zone,
	"request_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "booking_forms_company_id_token_hash_pk" PRIMARY KEY("company_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "booking_pages" (
	"company_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"is_on" boolean NOT NULL,
	"slug" text collate "C",
	"position" integer NOT NULL,
	CONSTRAINT "booking_pages_company_id_store_id_pk" PRIMARY KEY("company_id","store_id")
);
--> statement-breakpoint
CREATE TABLE "booking_refusals" (
	"company_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"date" date NOT NULL,
	"reason" text collate "C" NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "booking_refusals_company_id_store_id_date_reason_pk" PRIMARY KEY("company_id","store_id","date","reason")
);
--> statement-breakpoint
CREATE TABLE "online_booking" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"types" jsonb NOT NULL,
	"notice_hours" integer NOT NULL,
	"days_ahead" integer NOT NULL,
	"daily_limit" integer NOT NULL,
	"origins" jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "online_requests" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"visit_type_id" uuid NOT NULL,
	"start_at" timestamp(3) with time zone NOT NULL,
	"end_at" timestamp(3) with time zone NOT NULL,
	"first_name" text collate "C" NOT NULL,
	"last_name" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"phone" text collate "C" NOT NULL,
	"pet_name" text collate "C" NOT NULL,
	"species" text collate "C" NOT NULL,
	"note" text collate "C",
	"language" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"reason" text collate "C",
	"appointment_id" uuid,
	"answered_at" timestamp(3) with time zone,
	"message_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "online_requests_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "client_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "booking_codes_form" ON "booking_codes" USING btree ("company_id","form_hash","sent_at");--> statement-breakpoint
CREATE INDEX "booking_codes_email" ON "booking_codes" USING btree ("company_id","email_hash","sent_at");--> statement-breakpoint
CREATE INDEX "booking_codes_sent" ON "booking_codes" USING btree ("company_id","sent_at");--> statement-breakpoint
CREATE INDEX "booking_forms_created" ON "booking_forms" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_pages_slug" ON "booking_pages" USING btree ("company_id","slug");--> statement-breakpoint
CREATE INDEX "online_requests_start" ON "online_requests" USING btree ("company_id","start_at","id");--> statement-breakpoint
CREATE INDEX "online_requests_status" ON "online_requests" USING btree ("company_id","status","start_at","id");--> statement-breakpoint
CREATE INDEX "online_requests_created" ON "online_requests" USING btree ("company_id","store_id","created_at");--> statement-breakpoint
CREATE INDEX "online_requests_answered" ON "online_requests" USING btree ("company_id","answered_at") WHERE message_id is null and answered_at is not null;--> statement-breakpoint
CREATE INDEX "online_requests_message" ON "online_requests" USING btree ("company_id","message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "online_requests_appointment" ON "online_requests" USING btree ("company_id","appointment_id") WHERE appointment_id is not null;--> statement-breakpoint
-- Notifies of the stores of requests from the web site, as of messages.
CREATE FUNCTION "notify_online_requests"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('frontdesk_changes', json_build_object(
    'company', "company_id", 'onlineRequests', CASE WHEN count(*) > 150 THEN '[null]' ELSE json_agg("store_id") END
  )::text)
  FROM (SELECT DISTINCT "company_id", "store_id" FROM "written") AS "of" GROUP BY "company_id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "online_requests_insert_notifies" AFTER INSERT ON "online_requests" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_online_requests"();
--> statement-breakpoint
CREATE TRIGGER "online_requests_update_notifies" AFTER UPDATE ON "online_requests" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_online_requests"();
