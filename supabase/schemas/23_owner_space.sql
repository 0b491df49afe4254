-- The owner's space reads and changes requests with these functions only. Each begins with private.require_owner().

create function public.owner_requests(filter text default 'all', search text default '', before text default null,
  size integer default 30) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.list_requests(filter, search, before, size);
end $$;

-- `tellsVisitor`: whether the person gets a mail when the owner confirms or cancels now.
create function public.owner_request(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (private.request_whole(owner_request.id)::jsonb
    || jsonb_build_object('tellsVisitor', private.may_tell(owner_request.id, 'confirmation')))::json;
end $$;

create function public.owner_confirm(id uuid, version integer, dates date[] default null,
  also_confirmed boolean default false) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.confirm_request(private.require_owner(), owner_confirm.id, version, dates, also_confirmed);
end $$;

create function public.owner_change_day(id uuid, version integer, from_day date, to_day date,
  also_confirmed boolean default false) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.change_day(private.require_owner(), owner_change_day.id, version, from_day, to_day, also_confirmed);
end $$;

create function public.owner_cancel(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.cancel_request(private.require_owner(), owner_cancel.id, version);
end $$;

create function public.owner_reopen(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.reopen_request(private.require_owner(), owner_reopen.id, version);
end $$;

create function public.owner_verify(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.verify_request(private.require_owner(), owner_verify.id, version);
end $$;

create function public.owner_handle(id uuid, version integer, handled boolean) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.handle_request(private.require_owner(), owner_handle.id, version, handled);
end $$;

create function public.owner_note(id uuid, version integer, note text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.note_request(private.require_owner(), owner_note.id, version, note);
end $$;

create function public.owner_spam(ids uuid[], expected integer default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.mark_spam(private.require_owner(), ids, expected);
end $$;

create function public.owner_export() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.all_requests();
end $$;

create function public.owner_person(email text) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.person_json(email);
end $$;

create function public.owner_erase_person(email text, typed text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.erase_person(email, typed);
end $$;

create function public.owner_agenda(first date, last date) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if first is null or last is null or last - first > 400 then
    perform private.refuse(400, '22023', 'Name a first and a last day, a year apart at most');
  end if;
  return private.agenda(first, last);
end $$;

create function public.owner_health() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.health();
end $$;

create function public.owner_confirm_retention(requests integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  run json;
begin
  perform private.require_owner();
  if requests is null then
    perform private.refuse(400, '22023', 'Name the number of requests');
  end if;
  run := private.confirm_retention(requests);
  if run is null then
    perform private.refuse_action('No removal waits for a confirmation');
  end if;
  return run -> 'removed';
end $$;
