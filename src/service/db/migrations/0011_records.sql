ALTER TABLE "clients" ADD COLUMN "alert" text collate "C";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "deceased_on" date;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "alert" text collate "C";--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;