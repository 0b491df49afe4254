-- Figures of the last twelve months for the owner: counts, and nothing about a person.

-- Months in Paris, the earliest first. `pages` is null where no server counts them. `agefice`: of all these requests.
create function public.owner_figures() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := private.paris_day(now());
  this_month constant timestamp := date_trunc('month', today::timestamp);
begin
  perform private.require_owner();
  return (with month as (
    select m::date as first, (m + interval '1 month')::date as after, m at time zone 'Europe/Paris' as starts,
        (m + interval '1 month') at time zone 'Europe/Paris' as ends
      from generate_series(this_month - interval '11 months', this_month, interval '1 month') as m
  ), counted as (
    select m.*, requests.total, requests.agefice
      from month m cross join lateral (
        select count(*) as total, count(*) filter (where r.is_agefice) as agefice from (
          select c.is_agefice from public.contacts c
            where c.created_at >= m.starts and c.created_at < m.ends and not (c.is_spam or c.unwanted)
          union all
          select v.is_agefice from public.reservations v
            where v.created_at >= m.starts and v.created_at < m.ends and not (v.is_spam or v.unwanted)) as r) as requests
  )
  select json_build_object(
      'months', json_agg(json_build_object('month', to_char(c.first, 'YYYY-MM'), 'requests', c.total,
        'confirmedDays', (select count(*) from public.reservation_dates d
                          where d.confirmed and d.date >= c.first and d.date < c.after),
        'pages', coalesce((select p.served from private.page_months p where p.month = c.first),
          case when exists (select from private.page_months) then 0 end)) order by c.first),
      'agefice', sum(c.agefice)::bigint,
      'daysAhead', (select count(*) from public.reservation_dates d where d.confirmed and d.date >= today))
    from counted c);
end $$;
