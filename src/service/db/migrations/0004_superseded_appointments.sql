-- What appointments were before they were changed, as far as a query can ask for it: remembered counts are carried forward by
-- what was added since and by what was superseded since. Rows are removed now and then, and remembered counts with them.
CREATE TABLE "superseded_appointments" AS
SELECT "company_id", "store_id", "pet_id", "client_id", "store_invoice_id", "billing_context_id", "title", "start_at", "end_at",
  "status", "room_id", "checked_in_at", "created_from", "visit_type_id", "visit_type_category", "created_at", "updated_at",
  "employee_ids", "title_words", "stay_class", "added_by", "added_by" AS "superseded_by"
FROM "appointments" WITH NO DATA;
--> statement-breakpoint
CREATE INDEX "superseded_appointments_by" ON "superseded_appointments" USING btree ("company_id","superseded_by");
--> statement-breakpoint
-- A change that says by `added_by` that its rows are new versions leaves the old ones behind; remembered counts end with any other.
CREATE OR REPLACE FUNCTION "appointments_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "appointment_totals" ("company_id", "store_id", "status", "held")
  SELECT "company_id", "store_id", "status", sum("by") FROM (
    SELECT "company_id", "store_id", "status", 1 AS "by" FROM "added"
    UNION ALL SELECT "company_id", "store_id", "status", -1 FROM "changed"
  ) AS "moved" GROUP BY 1, 2, 3 HAVING sum("by") <> 0;
  IF EXISTS (SELECT FROM "added" WHERE "added_by" <> pg_current_xact_id()) THEN
    UPDATE "companies" SET "appointments_epoch" = "appointments_epoch" + 1
    WHERE "company_id" IN (SELECT DISTINCT "company_id" FROM "changed");
  ELSE
    INSERT INTO "superseded_appointments"
    SELECT "company_id", "store_id", "pet_id", "client_id", "store_invoice_id", "billing_context_id", "title", "start_at", "end_at",
      "status", "room_id", "checked_in_at", "created_from", "visit_type_id", "visit_type_category", "created_at", "updated_at",
      "employee_ids", "title_words", "stay_class", "added_by", pg_current_xact_id()
    FROM "changed" WHERE "added_by" <> pg_current_xact_id();
  END IF;
  RETURN NULL;
END $$;
