-- Who asked for AGEFICE is expected to be paid for by it; the hours of a day are asked for from the day after; a convention that
-- is marked in the follow-up keeps its days, so that a day that is moved later shows. Why: docs/decisions/054-papers-are-computed.md.

-- The file of a reservation, also of one of which nothing is stored. The request proposes who pays, until somebody says so.
create function private.file_of(reservation public.reservations) returns private.day_files
language sql stable set search_path = '' as $$
  select jsonb_populate_record(f, jsonb_build_object('ref', reservation.id,
      'payer', coalesce(f.payer, case when reservation.is_agefice then 'agefice' end)))
    from (select) as one left join private.day_files f on f.ref = reservation.id
$$;

create or replace function private.day_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', coalesce(f.version, 1), 'address', f.address, 'siren', f.siren, 'status', f.status,
      'payer', f.payer, 'payerName', f.payer_name, 'payerAddress', f.payer_address, 'payerSiren', f.payer_siren,
      'priorLevel', f.prior_level, 'priceCents', f.price_cents, 'kept', f.kept, 'results', f.results,
      'filledAt', private.iso(f.filled_at), 'feedback', f.feedback, 'answeredAt', private.iso(f.answered_at),
      'papers', (
        select json_agg(json_build_object('paper', name.paper,
            'sentOn', p.sent_on, 'signedOn', p.signed_on,
            'days', to_json(p.days), 'print', p.print) order by name.place)
          from unnest(private.papers()) with ordinality as name (paper, place)
            left join private.day_papers p on p.ref = reservation.id and p.paper = name.paper))
    from private.file_of(reservation) as f
$$;

create or replace function private.held_in(year integer) returns json
language sql stable set search_path = '' as $$
  with held as (
    select d.reservation_id as id, array_agg(d.date order by d.date) as days
      from public.reservation_dates d
      where d.confirmed and d.date between make_date(held_in.year, 1, 1)
        and least(make_date(held_in.year, 12, 31), private.paris_day(now()))
      group by d.reservation_id
  )
  select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'isAgefice', r.is_agefice, 'payer', f.payer,
      'payerName', f.payer_name, 'status', f.status, 'priceCents', f.price_cents, 'heldOn', r.held_on, 'paidOn', r.paid_on,
      'days', held.days, 'kept', f.kept,
      'daysBefore', (select count(*) from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date < make_date(held_in.year, 1, 1)),
      'allDays', cardinality(private.confirmed_days(r.id))) order by held.days, r.id), '[]')
    from held join public.reservations r using (id), lateral private.file_of(r) as f
    where not (r.is_spam or r.unwanted)
$$;

-- The first day of which a half was not noted.
create function private.first_unkept(days date[], kept jsonb) returns date
language sql stable set search_path = '' as $$
  select min(day) from unnest(days) as day, unnest('{morning,afternoon}'::text[]) as half
    where not exists (select from jsonb_array_elements(kept) as h
      where h ->> 'date' = to_char(day, 'YYYY-MM-DD') and h ->> 'half' = half)
$$;

create or replace function private.paper_lacks(file private.day_files, paper text) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    case when c.days = '{}' then 'days' end,
    case when paper in ('devis', 'convention') and not c.is_employer and file.address is null then 'address' end,
    case when paper = 'convention' and file.payer is null then 'payer' end,
    case when (paper in ('devis', 'convention') and c.is_employer or paper = 'convention' and file.payer = 'other')
      and file.payer_name is null then 'payerName' end,
    case when paper in ('devis', 'convention') and c.is_employer and file.payer_address is null then 'payerAddress' end,
    case when paper = 'convention' and c.is_employer and file.payer_siren is null then 'payerSiren' end,
    case when paper = 'convention' and file.payer in ('agefice', 'fifpl') and file.siren is null then 'siren' end,
    case when paper = 'convention' and file.payer = 'self' and file.prior_level is null then 'priorLevel' end,
    case when paper in ('emargement', 'certificat', 'attestation') and (c.days[cardinality(c.days)] > private.paris_day(now())
      or private.first_unkept(c.days, file.kept) is not null) then 'kept' end,
    -- Who was absent all the time has followed nothing.
    case when paper in ('certificat', 'attestation') and not exists (
      select from jsonb_array_elements(file.kept) as h where h ->> 'from' is not null) then 'followed' end,
    case when paper = 'attestation' and jsonb_array_length(coalesce(file.results, '[]')) = 0 then 'results' end], null)
    from (select private.confirmed_days(file.ref) as days,
      coalesce(file.payer in ('opco', 'company'), false) as is_employer) as c
