-- Lets a GIN index begin with company_id.
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"access" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "api_keys_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "appointment_types" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"category" text collate "C" NOT NULL,
	"duration_minutes" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sort_name" text collate "C" NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "appointment_types_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "appointments" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"pet_id" uuid,
	"client_id" uuid,
	"store_invoice_id" uuid,
	"billing_context_id" uuid,
	"title" text collate "C",
	"start_at" timestamp(3) with time zone,
	"end_at" timestamp(3) with time zone,
	"notes" text collate "C",
	"booking_notes" text collate "C",
	"client_notes" text collate "C",
	"status" text collate "C",
	"location" text collate "C",
	"room_id" uuid,
	"checked_in_at" timestamp(3) with time zone,
	"created_from" text collate "C",
	"visit_type_id" uuid,
	"visit_type_name" text collate "C",
	"visit_type_category" text collate "C",
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"employee_ids" uuid[] DEFAULT '{}' NOT NULL,
	"main_employee_ids" uuid[] DEFAULT '{}' NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"raw" jsonb,
	"stay_class" smallint GENERATED ALWAYS AS (case when start_at is null or end_at is null then 8 when end_at < start_at then -1 when end_at - start_at <= interval '1 hour' then 0 when end_at - start_at <= interval '4 hours' then 1 when end_at - start_at <= interval '16 hours' then 2 when end_at - start_at <= interval '64 hours' then 3 when end_at - start_at <= interval '256 hours' then 4 when end_at - start_at <= interval '1024 hours' then 5 when end_at - start_at <= interval '8192 hours' then 6 else 7 end) STORED,
	"added_by" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "appointments_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"first_name" text collate "C" NOT NULL,
	"last_name" text collate "C" NOT NULL,
	"email" text collate "C",
	"phone" text collate "C",
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"sort_name" text collate "C" NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "clients_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"cursor_secret" "bytea" DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') NOT NULL,
	"appointments_epoch" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "employees" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"store_ids" uuid[] NOT NULL,
	"first_name" text collate "C" NOT NULL,
	"last_name" text collate "C" NOT NULL,
	"role" text collate "C" NOT NULL,
	"permissions" text[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sort_name" text collate "C" NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "employees_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "pets" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"species" text collate "C" NOT NULL,
	"breed" text collate "C",
	"sex" text collate "C",
	"date_of_birth" date,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"sort_name" text collate "C" NOT NULL,
	"words" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "pets_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "request_windows" (
	"company_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "request_windows_company_id_key_id_pk" PRIMARY KEY("company_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rooms_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"time_zone" text collate "C" NOT NULL,
	"opening_hours" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stores_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("company_id","key_hash");--> statement-breakpoint
CREATE INDEX "appointment_types_name" ON "appointment_types" USING btree ("company_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "appointments_created" ON "appointments" USING btree ("company_id","created_at","id","store_id");--> statement-breakpoint
CREATE INDEX "appointments_stay" ON "appointments" USING btree ("company_id","store_id","stay_class","start_at");--> statement-breakpoint
CREATE INDEX "appointments_status" ON "appointments" USING btree ("company_id","status","created_at","id","store_id");--> statement-breakpoint
CREATE INDEX "appointments_client" ON "appointments" USING btree ("company_id","client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "appointments_pet" ON "appointments" USING btree ("company_id","pet_id","created_at","id");--> statement-breakpoint
CREATE INDEX "appointments_updated" ON "appointments" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "appointments_checked_in" ON "appointments" USING btree ("company_id","checked_in_at");--> statement-breakpoint
CREATE INDEX "appointments_room" ON "appointments" USING btree ("company_id","room_id");--> statement-breakpoint
CREATE INDEX "appointments_visit_type" ON "appointments" USING btree ("company_id","visit_type_id");--> statement-breakpoint
CREATE INDEX "appointments_category" ON "appointments" USING btree ("company_id","visit_type_category");--> statement-breakpoint
CREATE INDEX "appointments_origin" ON "appointments" USING btree ("company_id","created_from");--> statement-breakpoint
CREATE INDEX "appointments_invoice" ON "appointments" USING btree ("company_id","store_invoice_id") WHERE store_invoice_id is not null;--> statement-breakpoint
CREATE INDEX "appointments_billing" ON "appointments" USING btree ("company_id","billing_context_id") WHERE billing_context_id is not null;--> statement-breakpoint
CREATE INDEX "appointments_added" ON "appointments" USING btree ("company_id","added_by");--> statement-breakpoint
CREATE INDEX "appointments_words" ON "appointments" USING gin ("company_id","title_words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "appointments_employees" ON "appointments" USING gin ("company_id","employee_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "clients_name" ON "clients" USING btree ("company_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "clients_words" ON "clients" USING gin ("company_id","words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "employees_name" ON "employees" USING btree ("company_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "pets_name" ON "pets" USING btree ("company_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "pets_client" ON "pets" USING btree ("company_id","client_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "pets_words" ON "pets" USING gin ("company_id","words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "rooms_store" ON "rooms" USING btree ("company_id","store_id","position");
--> statement-breakpoint
-- Remembered counts of a company end when one of its appointments is changed or removed, by whatever means.
CREATE FUNCTION "appointments_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "companies" SET "appointments_epoch" = "appointments_epoch" + 1
  WHERE "company_id" IN (SELECT DISTINCT "company_id" FROM "changed");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "appointments_updated" AFTER UPDATE ON "appointments" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "appointments_changed"();
--> statement-breakpoint
CREATE TRIGGER "appointments_deleted" AFTER DELETE ON "appointments" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "appointments_changed"();
