CREATE TABLE "availability" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text collate "C" NOT NULL,
	"store_id" uuid,
	"employee_id" uuid,
	"room_id" uuid,
	"start_at" timestamp(3) with time zone NOT NULL,
	"end_at" timestamp(3) with time zone NOT NULL,
	"title" text collate "C",
	"series_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"stay_class" smallint GENERATED ALWAYS AS (case when end_at - start_at <= interval '1 hour' then 0 when end_at - start_at <= interval '4 hours' then 1 when end_at - start_at <= interval '16 hours' then 2 when end_at - start_at <= interval '64 hours' then 3 when end_at - start_at <= interval '256 hours' then 4 when end_at - start_at <= interval '1024 hours' then 5 else 6 end) STORED NOT NULL,
	CONSTRAINT "availability_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE INDEX "availability_stay" ON "availability" USING btree ("company_id","stay_class","start_at","id");--> statement-breakpoint
CREATE INDEX "availability_series" ON "availability" USING btree ("company_id","series_id") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "availability_room" ON "availability" USING btree ("company_id","room_id") WHERE room_id is not null;
--> statement-breakpoint
-- Who books has planned the day so far.
UPDATE "employees" SET "permissions" = "permissions" || '{availability.write}'
WHERE 'appointments.write' = ANY ("permissions") AND 'availability.write' <> ALL ("permissions");
