-- What is wrong with the site or waits for an answer. `name`: of a request that is alone in being late.
create or replace function private.site_concerns() returns json
language sql stable set search_path = ''
as $$
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
  ), lost as (
    select o.* from private.outbox o
      where o.given_up_at is not null and o.sent_at is null and o.digest_id is null and o.kind not in ('code', 'concerns')
  ), unsent as (
    select o.* from private.outbox o
      where o.sent_at is null and o.digest_id is null and o.kind <> 'concerns' and o.last_error is not null
        and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour'
  ), disk as (
    select l.host, l.data_dir as folder, l.free_bytes from private.live_servers() l
    union all
    select l.host, l.backup_dir, l.backup_free_bytes from private.live_servers() l where not l.same_disk
  ), concern as (
    select 1 as place, '' as name, json_build_object('kind', 'requests', 'isUrgent', false, 'count', count(*),
        'oldestAt', private.iso(min(late.created_at)), 'name', case count(*) when 1 then min(late.name) end) as detail
      from late having count(*) > 0
    union all
    select 2, '', json_build_object('kind', 'mails', 'isUrgent', false, 'count', count(*),
        'lastError', (select l.last_error from lost l order by l.id desc limit 1))
      from lost having count(*) > 0
    union all
    select 3, '', json_build_object('kind', 'unsent', 'isUrgent', count(*) >= s.alert_unsent, 'count', count(*),
        'oldestAt', private.iso(min(u.created_at)), 'lastError', (select l.last_error from unsent l order by l.id desc limit 1))
      from unsent u, private.settings s group by s.alert_unsent, s.unsent_late
      having count(*) >= s.alert_unsent or min(u.created_at) < now() - s.unsent_late
    union all
    select 3, f.remote, json_build_object('kind', 'part', 'isUrgent', true, 'remote', f.remote, 'release', f.release,
        'count', f.failures, 'pages', f.pages, 'lastAt', private.iso(f.last_at))
      from private.failing_releases() f
    union all
    select 3, w.name, w.detail from private.watch_concerns() w
    union all
    -- A visitor's broken browser is no failure of the site. Where no server of ours counts pages there is no rate, and
    -- more addresses are needed.
    select 3, '', json_build_object('kind', 'incidents', 'isUrgent', true, 'count', (
          select count(*) from public.incidents i where i.created_at > now() - interval '1 day' and not i.preview
            and i.mended is distinct from 'retry'),
        'reporters', r.reporters)
      from private.settings s, (select private.reporters() as reporters) r
      where r.reporters >= s.alert_reporters_uncounted and not exists (select from private.live_servers())
        and exists (select from public.incidents i where i.created_at > now() - interval '1 day' and not i.preview
            and i.mended is distinct from 'retry')
    union all
    select 4, '', json_build_object('kind', 'backup', 'isUrgent', false, 'failure', u.failure,
        'failedSince', private.iso(u.failed_since), 'lastAt', private.iso(u.last_at))
      from private.upkeep u, private.settings s
      where (u.failure is not null or coalesce(u.last_at, u.since) < now() - s.backup_late)
        and exists (select from private.live_servers() l where l.backup_dir is not null)
    union all
    select 5, d.host, json_build_object('kind', 'disk', 'isUrgent', true, 'host', d.host, 'folder', d.folder,
        'freeBytes', d.free_bytes)
      from disk d, private.settings s where d.free_bytes < s.low_disk_bytes
    union all
    select 6, '', json_build_object('kind', 'site', 'isUrgent', false, 'gaps', json_agg(distinct gap))
      from private.live_servers() l, unnest(l.site_gaps) as gap having count(*) > 0
    union all
    -- What goes on within a day must be told before.
    select 7, '', (jsonb_build_object('kind', 'retention',
        'isUrgent', (h.held ->> 'resumesAt')::timestamptz <= now() + interval '1 day') || h.held::jsonb)::json
      from (select private.held_retention() as held) as h where h.held is not null
    union all
    select 8, '', c.detail from (select private.own_calendar_concern() as detail) as c where c.detail is not null
  )
  select json_agg(c.detail order by (c.detail ->> 'isUrgent')::boolean desc, c.place, c.name) from concern c
$$;

-- Names what a concern is about: a mail tells of the same only once within its time. A request's date for its fund and
-- that of its confirmed file are two concerns: the mail about the first, a few days ago, is none about the second,
-- whose last day may come before the week is over. So are a signature that another day or price asks for again, and a
-- date from the day before on. A deposit may be asked for from its date on, and has none before.
create or replace function private.concern_names(concerns json) returns text[]
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
create or replace function private.queue_concerns(at timestamptz default now()) returns void
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

-- Whether a mail of that kind may go to the author of a request now. A mail of an entry follows one that the limits
-- allowed: there is one for each day that the owner has changed. Counted, they would keep the cancellation of a fifth
-- day from the visitor. Mails that visitors cause by themselves (`receipt`, `link`, `asked`) leave room for those that
-- the owner causes. What the owner decides goes with a mail about it that still waits, which is no further one.
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
  if kind in ('confirmation', 'cancellation') and exists (select from private.outbox o where o.ref = may_tell.request
      and o.kind in ('confirmation', 'cancellation') and o.sent_at is null and o.attempts = 0) then
    return true;
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
  -- Nobody needs another mail about days that are over, unless the calendar still has one to come.
  return kind = 'feedback' or exists (select from public.reservation_dates d
      where d.reservation_id = request and d.date >= private.paris_day(now()))
    or exists (select from private.entry_changes(request));
end $$;

-- Gives up one day of several; to give up the last one is to cancel. Null when no link has this secret.
create or replace function public.manage_give_up_day(secret text, version integer, day date) returns json
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
  was := private.lock_seen(request, manage_give_up_day.version);
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
  perform private.note_change(was, 'visitor_gave_up', json_strip_nulls(json_build_object('day', manage_give_up_day.day,
    'wasConfirmed', was_confirmed, 'agreement', case when was_confirmed then private.signed_agreement(was) end)));
  -- The days that stay reserved, and the end of the other one for the visitor's calendar. After a wish that is
  -- withdrawn, the days that hold, unless that took the last mails that are left to the owner.
  if was.status = 'confirmee' or is_answered and (was_confirmed or private.may_tell(request, 'asked')) then
    perform private.queue_visitor_mail(request, 'confirmation', now());
  end if;
  return private.managed_json(request);
end $$;

-- What the owner's mail about a reservation says; of many clashes it names the first five. It warns of the days that
-- stand: not of one that a confirmation did not keep, nor of another request that has lost the day so.
-- `isAgefice`: whether AGEFICE is asked for still; `isFundingFiled`: the complete file has gone to the fund.
create or replace function private.reservation_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  with clash as (
    select c.* from private.clashes(reservation) c
      join public.reservation_dates mine on mine.reservation_id = reservation_detail.reservation and mine.date = c.date
      join public.reservations r on r.id = mine.reservation_id
      where (mine.confirmed or r.status <> 'confirmee') and (c.confirmed or c.status <> 'confirmee')
  )
  select (private.reservation_json(r)::jsonb || jsonb_build_object('calendarId', private.calendar_id(r.id),
      'isAgefice', private.asks_agefice(r),
      'isFundingFiled', exists (select from private.day_files f where f.ref = r.id and f.funding_filed_on is not null),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name, 'status', c.status)
                                 order by c.date, c.created_at), '[]')
        from (select * from clash order by date, created_at limit 5) as c),
      'clashCount', (select count(*) from clash)))::json
    from public.reservations r where r.id = reservation;
$$;
