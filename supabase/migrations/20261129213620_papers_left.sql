-- A text of the site that changed after a paper went out makes it no less valid: the owner may leave it as it is.

alter table private.day_papers add column left_print text
  constraint day_papers_left_print_ok check (left_print ~ '^[0-9a-z]{1,40}$');
comment on column private.day_papers.left_print is
  'Digest of what the paper would say, when the owner left the one that went out as it is; null where nobody has.';

-- The file with its papers. Its type is DayFile in contract/src/day-papers.ts. `left` of a paper: what the owner has left as it
-- went out.
create or replace function private.day_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', coalesce(f.version, 1), 'address', f.address, 'siren', f.siren, 'status', f.status,
      'payer', f.payer, 'payerName', f.payer_name, 'payerAddress', f.payer_address, 'payerSiren', f.payer_siren,
      'priorLevel', f.prior_level, 'nextDays', f.next_days, 'priceCents', f.price_cents, 'kept', f.kept, 'results', f.results,
      'fundingFiledOn', f.funding_filed_on, 'fundingDroppedOn', f.funding_dropped_on, 'cancelCents', f.cancel_cents,
      'depositOn', f.deposit_on, 'expressRequestOn', f.express_request_on,
      'reimbursementAskedOn', f.reimbursement_asked_on, 'followedCents', f.followed_cents,
      'filledAt', private.iso(f.filled_at), 'feedback', f.feedback, 'answeredAt', private.iso(f.answered_at),
      'isNew', private.news_of(f) <> '{}',
      'papers', (
        select json_agg(json_build_object('paper', name.paper,
            'sentOn', p.sent_on, 'signedOn', p.signed_on, 'replaces', p.replaces, 'vat', p.vat, 'deposit', p.deposit,
            'days', to_json(p.days), 'print', p.print, 'left', p.left_print, 'isValid', p.ref is null or exists (
              select from private.valid_papers v where v.ref = p.ref and v.paper = p.paper)) order by name.place)
          from unnest(private.papers()) with ordinality as name (paper, place)
            left join private.day_papers p on p.ref = reservation.id and p.paper = name.paper))
    from private.file_of(reservation) as f
$$;

-- Leaves a paper as it went out. `print`: digest of what it would say now.
create function public.owner_leave_paper(id uuid, version integer, paper text, print text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  reservation public.reservations;
  file private.day_files;
begin
  perform private.require_owner();
  reservation := private.lock_for_file(id);
  file := private.lock_day_file(reservation, version);
  update private.day_papers p set left_print = owner_leave_paper.print
    where p.ref = file.ref and p.paper = owner_leave_paper.paper and coalesce(p.sent_on, p.signed_on) is not null;
  if not found then
    perform private.refuse_action('This paper has not gone out');
  end if;
  update private.day_files f set version = f.version + 1 where f.ref = file.ref;
  return private.owned_file_json(reservation);
end $$;

revoke all on function public.owner_leave_paper from public, anon;
grant execute on function public.owner_leave_paper to authenticated, service_role;
