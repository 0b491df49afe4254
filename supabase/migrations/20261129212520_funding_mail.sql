-- A file for AGEFICE has one last day, that of the first training day: the later days of a reservation have no mail of their own
-- once an earlier one has, or still may. Otherwise it is the definition of 20261129211011_visitor_mails.sql.
create or replace function private.due_reminders(at timestamptz) returns table (ref uuid, kind text, about date)
language sql stable set search_path = '' as $$
  select d.reservation_id, due.kind, d.date
    from private.settings s,
      lateral (values ('reminder', 1, s.visitor_reminder_days), ('funding', 15, s.funding_reminder_days), ('feedback', -3, -1))
        as due (kind, nearest, farthest),
      public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where s.visitor_mails and extract(hour from at at time zone 'Europe/Paris') >= s.reminder_hour
      and d.confirmed and r.status = 'confirmee'
      and (due.kind <> 'funding' or r.is_agefice and exists (
          select from private.file_of(r) as f where f.payer = 'agefice' and f.funding_filed_on is null)
        and not exists (select from public.reservation_dates e
          where e.reservation_id = r.id and e.confirmed and e.date < d.date and (e.date >= private.paris_day(at) + due.nearest
            or exists (select from private.outbox o where o.ref = r.id and o.kind = 'funding' and o.about = e.date))))
      and (due.kind <> 'feedback' or private.awaits_feedback(r.id, d.date))
      and d.date between private.paris_day(at) + due.nearest and private.paris_day(at) + due.farthest
      and not exists (select from private.outbox o where o.ref = r.id and o.kind = due.kind and o.about = d.date)
      and not exists (select from private.request_events e where e.ref = r.id and e.action in ('confirmed', 'changed_day')
        and private.paris_day(e.at) >= d.date - due.farthest)
    order by d.date, d.reservation_id;
$$;
