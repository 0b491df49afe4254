-- Who changes a request with the link of a mail has a line of it by mail, too: which days are asked for by now, or that nothing
-- is any more. Only whoever reads the mailbox has that link; the page of a form has its own, for whatever address was typed. Why:
-- docs/decisions/031-mails-to-visitors.md.

alter table private.outbox drop constraint outbox_kind_ok, add constraint outbox_kind_ok check (case
  when kind in ('contact', 'reservation', 'dates', 'change', 'welcome') then ref is not null and recipient_hash is null
  when kind in ('receipt', 'confirmation', 'cancellation', 'calendar', 'reminder', 'funding', 'feedback', 'link', 'asked')
    then ref is not null and recipient_hash is not null
  when kind in ('digest', 'concerns', 'code') then ref is null and recipient_hash is null
  else false end);

-- The reservation of a link until so many days after its last day, null when none has this secret; each call counts for its
-- network. A wrong secret refuses nothing: the refusal would undo the count. `site.link_by_mail` tells the rest of the call
-- whether a mail brought the link.
create or replace function private.linked_to(secret text, days_after integer) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  called integer;
  oldest timestamptz;
  link private.manage_links;
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
  select l.* into link from private.manage_links l join public.reservations r on r.id = l.ref
    where l.digest = sha256(convert_to(left(linked_to.secret, 200), 'UTF8')) and not (r.unwanted or r.is_spam)
      and private.last_day(r.id) + days_after >= private.paris_day(now());
  perform set_config('site.link_by_mail', (link.mail_id is not null)::text, true);
  return link.ref;
end $$;

-- Whether the owner has vouched for the address of the request, or the present caller reads its mailbox.
create function private.is_reader_known(reservation uuid) returns boolean
language sql stable set search_path = ''
return private.is_vouched(reservation) or coalesce(current_setting('site.link_by_mail', true), '') = 'true';

