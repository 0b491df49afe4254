-- A release is a build of a part, and a hold is released: dates of a reservation make its mail due.
alter function private.release_reservation() rename to make_mail_due;
comment on function private.make_mail_due is
  'Trigger: makes the mail of a reservation due as soon as its dates have come. Dates that come later get a mail of their own.';
