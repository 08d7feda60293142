CREATE TABLE "imported_records" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"record_id" uuid NOT NULL,
	"imported" jsonb NOT NULL,
	CONSTRAINT "imported_records_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE INDEX "imported_records_managed" ON "imported_records" USING btree ("company_id","record_id") WHERE kind in ('employee', 'room', 'appointment_type');