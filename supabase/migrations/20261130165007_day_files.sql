-- What the papers of a training day need besides the request, and when each went out. Papers are computed from it, not
-- stored. Why: docs/decisions/054-papers-are-computed.md. The types are in contract/src/day-papers.ts.

-- Nine digits with their check digit.
create function private.is_siren(value text) returns boolean
language sql immutable strict set search_path = ''
return value ~ '^[0-9]{9}$' and (
  select sum(case when d.at % 2 = 1 then d.digit else d.digit * 2 - case when d.digit > 4 then 9 else 0 end end) % 10 = 0
    from (select at, ascii(substr(value, at, 1)) - 48 as digit from generate_series(1, 9) as at) as d);

-- Half a day with its times, or with neither when the trainee was absent. The half that a timetable of half a day does
-- not have ends when it begins. `planned`: minutes of the day, the same for both its halves, so that a later timetable
-- changes no day of before. Those that were noted before it was stored have none.
create function private.are_half_days(value jsonb) returns boolean
language sql immutable strict set search_path = ''
return case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 60 then not exists (
  select from jsonb_array_elements(value) as h
    where (jsonb_typeof(h) = 'object' and h ?& '{date,half,from,to}' and h - '{date,half,from,to,planned}'::text[] = '{}'
        and h ->> 'date' ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$' and h ->> 'half' in ('morning', 'afternoon')
        and case when h ->> 'from' is null then h ->> 'to' is null
          else h ->> 'from' ~ '^([01]\d|2[0-3]):[0-5]\d$' and h ->> 'to' ~ '^([01]\d|2[0-3]):[0-5]\d$'
            and h ->> 'from' <= h ->> 'to' end
        and case when h ? 'planned' then jsonb_typeof(h -> 'planned') = 'number' and h ->> 'planned' ~ '^[1-9]\d{0,3}$'
          and (h ->> 'planned')::integer <= 1440 else true end) is not true)
  and (select count(*) = count(distinct (h ->> 'date', h ->> 'half'))
      and count(distinct (h ->> 'date', h ->> 'planned')) = count(distinct h ->> 'date') from jsonb_array_elements(value) as h)
else false end;

-- At most twenty objectives, each with its wording of that day and its result. `unassessed`: the assessment did not
-- take place.
create function private.are_results(value jsonb) returns boolean
language sql immutable strict set search_path = ''
return case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 20 then not exists (
  select from jsonb_array_elements(value) as r
    where (jsonb_typeof(r) = 'object' and r - '{objective,result}'::text[] = '{}' and jsonb_typeof(r -> 'objective') = 'string'
      and private.is_line(r ->> 'objective', 1, 300)
      and r ->> 'result' in ('reached', 'partly', 'missed', 'unassessed')) is not true)
else false end;

create function private.is_feedback(value jsonb) returns boolean
language sql immutable strict set search_path = ''
return jsonb_typeof(value) = 'object' and value - '{objectives,content,trainer,organisation,overall,remark}'::text[] = '{}'
  and not exists (
    select from unnest('{objectives,content,trainer,organisation,overall}'::text[]) as question
      where (value -> question in ('1', '2', '3', '4', '5')) is not true)
  and case jsonb_typeof(value -> 'remark')
    when 'string' then private.is_message(value ->> 'remark') and private.typed_length(value ->> 'remark') <= 2000
    else value -> 'remark' is null end;

