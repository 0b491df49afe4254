-- Requests of people who telephone, entered in the owner's space. Their days obey the rules of a visitor's, by the same
-- triggers. An address is required as in the form: the training is a video call, and a person's data are found and erased by it.

-- A repeat of the same `attempt`, whose first answer was lost, adds nothing. `isTold`: the person gets a receipt by mail.
create function public.owner_add_request(attempt uuid, name text, email text, phone text, dates date[], is_agefice boolean,
  note text default null, tell boolean default false, also_confirmed boolean default false) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  wanted constant date[] := array(select distinct day from unnest(dates) as day where day is not null order by day);
  added uuid := (select r.id from public.reservations r where r.attempt = owner_add_request.attempt and r.by_phone);
begin
  if added is null then
    if wanted = '{}' then
      perform private.refuse_action('Name at least one day');
    end if;
    added := gen_random_uuid();
    perform set_config('site.also_confirmed', case when also_confirmed then added::text else '' end, true);
    perform private.hold_days(added, wanted);
    insert into public.reservations (id, name, email, phone, is_agefice, note, attempt, by_phone)
      values (added, owner_add_request.name, owner_add_request.email, owner_add_request.phone,
        owner_add_request.is_agefice, nullif(private.trimmed(replace(owner_add_request.note, E'\r\n', E'\n')), ''),
        owner_add_request.attempt, true);
    insert into public.reservation_dates (reservation_id, date) select added, day from unnest(wanted) as day;
    perform private.add_event(added, who, 'entered', to_json(wanted));
    if tell then
      perform private.queue_visitor_mail(added, 'receipt', now());
    end if;
  end if;
  return json_build_object('request', private.owned_request_json(added),
    'isTold', exists (select from private.outbox o where o.ref = added and o.kind = 'receipt'));
end $$;
