-- What needs the owner, for the owner's space and the mail of the morning: a function for each concern of the site, one
-- for the dates that are near, and all of them.

-- Requests that wait for an answer. `name`: of one that is alone in being late.
create function private.requests_concern() returns json
language sql stable set search_path = '' as $$
  with late as (
    -- Nobody needs a number above 10,000.
    (select c.created_at, concat_ws(' ', c.prenom, c.nom) as name from public.contacts c
      where c.created_at < now() - (select s.todo_late from private.settings s)
        and private.is_in('todo', 'contact', null, c.handled_at is not null, c.flagged, c.is_spam or c.unwanted)
      order by c.created_at limit 10000)
    union all
    (select r.created_at, r.name from public.reservations r
      where r.created_at < now() - (select s.todo_late from private.settings s)
        and private.is_in('todo', 'reservation', r.status, false, r.flagged, r.is_spam or r.unwanted)
      order by r.created_at limit 10000)
  )
  select json_build_object('kind', 'requests', 'isUrgent', false, 'count', count(*),
      'oldestAt', private.iso(min(late.created_at)), 'name', case count(*) when 1 then min(late.name) end)
    from late having count(*) > 0
$$;

-- Mails that were given up.
create function private.lost_mails_concern() returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'mails', 'isUrgent', false, 'count', count(*),
      'lastError', (array_agg(o.last_error order by o.id desc))[1])
    from private.outbox o
    where o.given_up_at is not null and o.sent_at is null and o.digest_id is null and o.kind not in ('code', 'concerns')
    having count(*) > 0
$$;

-- Mails that failed and are tried again, once they are many or late.
create function private.unsent_mails_concern() returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'unsent', 'isUrgent', count(*) >= s.alert_unsent, 'count', count(*),
      'oldestAt', private.iso(min(o.created_at)), 'lastError', (array_agg(o.last_error order by o.id desc))[1])
    from private.outbox o, private.settings s
    where o.sent_at is null and o.digest_id is null and o.kind <> 'concerns' and o.last_error is not null
      and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour'
    group by s.alert_unsent, s.unsent_late
    having count(*) >= s.alert_unsent or min(o.created_at) < now() - s.unsent_late
$$;

-- A visitor's broken browser is no failure of the site. Where no server of ours counts pages there is no rate, and more
-- addresses are needed.
create function private.incidents_concern() returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'incidents', 'isUrgent', true, 'count', recent.count, 'reporters', r.reporters)
    from private.settings s, (select private.reporters() as reporters) as r, lateral (
      select count(*) from public.incidents i where i.created_at > now() - interval '1 day' and not i.preview
        and i.mended is distinct from 'retry') as recent
    where r.reporters >= s.alert_reporters_uncounted and not exists (select from private.live_servers())
      and recent.count > 0
$$;

create function private.backup_concern() returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'backup', 'isUrgent', false, 'failure', u.failure,
      'failedSince', private.iso(u.failed_since), 'lastAt', private.iso(u.last_at))
    from private.upkeep u, private.settings s
    where (u.failure is not null or coalesce(u.last_at, u.since) < now() - s.backup_late)
      and exists (select from private.live_servers() l where l.backup_dir is not null)
$$;

create function private.disk_concerns() returns table (name text, detail json)
language sql stable set search_path = '' as $$
  select d.host, json_build_object('kind', 'disk', 'isUrgent', true, 'host', d.host, 'folder', d.folder,
      'freeBytes', d.free_bytes)
    from private.settings s, (
      select l.host, l.data_dir as folder, l.free_bytes from private.live_servers() l
      union all
      select l.host, l.backup_dir, l.backup_free_bytes from private.live_servers() l where not l.same_disk) as d
    where d.free_bytes < s.low_disk_bytes
$$;