$$;

-- A mark of the follow-up is one of the papers too.
insert into private.day_files (ref)
  select r.id from public.reservations r where coalesce(r.convention_sent_on, r.convention_signed_on) is not null
  on conflict do nothing;
insert into private.day_papers (ref, paper, days)
  select r.id, 'convention', private.confirmed_days(r.id) from public.reservations r
    where coalesce(r.convention_sent_on, r.convention_signed_on) is not null
  on conflict do nothing;
update private.day_papers p set sent_on = r.convention_sent_on, signed_on = r.convention_signed_on
  from public.reservations r where r.id = p.ref and p.paper = 'convention';

-- Stores a mark with the confirmed days and the digest of then; null takes it back. A signature is of the paper that was sent:
-- one that is sent again for other days, or with another text, is not signed yet.
create function private.mark_paper(reservation public.reservations, who text, paper text, step text, day date,
  print text default null) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
#variable_conflict use_column
declare
  was_signed boolean;
  stored private.day_papers;
begin
  insert into private.day_files (ref) values (reservation.id) on conflict do nothing;
  was_signed := exists (select from private.day_papers p
    where p.ref = reservation.id and p.paper = mark_paper.paper and p.signed_on is not null);
  insert into private.day_papers as p (ref, paper, sent_on, signed_on, days, print)
    values (reservation.id, mark_paper.paper, case step when 'sent' then day end, case step when 'signed' then day end,
      private.confirmed_days(reservation.id), mark_paper.print)
    on conflict (ref, paper) do update set
      sent_on = case step when 'sent' then day else p.sent_on end,
      signed_on = case when step = 'signed' then day
        when day is null or p.days = excluded.days and coalesce(p.print = excluded.print, true) then p.signed_on end,
      days = case when day is null or step = 'signed' and p.sent_on is not null then p.days else excluded.days end,
      print = case when day is null or step = 'signed' and p.sent_on is not null then p.print else excluded.print end
    returning p.* into stored;
  perform private.add_event(reservation.id, who,
      case mark_paper.paper when 'convention' then 'convention_' else 'paper_' end || mark.step
        || case when mark.day is null then '_undone' else '' end,
      case when mark_paper.paper <> 'convention' then json_build_object('paper', mark_paper.paper, 'on', mark.day)
        when mark.day is not null then to_json(array[mark.day]) end)
    from (values (step, day, true), ('signed', null, step = 'sent' and was_signed and stored.signed_on is null))
      as mark (step, day, is_made)
    where mark.is_made;
  if mark_paper.paper = 'convention' then
    update public.reservations r set convention_sent_on = stored.sent_on, convention_signed_on = stored.signed_on
      where r.id = reservation.id returning r.* into reservation;
  end if;
  return reservation;
end $$;

