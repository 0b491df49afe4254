-- A mail server that refuses the sender, the login or the connection refuses every mail. Such a mail is tried for two days,
-- whoever its recipient is, and the owner is told; nothing of it is removed.

comment on column private.outbox.last_error is 'What the last failed attempt ended with, unless it is about a visitor''s address.';
comment on column private.outbox.visitor_error is 'What the last failed attempt of a mail to a visitor ended with.';

-- `is_final`: the recipient does not exist. A receipt then goes: an address that a visitor mistyped is no concern of the
-- owner. `is_ours`: the failure is about the site.
drop function private.mail_failed(bigint, text, boolean);
create function private.mail_failed(mail bigint, error text, is_final boolean default false, is_ours boolean default false)
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
  delete from private.outbox o where o.id = mail and o.kind = 'receipt' and o.given_up_at is not null and is_final;
end $$;
revoke all on function private.mail_failed(bigint, text, boolean, boolean) from public;
