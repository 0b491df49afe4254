-- Hosted Supabase runs no worker of ours: pg_cron looks each minute, and pg_net wakes the Edge Function notify-owner
-- for what is due: a mail, a notification, a reading of the owner's own calendar. Elsewhere these extensions are
-- missing and the local worker does both.

-- Where the function is and what proves that we call stand in Vault, under these two names:
--   select vault.create_secret('https://<ref>.supabase.co/functions/v1/notify-owner', 'notify_owner_url');
--   select vault.create_secret('<the function''s NOTIFY_OWNER_SECRET>', 'notify_owner_secret');
create function private.wake_notifier() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  url text;
  secret text;
begin
  perform private.queue_concerns();
  perform private.queue_reminders();
  if not exists (select from private.outbox o
                 where o.sent_at is null and o.given_up_at is null and o.not_before <= now()
                   and coalesce(o.claimed_until, '-infinity') <= now()
                   -- A request in a digest that is still to come is due with it.
                   and not exists (select from private.outbox d where d.id = o.digest_id and d.sent_at is null))
      and not exists (select from private.pushes p where p.not_before <= now() and p.created_at > now() - interval '1 day')
      and not exists (select from private.own_calendar c where c.due_at <= now()) then
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

-- Named jobs: scheduling them again replaces them.
create function private.schedule_jobs() returns void
language plpgsql set search_path = ''
as $$
begin
  perform cron.schedule('notify-owner', '* * * * *', 'select private.wake_notifier()');
  -- pg_cron keeps a row for each run and never removes any.
  perform cron.schedule('retention', '7 * * * *', $job$
    select private.apply_retention();
    delete from cron.job_run_details where end_time < now() - interval '7 days';$job$);
end $$;

do $$
begin
  if (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net', 'supabase_vault')) = 3 then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
    create extension if not exists supabase_vault;
    perform private.schedule_jobs();
  end if;
end $$;
