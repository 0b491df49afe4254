-- All that is stored about the person with one address, to hand out or to erase.

-- What is stored about a person, with the files of the days, oldest first; null for nothing.
create function public.owner_person(email text) returns json
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

create table private.erased_requests (
  ref       uuid primary key,
  erased_at timestamptz not null default now()
);

comment on table private.erased_requests is
  'Ids of requests that were erased, until the worker has removed the files that held them.';

create function private.requests_of(address text) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select c.id from public.contacts c where lower(c.email) = lower(private.trimmed(address))
    union all
    select r.id from public.reservations r where lower(r.email) = lower(private.trimmed(address)))
$$;

-- Deletes requests with their mails, or nothing; `unsettled` keeps those that the owner has confirmed or cancelled. For
-- the owner's space and the terminal. `refs` are the ids of those that are gone.
create function private.remove_requests(requests uuid[], unsettled boolean default false) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  refs uuid[];
  digests bigint[];
  contacts integer;
  mails integer;
  is_under_way boolean;
begin
  with contact as (
    delete from public.contacts c where c.id = any (requests) returning c.id
  ), reservation as (
    delete from public.reservations r
      where r.id = any (requests) and (not unsettled or r.status = 'nouvelle') returning r.id
  )
  select array(select id from contact union all select id from reservation), (select count(*) from contact)
    into refs, contacts;
  -- Deleted first: a claim that is under way is waited for and then seen. One that comes later finds no row.
  with mail as (
    delete from private.outbox o where o.ref = any (refs)
      returning o.digest_id, o.sent_at is null and o.claimed_until > clock_timestamp() as is_claimed
  )
  select count(*), coalesce(bool_or(m.is_claimed), false), array_agg(distinct m.digest_id)
    into mails, is_under_way, digests from mail m;
  -- A worker that is sending one of these mails could write its file later.
  if is_under_way or exists (select from private.outbox d
      where d.id = any (digests) and d.sent_at is null and d.claimed_until > clock_timestamp()) then
    perform private.refuse_action('A mail about this person is being sent: try again in two minutes', 'mail-under-way');
  end if;
  -- Where no worker of ours runs, there are no files.
  insert into private.erased_requests (ref) select unnest(refs);
  return json_build_object('contacts', contacts, 'reservations', cardinality(refs) - contacts, 'mails', mails,
    'refs', to_json(refs));
end $$;

-- Deletes all that is stored about the person with one address, or nothing. `typed` repeats the address.
create function public.owner_erase_person(email text, typed text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  whose constant text := lower(private.trimmed(email));
begin
  perform private.require_owner();
  if coalesce(whose, '') = '' or lower(private.trimmed(typed)) is distinct from whose then
    perform private.refuse(400, '22023', 'The address that was typed is another');
  end if;
  return (private.remove_requests(private.requests_of(whose))::jsonb - 'refs')::json;
end $$;
