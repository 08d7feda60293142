ALTER TABLE "clients" ADD COLUMN "alert" text collate "C";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "deceased_on" date;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "alert" text collate "C";--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
CREATE INDEX "appointments_start" ON "appointments" USING btree ("company_id",coalesce(start_at, 'infinity'::timestamptz),"id","store_id");
--> statement-breakpoint
-- Notifies of records by their ids; where they are many, only of that. A notification holds less than 8000 bytes, so at most 150 ids.
CREATE FUNCTION "notify_ids"("company" uuid, "kind" text, "ids" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality("ids") > 500 THEN
    PERFORM pg_notify('frontdesk_changes', json_build_object('company', "company", "kind", true)::text);
  ELSE
    PERFORM pg_notify('frontdesk_changes', json_build_object('company', "company", "kind", json_agg("id"))::text)
    FROM unnest("ids") WITH ORDINALITY AS "one"("id", "nth") GROUP BY ("nth" - 1) / 150;
  END IF;
END $$;
--> statement-breakpoint
-- Clients and pets that are new or changed. The words by which a pet is found follow the name of its client: they alone are no change.
CREATE FUNCTION "notify_people"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM "notify_ids"("company_id", TG_TABLE_NAME, array_agg("id")) FROM "written" GROUP BY "company_id";
  ELSE
    PERFORM "notify_ids"("written"."company_id", TG_TABLE_NAME, array_agg("written"."id"))
    FROM "written" JOIN "before" USING ("company_id", "id")
    WHERE to_jsonb("written") - 'words' <> to_jsonb("before") - 'words' GROUP BY "written"."company_id";
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "clients_insert_notifies" AFTER INSERT ON "clients" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_people"();
--> statement-breakpoint
CREATE TRIGGER "clients_update_notifies" AFTER UPDATE ON "clients" REFERENCING OLD TABLE AS "before" NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_people"();
--> statement-breakpoint
CREATE TRIGGER "pets_insert_notifies" AFTER INSERT ON "pets" REFERENCING NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_people"();
--> statement-breakpoint
CREATE TRIGGER "pets_update_notifies" AFTER UPDATE ON "pets" REFERENCING OLD TABLE AS "before" NEW TABLE AS "written"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_people"();
