-- Links with which visitors manage their own reservation. The secret of a link is in its fragment, which browsers send to
-- nobody; a row has its digest. Why: docs/decisions/046-links-for-visitors.md.

create table private.manage_links (
  digest  bytea primary key constraint manage_links_digest_ok check (octet_length(digest) = 32),
  ref     uuid not null references public.reservations (id) on delete cascade,
  mail_id bigint,
  secret  text,
  constraint manage_links_secret_ok check (secret is null or mail_id is not null)
);
create index manage_links_by_ref on private.manage_links (ref);
create unique index manage_links_waiting on private.manage_links (mail_id) where secret is not null;

comment on table private.manage_links is
  'Links with which visitors manage a reservation: of its mails, and of the page that sent it.';
comment on column private.manage_links.digest is 'SHA-256 of the secret. Who reads it cannot compute the link.';
comment on column private.manage_links.mail_id is 'The mail that brings it; null for the page that sent the reservation, which made the secret itself.';
comment on column private.manage_links.secret is
  'Only until the mail is sent, so that each attempt brings the same link; null afterwards.';

-- The page that sends a reservation keeps a secret and sends its digest.
create function private.link_page() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  digest constant text := substring(private.client_token('link') from '^[0-9a-f]{64}$');
begin
  if digest is not null and not new.unwanted and private.is_visitor() then
    insert into private.manage_links (digest, ref) values (decode(digest, 'hex'), new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger link_page after insert on public.reservations
  for each row execute function private.link_page();

-- The link in a mail to a visitor, as a path of the site, the same at each attempt. Null when there is nothing to manage.
create function private.link_of_mail(mail private.outbox) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  path constant text := '/reservation/gerer#';
  made text;
begin
  select l.secret into made from private.manage_links l where l.mail_id = mail.id and l.secret is not null;
  if found then
    return path || made;
  end if;
  perform from public.reservations r where r.id = mail.ref for key share;
  if not found or (mail.kind = 'feedback' or private.last_day(mail.ref) >= private.paris_day(now())) is not true then
    return null;
  end if;
  made := translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', '-_');
  insert into private.manage_links (digest, ref, mail_id, secret)
    values (sha256(convert_to(made, 'UTF8')), mail.ref, mail.id, made);
  return path || made;
end $$;

-- Who sends the same request again from a browser that has no link to it gets the link by mail once more, within the limits of
-- mails (a mailbox once a day). Why: docs/decisions/005-forms.md. `attempt`: the key of the request, which follows from its
-- whole content. The answer is only whether mails to visitors are on: whether there is such a request, and whether a mail was
-- written, it tells nobody.
create function public.send_link_again(attempt uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant public.reservations := (select r from public.reservations r where r.attempt = send_link_again.attempt);
begin
  if request.created_at > now() - interval '1 day' and request.status = 'nouvelle' then
    perform pg_advisory_xact_lock(hashtextextended('private.visitor_mails', 0));
    insert into private.outbox (kind, ref, recipient_hash)
      select 'link', request.id, private.salted(private.mailbox(request.email))
        where private.may_tell(request.id, 'link')
          -- One that waits brings it.
          and not exists (select from private.outbox o
            where o.ref = request.id and o.recipient_hash is not null and o.sent_at is null and o.given_up_at is null);
  end if;
  return (select s.visitor_mails from private.settings s);
end $$;

-- The link of each mail works as long as the request can be managed: what a visitor has saved is the first mail. All mails
-- about a request go to one mailbox, so no link of theirs tells its reader more than the last one does, until its address is
-- corrected. The link of a mail that was given up goes with it. Of one that is sent, its digest remains.
create function private.renew_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.sent_at is null then
    delete from private.manage_links l where l.mail_id = new.id and l.secret is not null;
  else
    update private.manage_links l set secret = null where l.mail_id = new.id and l.secret is not null;
  end if;
  return null;
end $$;
create trigger renew_links after update of sent_at, given_up_at on private.outbox
  for each row when (new.recipient_hash is not null and (old.sent_at is null and new.sent_at is not null
    or old.given_up_at is null and new.given_up_at is not null)) execute function private.renew_links();

-- Whoever reads the mailbox that was written first has nothing to do with the request.
create function private.end_links_of_mailbox() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.manage_links l where l.ref = new.id and l.mail_id is not null;
  return null;
end $$;
create trigger end_links_of_mailbox after update of email on public.reservations
  for each row when (private.mailbox(old.email) is distinct from private.mailbox(new.email))
  execute function private.end_links_of_mailbox();

-- What visitors do with the link to their own reservation: look at it, cancel it, ask for another day. On the training day and
-- after it, a link shows the days that were held and changes none. Limits are counted per network and per reservation.

create table private.manage_calls (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  address_hash text
);
create index manage_calls_by_address on private.manage_calls (address_hash, created_at desc);
create index manage_calls_newest on private.manage_calls (created_at);

comment on table private.manage_calls is 'Counts the calls with a link, right or wrong, of each address and about the last day.';

create function private.set_video_link(address text) returns void
language sql security definer set search_path = '' as $$
  update private.settings set video_link = address where video_link is distinct from address;
$$;

-- What a link shows: nothing by which a person can be named or written to, since links are forwarded. `calendarId`: for pages
-- of earlier releases. `declined`: of a cancelled reservation, a day that its confirmation had not kept.
create function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', r.is_agefice, 'daysWanted', private.days_wanted(r), 'calendarId', private.calendar_id(r.id),
      'dayCents', private.announced_cents(r),
      'priceCents', (select f.price_cents from private.day_files f where f.ref = r.id),
      'videoLink', (select s.video_link from private.settings s where exists (select from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date >= private.paris_day(now()))),
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'declined', d.declined, 'uid', private.entry_uid(r.id, d.seat)) order by d.date), '[]')
               from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r where r.id = reservation;
