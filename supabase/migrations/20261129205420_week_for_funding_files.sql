-- A visitor is reminded of the file for the fund a week before it is due, not on its last day. Who has been told of the day in
-- that time knows it from the confirmation. Why: docs/decisions/031-mails-to-visitors.md.

alter table private.settings alter column funding_reminder_days set default 22;
update private.settings set funding_reminder_days = default where funding_reminder_days = 15;
