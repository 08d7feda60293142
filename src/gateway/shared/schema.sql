-- The state that gateways share in PostgreSQL, in a schema of its own. Tables and functions of earlier versions (`budgets`,
-- `counted`, `wrong_keys`) stay, since a gateway of such a version may still run beside this one.

create schema if not exists frontdesk_gateway;

create table if not exists frontdesk_gateway.secrets (name text primary key, value text not null);

create table if not exists frontdesk_gateway.sessions (
  id_hash text primary key,
  key_hash text not null,
  expires_at timestamptz not null
);
create index if not exists sessions_of_key on frontdesk_gateway.sessions (key_hash);
-- A session of 2.0.0 has no secret, so its cookie cannot be opened.
alter table frontdesk_gateway.sessions
  add column if not exists secret text not null default '',
  add column if not exists employee_id text,
  add column if not exists lock_minutes integer,
  add column if not exists used_at timestamptz not null default now();
create index if not exists sessions_of_employee on frontdesk_gateway.sessions (employee_id);

create table if not exists frontdesk_gateway.pins (
  id text primary key,
  device_hash text not null,
  person text not null,
  name text,
  employee_id text,
  key_hash text not null,
  sealed text not null,
  browser text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  used_at timestamptz not null,
  device_used_at timestamptz not null,
  session_hash text not null,
  unique (device_hash, person)
);
create index if not exists pins_of_key on frontdesk_gateway.pins (key_hash);
create index if not exists pins_of_employee on frontdesk_gateway.pins (employee_id);
alter table frontdesk_gateway.pins
  add column if not exists earlier_attempts integer not null default 0,
  add column if not exists lock_minutes integer default 15;
