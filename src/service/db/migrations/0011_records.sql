ALTER TABLE "clients" ADD COLUMN "alert" text collate "C";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "deceased_on" date;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "alert" text collate "C";--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
CREATE INDEX "appointments_start" ON "appointments" USING btree ("company_id",coalesce(start_at, 'infinity'::timestamptz),"id","store_id");
