-- Run once, by the image of PostgreSQL, when compose.yaml makes its database: Frontdesk signs in as a role of its own, which owns
-- its database and nothing else. The superuser gets no password, so that only who is in the container acts as it.
\getenv password POSTGRES_PASSWORD
create role frontdesk login password :'password';
create database frontdesk owner frontdesk;
alter role postgres password null;
