-- Rule: the public key (role anon) may add; it may never read back, change or remove anything,
-- except the id of the reservation that its own statement has just made.

create table public.contacts (
  id         uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  prenom     text not null constraint contacts_prenom_ok    check (private.is_line(prenom, 2, 100)),
  nom        text not null constraint contacts_nom_ok       check (private.is_line(nom, 2, 100)),
  email      text not null constraint contacts_email_ok     check (private.is_email(email)),
  telephone  text not null constraint contacts_telephone_ok check (private.is_line(telephone, 10, 40)),
  message    text          constraint contacts_message_ok   check (private.is_message(message)),
  is_agefice boolean not null default false,
  attempt    uuid constraint contacts_attempt_once unique,
  flagged    boolean not null default false,
  unwanted   boolean not null default false
);

create table public.reservations (
  id         uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  made_in    xid8 not null default pg_current_xact_id(),
  name       text not null constraint reservations_name_ok  check (private.is_line(name, 1, 200)),
  email      text not null constraint reservations_email_ok check (private.is_email(email)),
  phone      text          constraint reservations_phone_ok check (private.is_line(phone, 1, 40)),
  is_agefice boolean not null default false,
  status     text not null default 'nouvelle'
             constraint reservations_status_ok check (status in ('nouvelle', 'confirmee', 'annulee')),
  attempt    uuid constraint reservations_attempt_once unique,
  flagged    boolean not null default false,
  unwanted   boolean not null default false
);

create index contacts_newest on public.contacts (created_at desc);
create index reservations_newest on public.reservations (created_at desc);

create function private.tidy_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.prenom := private.trimmed(new.prenom);
  new.nom := private.trimmed(new.nom);
  new.email := private.trimmed(new.email);
  new.telephone := private.trimmed(new.telephone);
  new.message := nullif(private.trimmed(replace(new.message, E'\r\n', E'\n')), '');
  return new;
end $$;

create function private.tidy_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.phone := nullif(private.trimmed(new.phone), '');
  return new;
end $$;

create trigger tidy before insert on public.contacts
  for each row execute function private.tidy_contact();
create trigger tidy before insert on public.reservations
  for each row execute function private.tidy_reservation();

-- ───────────────────────── rights ─────────────────────────
-- Said in full, never left to the defaults: hosted ones grant too much and are changing.

alter table public.contacts enable row level security;
alter table public.reservations enable row level security;
revoke all on public.contacts, public.reservations from public, anon, authenticated;
grant usage on schema public to anon, authenticated, service_role;
grant usage on schema private to service_role;
grant all on public.contacts, public.reservations to service_role;

-- Column by column, so that no visitor chooses id, created_at, status, attempt, flagged or unwanted.
grant insert (prenom, nom, email, telephone, message, is_agefice) on public.contacts to anon;
grant insert (name, email, phone, is_agefice) on public.reservations to anon;

-- CHECK functions run with the caller's rights. USAGE on the schema is not needed: their names
-- were resolved when they were made.
revoke all on all functions in schema private from public, anon, authenticated;
grant execute on function private.typed_length(text), private.is_email(text),
  private.is_line(text, integer, integer), private.is_message(text) to anon, service_role;

create policy contacts_add on public.contacts for insert to anon with check (true);
create policy reservations_add on public.reservations for insert to anon with check (true);

-- RETURNING id needs SELECT on the column and a policy that the new row passes. Only a row written
-- by this very transaction passes; a pure read has no transaction id and sees nothing.
-- created_at = now() alone would leak on an engine whose clock ticks in milliseconds, made_in alone
-- could meet an old number again after a restore into a new cluster.
grant select (id) on public.reservations to anon;
create policy reservations_own_insert on public.reservations for select to anon
  using (made_in = pg_current_xact_id_if_assigned() and created_at = now());
