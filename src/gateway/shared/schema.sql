-- What gateways that share a PostgreSQL keep there, in a schema of its own. Times are in milliseconds since 1970 of the
-- server's clock. The functions are createRequestBudget in SQL, under a lock of the row of the key: one statement, so one
-- round trip, takes a request of the budget of all gateways. A test holds the two together.

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

create table if not exists frontdesk_gateway.budgets (
  key_hash text primary key,
  -- Requests under way, and until when each may be: a gateway that died never settles its own.
  lease_ids bigint[] not null default '{}',
  lease_ends bigint[] not null default '{}',
  -- Counts what was taken and settled: it names leases, and says which of two answers is the later one.
  last_lease bigint not null default 0,
  -- When each request that is over stops counting, ascending.
  expiries bigint[] not null default '{}',
  -- What the practice API says of its window, which ends at reported_until; null where it says nothing.
  reported_remaining integer,
  reported_until bigint,
  reported_assumed boolean,
  paused_until bigint not null default 0,
  default_pauses integer not null default 0,
  touched_at bigint not null default 0
) with (fillfactor = 50);

create function frontdesk_gateway.advanced(
  b frontdesk_gateway.budgets, requests integer, window_ms bigint, now_ms bigint
) returns frontdesk_gateway.budgets language plpgsql as $$
begin
  if now_ms < b.touched_at - window_ms then
    b.expiries := '{}';
    b.reported_until := null;
    b.paused_until := now_ms;
    -- Those of before the clock was set back: nobody could wait for their ends.
    b.lease_ids := '{}';
    b.lease_ends := '{}';
  end if;
  b.touched_at := now_ms;
  b.expiries := array(
    select expiry
    from (select unnest(b.expiries) union all select l + window_ms from unnest(b.lease_ends) l where l <= now_ms) e(expiry)
    where expiry > now_ms
    order by expiry
  );
  select coalesce(array_agg(l.id order by l.id), '{}'), coalesce(array_agg(l.ends order by l.id), '{}')
    into b.lease_ids, b.lease_ends
    from unnest(b.lease_ids, b.lease_ends) l(id, ends)
    where l.ends > now_ms;
  if b.reported_until <= now_ms then
    if b.reported_assumed then
      b.reported_until := null;
    else
      b.reported_remaining := requests - cardinality(b.lease_ids);
      b.reported_until := now_ms + window_ms;
      b.reported_assumed := true;
    end if;
  end if;
  return b;
end $$;

create function frontdesk_gateway.available(b frontdesk_gateway.budgets, requests integer)
returns integer language sql immutable as $$
  select case
    when b.reported_until is null then requests - cardinality(b.lease_ids) - cardinality(b.expiries)
    else b.reported_remaining
  end
$$;

create function frontdesk_gateway.save(b frontdesk_gateway.budgets)
returns void language sql as $$
  update frontdesk_gateway.budgets set
    lease_ids = b.lease_ids, lease_ends = b.lease_ends, last_lease = b.last_lease, expiries = b.expiries,
    reported_remaining = b.reported_remaining, reported_until = b.reported_until, reported_assumed = b.reported_assumed,
    paused_until = b.paused_until, default_pauses = b.default_pauses, touched_at = b.touched_at
  where key_hash = b.key_hash
$$;

create function frontdesk_gateway.locked(key_hash text)
returns frontdesk_gateway.budgets language plpgsql as $$
declare
  b frontdesk_gateway.budgets;
begin
  select * into b from frontdesk_gateway.budgets k where k.key_hash = locked.key_hash for update;
  if not found then
    insert into frontdesk_gateway.budgets (key_hash) values (locked.key_hash) on conflict do nothing;
    select * into b from frontdesk_gateway.budgets k where k.key_hash = locked.key_hash for update;
  end if;
  return b;
end $$;

-- What is left, and the milliseconds until all of it is back.
create function frontdesk_gateway.state(
  b frontdesk_gateway.budgets, requests integer, now_ms bigint, out remaining integer, out reset_ms float8
) language sql immutable as $$
  select
    case when now_ms < b.paused_until then 0
      else least(greatest(frontdesk_gateway.available(b, requests), 0), requests) end,
    case when now_ms < b.paused_until then b.paused_until - now_ms
      else greatest(coalesce(b.reported_until, b.expiries[cardinality(b.expiries)], now_ms) - now_ms, 0) end
$$;

