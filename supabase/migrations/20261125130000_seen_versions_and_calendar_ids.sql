-- A call of the owner names the version that it saw, also when it names none; only the terminal may leave it out.
create or replace function private.lock_request(request uuid, seen integer, out kind text, out status text, out is_spam boolean)
language plpgsql volatile set search_path = ''
as $$
declare
  version integer;
begin
  select 'reservation', r.status, r.is_spam or r.unwanted, r.version into kind, status, is_spam, version
    from public.reservations r where r.id = request for no key update;
  if not found then
    select 'contact', null, c.is_spam or c.unwanted, c.version into kind, status, is_spam, version
      from public.contacts c where c.id = request for no key update;
  end if;
  if version is null then
    perform private.refuse(404, 'UNKNOWN_REQUEST', 'There is no such request');
  end if;
  if seen is distinct from version and (seen is not null or private.is_visitor()) then
    perform private.refuse(409, 'CHANGED_SINCE', 'This request has changed', private.owned_request_json(request)::text);
  end if;
end $$;

create or replace function public.owner_set_days(weekly boolean[], holidays boolean, off date[], version integer,
  "confirmedDays" boolean default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule private.opening_rule;
begin
  perform private.require_owner();
  select * into strict rule from private.opening_rule for update;
  if rule.version is distinct from version then
    perform private.refuse(409, 'CHANGED_SINCE', 'The days have changed', private.days_json(rule)::text);
  end if;
  update private.opening_rule r
    set weekly = owner_set_days.weekly, holidays = owner_set_days.holidays, version = r.version + 1,
      off = array(select distinct day from unnest(owner_set_days.off) as day
                  where (day < private.paris_day(now())) is not true order by day),
      confirmed_days = coalesce("confirmedDays", r.confirmed_days)
    where true
    returning * into rule;
  return private.days_json(rule);
end $$;

-- The page that sends a booking derives the same calendar id from the reservation's, which cannot be derived from it:
-- whoever has that one can add dates.
create or replace function private.visitor_detail(kind text, request uuid, mail bigint) returns json
language sql stable set search_path = ''
begin atomic
  with about as (
    select c.id, c.email, 'contact' as request, c.created_at, c.is_agefice, c.version, null as status
      from public.contacts c where c.id = visitor_detail.request
    union all
    select r.id, r.email, 'reservation', r.created_at, r.is_agefice, r.version, r.status
      from public.reservations r where r.id = visitor_detail.request
  ), day as (
    select d.date::text as date, d.confirmed from public.reservation_dates d where d.reservation_id = visitor_detail.request
  ), known as (
    select day.date from day where day.confirmed or visitor_detail.kind = 'cancellation'
    union
    select t.day from private.told_days(visitor_detail.request) t
  )
  select json_build_object('id', a.id, 'email', a.email, 'request', a.request,
      'queuedAt', private.iso((select o.created_at from private.outbox o where o.id = mail)),
      'receivedAt', private.iso(a.created_at), 'isAgefice', a.is_agefice,
      'days', (select coalesce(json_agg(d.date order by d.date), '[]') from day d
               where d.confirmed or visitor_detail.kind <> 'confirmation'),
      'withdrawn', (select coalesce(json_agg(k.date order by k.date), '[]') from known k
                    where visitor_detail.kind = 'cancellation' or visitor_detail.kind = 'confirmation'
                      and k.date not in (select d.date from day d where d.confirmed)),
      'hasOtherDays', exists (select from day d where not d.confirmed and visitor_detail.kind = 'confirmation'),
      'sequence', a.version, 'calendarId', left(encode(sha256(convert_to(a.id::text, 'UTF8')), 'hex'), 32))
    from about a, private.settings s, private.author_of(visitor_detail.request) author
    where s.visitor_mails and author.is_trusted
      and case visitor_detail.kind when 'receipt' then a.status is null or a.status = 'nouvelle'
        when 'confirmation' then a.status = 'confirmee' and exists (select from day d where d.confirmed)
        else a.status = 'annulee' end;
end;