create table private.day_files (
  ref           uuid primary key references public.reservations (id) on delete cascade,
  version       integer not null default 1,
  address       text constraint day_files_address_ok check (private.is_line(address, 5, 300)),
  siren         text constraint day_files_siren_ok check (private.is_siren(siren)),
  status        text constraint day_files_status_ok
                check (status in ('independent', 'director', 'employee', 'portage', 'jobseeker', 'individual')),
  payer         text constraint day_files_payer_ok check (payer in ('self', 'agefice', 'fifpl', 'opco', 'company', 'other')),
  payer_name    text constraint day_files_payer_name_ok check (private.is_line(payer_name, 1, 200)),
  payer_address text constraint day_files_payer_address_ok check (private.is_line(payer_address, 5, 300)),
  payer_siren   text constraint day_files_payer_siren_ok check (private.is_siren(payer_siren)),
  prior_level   text constraint day_files_prior_level_ok
                check (private.is_message(prior_level) and private.typed_length(prior_level) <= 1000),
  price_cents   integer constraint day_files_price_cents_ok check (price_cents between 0 and 1000000),
  kept          jsonb constraint day_files_kept_ok check (private.are_half_days(kept)),
  results       jsonb constraint day_files_results_ok check (private.are_results(results)),
  filled_at     timestamptz,
  feedback      jsonb constraint day_files_feedback_ok check (private.is_feedback(feedback)),
  answered_at   timestamptz,
  funding_filed_on date,
  deposit_on       date,
  seen_at          timestamptz,
  followed_cents   integer constraint day_files_followed_cents_ok check (followed_cents between 0 and 1000000),
  next_days        text constraint day_files_next_days_ok
                   check (private.is_message(next_days) and private.typed_length(next_days) <= 2000),
  express_request_on     date,
  reimbursement_asked_on date,
  funding_dropped_on     date,
  cancel_cents  integer constraint day_files_cancel_cents_ok check (cancel_cents between 0 and 1000000),
  deposit_cents integer,
  owed          jsonb,
  constraint day_files_answered_ok check ((feedback is null) = (answered_at is null))
);

comment on table private.day_files is
  'What the papers of a reservation need besides the request; no row while nothing is known. Goes with the reservation.';
comment on column private.day_files.version is 'Counts the changes, of the papers too: a call names the one that its author saw.';
comment on column private.day_files.price_cents is 'With all taxes, for all days; null for the price of the plan.';
comment on column private.day_files.kept is
  'Each half-day as it was really held, in Paris, with the minutes that were planned for its day when it was noted.';
comment on column private.day_files.results is 'Result of each objective, with its wording of that day.';
comment on column private.day_files.filled_at is 'When the visitor last filled something in with the link.';
comment on column private.day_files.feedback is 'Answers of the visitor to the questionnaire after the day.';
comment on column private.day_files.funding_filed_on is 'When the complete file went to AGEFICE, whoever sent it.';
comment on column private.day_files.followed_cents is
  'With all taxes, for what was followed where that is less than planned; null until the owner has said it. Agreements keep price_cents.';
comment on column private.day_files.deposit_on is 'When the first payment of a contract came, 30 % of the price at most (L6353-6).';
comment on column private.day_files.seen_at is
  'When the owner last opened the file: what the visitor has written since is new. Never changes the version.';
comment on column private.day_files.next_days is
  'What the days after the first one contain, for the programme and the agreement; null where each is like the first.';
comment on column private.day_files.express_request_on is
  'When the consumer asked that the training begins before the time to withdraw is over. Counts for an agreement that was signed by then.';
comment on column private.day_files.reimbursement_asked_on is 'When AGEFICE was asked for the reimbursement, with the paid invoice.';
comment on column private.day_files.funding_dropped_on is 'When the owner noted that AGEFICE is not asked after all.';
comment on column private.day_files.cancel_cents is
  'The compensation that the owner asks for, after a cancellation or beside `followed_cents`: no price of a training. Null for nothing.';
comment on column private.day_files.deposit_cents is
  'What the deposit was, 30 % of the price when it was noted: a later price changes nothing in it. Null when unknown.';
comment on column private.day_files.owed is
  'What came under an agreement that a cancellation had ended before the reservation was opened again; null for nothing.';
create index day_files_owed on private.day_files (ref) where owed is not null;

-- The invoice is one that an invoicing program makes: of it, only when it went out is stored.
create function private.papers() returns text[]
language sql immutable set search_path = ''
return array['devis', 'convention', 'programme', 'convocation', 'emargement', 'certificat', 'attestation', 'facture'];

