-- The visitor can still answer the form's question, how many of several dates are wanted, or answer it otherwise, until the owner
-- has confirmed one.

comment on column private.request_events.action is
  'entered, confirmed, changed_day, cancelled, reopened, verified, handled, unhandled, noted, told, spam or filed; visitor_cancelled, visitor_asked, visitor_gave_up, visitor_wanted, visitor_filled or visitor_answered; receipt_refused; a step of private.follow_up_steps(), paper_sent or paper_signed, or one of these with _undone.';
comment on column private.request_events.detail is
  'The days that an action is about, how many are wanted, the channel of told, and the paper. Never a text of the visitor or a note.';

-- Null when no link has this secret.
create function public.manage_want_days(secret text, version integer, days_wanted text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_managed(request, version);
  if was.status <> 'nouvelle' or coalesce(manage_want_days.days_wanted, '') not in ('one', 'all')
      or private.confirmed_days(request) <> '{}'
      or (select count(*) < 2 from public.reservation_dates d where d.reservation_id = request) then
    perform private.refuse_action('This reservation does not ask how many days are wanted');
  end if;
  update public.reservations r set days_wanted = manage_want_days.days_wanted where r.id = request;
  perform private.note_change(was, 'visitor_wanted', json_build_object('daysWanted', manage_want_days.days_wanted));
  return private.managed_json(request);
end $$;

revoke all on function public.manage_want_days from public;
grant execute on function public.manage_want_days to anon, service_role;
