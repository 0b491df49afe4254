-- The private address from which an owner's calendar reads the confirmed days. The secret is the name of the
-- file in it; only its digest is stored.

create table private.owner_feeds (
  owner_id    uuid primary key references private.owners (id) on delete cascade,
  name_digest bytea not null unique constraint owner_feeds_name_digest_ok check (octet_length(name_digest) = 32),
  renewed_at  timestamptz not null default now()
);

comment on table private.owner_feeds is 'Private calendar addresses, one an owner. A row removed, or its owner, ends the address.';
comment on column private.owner_feeds.name_digest is 'SHA-256 of the name of the file in the address. Who reads it cannot compute the address.';

create function private.owner_id(address text) returns uuid
language sql stable set search_path = ''
return (select o.id from private.owners o where o.email = address);

-- Tells whether there is an address, and never which: nobody knows it any more.
create function public.owner_feed() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
begin
  return json_build_object('renewedAt',
    (select private.iso(f.renewed_at) from private.owner_feeds f where f.owner_id = owner));
end $$;

-- Makes the owner's address, in place of the last one. Only this answer has it.
create function public.owner_renew_feed() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
  name constant text := translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'),
    '+/=', '-_') || '.ics';
  made timestamptz;
begin
  if owner is null then
    perform private.refuse_action('An address belongs to an owner: the terminal is none');
  end if;
  insert into private.owner_feeds as f (owner_id, name_digest) values (owner, sha256(convert_to(name, 'UTF8')))
    on conflict (owner_id) do update set name_digest = excluded.name_digest, renewed_at = now()
    returning f.renewed_at into made;
  return json_build_object('path', '/espace/agenda/' || name, 'renewedAt', private.iso(made));
end $$;

-- The confirmed days of an address, from three months ago on, with what the owner needs on that day. Null when no
-- address has this name.
create function private.feed_days(name_digest bytea) returns json
language sql stable security definer set search_path = '' as $$
  select (
      select coalesce(json_agg(json_build_object('date', d.date, 'id', r.id,
          'calendarId', private.calendar_id(r.id), 'version', r.version, 'name', r.name, 'phone', r.phone, 'email', r.email,
          'isAgefice', r.is_agefice, 'note', r.note, 'receivedAt', private.iso(r.created_at)) order by d.date, r.created_at, r.id), '[]')
        from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
        where d.confirmed and d.date >= private.paris_day(now()) - 92)
    from private.owner_feeds f where f.name_digest = feed_days.name_digest;
$$;
