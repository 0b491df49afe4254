-- What the papers of a training day need besides the request, and when each went out. Papers are computed from it, not
-- stored. Why: docs/decisions/054-papers-are-computed.md. The types are in contract/src/day-papers.ts.

-- Nine digits with their check digit.
create function private.is_siren(value text) returns boolean
language sql immutable strict set search_path = ''
return value ~ '^[0-9]{9}$' and (
  select sum(case when d.at % 2 = 1 then d.digit else d.digit * 2 - case when d.digit > 4 then 9 else 0 end end) % 10 = 0
    from (select at, ascii(substr(value, at, 1)) - 48 as digit from generate_series(1, 9) as at) as d);

-- Half a day with its times, or with neither when the trainee was absent.
create function private.are_half_days(value jsonb) returns boolean
language sql immutable strict set search_path = ''
return case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 60 then not exists (
  select from jsonb_array_elements(value) as h
    where (jsonb_typeof(h) = 'object' and h ?& '{date,half,from,to}' and h - '{date,half,from,to}'::text[] = '{}'
        and h ->> 'date' ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$' and h ->> 'half' in ('morning', 'afternoon')
        and case when h ->> 'from' is null then h ->> 'to' is null
          else h ->> 'from' ~ '^([01]\d|2[0-3]):[0-5]\d$' and h ->> 'to' ~ '^([01]\d|2[0-3]):[0-5]\d$'
            and h ->> 'from' < h ->> 'to' end) is not true)
  and (select count(*) = count(distinct (h ->> 'date', h ->> 'half')) from jsonb_array_elements(value) as h)
else false end;

create function private.are_results(value jsonb) returns boolean
language sql immutable strict set search_path = ''
return case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 20 then not exists (
  select from jsonb_array_elements(value) as r
    where (jsonb_typeof(r) = 'object' and r - '{objective,result}'::text[] = '{}' and jsonb_typeof(r -> 'objective') = 'string'
      and private.is_line(r ->> 'objective', 1, 300) and r ->> 'result' in ('reached', 'partly', 'missed')) is not true)
else false end;

create function private.is_feedback(value jsonb) returns boolean
language sql immutable strict set search_path = ''
return jsonb_typeof(value) = 'object' and value - '{objectives,content,trainer,organisation,overall,remark}'::text[] = '{}'
  and not exists (
    select from unnest('{objectives,content,trainer,organisation,overall}'::text[]) as question
      where (value -> question in ('1', '2', '3', '4', '5')) is not true)
  and case jsonb_typeof(value -> 'remark')
    when 'string' then private.is_message(value ->> 'remark') and private.typed_length(value ->> 'remark') <= 2000
    else value -> 'remark' is null end;

create table private.day_files (
  ref           uuid primary key references public.reservations (id) on delete cascade,
  version       integer not null default 1,
  address       text constraint day_files_address_ok check (private.is_line(address, 5, 300)),
  siren         text constraint day_files_siren_ok check (private.is_siren(siren)),
  status        text constraint day_files_status_ok
                check (status in ('independent', 'director', 'employee', 'portage', 'jobseeker', 'individual')),
  payer         text constraint day_files_payer_ok check (payer in ('self', 'agefice', 'fifpl', 'opco', 'company', 'other')),
  payer_name    text constraint day_files_payer_name_ok check (private.is_line(payer_name, 1, 200)),
  payer_address text constraint day_files_payer_address_ok check (private.is_line(payer_address, 5, 300)),
  payer_siren   text constraint day_files_payer_siren_ok check (private.is_siren(payer_siren)),
  prior_level   text constraint day_files_prior_level_ok
                check (private.is_message(prior_level) and private.typed_length(prior_level) <= 1000),
  price_cents   integer constraint day_files_price_cents_ok check (price_cents between 0 and 1000000),
  kept          jsonb constraint day_files_kept_ok check (private.are_half_days(kept)),
  results       jsonb constraint day_files_results_ok check (private.are_results(results)),
  filled_at     timestamptz,
  feedback      jsonb constraint day_files_feedback_ok check (private.is_feedback(feedback)),
  answered_at   timestamptz,
  constraint day_files_answered_ok check ((feedback is null) = (answered_at is null))
);

