-- What the visitor does with the link: fills in what nobody else knows, and answers the questionnaire after the day. Of
-- several days, after the last one: it is answered once, and asks about the whole.

-- What the visitor's page shows of the file. A fund that is not asked after all pays nothing.
create function private.managed_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', file -> 'version',
      'given', (select coalesce(json_agg(fact), '[]') from unnest(array['address', 'siren', 'status', 'payer', 'payerName',
        'payerAddress', 'payerSiren', 'priorLevel']) as fact where known ->> fact is not null),
      'payer', known -> 'payer',
      'isClosed', reservation.status = 'annulee' or exists (select from private.valid_papers p
        where p.ref = reservation.id and p.paper = 'convention' and coalesce(p.sent_on, p.signed_on) is not null),
      'mayAnswer', (
        select count(*) > 0 and max(day) <= private.paris_day(now()) from unnest(private.confirmed_days(reservation.id)) as day),
      'hasAnswered', file ->> 'answeredAt' is not null)
    from (select private.day_file_json(reservation) as file) as one, lateral (select case
      when file ->> 'payer' = 'agefice' and file ->> 'fundingDroppedOn' is not null then file::jsonb - 'payer'
      else file::jsonb end as known) as two
$$;
comment on function private.managed_file_json(public.reservations) is
  'Who is said to pay: the page asks about it, and somebody who asked for AGEFICE must be able to check the answer that
nobody typed. Of the other facts only which are filled in, and never what: links are forwarded. `isClosed`: the agreement
has gone out, and no new one is to be sent. Its type is ManagedDayFile.';

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

-- `mayPayFor` of contract/src/day-papers.ts.
create function private.may_pay_for(payer text, status text) returns boolean
language sql immutable set search_path = ''
return coalesce(case when payer in ('agefice', 'fifpl') then status in ('independent', 'director')
  when payer = 'opco' then status in ('director', 'employee', 'portage') end, true);

-- The payer decides which agreement is signed: once one has gone out, only the owner changes that. A stored status that
-- does not go with another payer is emptied: papers would name it.
create function public.manage_fill_day_file(secret text, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.file_link(secret);
  reservation public.reservations;
  was private.day_files;
  is_closed boolean;
begin
  if request is null then
    return null;
  end if;
  reservation := private.lock_linked(request);
  is_closed := (private.managed_file_json(reservation) ->> 'isClosed')::boolean;
  if not is_closed then
    was := private.lock_day_file(reservation, version);
    perform private.change_day_file(was, changes::jsonb, array['address', 'siren', 'status',
      'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel']);
    is_closed := coalesce(reservation.convention_sent_on, reservation.convention_signed_on) is not null
      and private.is_other_client(private.client_of(was), private.file_of(reservation));
  end if;
  if is_closed then
    perform private.refuse_action('The papers of this day have gone out');
  end if;
  update private.day_files f set filled_at = now(), status = case when changes ->> 'payer' is null
      or changes ->> 'status' is not null or private.may_pay_for(f.payer, f.status) then f.status end
    where f.ref = request;
  perform private.add_event(request, 'visitor', 'visitor_filled');
  return private.managed_file_json(private.follow_client(reservation, was, 'site'));
end $$;

-- The questionnaire is answered once: who gets a forwarded link later changes no answer.
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
    on conflict (ref) do update set feedback = excluded.feedback, answered_at = excluded.answered_at, version = f.version + 1
      where f.answered_at is null;
  if not found then
    perform private.refuse_action('This questionnaire was answered');
  end if;
  perform private.add_event(request, 'visitor', 'visitor_answered');
  return private.managed_file_json(reservation);
end $$;