$$;

-- The reservation of a link until so many days after its last day, null when none has this secret; each call counts for its
-- network. A wrong secret refuses nothing: the refusal would undo the count.
create function private.linked_to(secret text, days_after integer) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  called integer;
  oldest timestamptz;
begin
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  perform pg_advisory_xact_lock(hashtextextended(caller, 5));
  select count(*), min(latest.created_at) into called, oldest
    from (select c.created_at from private.manage_calls c
          where c.address_hash = caller and c.created_at > now() - rule.address_window
          order by c.created_at desc limit rule.manage_per_address) as latest;
  if called >= rule.manage_per_address then
    perform private.refuse_submission('Too many calls from this address', oldest, rule.address_window);
  end if;
  insert into private.manage_calls (address_hash) values (caller);
  return (select r.id from private.manage_links l join public.reservations r on r.id = l.ref
    where l.digest = sha256(convert_to(left(linked_to.secret, 200), 'UTF8')) and not (r.unwanted or r.is_spam)
      and private.last_day(r.id) + days_after >= private.paris_day(now()));
end $$;

-- For changes: until the last day.
create function private.managed_by(secret text) returns uuid
language sql volatile set search_path = ''
as $$ select private.linked_to(secret, 0) $$;

-- A link opens the file for four months after the last day, in which funds reimburse.
create function private.file_link(secret text) returns uuid
language sql volatile set search_path = ''
as $$ select private.linked_to(secret, 120) $$;

-- Before a change. From here on, the rules of the forms (ten minutes, no confirmed day) do not apply to the call.
create function private.lock_managed(reservation uuid, seen integer) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.reservations;
  rule private.settings;
  changes timestamptz[];
begin
  select r.* into locked from public.reservations r where r.id = reservation for no key update;
  select * into strict rule from private.settings;
  select array_agg(e.at order by e.at desc) into changes from private.request_events e
    where e.ref = reservation and e.who = 'visitor' and e.at > now() - interval '1 day';
  if private.wait_for(changes, rule.manage_changes_per_day, '1 day') > 0 then
    perform private.refuse_submission('Too many changes of this request', changes[rule.manage_changes_per_day], '1 day');
  end if;
  if seen is distinct from locked.version then
    perform private.refuse(409, 'CHANGED_SINCE', 'This request has changed', private.managed_json(reservation)::text);
  end if;
  perform set_config('site.managing', reservation::text, true);
  return locked;