create table private.day_papers (
  ref       uuid not null references private.day_files (ref) on delete cascade,
  paper     text not null constraint day_papers_paper_ok check (paper = any (private.papers())),
  sent_on   date,
  signed_on date,
  days      date[] not null,
  print     text constraint day_papers_print_ok check (print ~ '^[0-9a-z]{1,40}$'),
  cents     integer,
  vat       text,
  replaces  date,
  deposit   boolean,
  left_print   text constraint day_papers_left_print_ok check (left_print ~ '^[0-9a-z]{1,40}$'),
  agreed_texts jsonb,
  payable_from date,
  client        jsonb,
  signed_before jsonb,
  primary key (ref, paper)
);
create index day_papers_signed_before on private.day_papers (ref) where signed_before is not null;

comment on table private.day_papers is 'When the papers of a reservation went out. Goes with its file.';
comment on column private.day_papers.sent_on is
  'Day in Paris; of the convention, it is convention_sent_on of the reservation, and signed_on is convention_signed_on.';
comment on column private.day_papers.days is 'The confirmed days when it was last marked: a day that was moved later shows.';
comment on column private.day_papers.print is 'Digest of what the paper said when it was last marked; null when unknown.';
comment on column private.day_papers.cents is 'Price with all taxes of all days when it was last marked; null when unknown.';
comment on column private.day_papers.vat is 'private.settings.vat when it was last marked; null when unknown.';
comment on column private.day_papers.replaces is
  'When the one went out that this one replaces, as its days, price, regime of VAT or kind were others; of an agreement that was '
  'signed, the day of its signature; null for a first one.';
comment on column private.day_papers.deposit is 'private.settings.asks_deposit when it was last marked; null when unknown.';
comment on column private.day_papers.left_print is
  'Digest of what the paper would say, when the owner left the one that went out as it is; null where nobody has.';
comment on column private.day_papers.agreed_texts is
  'Of an agreement, agreed_texts, due_days and professional_due_days of private.settings when it was last marked; null when unknown.';
comment on column private.day_papers.payable_from is
  'First day on which a signed agreement that this one replaces allowed a deposit; null without one.';
comment on column private.day_papers.client is
  'Of an agreement, `private.client_of()` its file when it was last marked; of one without a mark, of the one that it is to
replace. Null when unknown: it has not changed since.';
comment on column private.day_papers.signed_before is
  'Of an agreement, its row as it was with the signature that this one is to replace. It counts until this one is signed, and is
the present one again with the client of then.';

-- A pasted address has lines, a SIRET begins with a SIREN.
create function private.tidy_line(value text) returns text
language sql immutable set search_path = ''
return nullif(private.trimmed(regexp_replace(normalize(value), '[ \t]*[\n\r\u2028\u2029]+[ \t]*', ', ', 'g')), '');

create function private.tidy_siren(value text) returns text
language sql immutable set search_path = ''
return coalesce(substring(regexp_replace(value, '[ \t.\u00a0\u202f-]', '', 'g') from '^([0-9]{9})(?:[0-9]{5})?$'),
  nullif(private.trimmed(value), ''));

create function private.tidy_day_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.address := private.tidy_line(new.address);
  new.siren := private.tidy_siren(new.siren);
  new.payer_name := private.tidy_line(new.payer_name);
  new.payer_address := private.tidy_line(new.payer_address);
  new.payer_siren := private.tidy_siren(new.payer_siren);
  new.prior_level := nullif(private.trimmed(normalize(replace(new.prior_level, E'\r\n', E'\n'))), '');
  new.next_days := nullif(private.trimmed(normalize(replace(new.next_days, E'\r\n', E'\n'))), '');
  return new;
end $$;
create trigger tidy before insert or update on private.day_files
  for each row execute function private.tidy_day_file();
-- Withholds the row like that of a request, of visitors too: these functions run as the table's owner.
create trigger withhold before insert or update on private.day_files
  for each row execute function private.refuse_without_row();

create function private.confirmed_days(reservation uuid) returns date[]
language sql stable set search_path = ''
return array(select d.date from public.reservation_dates d where d.reservation_id = reservation and d.confirmed order by d.date);

