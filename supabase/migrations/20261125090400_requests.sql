-- Contact messages and reservations. Rule: the public key (role anon) may add rows; it may never read, change or remove
-- any, except the id of the reservation that its own statement has just made.

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
  shell      text constraint contacts_shell_ok   check (shell ~ '^[0-9A-Za-z.-]{1,80}$'),
  release    text constraint contacts_release_ok check (release ~ '^[0-9A-Za-z.-]{1,80}$'),
  flagged    boolean not null default false,
  unwanted   boolean not null default false,
  version    integer not null default 1,
  handled_at timestamptz,
  note       text constraint contacts_note_ok check (private.is_message(note)),
  is_spam    boolean not null default false
);
-- One for each filter of private.is_in(): lists read them in order, counts read nothing else.
-- The first of each table also answers the figures of a month, without reading rows.
create index contacts_newest on public.contacts (created_at desc, id desc) include (is_agefice, is_spam, unwanted);
create index contacts_todo on public.contacts (created_at desc, id desc)
  where handled_at is null and not (is_spam or unwanted);
create index contacts_messages on public.contacts (created_at desc, id desc) where not (is_spam or unwanted);
create index contacts_verify on public.contacts (created_at desc, id desc) where flagged and not (is_spam or unwanted);
create index contacts_spam on public.contacts (created_at desc, id desc) where is_spam or unwanted;
create index contacts_by_address on public.contacts (lower(email));
create index contacts_by_shell on public.contacts (shell) where shell is not null and not (is_spam or unwanted);
create index contacts_by_release on public.contacts (release) where release is not null and not (is_spam or unwanted);

comment on table public.contacts is
  'Messages of the contact form. Visitors add them and never read any; kept for three years after the person''s last contact.';
comment on column public.contacts.attempt is 'Idempotency key of the attempt that stored it; null when the client sent none.';
comment on column public.contacts.flagged is
  'Look twice: came above settings.per_address or total_per_hour, or with the hidden field filled in.';
comment on column public.contacts.unwanted is 'The hidden field was filled in, which people never see: no mail tells of it.';
comment on column public.contacts.shell is 'Release of the shell on the page that sent it; null when the client named none.';
comment on column public.contacts.release is 'Release of the part whose form sent it, likewise.';
comment on column public.contacts.version is 'Counts the changes of the row: an action names the one that its author saw.';
comment on column public.contacts.handled_at is 'When the owner marked it as handled; null while there is something to do.';

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
  shell      text constraint reservations_shell_ok   check (shell ~ '^[0-9A-Za-z.-]{1,80}$'),
  release    text constraint reservations_release_ok check (release ~ '^[0-9A-Za-z.-]{1,80}$'),
  flagged    boolean not null default false,
  unwanted   boolean not null default false,
  version    integer not null default 1,
  handled_at timestamptz,
  note       text constraint reservations_note_ok check (private.is_message(note)),
  is_spam    boolean not null default false,
  by_phone   boolean not null default false,
  convention_sent_on   date,
  convention_signed_on date,
  paid_on              date,
  held_on              date
);
create index reservations_newest on public.reservations (created_at desc, id desc)
  include (is_agefice, is_spam, unwanted);
create index reservations_todo on public.reservations (created_at desc, id desc)
  where status = 'nouvelle' and not (is_spam or unwanted);
create index reservations_confirmed on public.reservations (created_at desc, id desc)
  where status = 'confirmee' and not (is_spam or unwanted);
create index reservations_cancelled on public.reservations (created_at desc, id desc)
  where status = 'annulee' and not (is_spam or unwanted);
create index reservations_verify on public.reservations (created_at desc, id desc) where flagged and not (is_spam or unwanted);
create index reservations_spam on public.reservations (created_at desc, id desc) where is_spam or unwanted;
create index reservations_by_address on public.reservations (lower(email));
create index reservations_by_shell on public.reservations (shell) where shell is not null and not (is_spam or unwanted);
create index reservations_by_release on public.reservations (release) where release is not null and not (is_spam or unwanted);

comment on table public.reservations is
  'Requests for training days; the days stand in reservation_dates. Kept for three years after the person''s last contact.';
comment on column public.reservations.id is 'Made here; told only to the request that made it, which adds its dates with it.';
comment on column public.reservations.made_in is 'Transaction that made it: only that one may read its id back.';
comment on column public.reservations.status is 'The owner''s word on it: nouvelle, confirmee or annulee.';
comment on column public.reservations.shell is 'Release of the shell on the page that sent it; null when the client named none.';
comment on column public.reservations.release is 'Release of the part whose form sent it, likewise.';
comment on column public.reservations.version is 'Counts the changes of the row and of its dates: an action names the one that its author saw.';
comment on column public.reservations.by_phone is
  'The owner entered it for a person who called: neither limits of callers nor mails of the form apply.';
comment on column public.reservations.convention_sent_on is
  'Day in Paris; the owner notes it, as the three after it: none depends on another, and null means not noted.';
comment on column public.reservations.handled_at is 'When the owner last confirmed or cancelled it; null while there is something to do.';

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
create trigger tidy before insert on public.contacts
  for each row execute function private.tidy_contact();

create function private.tidy_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.phone := nullif(private.trimmed(new.phone), '');
  return new;
end $$;
create trigger tidy before insert on public.reservations
  for each row execute function private.tidy_reservation();

-- Rights are named in full, never left to the defaults: hosted ones grant too much and are changing.
alter table public.contacts enable row level security;
alter table public.reservations enable row level security;
revoke all on public.contacts, public.reservations from public, anon, authenticated;
grant all on public.contacts, public.reservations to service_role;

-- Column by column, so that no visitor chooses id, created_at, status, attempt, flagged or unwanted.
grant insert (prenom, nom, email, telephone, message, is_agefice) on public.contacts to anon;
grant insert (name, email, phone, is_agefice) on public.reservations to anon;
create policy contacts_add on public.contacts for insert to anon with check (true);
create policy reservations_add on public.reservations for insert to anon with check (true);

-- RETURNING id needs SELECT on the column and a policy that the new row passes. Only a row written
-- by this very transaction passes; a pure read has no transaction id and sees nothing.
-- created_at = now() alone would leak on an engine whose clock ticks in milliseconds, made_in alone
-- could meet an old number again after a restore into a new cluster.
grant select (id) on public.reservations to anon;
create policy reservations_own_insert on public.reservations for select to anon
  using (made_in = pg_current_xact_id_if_assigned() and created_at = now());