-- What is wrong with the site or waits for an answer.
create function private.site_concerns() returns json
language sql stable set search_path = ''
as $$
  select json_agg(c.detail order by (c.detail ->> 'isUrgent')::boolean desc, c.place, c.name) from (
    select 1 as place, '' as name, private.requests_concern() as detail
    union all select 2, '', private.lost_mails_concern()
    union all select 3, '', private.unsent_mails_concern()
    union all
    select 3, f.remote, json_build_object('kind', 'part', 'isUrgent', true, 'remote', f.remote, 'release', f.release,
        'count', f.failures, 'pages', f.pages, 'lastAt', private.iso(f.last_at))
      from private.failing_releases() f
    union all select 3, w.name, w.detail from private.watch_concerns() w
    union all select 3, '', private.incidents_concern()
    union all select 4, '', private.backup_concern()
    union all select 5, d.name, d.detail from private.disk_concerns() d
    union all
    select 6, '', json_build_object('kind', 'site', 'isUrgent', false, 'gaps', json_agg(distinct gap))
      from private.live_servers() l, unnest(l.site_gaps) as gap having count(*) > 0
    union all
    -- What goes on within a day must be told before.
    select 7, '', (jsonb_build_object('kind', 'retention',
        'isUrgent', (h.held ->> 'resumesAt')::timestamptz <= now() + interval '1 day') || h.held::jsonb)::json
      from (select private.held_retention() as held) as h where h.held is not null
    union all select 8, '', private.own_calendar_concern()) as c
    where c.detail is not null
$$;

-- A number says where each concern stands. Of a date that is near: a file and hours that are to be noted name all their
-- days, and an invoice that lacks its price asks for that price first. A signature names its paper once it is known who
-- pays, and says whether that has not even gone out; a reimbursement names the papers that it needs and is early while
-- more than two months remain. An invoice is a kind of its own, as an earlier space does not know its step.
create function private.deadline_concern(deadline private.deadline) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('kind', case deadline.step when 'invoice' then deadline.step else 'deadline' end,
      'isUrgent', false, 'step', deadline.step, 'request', deadline.request, 'name', deadline.name,
      'due', deadline.due) || jsonb_strip_nulls(jsonb_build_object(
        'days', case when deadline.step = 'kept' then (
          select array_agg(day order by day) from unnest(own.days) as day
            where day >= deadline.due and day < this.today and private.first_unkept(array[day], f.kept) is not null)
          else deadline.days end,
        'news', array_remove(case when own.lacks_price then deadline.news || 'price'::text else deadline.news end, 'late_invoice'),
        'papers', case when own.lacks_price then array_remove(deadline.papers, 'facture') else deadline.papers end,
        'isContract', case deadline.step when 'signature' then f.payer = 'self' end,
        'isUnsent', case deadline.step when 'signature' then nullif(not exists (
          select from private.valid_papers p
            where p.ref = deadline.request and p.paper = 'convention' and p.sent_on is not null), false) end,
        'isAsked', case deadline.step when 'funding' then nullif(own.days = '{}', false) end,
        'isLate', case when deadline.step in ('funding', 'invoice', 'reimbursement', 'report') then deadline.due < this.today
          when 'late_invoice' = any (deadline.news) then true end,
        'isEarly', case deadline.step when 'reimbursement' then
          nullif(deadline.due > (this.today + interval '2 months')::date, false) end))
    from (select private.paris_day(now()) as today offset 0) as this
      left join public.reservations r on r.id = deadline.request,
      lateral private.file_of(r) as f, lateral (
        select case when deadline.step in ('kept', 'funding') then private.confirmed_days(deadline.request) end as days,
          deadline.step = 'file' and 'facture' = any (deadline.papers)
            and 'followedCents' = any (private.paper_lacks(f, 'facture')) as lacks_price offset 0) as own
$$;

