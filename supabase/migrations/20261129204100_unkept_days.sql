-- As before; of hours that are to be noted, all days are named.
create or replace function private.concerns() returns json
language sql stable set search_path = '' as $$
  select json_agg(one.detail order by one.place) from (
    select c.value::jsonb as detail, c.ordinality as place from json_array_elements(private.site_concerns()) with ordinality as c
    union all
    select jsonb_build_object('kind', case d.step when 'invoice' then d.step else 'deadline' end,
        'isUrgent', false, 'step', d.step, 'request', d.request, 'name', d.name,
        'due', d.due) || jsonb_strip_nulls(jsonb_build_object(
          'days', case when d.step = 'kept' then (
            select array_agg(day order by day)
              from public.reservations r, lateral private.file_of(r) as f, unnest(private.confirmed_days(r.id)) as day
              where r.id = d.request and day >= d.due and day < private.paris_day(now())
                and private.first_unkept(array[day], f.kept) is not null) else d.days end,
          'news', case when invoice.lacks then d.news || 'price'::text else d.news end,
          'papers', case when invoice.lacks then array_remove(d.papers, 'facture') else d.papers end,
          'isContract', case d.step when 'signature' then exists (
            select from private.day_files f where f.ref = d.request and f.payer = 'self') end,
          'isLate', case when d.step in ('funding', 'invoice') then d.due < private.paris_day(now()) end)),
        1000 + row_number() over (order by d.due, d.request)
      from (select *, row_number() over (partition by near.step in ('kept', 'file') order by near.due, near.request) as place
        from private.deadlines(private.paris_day(now())) as near) as d,
        lateral (select d.step = 'file' and 'facture' = any (d.papers) and exists (
          select from public.reservations r, lateral private.file_of(r) as f
            where r.id = d.request and 'followedCents' = any (private.paper_lacks(f, 'facture'))) as lacks) as invoice
      where d.place <= 10) as one
$$;
