-- What the owner looks at: the days that are confirmed, and whether the site's mails go out.

create function private.agenda(first date, last date) returns json
language sql stable set search_path = ''
begin atomic
  with booked as (
    select d.date, json_agg(private.owned_reservation_json(r) order by r.created_at, r.id) as requests
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where d.confirmed and d.date between agenda.first and agenda.last group by d.date
  )
  select coalesce(json_agg(json_build_object('date', b.date, 'requests', b.requests) order by b.date), '[]') from booked b;
end;

-- Mails of digests are counted by their digest; those of codes are of no use after ten minutes.
create function private.health() returns json
language sql stable set search_path = ''
begin atomic
  with unsent as (
    select o.* from private.outbox o where o.sent_at is null and o.digest_id is null and o.kind <> 'code'
  )
  select json_build_object(
      'mails', json_build_object(
        'waiting', (select count(*) from unsent u where u.given_up_at is null and (u.not_before <= now() or u.attempts > 0)),
        'givenUp', (select count(*) from unsent u where u.given_up_at is not null),
        'oldestAt', (select private.iso(min(u.created_at)) from unsent u
                     where u.given_up_at is not null or u.not_before <= now() or u.attempts > 0),
        'lastError', (select u.last_error from unsent u where u.last_error is not null order by u.id desc limit 1)),
      'retention', private.held_retention(),
      'database', json_build_object('bytes', pg_database_size(current_database()),
        'requests', (select count(*) from public.contacts) + (select count(*) from public.reservations)));
end;

create function public.owner_agenda(first date, last date) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if first is null or last is null or last - first > 400 then
    perform private.refuse(400, '22023', 'Name a first and a last day, a year apart at most');
  end if;
  return private.agenda(first, last);
end $$;

create function public.owner_health() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.health();
end $$;

revoke all on function private.agenda(date, date), private.health() from public, anon, authenticated;
revoke all on function public.owner_agenda(date, date), public.owner_health() from public, anon, authenticated;
grant execute on function public.owner_agenda(date, date), public.owner_health() to authenticated, service_role;
