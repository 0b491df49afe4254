-- As before, but a receipt whose recipient does not exist leaves a trace in the history of its request: the owner can call.
create or replace function private.mail_failed(mail bigint, error text, is_final boolean default false, is_ours boolean default false)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.outbox o
    set claimed_until = null,
        last_error = case when is_ours or o.recipient_hash is null then left(error, 500) end,
        visitor_error = case when o.recipient_hash is not null then left(error, 500) end,
        not_before = now() + least(s.mail_longest_retry, s.mail_first_retry * power(2, least(o.attempts, 20) - 1)),
        given_up_at = case when is_final or now() >= o.first_tried_at + s.mail_given_up and o.attempts >= 20 then now() end
    from private.settings s where o.id = mail and o.sent_at is null;
  with refused as (
    delete from private.outbox o where o.id = mail and o.kind = 'receipt' and o.given_up_at is not null and is_final
      returning o.ref
  )
  insert into private.request_events (ref, who, action) select r.ref, 'site', 'receipt_refused' from refused r;
end $$;

comment on column private.request_events.who is 'Address of the owner, terminal, visitor, or site.';
comment on column private.request_events.action is
  'entered, confirmed, changed_day, cancelled, reopened, verified, handled, unhandled, noted, told, spam or filed; visitor_cancelled, visitor_asked, visitor_gave_up, visitor_filled or visitor_answered; receipt_refused; a step of private.follow_up_steps(), paper_sent or paper_signed, or one of these with _undone.';