-- The file of a reservation, also of one of which nothing is stored. Who asked for AGEFICE is expected to be paid for
-- by it, until somebody names the payer.
create function private.file_of(reservation public.reservations) returns private.day_files
language sql stable set search_path = '' as $$
  select jsonb_populate_record(f, jsonb_build_object('ref', reservation.id,
      'payer', coalesce(f.payer, case when reservation.is_agefice then 'agefice' end)))
    from (select) as one left join private.day_files f on f.ref = reservation.id
$$;

-- Null where no price was announced or agreed on.
create function private.price_of(reservation public.reservations) returns integer
language sql stable set search_path = '' as $$
  select coalesce(f.price_cents, private.announced_cents(reservation) * cardinality(private.confirmed_days(reservation.id)))
    from private.file_of(reservation) as f
$$;

-- Euro cents of the price, or of what was followed with the compensation for the rest; null for the announced price.
create function private.due_cents(file private.day_files) returns integer
language sql immutable set search_path = '' as $$
  select coalesce(file.followed_cents + coalesce(file.cancel_cents, 0), file.price_cents)
$$;

-- A day that its visitor wants to replace stays confirmed until the owner answers: what holds of a confirmed day holds
-- of it. Who signed an agreement that another price or payer replaces is told so.

-- Whether AGEFICE is asked for still: by the request or in the file, nobody else pays, and the owner has not noted that
-- it is dropped.
create function private.asks_agefice(reservation public.reservations) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(f.payer = 'agefice', false) and f.funding_dropped_on is null from private.file_of(reservation) as f
$$;

-- The payer, and of a company what tells it from another one: that of the trainee's own, which a fund pays back, has
-- its name alone.
create function private.client_of(file private.day_files) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('payer', file.payer, 'payer_name', file.payer_name,
    'payer_siren', case when file.payer in ('opco', 'company') then file.payer_siren end)
$$;

-- Whether the agreement of that client is signed by somebody else now: the trainee who pays alone, the trainee whom a
-- fund pays back, or a company. `isOtherClient` of the owner's space.
create function private.is_other_client(client jsonb, file private.day_files) returns boolean
language sql immutable set search_path = '' as $$
  select count(distinct own.kind) > 1 or min(own.kind) = 'company'
      and case count(own.siren) when 2 then count(distinct own.siren) > 1 else count(distinct own.name) > 1 end
    from unnest(array[client, private.client_of(file)]) as c, lateral (
      select c ->> 'payer_siren' as siren, c ->> 'payer_name' as name, case when c ->> 'payer' = 'self' then 'self'
        when c ->> 'payer' in ('opco', 'company') or c ->> 'payer' in ('agefice', 'fifpl') and c ->> 'payer_name' is not null
          then 'company' else 'trainee' end as kind) as own
$$;

-- Whether these days are over, and among those of what was signed: what was to come with them was called off, and
-- nothing is left to sign.
create function private.are_kept_days(days date[], signed date[]) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(days <> '{}' and days <@ signed and days[cardinality(days)] < private.first_day_ahead(), false)
$$;

-- A quote and an agreement bind both sides by a price and a regime of VAT: another one makes them void, as another day
-- does. A day that is over is taxed in the regime of that day (CGI, 269): what comes after it changes nothing.
create view private.valid_papers as
  select p.ref, p.paper, p.sent_on, p.signed_on, p.days, p.print, p.cents, p.vat, p.replaces
    from private.day_papers p join public.reservations r on r.id = p.ref,
      lateral (select private.confirmed_days(p.ref) as days offset 0) as own
    where p.days = own.days
        and (p.paper not in ('devis', 'convention') or coalesce(p.cents = private.price_of(r), true)
          and coalesce(p.vat = private.vat_on(p.days[cardinality(p.days)]), true))
      or p.days <> own.days and p.paper in ('convention', 'emargement') and p.signed_on is not null
        and private.are_kept_days(own.days, p.days);
comment on view private.valid_papers is
  'The papers that went out for the days that are confirmed now, and at the price of now: what changed since makes them void.';

-- The first day of which a half was not noted.
create function private.first_unkept(days date[], kept jsonb) returns date
language sql stable set search_path = '' as $$
  select min(day) from unnest(days) as day, unnest('{morning,afternoon}'::text[]) as half
    where not exists (select from jsonb_array_elements(kept) as h
      where h ->> 'date' = to_char(day, 'YYYY-MM-DD') and h ->> 'half' = half)
