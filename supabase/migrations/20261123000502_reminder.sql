-- The owner's mail of the morning, on the days on which something needs them.

alter table private.settings
  add column reminder_hour integer not null default 7 constraint settings_reminder_hour_ok check (reminder_hour between 0 and 23);
comment on column private.settings.reminder_hour is 'Hour in Paris from which on the owner is reminded of what needs them.';

alter table private.upkeep add column reminded_at timestamptz not null default now();
comment on column private.upkeep.reminded_at is 'When it was last decided whether the owner gets a reminder.';

alter table private.outbox
  drop constraint outbox_kind_ok,
  add constraint outbox_kind_ok
    check (kind in ('contact', 'reservation', 'dates', 'digest', 'alert', 'retention', 'code', 'reminder')),
  drop constraint outbox_ref_ok,
  add constraint outbox_ref_ok check ((kind in ('digest', 'alert', 'retention', 'code', 'reminder')) = (ref is null));
comment on column private.outbox.kind is
  'A contact message, a reservation, dates that came after its mail was written, a digest of several of these, an alert about the site, a retention run that waits, a code to sign in, or the day''s reminder.';

-- Null when all is well by the time the mail goes: claim_mail() then drops it.
create function private.reminder_detail() returns json
language sql stable set search_path = ''
return (select json_build_object('concerns', c.list) from (select private.concerns() as list) c where c.list is not null);

create or replace function private.mail_detail(kind text, ref uuid, mail bigint) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case kind
    when 'contact' then private.request_json(ref)
    when 'digest' then private.digest_detail(mail)
    when 'alert' then private.alert_detail()
    when 'retention' then private.held_retention()
    when 'code' then private.code_detail(mail)
    when 'reminder' then private.reminder_detail()
    else private.reservation_detail(ref) end;
end $$;

-- Once a day, whatever the number of workers, and never while the last one still waits to be sent.
create function private.queue_reminder(at timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.upkeep u, private.settings s
    where (u.reminded_at between private.last_hour(s.reminder_hour, at) and at) is not true for update of u skip locked;
  if not found then
    return;
  end if;
  update private.upkeep set reminded_at = at;
  insert into private.outbox (kind) select 'reminder'
    where private.concerns() is not null
      and not exists (select from private.outbox o where o.kind = 'reminder' and o.sent_at is null and o.given_up_at is null);
end $$;

-- As it was, with the reminder: hosted Supabase has no worker of ours.
create or replace function private.wake_notifier() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  url text;
  secret text;
begin
  perform private.queue_alert();
  perform private.queue_reminder();
  if not exists (select from private.outbox o
                 where o.sent_at is null and o.given_up_at is null and o.not_before <= now()
                   and coalesce(o.claimed_until, '-infinity') <= now()
                   -- A request in a digest that is still to come is due with it.
                   and not exists (select from private.outbox d where d.id = o.digest_id and d.sent_at is null)) then
    return;
  end if;
  select s.decrypted_secret into url from vault.decrypted_secrets s where s.name = 'notify_owner_url';
  select s.decrypted_secret into secret from vault.decrypted_secrets s where s.name = 'notify_owner_secret';
  if url is null or secret is null then
    raise exception 'Mails are waiting, and Vault lacks notify_owner_url or notify_owner_secret';
  end if;
  perform net.http_post(url => url, body => '{}'::jsonb, timeout_milliseconds => 55000,
    headers => jsonb_build_object('content-type', 'application/json', 'x-notify-secret', secret));
end $$;

revoke all on function private.reminder_detail(), private.queue_reminder(timestamptz) from public, anon, authenticated;
grant execute on function private.queue_reminder(timestamptz) to service_role;
