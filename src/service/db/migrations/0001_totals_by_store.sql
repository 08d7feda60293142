CREATE TABLE "appointment_totals" (
	"company_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"status" text collate "C",
	"held" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "appointment_totals_key" ON "appointment_totals" USING btree ("company_id","store_id","status","held");
--> statement-breakpoint
INSERT INTO "appointment_totals" ("company_id", "store_id", "status", "held")
SELECT "company_id", "store_id", "status", count(*) FROM "appointments" GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE FUNCTION "appointments_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "appointment_totals" ("company_id", "store_id", "status", "held")
  SELECT "company_id", "store_id", "status", count(*) FROM "added" GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "appointments_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "appointment_totals" ("company_id", "store_id", "status", "held")
  SELECT "company_id", "store_id", "status", sum("by") FROM (
    SELECT "company_id", "store_id", "status", 1 AS "by" FROM "added"
    UNION ALL SELECT "company_id", "store_id", "status", -1 FROM "changed"
  ) AS "moved" GROUP BY 1, 2, 3 HAVING sum("by") <> 0;
  UPDATE "companies" SET "appointments_epoch" = "appointments_epoch" + 1
  WHERE "company_id" IN (SELECT DISTINCT "company_id" FROM "changed");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "appointments_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "appointment_totals" ("company_id", "store_id", "status", "held")
  SELECT "company_id", "store_id", "status", -count(*) FROM "changed" GROUP BY 1, 2, 3;
  UPDATE "companies" SET "appointments_epoch" = "appointments_epoch" + 1
  WHERE "company_id" IN (SELECT DISTINCT "company_id" FROM "changed");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "appointments_emptied"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "appointment_totals";
  UPDATE "companies" SET "appointments_epoch" = "appointments_epoch" + 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "appointments_updated" ON "appointments";
--> statement-breakpoint
DROP TRIGGER "appointments_deleted" ON "appointments";
--> statement-breakpoint
DROP FUNCTION "appointments_changed"();
--> statement-breakpoint
CREATE TRIGGER "appointments_inserted" AFTER INSERT ON "appointments" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "appointments_added"();
--> statement-breakpoint
CREATE TRIGGER "appointments_updated" AFTER UPDATE ON "appointments" REFERENCING OLD TABLE AS "changed" NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "appointments_moved"();
--> statement-breakpoint
CREATE TRIGGER "appointments_deleted" AFTER DELETE ON "appointments" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "appointments_removed"();
--> statement-breakpoint
CREATE TRIGGER "appointments_truncated" AFTER TRUNCATE ON "appointments"
FOR EACH STATEMENT EXECUTE FUNCTION "appointments_emptied"();
