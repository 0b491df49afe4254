-- Mails to visitors name the days: the one that an asked day is to replace, and each that a confirmation leaves out.

-- What a mail to a visitor says, null where it no longer applies. Its parts are in VisitorMail. `asked` has the days that wait
-- for an answer, in `instead` the confirmed ones that they are to replace, in `kept` those that stay reserved until then, and in
-- `withdrawn` those that were given up meanwhile. `declined` has the requested days that a confirmation leaves out; one that its
-- visitor has replaced is none. `otherDays` counts them, for earlier programs.
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
      where visitor_detail.kind in ('confirmation', 'cancellation', 'asked')
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
    select k.day as date from known k where visitor_detail.kind in ('confirmation', 'asked')
      and k.day not in (select d.date from day d where d.confirmed)
  ), declined as (
    select d.date from day d
      where visitor_detail.kind = 'confirmation' and not d.confirmed and d.date not in (select w.date from withdrawn w)
        and coalesce((select (e.detail ->> 'to')::date = d.date from private.request_events e
          where e.ref = visitor_detail.request and e.action = 'visitor_asked'
            and d.date in ((e.detail ->> 'from')::date, (e.detail ->> 'to')::date) order by e.id desc limit 1), true)
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
      'instead', (select coalesce(json_agg(json_build_object('from', i.replaced, 'to', i.date) order by i.date), '[]')
        from (select t.date, private.replaced_by(a.id, t.date) as replaced from told t where visitor_detail.kind = 'asked') as i
        where i.replaced is not null),
      'declined', (select coalesce(json_agg(x.date order by x.date), '[]') from declined x),
      'otherDays', (select count(*) from declined),
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
