ALTER TABLE "appointment_history" ADD COLUMN "reason_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "appointment_history" ADD COLUMN "reason_employee_id" uuid;