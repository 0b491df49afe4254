-- The training is one-to-one: a day that is confirmed for somebody is closed to others. An owner who has stored a rule keeps
-- it: each change of the rule counts its version up.
alter table private.opening_rule alter column confirmed_days set default true;
update private.opening_rule set confirmed_days = true where version = 1;
comment on table private.opening_rule is 'Which days can be booked; one row. At first every day can that is not confirmed for somebody.';
