-- A request's date for its fund and that of its confirmed file are two concerns: the mail about the first, a few days ago, is
-- none about the second, whose last day may come before the week is over.
create or replace function private.concern_names(concerns json) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(concat_ws(' ', c ->> 'kind', c ->> 'remote', c ->> 'release', c ->> 'outcome', c ->> 'host', c ->> 'folder',
      c ->> 'step', c ->> 'request', case when c ->> 'isAsked' = 'true' then 'asked' end))
    from json_array_elements(concerns) as c;
$$;
