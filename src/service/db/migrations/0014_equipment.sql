CREATE TABLE "equipment" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"sort_name" text collate "C" NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "equipment_company_id_id_pk" PRIMARY KEY("company_id","id")
);
