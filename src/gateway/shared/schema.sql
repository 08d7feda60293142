-- What gateways that share a PostgreSQL keep there, in a schema of its own. Times are in milliseconds since 1970 of the
-- server's clock.

create schema if not exists frontdesk_gateway;

-- Those of another version may answer with other columns, which cannot be replaced.
do $$
declare
  another regprocedure;
begin
  for another in select oid from pg_proc where pronamespace = 'frontdesk_gateway'::regnamespace loop
    execute 'drop function ' || another;
  end loop;
end $$;

create table if not exists frontdesk_gateway.secrets (name text primary key, value text not null);

create table if not exists frontdesk_gateway.sessions (
  id_hash text primary key,
  key_hash text not null,
  expires_at timestamptz not null
);
create index if not exists sessions_of_key on frontdesk_gateway.sessions (key_hash);

-- As rate-limiter-flexible has it.
create table if not exists frontdesk_gateway.wrong_keys (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Of an earlier version, which had the algorithm in functions.
drop table if exists frontdesk_gateway.budgets;

create table if not exists frontdesk_gateway.counted (
  key_hash text primary key,
  -- Names this state of the row: of two gateways that replace the same one only the first does.
  version uuid not null,
  -- What request-budget.ts counts for the key.
  counted jsonb not null
) with (fillfactor = 50);

-- Puts a version of what is counted for a key in the place of the one that was seen, of none where that is null, and tells
-- which version is there then, and what it counts where it is another one. Without a new version it only tells.
create function frontdesk_gateway.replace_counted(
  of_key text, seen uuid, new_version uuid, new_counted jsonb, out version uuid, out counted jsonb, out now_ms float8
) language plpgsql as $$
#variable_conflict use_column
begin
  -- Of a budget the last moments may be lost when the server fails; it does not wait for the disk. Sessions do.
  perform set_config('synchronous_commit', 'off', true);
  if seen is not null then
    update frontdesk_gateway.counted set version = new_version, counted = new_counted
      where key_hash = of_key and version = seen;
  elsif new_version is not null then
    insert into frontdesk_gateway.counted values (of_key, new_version, new_counted) on conflict do nothing;
  end if;
  select c.version, case when c.version is distinct from new_version then c.counted end
    into version, counted from frontdesk_gateway.counted c where key_hash = of_key;
  now_ms := extract(epoch from clock_timestamp()) * 1000;
end $$;