-- Whether a mail of that kind may go to the author of a request now. A mail of an entry follows one that the limits allowed:
-- there is one for each day that the owner has changed. Counted, they would keep the cancellation of a fifth day from the
-- visitor. Mails that visitors cause by themselves (`receipt`, `link`, `asked`) leave room for those that the owner causes.
create or replace function private.may_tell(request uuid, kind text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  rule private.settings;
  author record;
  mailbox text;
  of_hour integer;
  of_day integer;
begin
  select * into strict rule from private.settings;
  if not rule.visitor_mails then
    return false;
  end if;
  select * into author from private.author_of(request);
  if author.is_trusted is not true then
    return false;
  end if;
  mailbox := private.salted(private.mailbox(author.email));
  select count(*) into of_day from private.outbox o
    where o.recipient_hash = mailbox and o.kind <> 'calendar' and o.created_at > now() - interval '1 day';
  select count(*) into of_hour from private.outbox o
    where o.recipient_hash is not null and o.kind <> 'calendar' and o.created_at > now() - interval '1 hour';
  if kind <> 'calendar' and (of_day >= rule.visitor_mails_per_day or of_hour >= rule.visitor_mails_per_hour) then
    return false;
  end if;
  if kind in ('receipt', 'link') then
    return of_hour < rule.receipts_per_hour
      and not exists (select from private.outbox o where o.recipient_hash = mailbox and o.kind = may_tell.kind
                        and o.created_at > now() - rule.receipt_every);
  end if;
  if kind = 'asked' and (of_hour >= rule.receipts_per_hour or of_day >= rule.visitor_mails_per_day - 1) then
    return false;
  end if;
  -- Nobody needs another mail about days that are over.
  return kind = 'feedback' or exists (select from public.reservation_dates d
                                      where d.reservation_id = request and d.date >= private.paris_day(now()));
end $$;

-- The mail about days that a visitor asks for. One that waits tells of the request as it will be then.
create function private.queue_asked(request uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not private.is_reader_known(request) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.visitor_mails', 0));
  insert into private.outbox (kind, ref, not_before, recipient_hash)
    select 'asked', r.id, now() + s.visitor_delay, private.salted(private.mailbox(r.email))
      from public.reservations r, private.settings s
      where r.id = request and r.status = 'nouvelle' and private.may_tell(r.id, 'asked')
        and not exists (select from private.outbox o
          where o.ref = r.id and o.kind = 'asked' and o.sent_at is null and o.attempts = 0);
end $$;

-- A line of the history, and one mail to the owner for changes that follow each other before it is sent: it tells of the last
-- one. The visitor has other days by mail, too.
create or replace function private.note_change(reservation public.reservations, action text, detail json) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.add_event(reservation.id, 'visitor', action, detail);
  if not exists (select from private.outbox o where o.ref = reservation.id and o.kind = 'change' and o.attempts = 0
                   and o.sent_at is null) then
    perform private.queue_request('change', reservation.id, now(), reservation.flagged);
  end if;
  if action in ('visitor_asked', 'visitor_gave_up') then
    perform private.queue_asked(reservation.id);
  end if;
end $$;

-- Until a confirmed day has come. The visitor has it by mail where the owner has vouched for the address, also of a mere request
-- where the caller reads its mailbox.
create or replace function private.cancel_managed(was public.reservations) returns void
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
  perform private.note_change(was, 'visitor_cancelled', json_strip_nulls(
    json_build_object('confirmed', to_json(confirmed), 'agreement', private.signed_agreement(was))));
  if private.is_vouched(was.id) or private.is_reader_known(was.id) and private.may_tell(was.id, 'asked') then
    perform private.queue_visitor_mail(was.id, 'cancellation', now());
  end if;
end $$;

-- How a receipt greets, which goes to whatever address was typed: by the name that this address has itself, so that it brings
-- nobody another's text. It has the whole name or none, as later mails do. What follows a plus does not belong to the mailbox.
create or replace function private.receipt_name(request uuid) returns text
language sql stable set search_path = '' as $$
  select case when bool_and(private.fold(w.word) = any (
        regexp_split_to_array(private.fold(substring(person.email from '^[^+@]+')), '[^a-z]+')))
      then string_agg(w.word, ' ' order by w.place) end
    from (select r.name, r.email from public.reservations r where r.id = request
          union all select c.prenom || ' ' || c.nom, c.email from public.contacts c where c.id = request) as person,
      regexp_split_to_table(private.greeting_name(person.name), ' ') with ordinality as w (word, place)
$$;

-- What a mail to a visitor says, null where it no longer applies. Its parts are in VisitorMail. `asked` has the days that wait
-- for an answer, and in `kept` those that stay reserved until then.
create or replace function private.visitor_detail(kind text, request uuid, mail bigint) returns json
language sql stable set search_path = '' as $$
  with about as (
    select c.id, c.email, null as name, 'contact' as request, c.created_at, c.is_agefice, c.version, null as status
      from public.contacts c where c.id = visitor_detail.request
    union all
    select r.id, r.email, r.name, 'reservation', r.created_at, r.is_agefice, r.version, r.status
      from public.reservations r where r.id = visitor_detail.request
  ), own as (
    select o.created_at, coalesce(o.about, (o.entry ->> 'day')::date) as about, o.entry from private.outbox o where o.id = mail
  ), day as (
    select d.date, d.confirmed from public.reservation_dates d where d.reservation_id = visitor_detail.request
  ), known as (
    select k.day, k.became from private.known_days(visitor_detail.request, mail) as days,
      unnest(days.known, days.became) as k (day, became)
      where visitor_detail.kind in ('confirmation', 'cancellation')
  ), told as (
    select d.date from day d where case visitor_detail.kind
      when 'receipt' then true
      when 'asked' then not d.confirmed and d.date >= private.paris_day(now())
      when 'confirmation' then d.confirmed
      when 'cancellation' then not exists (select from known)
      when 'calendar' then false
      else d.confirmed and d.date = (select own.about from own) end
    union
    -- A day that is over was not cancelled.
    select k.day from known k where visitor_detail.kind = 'cancellation' and k.day >= private.paris_day(now())
    union
    select own.about from own where visitor_detail.kind = 'calendar' and own.about is not null
  ), withdrawn as (
    select k.day as date from known k where visitor_detail.kind = 'confirmation'
      and k.day not in (select d.date from day d where d.confirmed)
  )
  select json_build_object('id', a.id, 'email', a.email, 'request', a.request,
      'name', case when visitor_detail.kind <> 'receipt' then private.greeting_name(a.name) end,
      'queuedAt', private.iso((select own.created_at from own)),
      'receivedAt', private.iso(a.created_at), 'isAgefice', a.is_agefice,
      'days', (select coalesce(json_agg(t.date order by t.date), '[]') from told t),
      'kept', (select coalesce(json_agg(d.date order by d.date), '[]') from day d
        where visitor_detail.kind = 'asked' and d.confirmed and d.date >= private.paris_day(now())),
      'withdrawn', (select coalesce(json_agg(w.date order by w.date), '[]') from withdrawn w),
      'moved', (select coalesce(json_agg(json_build_object('from', k.day, 'to', k.became) order by k.became), '[]')
        from known k where k.became in (select t.date from told t) and k.day in (select w.date from withdrawn w)
          and visitor_detail.kind = 'confirmation'),
      'otherDays', (select count(*) from day d where not d.confirmed and visitor_detail.kind = 'confirmation'
        and d.date not in (select w.date from withdrawn w)),
      'wereConfirmed', exists (select from known) and visitor_detail.kind = 'cancellation',
      'entry', (select json_build_object('method', own.entry -> 'method', 'day', own.entry -> 'day', 'sequence', a.version,
          'uid', private.entry_uid(a.id, own.entry ->> 'seat')) from own where own.entry is not null),
      'hasMoreEntries', (select count(*) > 1 from private.entry_changes(a.id)))
    from about a, private.settings s, private.author_of(visitor_detail.request) author
    where s.visitor_mails and author.is_trusted and (visitor_detail.kind <> 'funding' or a.is_agefice)
      and case visitor_detail.kind when 'receipt' then a.status is null or a.status = 'nouvelle'
        when 'asked' then a.status = 'nouvelle' and exists (select from told)
        when 'cancellation' then a.status = 'annulee'
        when 'calendar' then exists (select from told)
        else a.status = 'confirmee' and exists (select from told) end;
$$;

revoke all on function private.is_reader_known, private.queue_asked from public;
