-- Requests that came with each release, without spam. Counts stop at 10,001 in each table: an index holds them.

create function private.count_release_requests(part text, wanted text) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  found bigint;
begin
  -- Two statements, so that each is planned for the one index that it needs.
  if part = 'shell' then
    select (select count(*) from (select from public.contacts c
          where c.shell = wanted and not (c.is_spam or c.unwanted) limit 10001) as counted)
      + (select count(*) from (select from public.reservations r
          where r.shell = wanted and not (r.is_spam or r.unwanted) limit 10001) as counted) into found;
  else
    select (select count(*) from (select from public.contacts c
          where c.release = wanted and not (c.is_spam or c.unwanted) limit 10001) as counted)
      + (select count(*) from (select from public.reservations r
          where r.release = wanted and not (r.is_spam or r.unwanted) limit 10001) as counted) into found;
  end if;
  return least(found, 10001);
end $$;

-- `wanted` is a list of {name, id}; the answer has the same order and {name, id, requests}, 10,001 for more than 10,000.
create function private.release_requests(wanted json) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('name', one.value ->> 'name', 'id', one.value ->> 'id',
      'requests', private.count_release_requests(one.value ->> 'name', one.value ->> 'id')) order by at), '[]')
    from json_array_elements(wanted) with ordinality as one (value, at);
$$;