-- Takes one request: lease is null when it has to wait for wait_ms. given_at replaces the server's clock in tests.
create function frontdesk_gateway.take(
  key_hash text, reserve integer, requests integer, window_ms bigint, lease_ms bigint, given_at bigint,
  out lease float8, out wait_ms float8, out turn float8, out remaining integer, out reset_ms float8
) language plpgsql as $$
declare
  b frontdesk_gateway.budgets := frontdesk_gateway.locked(key_hash);
  now_ms bigint := coalesce(given_at, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  free integer;
begin
  -- Of a budget the last moments may be lost when the server fails; it does not wait for the disk. Sessions do.
  perform set_config('synchronous_commit', 'off', true);
  b := frontdesk_gateway.advanced(b, requests, window_ms, now_ms);
  free := frontdesk_gateway.available(b, requests);
  b.last_lease := b.last_lease + 1;
  turn := b.last_lease;
  if now_ms < b.paused_until then
    wait_ms := b.paused_until - now_ms;
  elsif free <= reserve then
    wait_ms := coalesce(b.reported_until, b.expiries[reserve + 1 - free], now_ms + window_ms) - now_ms;
    wait_ms := least(greatest(wait_ms, 1000), window_ms);
  else
    lease := b.last_lease;
    b.lease_ids := b.lease_ids || b.last_lease;
    b.lease_ends := b.lease_ends || (now_ms + lease_ms);
    b.reported_remaining := b.reported_remaining - 1;
  end if;
  perform frontdesk_gateway.save(b);
  select s.remaining, s.reset_ms into remaining, reset_ms from frontdesk_gateway.state(b, requests, now_ms) s;
end $$;

-- Settles a request that is over. outcome: answered, lost or not_sent. What the answer did not say is null.
create function frontdesk_gateway.settle(
  key_hash text, lease bigint, outcome text, refused boolean,
  said_remaining integer, said_reset_ms bigint, said_retry_ms bigint,
  requests integer, window_ms bigint, same_window_ms bigint, pauses_ms bigint[], given_at bigint,
  out turn float8, out remaining integer, out reset_ms float8
) language plpgsql as $$
declare
  b frontdesk_gateway.budgets := frontdesk_gateway.locked(key_hash);
  now_ms bigint := coalesce(given_at, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  place integer;
  believed integer;
  until bigint;
  pause bigint := coalesce(said_retry_ms, said_reset_ms);
begin
  perform set_config('synchronous_commit', 'off', true);
  b := frontdesk_gateway.advanced(b, requests, window_ms, now_ms);
  b.last_lease := b.last_lease + 1;
  turn := b.last_lease;
  place := array_position(b.lease_ids, lease);
  if place is not null then
    b.lease_ids := b.lease_ids[:place - 1] || b.lease_ids[place + 1:];
    b.lease_ends := b.lease_ends[:place - 1] || b.lease_ends[place + 1:];
    if outcome = 'not_sent' then
      b.reported_remaining := b.reported_remaining + 1;
    else
      b.expiries := b.expiries || (now_ms + window_ms);
    end if;
  end if;
  if outcome = 'answered' and said_remaining is not null then
    believed := greatest(0, said_remaining - cardinality(b.lease_ids));
    until := now_ms + coalesce(said_reset_ms, window_ms);
    if b.reported_until is null then
      b.reported_remaining := believed;
      b.reported_until := until;
      b.reported_assumed := false;
    elsif b.reported_assumed or abs(b.reported_until - until) < same_window_ms then
      b.reported_remaining := least(b.reported_remaining, believed);
      b.reported_until := until;
      b.reported_assumed := false;
    elsif until > b.reported_until then
      b.reported_remaining := believed;
      b.reported_until := until;
      b.reported_assumed := false;
    end if;
  end if;
  if outcome = 'answered' and not refused then
    b.default_pauses := 0;
  elsif outcome = 'answered' and (pause is not null or now_ms >= b.paused_until) then
    if pause is null then
      pause := pauses_ms[least(b.default_pauses + 1, cardinality(pauses_ms))];
      b.default_pauses := b.default_pauses + 1;
    end if;
    b.paused_until := greatest(b.paused_until, now_ms + greatest(pause, 1000));
  end if;
  -- The window that it told of may be over at this very moment.
  b := frontdesk_gateway.advanced(b, requests, window_ms, now_ms);
  perform frontdesk_gateway.save(b);
  select s.remaining, s.reset_ms into remaining, reset_ms from frontdesk_gateway.state(b, requests, now_ms) s;
end $$;
