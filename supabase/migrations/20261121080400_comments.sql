-- What every table and column is for, where a tool that shows the schema shows it too.

comment on table public.contacts is
  'Messages of the contact form. Visitors add them and never read any; kept for three years after the person''s last contact.';
comment on column public.contacts.id is 'Made here; never told to a visitor.';
comment on column public.contacts.created_at is 'When the message was stored.';
comment on column public.contacts.prenom is 'First name, trimmed, 2 to 100 UTF-16 units, one line.';
comment on column public.contacts.nom is 'Last name, trimmed, 2 to 100 UTF-16 units, one line.';
comment on column public.contacts.email is 'Address to reply to, trimmed, by the rule of private.is_email().';
comment on column public.contacts.telephone is 'As typed, trimmed, 10 to 40 UTF-16 units, one line.';
comment on column public.contacts.message is 'Free text of up to 5000 UTF-16 units; null when left empty.';
comment on column public.contacts.is_agefice is 'Whether the person wishes for funding by AGEFICE.';
comment on column public.contacts.attempt is 'Idempotency key of the attempt that stored it; null when the client sent none.';
comment on column public.contacts.flagged is
  'Look twice: came above settings.total_per_hour, with a solved challenge, or with the hidden field filled in.';
comment on column public.contacts.unwanted is 'The hidden field was filled in, which people never see: no mail tells of it.';

comment on table public.reservations is
  'Requests for training days; the days stand in reservation_dates. Kept for three years after the person''s last contact.';
comment on column public.reservations.id is 'Made here; told only to the request that made it, which adds its dates with it.';
comment on column public.reservations.created_at is 'When the reservation was stored; its dates may follow for settings.dates_window.';
comment on column public.reservations.made_in is 'Transaction that made it: only that one may read its id back.';
comment on column public.reservations.name is 'Full name, trimmed, 1 to 200 UTF-16 units, one line.';
comment on column public.reservations.email is 'Address to reply to, trimmed, by the rule of private.is_email().';
comment on column public.reservations.phone is 'As typed, trimmed, up to 40 UTF-16 units, one line; null when left empty.';
comment on column public.reservations.is_agefice is 'Whether the person wishes for funding by AGEFICE.';
comment on column public.reservations.status is 'The owner''s word on it: nouvelle, confirmee or annulee.';
comment on column public.reservations.attempt is 'Idempotency key of the attempt that stored it; null when the client sent none.';
comment on column public.reservations.flagged is
  'Look twice: came above settings.total_per_hour, with a solved challenge, or with the hidden field filled in.';
comment on column public.reservations.unwanted is 'The hidden field was filled in, which people never see: no mail tells of it.';

comment on table public.reservation_dates is 'The days that a reservation asks for, each once.';
comment on column public.reservation_dates.reservation_id is 'The reservation; its dates go with it.';
comment on column public.reservation_dates.date is 'A day in Paris, never an instant.';
comment on column public.reservation_dates.created_at is 'When the day was added.';

comment on table private.settings is 'Limits and periods, in one row. A change counts from the next request on.';
comment on column private.settings.only_row is 'Keeps the table to one row.';
comment on column private.settings.address_salt is 'Makes the hashes of addresses useless elsewhere; made at installation.';
comment on column private.settings.address_headers is
  'Headers believed for the caller''s address: the first present counts, and of a list its last entry.';
comment on column private.settings.per_address is 'Submissions that one address may store within address_window.';
comment on column private.settings.address_window is 'Window of per_address.';
comment on column private.settings.total_per_hour is 'Submissions of all addresses in an hour above which they are stored flagged.';
comment on column private.settings.dates_window is 'How long after a reservation its dates may be added.';
comment on column private.settings.max_dates is 'Dates that one reservation may have.';
comment on column private.settings.days_ahead is 'How many days from today on may be asked for.';
comment on column private.settings.mail_lease is 'How long a worker has for a mail before another may take it; longer than its time-outs.';
comment on column private.settings.mail_first_retry is 'Wait after the first failure; it doubles with each further one.';
comment on column private.settings.mail_longest_retry is 'Longest wait between two attempts at a mail.';
comment on column private.settings.mail_given_up is 'How long after its first attempt a mail is tried again.';
comment on column private.settings.alert_unsent is 'Mails that failed and wait, from which on the owner gets an alert.';
comment on column private.settings.alert_reporters is 'Addresses that report incidents within a day, from which on the owner gets an alert.';
comment on column private.settings.mails_per_hour is 'Requests in an hour from which on the owner gets digests instead of single mails.';
comment on column private.settings.digest_delay is 'How long a digest waits for further requests.';
comment on column private.settings.digest_every is 'Shortest time between two digests.';
comment on column private.settings.keep_requests is 'How long after a person''s last contact their requests are kept.';
comment on column private.settings.keep_addresses is 'How long the hashes of callers'' addresses are kept.';
comment on column private.settings.keep_sent_mail is 'How long the outbox remembers a mail that was sent.';
comment on column private.settings.keep_incidents is 'How long incidents are kept.';

comment on table private.submissions is 'Counts the submissions of each address, of about the last day; the address is hashed.';
comment on column private.submissions.id is 'In the order of arrival.';
comment on column private.submissions.created_at is 'When it came in.';
comment on column private.submissions.made_in is 'Transaction that made it: one request may hold one submission.';
comment on column private.submissions.address_hash is 'Salted hash of the network it came from; null when nobody said.';

comment on column private.incident_reports.id is 'In the order of arrival.';
comment on column private.incident_reports.created_at is 'When it came in.';

comment on table private.outbox is
  'What the owner is still to be told by mail, written in the transaction of the row it tells of, and what was sent.';
comment on column private.outbox.id is 'In the order of arrival.';
comment on column private.outbox.created_at is 'When the row was written.';
comment on column private.outbox.kind is
  'A contact message, a reservation, dates that came after its mail was written, a digest of several of these, an alert about the site, or a retention run that waits.';
comment on column private.outbox.ref is 'The contact or reservation; null for a mail about none or several.';
comment on column private.outbox.digest_id is 'The digest that tells of it; null when it has a mail of its own.';
comment on column private.outbox.not_before is 'Not sent before: dates are waited for, or an attempt has failed.';
comment on column private.outbox.attempts is 'How often a worker has taken it.';
comment on column private.outbox.sent_at is 'When the mail server took it; null until then.';
comment on column private.outbox.last_error is 'What the last failed attempt ended with.';
comment on column private.outbox.message_id is 'First half of its Message-ID, the same for every attempt.';
comment on column private.outbox.claimed_until is 'A worker has it until then, or has died meanwhile.';
comment on column private.outbox.first_tried_at is 'When a worker took it first.';
comment on column private.outbox.given_up_at is 'When it was tried for settings.mail_given_up in vain.';
