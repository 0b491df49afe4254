-- What the site's servers have to tell the owner of a watched activation: that it went back, or that somebody must look.

create table private.watched_changes (
  seq     bigint not null,
  outcome text not null constraint watched_changes_outcome_ok
          check (outcome in ('returned', 'not-returned', 'unattributed', 'ambiguous', 'visits')),
  at      timestamptz not null,
  because text constraint watched_changes_because_ok check (because in ('silence', 'failures')),
  parts   json not null,
  constraint watched_changes_pkey primary key (seq, outcome)
);

comment on table private.watched_changes is
  'Changes of releases that visitors'' browsers spoke against, as each server tells; one row for each outcome, in no backup. Kept as long as incidents.';
comment on column private.watched_changes.seq is 'Number of the change in the release store.';
comment on column private.watched_changes.because is
  'silence: no page became interactive; failures: more visitors reported a failure than before; null without a return.';
comment on column private.watched_changes.parts is
  'Its parts with their counts, as PartFigures in release/core/src/watch/stored-watches.ts.';

-- Each server tells of it again and again: the first time counts.
create function private.tell_watched_change(notice json) returns void
language sql volatile set search_path = '' as $$
  insert into private.watched_changes (seq, outcome, at, because, parts)
    values ((notice ->> 'seq')::bigint, notice ->> 'outcome', (notice ->> 'at')::timestamptz, notice ->> 'because',
      notice -> 'parts')
    on conflict (seq, outcome) do nothing;
$$;

-- Concerns of a day: one for each part, and the part with most reporters first.
create function private.watch_concerns()
returns table (name text, detail json)
language sql stable set search_path = '' as $$
  select part.value ->> 'name', json_build_object('kind', 'watch', 'isUrgent', true, 'outcome', w.outcome,
      'because', w.because, 'remote', part.value ->> 'name', 'release', part.value ->> 'id',
      'previous', part.value ->> 'previous', 'served', (part.value -> 'since' ->> 'served')::bigint,
      'live', (part.value -> 'since' ->> 'live')::bigint, 'reporters', (part.value -> 'since' ->> 'reporters')::bigint,
      'at', private.iso(w.at))
    from private.watched_changes w, json_array_elements(w.parts) as part
    where w.at between now() - interval '1 day' and now() + interval '1 hour';
$$;
