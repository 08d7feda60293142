-- What gateways that share a PostgreSQL store there, in a schema of its own. Tables and functions of earlier versions (`budgets`,
-- `counted`, `wrong_keys`) stay, since such a gateway may still run beside this one.

create schema if not exists frontdesk_gateway;

create table if not exists frontdesk_gateway.secrets (name text primary key, value text not null);

create table if not exists frontdesk_gateway.sessions (
  id_hash text primary key,
  key_hash text not null,
  expires_at timestamptz not null
);
create index if not exists sessions_of_key on frontdesk_gateway.sessions (key_hash);