end $$;

-- One mail for changes that follow each other before it is sent: it tells of the last one.
create function private.note_change(reservation public.reservations, action text, detail json) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.add_event(reservation.id, 'visitor', action, detail);
  if not exists (select from private.outbox o where o.ref = reservation.id and o.kind = 'change' and o.attempts = 0
                   and o.sent_at is null) then
    perform private.queue_request('change', reservation.id, now(), reservation.flagged);
  end if;
end $$;

-- Null when no link has this secret.
create function public.manage_request(secret text) returns json
language sql volatile security definer set search_path = ''
as $$
  select private.managed_json(linked) from private.file_link(secret) as linked
    where private.last_day(linked) >= private.paris_day(now()) or private.confirmed_days(linked) <> '{}'
$$;

-- A confirmed day can be changed until it comes, another one also on the day itself.
create function private.is_ahead(day public.reservation_dates) returns boolean
language sql stable set search_path = ''
as $$ select day.date >= private.paris_day(now()) + day.confirmed::integer $$;

-- Whether the owner has confirmed a day of it at some time, and so vouched for its address.
create function private.is_vouched(reservation uuid) returns boolean
language sql stable set search_path = ''
return exists (select from private.request_events e where e.ref = reservation and e.action = 'confirmed');

create function private.cancel_managed(was public.reservations) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  confirmed constant date[] := private.confirmed_days(was.id);
begin
  if exists (select from public.reservation_dates d
      where d.reservation_id = was.id and d.confirmed and not private.is_ahead(d)) then
    perform private.refuse_action('A day of this reservation has come');
  end if;
  update public.reservations r set status = 'annulee', handled_at = now() where r.id = was.id;
  perform private.note_change(was, 'visitor_cancelled', json_build_object('confirmed', to_json(confirmed)));
  if private.is_vouched(was.id) then
    perform private.queue_visitor_mail(was.id, 'cancellation', now());
  end if;
end $$;

-- Null when no link has this secret.
create function public.manage_cancel(secret text, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_managed(request, version);
  if was.status <> 'annulee' then
    perform private.cancel_managed(was);
  end if;
  return private.managed_json(request);
end $$;

-- Of a confirmed reservation, the days that are not confirmed are given up already.
create function private.may_give_up(reservation public.reservations, day date) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.reservation_dates d
    where d.reservation_id = reservation.id and d.date = may_give_up.day and private.is_ahead(d)
      and (d.confirmed or reservation.status = 'nouvelle'))
$$;

-- Gives up one day of several; to give up the last one is to cancel. Null when no link has this secret.
create function public.manage_give_up_day(secret text, version integer, day date) returns json
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
  was_confirmed boolean;
  is_answered boolean;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_managed(request, manage_give_up_day.version);
  if private.may_give_up(was, manage_give_up_day.day) is not true then
    perform private.refuse_action('This day cannot be given up');
  end if;
  if not exists (select from public.reservation_dates d
      where d.reservation_id = request and d.date <> manage_give_up_day.day
        and (d.confirmed or was.status = 'nouvelle' and d.date >= private.paris_day(now()))) then
    perform private.cancel_managed(was);
    return private.managed_json(request);
  end if;
  delete from public.reservation_dates d where d.reservation_id = request and d.date = manage_give_up_day.day
    returning d.confirmed into was_confirmed;
  -- Nothing is left to answer once the day that was asked for in place of another is given up.
  is_answered := was.status = 'nouvelle' and not exists (select from public.reservation_dates d
    where d.reservation_id = request and not d.confirmed and d.date >= private.paris_day(now()));
  update public.reservations r set status = case when is_answered then 'confirmee' else r.status end,
      handled_at = case when is_answered then now() else r.handled_at end
    where r.id = request;
  perform private.note_change(was, 'visitor_gave_up',
    json_build_object('day', manage_give_up_day.day, 'wasConfirmed', was_confirmed));
  -- The days that stay reserved, and the end of the other one for the visitor's calendar.
  if was_confirmed and was.status = 'confirmee' then
    perform private.queue_visitor_mail(request, 'confirmation', now());
  end if;
  return private.managed_json(request);
