/**
 * SQL that stores simulated visits to a part, as the site's servers and browsers report them.
 * @param events SQL for a JSON list of {at, release, group, what}, with the sums of `simulate-watch.ts`
 * @param part SQL for the name of the part
 */
export const storeVisits = (events: string, part: string) => `
  with event as (
    select * from json_to_recordset(${events}) as e (at timestamptz, release text, "group" integer, what integer)
  ), networks as (
    insert into private.release_networks as n (since, remote, release, sent, opened, live)
      select private.ten_minutes(e.at), ${part}, e.release,
          coalesce(bit_or(b.bit) filter (where e.what & 1 > 0), 0::bit(1024)),
          coalesce(bit_or(b.bit) filter (where e.what & 2 > 0), 0::bit(1024)),
          coalesce(bit_or(b.bit) filter (where e.what & 4 > 0), 0::bit(1024))
        from event e, lateral (select set_bit(0::bit(1024), e."group", 1) as bit) as b
        group by private.ten_minutes(e.at), e.release
      on conflict (since, remote, release) do update
        set sent = n.sent | excluded.sent, opened = n.opened | excluded.opened, live = n.live | excluded.live
  )
  insert into public.incidents (created_at, remote, release, phase, code, route, reporter)
    select e.at, ${part}, e.release, 'runtime', 'exception', '/', e."group" from event e where e.what & 8 > 0`;