comment on table private.day_files is
  'What the papers of a reservation need besides the request; no row while nothing is known. Goes with the reservation.';
comment on column private.day_files.version is 'Counts the changes, of the papers too: a call names the one that its author saw.';
comment on column private.day_files.price_cents is 'With all taxes, for all days; null for the price of the plan.';
comment on column private.day_files.kept is 'Each half-day as it was really held, in Paris.';
comment on column private.day_files.results is 'Result of each objective, with its wording of that day.';
comment on column private.day_files.filled_at is 'When the visitor last filled something in with the link.';
comment on column private.day_files.feedback is 'Answers of the visitor to the questionnaire after the day.';

create function private.papers() returns text[]
language sql immutable set search_path = ''
return array['devis', 'convention', 'programme', 'convocation', 'emargement', 'certificat', 'attestation'];

create table private.day_papers (
  ref       uuid not null references private.day_files (ref) on delete cascade,
  paper     text not null constraint day_papers_paper_ok check (paper = any (private.papers())),
  sent_on   date,
  signed_on date,
  days      date[] not null,
  print     text constraint day_papers_print_ok check (print ~ '^[0-9a-z]{1,40}$'),
  primary key (ref, paper)
);

comment on table private.day_papers is 'When the papers of a reservation went out. Goes with its file.';
comment on column private.day_papers.sent_on is
  'Day in Paris; of the convention, it is convention_sent_on of the reservation, and signed_on is convention_signed_on.';
comment on column private.day_papers.days is 'The confirmed days when it was last marked: a day that was moved later shows.';
comment on column private.day_papers.print is 'Digest of what the paper said when it was last marked; null when unknown.';

-- A pasted address has lines, a SIRET begins with a SIREN.
create function private.tidy_line(value text) returns text
language sql immutable set search_path = ''
return nullif(private.trimmed(regexp_replace(normalize(value), '[ \t]*[\n\r\u2028\u2029]+[ \t]*', ', ', 'g')), '');

create function private.tidy_siren(value text) returns text
language sql immutable set search_path = ''
return coalesce(substring(regexp_replace(value, '[ \t.\u00a0\u202f-]', '', 'g') from '^([0-9]{9})(?:[0-9]{5})?$'),
  nullif(private.trimmed(value), ''));

create function private.tidy_day_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.address := private.tidy_line(new.address);
  new.siren := private.tidy_siren(new.siren);
  new.payer_name := private.tidy_line(new.payer_name);
  new.payer_address := private.tidy_line(new.payer_address);
  new.payer_siren := private.tidy_siren(new.payer_siren);
  new.prior_level := nullif(private.trimmed(normalize(replace(new.prior_level, E'\r\n', E'\n'))), '');
  return new;
end $$;
create trigger tidy before insert or update on private.day_files
  for each row execute function private.tidy_day_file();
-- As for requests, of visitors too: these functions run as the table's owner.
create trigger withhold before insert or update on private.day_files
  for each row execute function private.refuse_without_row();

-- The file with its papers. Its type is DayFile in contract/src/day-papers.ts.
create function private.day_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', coalesce(f.version, 1), 'address', f.address, 'siren', f.siren, 'status', f.status,
      'payer', f.payer, 'payerName', f.payer_name, 'payerAddress', f.payer_address, 'payerSiren', f.payer_siren,
      'priorLevel', f.prior_level, 'priceCents', f.price_cents, 'kept', f.kept, 'results', f.results,
      'filledAt', private.iso(f.filled_at), 'feedback', f.feedback, 'answeredAt', private.iso(f.answered_at),
      'papers', (
        select json_agg(json_build_object('paper', name.paper,
            'sentOn', case name.paper when 'convention' then reservation.convention_sent_on else p.sent_on end,
            'signedOn', case name.paper when 'convention' then reservation.convention_signed_on else p.signed_on end,
            'days', to_json(p.days), 'print', p.print) order by name.place)
          from unnest(private.papers()) with ordinality as name (paper, place)
            left join private.day_papers p on p.ref = reservation.id and p.paper = name.paper))
    from (select reservation.id) as one left join private.day_files f on f.ref = one.id
