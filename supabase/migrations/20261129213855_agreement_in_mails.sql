-- A visitor who gives up a day of a signed agreement reads by mail what the dialog has said, and that another agreement follows.

-- What a mail says. Mails to visitors have the price that was announced, or that the owner has agreed with them since, and leave out
-- what does not apply to their status. A confirmation has the facts that its visitor can still give for the agreement: none once it
-- has gone out. Mails of confirmed days name the agreement as its papers do, and have both words while nobody knows who pays. A mail
-- about days that stay has the agreement that was signed, in `leftDays` those of its days that the visitor has given up, and in
-- `isAgreementDue` whether other days are confirmed by now. The mail about a cancellation by the visitor names the days that were
-- confirmed, also where no mail had told of them yet, and the agreement that was signed.
create or replace function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when mail.kind = 'feedback' and private.awaits_feedback(mail.ref, mail.about) is not true then null
    when mail.recipient_hash is not null then private.visitor_detail(
        case mail.kind when 'link' then 'receipt' else mail.kind end, mail.ref, mail.id)::jsonb || (
      select jsonb_build_object('dayCents', max(private.announced_cents(r)), 'priceCents', max(f.price_cents),
          'daysWanted', max(private.days_wanted(r)), 'status', max(f.status))
        from public.reservations r left join private.day_files f on f.ref = r.id where r.id = mail.ref)
      || case when mail.kind in ('receipt', 'link') then jsonb_build_object('name', private.receipt_name(mail.ref)) else '{}' end
      || case mail.kind when 'confirmation' then jsonb_build_object('lacks', (
        select private.paper_lacks(private.file_of(r), 'convention') from public.reservations r
          where r.id = mail.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is null)) else '{}' end
      || case when mail.kind in ('confirmation', 'reminder') then jsonb_build_object('isContract', (
        select f.payer = 'self' from public.reservations r, lateral private.file_of(r) as f where r.id = mail.ref)) else '{}' end
      || case when mail.kind in ('confirmation', 'asked') then coalesce((
        select jsonb_build_object('agreement', private.signed_agreement(r),
            'isAgreementDue', not (p.days <@ private.confirmed_days(r.id) and p.days @> private.confirmed_days(r.id)),
            'leftDays', (select coalesce(jsonb_agg(distinct e.detail ->> 'day'), '[]') from private.request_events e
              where e.ref = r.id and e.action = 'visitor_gave_up' and (e.detail ->> 'day')::date = any (p.days)))
          from public.reservations r join private.day_papers p on p.ref = r.id and p.paper = 'convention' and p.signed_on is not null
          where r.id = mail.ref), '{}') else '{}' end
      || case mail.kind when 'cancellation' then coalesce((
        select jsonb_build_object('wereConfirmed', true, 'days', ended.detail -> 'confirmed', 'agreement', ended.detail -> 'agreement')
          from public.reservations r, lateral private.last_cancellation(r) as ended
          where r.id = mail.ref and ended.action = 'visitor_cancelled' and private.was_confirmed(ended)), '{}') else '{}' end
    else case mail.kind
      when 'contact' then private.request_json(mail.ref)
      when 'change' then private.change_detail(mail.ref)
      when 'digest' then private.digest_detail(mail.id)
      when 'concerns' then (
        select json_build_object('concerns', c.list) from (select private.concerns() as list) c where c.list is not null)
      when 'code' then private.code_detail(mail.id)
      when 'welcome' then (select json_build_object('email', o.email) from private.owners o where o.id = mail.ref)
      else private.reservation_detail(mail.ref) end::jsonb end;
end $$;
