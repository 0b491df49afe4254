-- As before, with who is said to pay: the page asks about it, and somebody who asked for AGEFICE must be able to check the answer
-- that nobody typed. Of the other facts only which are filled in, and never what: links are forwarded. Its type is ManagedDayFile.
create or replace function private.managed_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', file -> 'version',
      'given', (select coalesce(json_agg(fact), '[]') from unnest(array['address', 'siren', 'status', 'payer', 'payerName',
        'payerAddress', 'payerSiren', 'priorLevel']) as fact where file ->> fact is not null),
      'payer', file -> 'payer',
      'isClosed', coalesce(reservation.convention_sent_on, reservation.convention_signed_on) is not null
        or reservation.status = 'annulee',
      'mayAnswer', (
        select count(*) > 0 and max(day) <= private.paris_day(now()) from unnest(private.confirmed_days(reservation.id)) as day),
      'hasAnswered', file ->> 'answeredAt' is not null)
    from (select private.day_file_json(reservation) as file) as one
$$;
