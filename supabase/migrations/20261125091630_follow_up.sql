-- What follows a confirmation: the convention is sent, then signed, the day is paid, the day is held. The owner notes each
-- with its day, in any order, or not at all.

create function private.follow_up_steps() returns text[]
language sql immutable set search_path = ''
return array['convention_sent', 'convention_signed', 'paid', 'held'];

-- Notes the day of a step; null takes it back.
create function public.owner_follow_up(id uuid, version integer, step text, day date default null) returns json
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