$$;

create function private.confirmed_days(reservation uuid) returns date[]
language sql stable set search_path = ''
return array(select d.date from public.reservation_dates d where d.reservation_id = reservation and d.confirmed order by d.date);

-- Locks the file for a change. Its callers have locked the reservation.
create function private.lock_day_file(reservation public.reservations, seen integer) returns private.day_files
language plpgsql volatile set search_path = ''
as $$
declare
  locked private.day_files;
begin
  insert into private.day_files (ref) values (reservation.id) on conflict do nothing;
  select f.* into strict locked from private.day_files f where f.ref = reservation.id for update;
  if seen is distinct from locked.version then
    perform private.refuse(409, 'CHANGED_SINCE', 'This file has changed',
      case when current_setting('role') = 'anon' then private.managed_file_json(reservation)
        else private.owned_file_json(reservation) end::text);
  end if;
  return locked;
end $$;

-- Only the given facts change; their names are those of the JSON that is read.
create function private.change_day_file(was private.day_files, given jsonb, allowed text[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  changed private.day_files;
begin
  if jsonb_typeof(given) is distinct from 'object' or length(given::text) > 30000 then
    perform private.refuse(400, '22023', 'Name the facts that change');
  end if;
  if exists (select from jsonb_each(given) as fact where fact.key <> all (allowed)
      or fact.key not in ('kept', 'results', 'priceCents') and jsonb_typeof(fact.value) not in ('string', 'null')) then
    perform private.refuse(400, '22023', 'There is no such fact');
  end if;
  changed := jsonb_populate_record(was, (
    select jsonb_object_agg(lower(regexp_replace(fact.key, '([A-Z])', '_\1', 'g')), fact.value) from jsonb_each(given) as fact));
  update private.day_files f set version = f.version + 1, address = changed.address, siren = changed.siren,
      status = changed.status, payer = changed.payer, payer_name = changed.payer_name,
      payer_address = changed.payer_address, payer_siren = changed.payer_siren, prior_level = changed.prior_level,
      price_cents = changed.price_cents, kept = changed.kept, results = changed.results
    where f.ref = was.ref;
end $$;

-- What the owner does.

create function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file', private.day_file_json(reservation))
$$;

-- Null when there is no such reservation.
create function public.owner_day_file(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (select private.owned_file_json(r) from public.reservations r where r.id = owner_day_file.id);
end $$;

create function private.lock_for_file(request uuid) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.reservations;
begin
  select r.* into locked from public.reservations r where r.id = request for no key update;
  if not found then
    perform private.refuse(404, 'UNKNOWN_REQUEST', 'There is no such reservation');
  end if;
  return locked;
end $$;

create function public.owner_change_day_file(id uuid, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations := private.lock_for_file(id);
  was constant private.day_files := private.lock_day_file(reservation, version);
begin
  perform private.change_day_file(was, changes::jsonb, array['address', 'siren', 'status',
    'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel', 'priceCents', 'kept', 'results']);
  perform private.add_event(id, who, 'filed');
  -- Who pays alone signs a contract, others a convention: the marks of one are not those of the other.
  if (select (f.payer = 'self') is true <> (was.payer = 'self') is true from private.day_files f where f.ref = was.ref) then
    delete from private.day_papers p where p.ref = was.ref and p.paper = 'convention';
    perform private.add_event(was.ref, who, mark.step || '_undone')
      from (values ('convention_sent', reservation.convention_sent_on), ('convention_signed', reservation.convention_signed_on))
        as mark (step, day) where mark.day is not null;
    update public.reservations r set convention_sent_on = null, convention_signed_on = null
      where r.id = was.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is not null;
    select r.* into strict reservation from public.reservations r where r.id = was.ref;
  end if;
  return private.owned_file_json(reservation);
end $$;

-- What the database knows to be missing for a paper: what the facts of the site lack, only the page can tell.
create function private.paper_lacks(file private.day_files, paper text) returns text[]
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
    case when paper in ('emargement', 'certificat', 'attestation') and exists (
      select from unnest(c.days) as day, unnest('{morning,afternoon}'::text[]) as half
        where day > private.paris_day(now()) or not exists (select from jsonb_array_elements(file.kept) as h
          where h ->> 'date' = to_char(day, 'YYYY-MM-DD') and h ->> 'half' = half)) then 'kept' end,
    -- Who was absent all the time has followed nothing.
    case when paper in ('certificat', 'attestation') and not exists (
      select from jsonb_array_elements(file.kept) as h where h ->> 'from' is not null) then 'followed' end,
    case when paper = 'attestation' and jsonb_array_length(coalesce(file.results, '[]')) = 0 then 'results' end], null)
    from (select private.confirmed_days(file.ref) as days,
      coalesce(file.payer in ('opco', 'company'), false) as is_employer) as c
$$;

-- Marks a paper as sent or signed on a day; null takes it back. `print`: digest of what it says.
create function public.owner_mark_paper(id uuid, version integer, paper text, step text, day date default null,
  print text default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  who constant text := private.require_owner();
  reservation public.reservations := private.lock_for_file(id);
  file constant private.day_files := private.lock_day_file(reservation, owner_mark_paper.version);
  is_convention constant boolean := owner_mark_paper.paper = 'convention';
  undone constant text := case when day is null then '_undone' else '' end;
begin
  if (owner_mark_paper.paper = any (private.papers()) and step in ('sent', 'signed')) is not true then
    perform private.refuse(400, '22023', 'There is no such paper or step');
  end if;
  if day is not null and (reservation.is_spam or reservation.unwanted or reservation.status = 'annulee') then
    perform private.refuse_action('This reservation is not confirmed', 'not-confirmed');
  end if;
  if day > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if day is not null and private.paper_lacks(file, owner_mark_paper.paper) <> '{}' then
    perform private.refuse_action('This paper is incomplete', 'paper-incomplete');
  end if;
  insert into private.day_papers as p (ref, paper, sent_on, signed_on, days, print)
    values (owner_mark_paper.id, owner_mark_paper.paper, case step when 'sent' then day end, case step when 'signed' then day end,
      private.confirmed_days(owner_mark_paper.id), owner_mark_paper.print)
    on conflict (ref, paper) do update set
      sent_on = case step when 'sent' then day else p.sent_on end,
      signed_on = case step when 'signed' then day else p.signed_on end,
      days = case when day is null then p.days else excluded.days end,
      print = case when day is null then p.print else excluded.print end;
  if is_convention then
    update public.reservations r set
        convention_sent_on = case step when 'sent' then day else r.convention_sent_on end,
        convention_signed_on = case step when 'signed' then day else r.convention_signed_on end
      where r.id = owner_mark_paper.id returning r.* into reservation;
    perform private.add_event(owner_mark_paper.id, who, 'convention_' || step || undone,
      case when day is not null then to_json(array[day]) end);
  else
    perform private.add_event(owner_mark_paper.id, who, 'paper_' || step || undone,
      json_build_object('paper', owner_mark_paper.paper, 'on', day));
  end if;
  update private.day_files f set version = f.version + 1 where f.ref = owner_mark_paper.id;
  return private.owned_file_json(reservation);
end $$;

-- As before, but a convention is marked like in its file: complete. What was marked earlier stays.
create or replace function public.owner_follow_up(id uuid, version integer, step text, day date default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
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
  if day is not null and step in ('convention_sent', 'convention_signed') and private.paper_lacks(coalesce(
      (select f from private.day_files f where f.ref = owner_follow_up.id),
      jsonb_populate_record(null::private.day_files, jsonb_build_object('ref', owner_follow_up.id))), 'convention') <> '{}' then
    perform private.refuse_action('This paper is incomplete', 'paper-incomplete');
  end if;
  update public.reservations r set
      convention_sent_on = case step when 'convention_sent' then day else r.convention_sent_on end,
      convention_signed_on = case step when 'convention_signed' then day else r.convention_signed_on end,
      paid_on = case step when 'paid' then day else r.paid_on end,
      held_on = case step when 'held' then day else r.held_on end
    where r.id = owner_follow_up.id and day is distinct from case step when 'convention_sent' then r.convention_sent_on
      when 'convention_signed' then r.convention_signed_on when 'paid' then r.paid_on else r.held_on end;
  if found then
    perform private.add_event(id, who, step || case when day is null then '_undone' else '' end,
      case when day is not null then to_json(array[day]) end);
  end if;
  return private.owned_request_json(id);
end $$;

-- What the visitor does with the link: fills in what nobody else knows, and answers the questionnaire after the day. The link
-- opens the file for four months after the last day, in which funds reimburse.

create function private.linked_to(secret text, days_after integer) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  called integer;
  oldest timestamptz;
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
  return (select r.id from private.manage_links l join public.reservations r on r.id = l.ref
    where l.digest = sha256(convert_to(left(linked_to.secret, 200), 'UTF8')) and not (r.unwanted or r.is_spam)
      and private.last_day(r.id) + days_after >= private.paris_day(now()));
end $$;

-- Of a day to come.
create or replace function private.managed_by(secret text) returns uuid
language sql volatile set search_path = ''
as $$ select private.linked_to(secret, 0) $$;

create function private.file_link(secret text) returns uuid
language sql volatile set search_path = ''
as $$ select private.linked_to(secret, 120) $$;

-- Which facts are filled in, and never what: links are forwarded. Its type is ManagedDayFile.
create function private.managed_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', file -> 'version',
      'given', (select coalesce(json_agg(fact), '[]') from unnest(array['address', 'siren', 'status', 'payer', 'payerName',
        'payerAddress', 'payerSiren', 'priorLevel']) as fact where file ->> fact is not null),
      'isClosed', coalesce(reservation.convention_sent_on, reservation.convention_signed_on) is not null
        or reservation.status = 'annulee',
      'mayAnswer', coalesce((private.confirmed_days(reservation.id))[1] <= private.paris_day(now()), false),
      'hasAnswered', file ->> 'answeredAt' is not null)
    from (select private.day_file_json(reservation) as file) as one
$$;

-- Null when no link has this secret.
create function public.manage_day_file(secret text) returns json
language sql volatile security definer set search_path = ''
as $$ select private.managed_file_json(r) from private.file_link(secret) as linked join public.reservations r on r.id = linked $$;

-- Locks the reservation of a link for a change, within the limit of its changes in a day.
create function private.lock_linked(request uuid) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
declare
  locked constant public.reservations := private.lock_for_file(request);
begin
  return private.lock_managed(request, locked.version);
end $$;

create function public.manage_fill_day_file(secret text, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.file_link(secret);
  reservation public.reservations;
begin
  if request is null then
    return null;
  end if;
  reservation := private.lock_linked(request);
  if (private.managed_file_json(reservation) ->> 'isClosed')::boolean then
    perform private.refuse_action('The papers of this day have gone out');
  end if;
  perform private.change_day_file(private.lock_day_file(reservation, version), changes::jsonb, array['address', 'siren', 'status',
    'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel']);
  update private.day_files f set filled_at = now() where f.ref = request;
  perform private.add_event(request, 'visitor', 'visitor_filled');
  return private.managed_file_json(reservation);
end $$;

-- A later answer replaces the one before.
create function public.manage_answer(secret text, answers json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.file_link(secret);
  reservation public.reservations;
begin
  if request is null then
    return null;
  end if;
  reservation := private.lock_linked(request);
  if not (private.managed_file_json(reservation) ->> 'mayAnswer')::boolean then
    perform private.refuse_action('This day has not come yet');
  end if;
  insert into private.day_files as f (ref, feedback, answered_at) values (request, answers::jsonb, now())
    on conflict (ref) do update set feedback = excluded.feedback, answered_at = excluded.answered_at, version = f.version + 1;
  perform private.add_event(request, 'visitor', 'visitor_answered');
  return private.managed_file_json(reservation);
end $$;

comment on column private.request_events.action is
  'entered, confirmed, changed_day, cancelled, reopened, verified, handled, unhandled, noted, told, spam or filed; visitor_cancelled, visitor_asked, visitor_gave_up, visitor_filled or visitor_answered; a step of private.follow_up_steps(), paper_sent or paper_signed, or one of these with _undone.';
comment on column private.request_events.detail is
  'The days that an action is about, the channel of told, and the paper. Never a text of the visitor or a note.';

-- The mail about a change tells of days: what was filled in is none.
create or replace function private.change_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_detail(reservation)::jsonb || jsonb_build_object('change', (
      select jsonb_build_object('action', e.action) || e.detail::jsonb from private.request_events e
        where e.ref = reservation and e.who = 'visitor' and e.detail is not null order by e.id desc limit 1)))::json;
$$;

-- All that is stored about the person with one address, with the files of the days.
create or replace function public.owner_person(email text) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (with kept as (
    select c.created_at, c.id, private.owned_contact_json(c)::jsonb as value
      from public.contacts c where lower(c.email) = lower(private.trimmed(owner_person.email))
    union all
    select r.created_at, r.id, private.owned_reservation_json(r)::jsonb || jsonb_build_object('file',
        case when exists (select from private.day_files f where f.ref = r.id) then private.day_file_json(r) end)
      from public.reservations r where lower(r.email) = lower(private.trimmed(owner_person.email))
  ), whole as (
    select kept.*, kept.value || jsonb_build_object(
      'mails', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', o.kind, 'queuedAt', private.iso(o.created_at),
          'sentAt', private.iso(o.sent_at), 'givenUpAt', private.iso(o.given_up_at)) order by o.id), '[]')
        from private.outbox o where o.ref = kept.id),
      'history', (
        select coalesce(jsonb_agg(jsonb_build_object('at', private.iso(e.at), 'action', e.action, 'detail', e.detail)
                                  order by e.id), '[]')
        from private.request_events e where e.ref = kept.id)) as request
      from kept
  )
  select json_build_object(
      'contacts', coalesce(json_agg(w.request order by w.created_at, w.id)
                           filter (where w.value ->> 'kind' = 'contact'), '[]'),
      'reservations', coalesce(json_agg(w.request order by w.created_at, w.id)
                               filter (where w.value ->> 'kind' = 'reservation'), '[]'))
    from whole w having count(*) > 0);
end $$;

revoke all on private.day_files, private.day_papers from public, anon, authenticated;
revoke all on all functions in schema private from public;
revoke all on function public.owner_day_file, public.owner_change_day_file, public.owner_mark_paper, public.manage_day_file,
  public.manage_fill_day_file, public.manage_answer from public, anon, authenticated;
grant execute on function public.owner_day_file, public.owner_change_day_file, public.owner_mark_paper
  to authenticated, service_role;
grant execute on function public.manage_day_file, public.manage_fill_day_file, public.manage_answer to anon, service_role;