create or replace function public.owner_mark_paper(id uuid, version integer, paper text, step text, day date default null,
  print text default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations := private.lock_for_file(id);
  file constant private.day_files := private.lock_day_file(reservation, version);
begin
  if (paper = any (private.papers()) and step in ('sent', 'signed')) is not true then
    perform private.refuse(400, '22023', 'There is no such paper or step');
  end if;
  if day is not null and (reservation.is_spam or reservation.unwanted or reservation.status = 'annulee') then
    perform private.refuse_action('This reservation is not confirmed', 'not-confirmed');
  end if;
  if day > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if day is not null and private.paper_lacks(private.file_of(reservation), paper) <> '{}' then
    perform private.refuse_action('This paper is incomplete', 'paper-incomplete');
  end if;
  reservation := private.mark_paper(reservation, who, paper, step, day, print);
  update private.day_files f set version = f.version + 1 where f.ref = file.ref;
  return private.owned_file_json(reservation);
end $$;

-- A convention is marked like in its file: complete, and with what it says. What was marked earlier stays.
drop function public.owner_follow_up(uuid, integer, text, date);
create function public.owner_follow_up(id uuid, version integer, step text, day date default null, print text default null)
returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations;
begin
  if (step = any (private.follow_up_steps())) is not true then
    perform private.refuse(400, '22023', 'There is no such step');
  end if;
  if (select l.status from private.lock_reservation(id, version) l) <> 'confirmee' then
    perform private.refuse_action('This reservation is not confirmed');
  end if;
  if day > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  select r.* into strict reservation from public.reservations r where r.id = owner_follow_up.id;
  if day is not distinct from (case step when 'convention_sent' then reservation.convention_sent_on
      when 'convention_signed' then reservation.convention_signed_on when 'paid' then reservation.paid_on
      else reservation.held_on end) then
    return private.owned_request_json(id);
  end if;
  if step in ('convention_sent', 'convention_signed') then
    if day is not null and private.paper_lacks(private.file_of(reservation), 'convention') <> '{}' then
      perform private.refuse_action('This paper is incomplete', 'paper-incomplete');
    end if;
    perform private.mark_paper(reservation, who, 'convention', substr(step, length('convention_') + 1), day, print);
  else
    update public.reservations r set paid_on = case step when 'paid' then day else r.paid_on end,
        held_on = case step when 'held' then day else r.held_on end
      where r.id = owner_follow_up.id;
    perform private.add_event(id, who, step || case when day is null then '_undone' else '' end,
      case when day is not null then to_json(array[day]) end);
  end if;
  return private.owned_request_json(id);
end $$;

-- All dates: with `kept`, the hours of a day that is over, for a month from the day after, until they are noted; and with
-- `funding`, the last day for the complete AGEFICE file, 15 days before the first day, from a week before it on.
create or replace function private.deadlines(today date) returns table (step text, request uuid, name text, due date)
language sql stable set search_path = '' as $$
  with near as (
    select distinct d.reservation_id as id from public.reservation_dates d
      where d.confirmed and d.date >= deadlines.today - interval '5 months'
  ), booked as (
    select r.id, r.name, f.payer, r.convention_signed_on as signed_on, r.paid_on is null as is_owed, days[1] as first_day,
        days[cardinality(days)] as last_day, private.first_unkept(recent, f.kept) as unkept
      from near join public.reservations r using (id), lateral private.file_of(r) as f,
        lateral (select private.confirmed_days(r.id) as days) as own,
        lateral (select array(select day from unnest(days) as day where day >= deadlines.today - 30) as recent) as past
      where not (r.is_spam or r.unwanted)
  ), dated as (
    select 'kept' as step, b.id, b.name, b.unkept as due, b.unkept + 1 as first, b.unkept + 30 as last from booked b
    union all
    select 'funding', b.id, b.name, b.first_day - 15, b.first_day - 22, b.first_day - 15 from booked b where b.payer = 'agefice'
    union all
    select 'signature', b.id, b.name, b.first_day, b.first_day - 21, b.first_day
      from booked b where b.payer = 'self' and b.signed_on is null and b.is_owed
    union all
    select 'payable', b.id, b.name, b.signed_on + 11, b.signed_on, b.last_day
      from booked b where b.payer = 'self' and b.signed_on is not null and b.is_owed
    union all
    select 'reimbursement', b.id, b.name, over.due, (over.due - interval '2 months')::date, over.due
      from booked b, lateral (select (b.last_day + interval '4 months')::date as due) as over
      where b.payer = 'agefice' and b.is_owed
    union all
    select 'report', null, null, april.due, april.due - 29, april.due + 31
      from private.settings s, lateral (select extract(year from deadlines.today)::integer as year) as this,
        lateral (select make_date(this.year, 4, 30) as due) as april
      where coalesce(s.reported_year, 0) < this.year - 1 and exists (select from public.reservation_dates d
        where d.confirmed and d.date between make_date(this.year - 1, 1, 1) and make_date(this.year - 1, 12, 31))
  )
  select d.step, d.id, d.name, d.due from dated d where deadlines.today between d.first and d.last
$$;

revoke all on all functions in schema private from public;
revoke all on function public.owner_follow_up from public, anon, authenticated;
grant execute on function public.owner_follow_up to authenticated, service_role;
