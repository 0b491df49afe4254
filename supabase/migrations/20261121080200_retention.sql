-- How long what is kept is kept. Called every hour, by pg_cron or by the local worker.

alter table private.settings
  add column keep_requests  interval not null default '3 years',
  -- Called once an hour, so that no address hash grows older than a day.
  add column keep_addresses interval not null default '23 hours',
  add column keep_sent_mail interval not null default '30 days',
  add column keep_incidents interval not null default '30 days';

-- A person's last contact: the latest request made with their address, or the latest day booked by it.
create function private.last_contacts() returns table (address text, last_contact timestamptz)
language sql stable set search_path = ''
begin atomic
  select lower(request.email), max(request.at)
    from (select c.email, c.created_at as at from public.contacts c
          union all
          select r.email, r.created_at from public.reservations r
          union all
          select r.email, d.date::timestamp at time zone 'Europe/Paris'
            from public.reservations r join public.reservation_dates d on d.reservation_id = r.id) as request
    group by lower(request.email);
end;

create function private.apply_retention() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
begin
  select * into strict rule from private.settings;
  with over as materialized (
    select l.address from private.last_contacts() l where l.last_contact < now() - rule.keep_requests
  ), contacts as (
    delete from public.contacts c using over where lower(c.email) = over.address returning c.id
  ), reservations as (
    delete from public.reservations r using over where lower(r.email) = over.address returning r.id
  )
  delete from private.outbox o using (select * from contacts union all select * from reservations) as gone
    where o.ref = gone.id;
  delete from private.outbox o where o.sent_at < now() - rule.keep_sent_mail;
  delete from private.outbox o where o.kind = 'alert' and o.given_up_at < now() - rule.keep_sent_mail;
  delete from private.submissions s where s.created_at < now() - rule.keep_addresses;
  delete from private.incident_reports r where r.created_at < now() - interval '1 hour';
  delete from public.incidents i where i.created_at < now() - rule.keep_incidents;
end $$;

revoke all on function private.last_contacts(), private.apply_retention() from public, anon, authenticated;
grant execute on function private.apply_retention() to service_role;
