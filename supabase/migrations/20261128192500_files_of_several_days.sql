-- A file of several days is told with all of them, an invoice that lacks its price asks for that price first, and a low mark of a
-- questionnaire is told with it. Why: docs/decisions/054-papers-are-computed.md.

create or replace function private.news_of(file private.day_files) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array[
    case when file.filled_at > coalesce(file.seen_at, '-infinity') then 'filled' end,
    case when file.answered_at > coalesce(file.seen_at, '-infinity') then 'answered' end,
    case when file.answered_at > coalesce(file.seen_at, '-infinity') and file.feedback @? '$.* ? (@ <= 2)' then 'low' end], null)
$$;

create or replace function private.concerns() returns json
language sql stable set search_path = '' as $$
  select json_agg(one.detail order by one.place) from (
    select c.value::jsonb as detail, c.ordinality as place from json_array_elements(private.site_concerns()) with ordinality as c
    union all
    select jsonb_build_object('kind', 'deadline', 'isUrgent', false, 'step', d.step, 'request', d.request, 'name', d.name,
        'due', d.due) || jsonb_strip_nulls(jsonb_build_object(
          'days', case d.step when 'file' then to_jsonb(private.confirmed_days(d.request)) end,
          'news', case when invoice.lacks then d.news || 'price'::text else d.news end,
          'papers', case when invoice.lacks then array_remove(d.papers, 'facture') else d.papers end,
          'isContract', case d.step when 'signature' then exists (
            select from private.day_files f where f.ref = d.request and f.payer = 'self') end,
          'isLate', case d.step when 'funding' then d.due < private.paris_day(now()) end)),
        1000 + row_number() over (order by d.due, d.request)
      from (select *, row_number() over (partition by near.step in ('kept', 'file') order by near.due, near.request) as place
        from private.deadlines(private.paris_day(now())) as near) as d,
        lateral (select d.step = 'file' and 'facture' = any (d.papers) and exists (
          select from public.reservations r, lateral private.file_of(r) as f
            where r.id = d.request and 'followedCents' = any (private.paper_lacks(f, 'facture'))) as lacks) as invoice
      where d.place <= 10) as one
$$;

revoke all on all functions in schema private from public;