end $$;

-- Asks for a day in place of one that may be given up. A confirmed day stays confirmed until the owner has answered. The days that
-- a confirmation did not keep leave the reservation: they would wait for an answer again, which nobody has asked for.
create function public.manage_ask_day(secret text, version integer, from_day date, to_day date) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
  is_kept boolean;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_managed(request, version);
  select d.confirmed into is_kept from public.reservation_dates d
    where d.reservation_id = request and d.date = from_day and private.may_give_up(was, d.date);
  if is_kept is null or to_day is null then
    perform private.refuse_action('This day cannot be replaced');
  end if;
  if was.status = 'confirmee' then
    delete from public.reservation_dates d where d.reservation_id = request and not d.confirmed;
  end if;
  perform private.admit_wish(request, to_day, is_kept);
  if is_kept then
    insert into public.reservation_dates (reservation_id, date) values (request, to_day);
  else
    update public.reservation_dates d set date = to_day where d.reservation_id = request and d.date = from_day;
  end if;
  update public.reservations r set status = 'nouvelle', handled_at = null where r.id = request;
  perform private.note_change(was, 'visitor_asked', json_build_object('from', from_day, 'to', to_day));
  return private.managed_json(request);
end $$;

-- The same rules as for the dates of the form.
create function private.admit_wish(reservation uuid, day date, is_further boolean) returns void
language plpgsql stable set search_path = ''
as $$
declare
  rule private.settings;
  today constant date := private.paris_day(now());
  dates constant date[] := array(select d.date from public.reservation_dates d where d.reservation_id = reservation);
begin
  select * into strict rule from private.settings;
  if day < today then
    perform private.refuse(400, 'DATE_PAST', 'A date is in the past', day::text);
  end if;
  if day > today + rule.days_ahead then
    perform private.refuse(400, 'DATE_TOO_FAR', 'A date is too far ahead', day::text);
  end if;
  if day = any (dates) then
    perform private.refuse_action('The reservation has this day already');
  end if;
  if (select private.is_closed(r, day) from private.opening_rule r) then
    perform private.refuse(400, 'DATE_CLOSED', 'A date is closed', day::text);
  end if;
  if is_further and cardinality(dates) >= rule.max_dates then
    perform private.refuse(400, 'TOO_MANY_DATES', 'Too many dates for one reservation', rule.max_dates::text);
  end if;
end $$;

-- The visitor can still answer the form's question, how many of several dates are wanted, or answer it otherwise, until the owner
-- has confirmed one. Null when no link has this secret.
create function public.manage_want_days(secret text, version integer, days_wanted text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_managed(request, version);
  if was.status <> 'nouvelle' or coalesce(manage_want_days.days_wanted, '') not in ('one', 'all')
      or private.confirmed_days(request) <> '{}'
      or (select count(*) < 2 from public.reservation_dates d where d.reservation_id = request) then
    perform private.refuse_action('This reservation does not ask how many days are wanted');
  end if;
  update public.reservations r set days_wanted = manage_want_days.days_wanted where r.id = request;
  perform private.note_change(was, 'visitor_wanted', json_build_object('daysWanted', manage_want_days.days_wanted));
  return private.managed_json(request);
end $$;

-- The content of the owner's mail about the last change of days that the visitor has made: what was filled in is none.
create function private.change_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_detail(reservation)::jsonb || jsonb_build_object('change', (
      select jsonb_build_object('action', e.action) || e.detail::jsonb from private.request_events e
        where e.ref = reservation and e.who = 'visitor' and e.detail is not null order by e.id desc limit 1)))::json;
$$;
