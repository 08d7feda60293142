-- Every change of what is shown is told (NOTIFY) in its own transaction, whoever makes it: who listens hears of it once it is committed, in the
-- order of commits. A notification holds less than 8000 bytes, so at most 150 ids. Of a statement that writes many it is told that everything may have changed.
CREATE FUNCTION "appointments_told"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM "written" LIMIT 501) AS "some") > 500 THEN
    PERFORM pg_notify('frontdesk_changes', json_build_object('company', "company_id", 'everything', true)::text)
    FROM (SELECT DISTINCT "company_id" FROM "written") AS "of";
  ELSIF TG_OP = 'UPDATE' THEN
    -- One that moved to another store is told to both.
    PERFORM pg_notify('frontdesk_changes', json_build_object('company', "company_id", 'store', "store_id", 'appointments', json_agg("id"))::text)
    FROM (
      SELECT *, (row_number() OVER (PARTITION BY "company_id", "store_id") - 1) / 150 AS "part" FROM (
        SELECT "company_id", "store_id", "id" FROM "written" UNION SELECT "company_id", "store_id", "id" FROM "before"
      ) AS "rows"
    ) AS "parts" GROUP BY "company_id", "store_id", "part";
  ELSE
    PERFORM pg_notify('frontdesk_changes', json_build_object('company', "company_id", 'store', "store_id", 'appointments', json_agg("id"))::text)
    FROM (
      SELECT "company_id", "store_id", "id", (row_number() OVER (PARTITION BY "company_id", "store_id") - 1) / 150 AS "part" FROM "written"
    ) AS "parts" GROUP BY "company_id", "store_id", "part";
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The stores of the entries, of before and after, with null where an entry has none.
CREATE FUNCTION "availability_told"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM pg_notify('frontdesk_changes', json_build_object(
      'company', "company_id", 'availability', CASE WHEN count(*) > 150 THEN '[null]' ELSE json_agg("store_id") END
    )::text)
    FROM (
      SELECT "company_id", "store_id" FROM "written" UNION SELECT "company_id", "store_id" FROM "before"
    ) AS "of" GROUP BY "company_id";
  ELSE
    PERFORM pg_notify('frontdesk_changes', json_build_object(
      'company', "company_id", 'availability', CASE WHEN count(*) > 150 THEN '[null]' ELSE json_agg("store_id") END
    )::text)
    FROM (SELECT DISTINCT "company_id", "store_id" FROM "written") AS "of" GROUP BY "company_id";
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "practice_told"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('frontdesk_changes', json_build_object('company', "company_id", 'practice', true)::text)
  FROM (SELECT DISTINCT "company_id" FROM "written") AS "of";
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What else is kept of a company is not shown, and changes with its appointments.
CREATE FUNCTION "companies_told"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('frontdesk_changes', json_build_object('company', "company_id", 'practice', true)::text)
  FROM "written" JOIN "before" USING ("company_id") WHERE "written"."name" <> "before"."name";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "everything_told"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('frontdesk_changes', '{"everything":true}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "appointments_insert_told" AFTER INSERT ON "appointments" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "appointments_told"();
--> statement-breakpoint
CREATE TRIGGER "appointments_update_told" AFTER UPDATE ON "appointments" REFERENCING OLD TABLE AS "before" NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "appointments_told"();
--> statement-breakpoint
CREATE TRIGGER "appointments_delete_told" AFTER DELETE ON "appointments" REFERENCING OLD TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "appointments_told"();
--> statement-breakpoint
CREATE TRIGGER "availability_insert_told" AFTER INSERT ON "availability" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "availability_told"();
--> statement-breakpoint
CREATE TRIGGER "availability_update_told" AFTER UPDATE ON "availability" REFERENCING OLD TABLE AS "before" NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "availability_told"();
--> statement-breakpoint
CREATE TRIGGER "availability_delete_told" AFTER DELETE ON "availability" REFERENCING OLD TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "availability_told"();
--> statement-breakpoint
CREATE TRIGGER "stores_insert_told" AFTER INSERT ON "stores" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "stores_update_told" AFTER UPDATE ON "stores" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "stores_delete_told" AFTER DELETE ON "stores" REFERENCING OLD TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "rooms_insert_told" AFTER INSERT ON "rooms" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "rooms_update_told" AFTER UPDATE ON "rooms" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "rooms_delete_told" AFTER DELETE ON "rooms" REFERENCING OLD TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "appointment_types_insert_told" AFTER INSERT ON "appointment_types" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "appointment_types_update_told" AFTER UPDATE ON "appointment_types" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "appointment_types_delete_told" AFTER DELETE ON "appointment_types" REFERENCING OLD TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "employees_insert_told" AFTER INSERT ON "employees" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "employees_update_told" AFTER UPDATE ON "employees" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "employees_delete_told" AFTER DELETE ON "employees" REFERENCING OLD TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "practice_told"();
--> statement-breakpoint
CREATE TRIGGER "companies_update_told" AFTER UPDATE ON "companies" REFERENCING OLD TABLE AS "before" NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "companies_told"();
--> statement-breakpoint
CREATE TRIGGER "appointments_truncate_told" AFTER TRUNCATE ON "appointments"
FOR EACH STATEMENT EXECUTE FUNCTION "everything_told"();
--> statement-breakpoint
CREATE TRIGGER "availability_truncate_told" AFTER TRUNCATE ON "availability"
FOR EACH STATEMENT EXECUTE FUNCTION "everything_told"();