$$;

create function private.has_absence(kept jsonb) returns boolean
language sql immutable set search_path = ''
return coalesce(kept @? '$[*] ? (@.from == null)', false);

-- `followedLess` of contract/src/day-hours.ts: an absence, or all hours noted and more than a quarter of an hour less
-- than planned. Of hours that were noted without their plan, only an absence is known.
create function private.followed_less(kept jsonb, days date[]) returns boolean
language sql immutable set search_path = '' as $$
  with own as (
    select day, (h ->> 'to')::time - (h ->> 'from')::time as followed,
        make_interval(mins => (h ->> 'planned')::integer) as planned
      from unnest(days) as day join jsonb_array_elements(kept) as h on h ->> 'date' = to_char(day, 'YYYY-MM-DD')
  )
  select coalesce(bool_or(own.followed is null)
      or count(*) = 2 * cardinality(days) and count(own.planned) = count(*)
        and sum(own.followed) < sum(own.planned) / 2 - interval '15 minutes', false) from own
$$;

create function private.paper_lacks(file private.day_files, paper text) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    case when c.days = '{}' then 'days' end,
    case when c.has_client and not c.is_employer and file.address is null then 'address' end,
    case when paper in ('convention', 'facture') and file.payer is null then 'payer' end,
    case when (c.has_client and c.is_employer or paper = 'convention' and file.payer = 'other')
      and file.payer_name is null then 'payerName' end,
    case when c.has_client and c.is_employer and file.payer_address is null then 'payerAddress' end,
    -- A country behind the last comma, or a postcode of Wallis-et-Futuna, Polynésie or Nouvelle-Calédonie.
    case when paper = 'convention' and c.is_employer and file.payer_siren is null
      and (file.payer_address ~* ',(?! *france$)[^,0-9]+$|\m98[678]\d\d\M') is not true then 'payerSiren' end,
    case when paper = 'convention' and file.payer in ('agefice', 'fifpl') and file.siren is null then 'siren' end,
    case when paper = 'convention' and file.payer = 'self' and file.prior_level is null then 'priorLevel' end,
    -- Nobody writes any more what days contain whose hours are over.
    case when paper in ('convention', 'programme') and cardinality(c.days) > 1 and c.days[cardinality(c.days)] >= c.ahead
      and file.next_days is null then 'nextDays' end,
    case when paper = 'emargement' and private.first_unkept(c.past, file.kept) is not null
      -- The day itself may have ended early: its hours are noted.
      or paper in ('certificat', 'attestation') and (c.days[cardinality(c.days)] > c.today
        or private.first_unkept(c.days, file.kept) is not null) then 'kept' end,
    -- Who was absent all the time has followed nothing.
    case when paper in ('certificat', 'attestation') and not exists (
      select from jsonb_array_elements(file.kept) as h where h ->> 'from' is not null) then 'followed' end,
    case when paper = 'facture' and private.followed_less(file.kept, c.days) and file.followed_cents is null
      and file.price_cents is distinct from 0 then 'followedCents' end,
    case when paper = 'attestation' and jsonb_array_length(coalesce(file.results, '[]')) = 0 then 'results' end], null)
    from (select own.*, array(select day from unnest(own.days) as day where day < own.ahead) as past
      from (select private.confirmed_days(file.ref) as days, private.paris_day(now()) as today,
        private.first_day_ahead() as ahead,
        paper in ('devis', 'convention', 'facture') as has_client, coalesce(file.payer in ('opco', 'company'), false) as is_employer) as own) as c
$$;
comment on function private.paper_lacks(private.day_files, text) is
  'What the database knows to be missing for a paper: what the facts of the site lack, only the page can tell. An attendance
sheet goes out before the day: its hours are written on it. The convention and the programme of several days to come lack
what the next ones contain, as on the page: both sides would otherwise sign what nobody has said.
A company whose address may be abroad lacks no SIREN: only the page knows the countries.';
