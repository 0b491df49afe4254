-- A paper that replaces another one says so, and another regime of VAT makes an agreement for days to come void, as another price
-- does. Why: docs/decisions/054-papers-are-computed.md.

alter table private.settings add column vat text;
comment on column private.settings.vat is 'Regime of VAT of the announced prices; null until the site has told.';

alter table private.day_papers add column vat text, add column replaces date;
comment on column private.day_papers.vat is 'private.settings.vat when it was last marked; null when unknown.';
comment on column private.day_papers.replaces is
  'When the one went out that this one replaces, as its days, price, regime of VAT or kind were others; null for a first one.';

-- Each start of the site and each change of its facts writes it.
create function private.set_vat(regime text) returns void
language sql security definer set search_path = '' as $$
  update private.settings set vat = regime where vat is distinct from regime;
$$;

-- Days that are over were taxed as it was then.
create or replace view private.valid_papers as
  select p.* from private.day_papers p join public.reservations r on r.id = p.ref, private.settings s
    where p.days = private.confirmed_days(p.ref)
      and (p.paper not in ('devis', 'convention') or coalesce(p.cents = private.price_of(r), true)
        and (coalesce(p.vat = s.vat, true) or p.days[cardinality(p.days)] < private.paris_day(now())));

create or replace function private.mark_paper(reservation public.reservations, who text, paper text, step text, day date,
  print text default null) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
#variable_conflict use_column
declare
  was private.day_papers;
  void date;
  stored private.day_papers;
begin
  insert into private.day_files (ref) values (reservation.id) on conflict do nothing;
  select p.* into was from private.day_papers p where p.ref = reservation.id and p.paper = mark_paper.paper;
  if not exists (select from private.valid_papers p where p.ref = reservation.id and p.paper = mark_paper.paper) then
    void := coalesce(was.sent_on, was.signed_on);
  end if;
  insert into private.day_papers as p (ref, paper, sent_on, signed_on, days, print, cents, vat)
    values (reservation.id, mark_paper.paper, case step when 'sent' then day end, case step when 'signed' then day end,
      private.confirmed_days(reservation.id), mark_paper.print, private.price_of(reservation),
      (select s.vat from private.settings s))
    on conflict (ref, paper) do update set
      sent_on = case step when 'sent' then day else p.sent_on end,
      signed_on = case when step = 'signed' then day
        when day is null or p.days = excluded.days and coalesce(p.print = excluded.print, true) then p.signed_on end,
      days = case when day is null or step = 'signed' and p.sent_on is not null then p.days else excluded.days end,
      print = case when day is null or step = 'signed' and p.sent_on is not null then p.print else excluded.print end,
      cents = case when day is null or step = 'signed' and p.sent_on is not null then p.cents else excluded.cents end,
      vat = case when day is null or step = 'signed' and p.sent_on is not null then p.vat else excluded.vat end,
      replaces = case when day is null or step = 'signed' and p.sent_on is not null then p.replaces
        else coalesce(void, p.replaces) end
    returning p.* into stored;
  perform private.add_event(reservation.id, who,
      case mark_paper.paper when 'convention' then 'convention_' else 'paper_' end || mark.step
        || case when mark.day is null then '_undone' else '' end,
      case when mark_paper.paper <> 'convention' then json_build_object('paper', mark_paper.paper, 'on', mark.day)
        when mark.day is not null then to_json(array[mark.day]) end)
    from (values (step, day, true), ('signed', null, step = 'sent' and was.signed_on is not null and stored.signed_on is null))
      as mark (step, day, is_made)
    where mark.is_made;
  if mark_paper.paper = 'convention' then
    update public.reservations r set convention_sent_on = stored.sent_on, convention_signed_on = stored.signed_on
      where r.id = reservation.id returning r.* into reservation;
  end if;
  return reservation;
end $$;

create or replace function public.owner_change_day_file(id uuid, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations := private.lock_for_file(id);
  was constant private.day_files := private.lock_day_file(reservation, version);
  file private.day_files;
begin
  perform private.change_day_file(was, changes::jsonb, array['address', 'siren', 'status',
    'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel', 'priceCents', 'kept', 'results',
    'fundingFiledOn', 'depositOn', 'followedCents']);
  perform private.add_event(id, who, 'filed');
  select f.* into strict file from private.day_files f where f.ref = was.ref;
  -- Who pays alone signs a contract, others a convention: the marks of one are not those of the other, which replaces it.
  if (file.payer = 'self') is true <> (was.payer = 'self') is true then
    update private.day_papers p set sent_on = null, signed_on = null, print = null, cents = null, vat = null,
        replaces = coalesce(p.sent_on, p.signed_on, p.replaces)
      where p.ref = was.ref and p.paper = 'convention';
    perform private.add_event(was.ref, who, mark.step || '_undone')
      from (values ('convention_sent', reservation.convention_sent_on), ('convention_signed', reservation.convention_signed_on))
        as mark (step, day) where mark.day is not null;
    update public.reservations r set convention_sent_on = null, convention_signed_on = null
      where r.id = was.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is not null;
    select r.* into strict reservation from public.reservations r where r.id = was.ref;
  end if;
  if greatest(file.funding_filed_on, file.deposit_on) > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if file.deposit_on is distinct from was.deposit_on and file.deposit_on is not null then
    perform private.refuse_early_payment(reservation, file.deposit_on, false);
  end if;
  return private.owned_file_json(reservation);
end $$;

create or replace function private.day_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', coalesce(f.version, 1), 'address', f.address, 'siren', f.siren, 'status', f.status,
      'payer', f.payer, 'payerName', f.payer_name, 'payerAddress', f.payer_address, 'payerSiren', f.payer_siren,
      'priorLevel', f.prior_level, 'priceCents', f.price_cents, 'kept', f.kept, 'results', f.results,
      'fundingFiledOn', f.funding_filed_on, 'depositOn', f.deposit_on, 'followedCents', f.followed_cents,
      'filledAt', private.iso(f.filled_at), 'feedback', f.feedback, 'answeredAt', private.iso(f.answered_at),
      'isNew', private.news_of(f) <> '{}',
      'papers', (
        select json_agg(json_build_object('paper', name.paper,
            'sentOn', p.sent_on, 'signedOn', p.signed_on, 'replaces', p.replaces, 'vat', p.vat,
            'days', to_json(p.days), 'print', p.print, 'isValid', p.ref is null or exists (
              select from private.valid_papers v where v.ref = p.ref and v.paper = p.paper)) order by name.place)
          from unnest(private.papers()) with ordinality as name (paper, place)
            left join private.day_papers p on p.ref = reservation.id and p.paper = name.paper))
    from private.file_of(reservation) as f
$$;

revoke all on function private.set_vat from public;