-- What needs the owner now, the most urgent first; null when all is well. Its parts are Concern in
-- functions/_shared/concern.ts: what is wrong with the site, days that may not be held (a kind of their own, as an
-- earlier space knows no other step), signed agreements that a cancellation has ended, dates, and the count of what is
-- left out. `most`: how many it names of the days, of the ended agreements, of the dates, of the things to do after a
-- day, and of requests that wait, so that none hides the other. An ended agreement has the sum that is due; after two
-- years it is no longer told.
create function private.concerns(most integer default 10) returns json
language sql stable set search_path = '' as $$
  with unrequested as materialized (
    select e.*, row_number() over (order by e.days, e.request) as place from private.days_without_request() as e
  ), ended as materialized (
    select u.ref, (u.reservation).name, e.*, f.cancel_cents as due_cents,
        row_number() over (order by e.at, u.ref) as place
      from private.unsettled_cancellations u left join private.day_files f using (ref), private.ended_agreement(u.reservation) as e
      where not ((u.reservation).is_spam or (u.reservation).unwanted) and e.at > now() - interval '2 years'
  ), near as materialized (
    select d as deadline, row_number() over (partition by d.step in ('kept', 'file'),
        d.step = 'funding' and private.confirmed_days(d.request) = '{}' order by d.due, d.request, d.step desc) as place
      from private.deadlines(private.paris_day(now())) as d
  ), more as (
    select (select count(*) from unrequested e where e.place > most) + (select count(*) from ended e where e.place > most)
      + (select count(*) from near d where d.place > most) as count
  )
  select json_agg(one.detail order by one.place) from (
    select c.value::jsonb as detail, c.ordinality as place from json_array_elements(private.site_concerns()) with ordinality as c
    union all
    select jsonb_build_object('kind', 'express_request', 'isUrgent', false, 'request', e.request, 'name', e.name,
        'days', e.days, 'isContract', e.is_contract), 8000 + e.place
      from unrequested e where e.place <= most
    union all
    select jsonb_strip_nulls(jsonb_build_object('kind', 'ended', 'isUrgent', false, 'request', e.ref, 'name', e.name,
        'agreement', e.agreement, 'isOwn', e.is_own, 'days', e.days, 'dueCents', e.due_cents)), 9000 + e.place
      from ended e where e.place <= most
    union all
    select private.deadline_concern(n.deadline), 10000 + row_number() over (
        order by (n.deadline).due, (n.deadline).request, (n.deadline).step desc)
      from near n where n.place <= most
    union all
    select jsonb_build_object('kind', 'more', 'isUrgent', false, 'count', more.count), 2000000000
      from more where more.count > 0) as one
$$;

-- `concerns` for a mail: of the requests that wait, each wish is a line, and the others are counted.
create function private.morning_concerns() returns json
language sql stable set search_path = '' as $$
  with wish as materialized (
    select private.open_wishes() as list
  ), late as (
    (select c.created_at, concat_ws(' ', c.prenom, c.nom) as name from public.contacts c
      where c.handled_at is null and not (c.is_spam or c.unwanted)
        and c.created_at < now() - (select s.todo_late from private.settings s)
      order by c.created_at limit 10000)
    union all
    (select r.created_at, r.name from public.reservations r, wish
      where r.status = 'nouvelle' and not (r.is_spam or r.unwanted) and r.id <> all (private.named_in(wish.list))
        and r.created_at < now() - (select s.todo_late from private.settings s)
      order by r.created_at limit 10000)
  )
  select json_agg(one.detail order by one.is_urgent desc, one.place, one.part) from (
    select 1 as place, w.ordinality as part, false as is_urgent, json_build_object('kind', 'wish', 'isUrgent', false,
        'request', w.value -> 'request' ->> 'id', 'name', w.value -> 'request' ->> 'name', 'from', w.value ->> 'from',
        'to', w.value ->> 'to', 'isLate', w.value -> 'isLate', 'isTaken', w.value -> 'isTaken') as detail
      from wish, json_array_elements(wish.list) with ordinality as w
    union all
    select 2, 1, false, json_build_object('kind', 'requests', 'isUrgent', false, 'count', count(*),
        'oldestAt', private.iso(min(late.created_at)), 'name', case count(*) when 1 then min(late.name) end)
      from late having count(*) > 0
    union all
    select 3, c.ordinality, (c.value ->> 'isUrgent')::boolean, c.value
      from json_array_elements(private.concerns(100)) with ordinality as c where c.value ->> 'kind' <> 'requests') as one
$$;

