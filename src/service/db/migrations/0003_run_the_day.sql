CREATE TABLE "appointment_history" (
	"company_id" uuid NOT NULL,
	"appointment_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"employee_id" uuid,
	"changes" jsonb NOT NULL,
	CONSTRAINT "appointment_history_company_id_appointment_id_at_pk" PRIMARY KEY("company_id","appointment_id","at")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"idempotency_key" text collate "C" NOT NULL,
	"request" "bytea" NOT NULL,
	"created_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_company_id_api_key_id_idempotency_key_pk" PRIMARY KEY("company_id","api_key_id","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "phone_key" text collate "C" GENERATED ALWAYS AS (left(reverse(regexp_replace(phone, '[^0-9]', '', 'g')), 200)) STORED;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "email_key" text collate "C" GENERATED ALWAYS AS (left(lower(email), 200)) STORED;--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "categories" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "clients_phone" ON "clients" USING btree ("company_id","phone_key");--> statement-breakpoint
CREATE INDEX "clients_email" ON "clients" USING btree ("company_id","email_key");--> statement-breakpoint
-- Who could write appointments registers new clients and pets as well.
UPDATE "employees" SET "permissions" = "permissions" || '{clients.write,pets.write}' WHERE 'appointments.write' = ANY ("permissions");