-- Mails of digests are counted by their digest; those of codes are of no use after ten minutes.
create function public.owner_health() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (with unsent as (
    select o.* from private.outbox o where o.sent_at is null and o.digest_id is null and o.kind <> 'code'
  )
  select json_build_object(
      'mails', json_build_object(
        'waiting', (select count(*) from unsent u where u.given_up_at is null and (u.not_before <= now() or u.attempts > 0)),
        'givenUp', (select count(*) from unsent u where u.given_up_at is not null),
        'failed', (select count(*) from private.failed_mails()),
        'oldestAt', (select private.iso(min(u.created_at)) from unsent u
                     where u.given_up_at is not null or u.not_before <= now() or u.attempts > 0),
        'lastError', (select u.last_error from unsent u where u.last_error is not null order by u.id desc limit 1),
        'toVisitors', (select s.visitor_mails from private.settings s)),
      'retention', private.held_retention(),
      'backup', private.backup_health(),
      'disks', (
        select json_agg(json_build_object('host', d.host, 'folder', d.folder, 'isBackup', d.is_backup, 'freeBytes', d.free,
            'totalBytes', d.total, 'isLow', d.free < s.low_disk_bytes) order by d.host, d.is_backup, d.folder)
        from private.settings s, (
          select l.host, l.data_dir as folder, false as is_backup, l.free_bytes as free, l.total_bytes as total
            from private.live_servers() l
          union all
          select l.host, l.backup_dir, true, l.backup_free_bytes, l.backup_total_bytes
            from private.live_servers() l where not l.same_disk) as d),
      'concerns', coalesce(private.concerns(), '[]'),
      'database', json_build_object('bytes', pg_database_size(current_database()),
        'requests', private.count_all())));
end $$;

-- Names what a concern is about: a mail tells of the same only once within its time. A request's date for its fund and
-- that of its confirmed file are two concerns: the mail about the first, a few days ago, is none about the second,
-- whose last day may come before the week is over. So are a signature that another day or price asks for again, and a
-- date from the day before on. A deposit may be asked for from its date on, and has none before.
create function private.concern_names(concerns json) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(concat_ws(' ', c ->> 'kind', c ->> 'remote', c ->> 'release', c ->> 'outcome', c ->> 'host', c ->> 'folder',
      c ->> 'step', c ->> 'request', case when c ->> 'isAsked' = 'true' then 'asked' end,
      case when c ->> 'step' = 'signature' then c -> 'news' ->> 0 end,
      (select min(day) from jsonb_array_elements_text(jsonb_build_array(c -> 'due')
          || case when c ->> 'kind' = 'express_request' or c ->> 'step' = 'file' then (c -> 'days')::jsonb else '[]' end) as day
        where c ->> 'kind' in ('deadline', 'express_request') and c ->> 'step' is distinct from 'payable'
          and day::date between private.paris_day(now()) and private.paris_day(now()) + 1)))
    from json_array_elements(concerns) as c;
$$;

-- A mail goes at once for what is urgent, which is about the site, and in the morning for the rest: once a day for each
-- concern, once a week for a date that is near, for an invoice, for a day that may not be held and for an agreement
-- that a cancellation has ended, whatever the number of workers. It lists as many as the space. While one waits, a
-- further one would say the same. The count of others makes no mail go, nor does a reimbursement that has time.
create function private.queue_concerns(at timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_morning boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.queue_concerns', 0));
  update private.upkeep u set reminded_at = at from private.settings s
    where (u.reminded_at between private.last_hour(s.reminder_hour, at) and at + interval '1 hour') is not true;
  is_morning := found;
  if not exists (select from private.outbox o where o.kind = 'concerns' and o.sent_at is null
        and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour')
      and exists (
        select from json_array_elements(case when is_morning then private.concerns(100) else private.site_concerns() end) as c
          where (is_morning or (c ->> 'isUrgent')::boolean) and c ->> 'kind' <> 'more' and (c ->> 'isEarly') is null
            -- Two mornings are a little less than a day apart.
            and not exists (select from private.outbox o
                where o.kind = 'concerns' and o.told && private.concern_names(json_build_array(c))
                  and o.sent_at > at - case when (c ->> 'isUrgent')::boolean then interval '1 day'
                    when c ->> 'kind' in ('deadline', 'invoice', 'express_request', 'ended') then interval '6 days 20 hours'
                    else interval '20 hours' end)) then
    insert into private.outbox (kind) values ('concerns');
  end if;
end $$;
