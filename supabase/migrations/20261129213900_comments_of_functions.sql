-- What functions do by now whose files say only what one change of them was. The last comment on one holds
-- (`grep -n 'comment on function private.mark_paper' migrations/*.sql | tail -1`).

comment on function private.managed_json(uuid) is
  'What a link shows: nothing by which a person can be named or written to, since links are forwarded. `calendarId`: for
pages of earlier releases. `declined`: of a cancelled reservation, a day that its confirmation had not kept. `agreement`: the
one that is signed, of a cancelled reservation the one that was. `wasConfirmed`: whether the cancellation took a confirmed
day.';

comment on function private.lock_managed(uuid, integer) is
  'Before a change that frees no day: so many a day. From here on, the rules of the forms (ten minutes, no confirmed day) do
not apply to the call.';

comment on function private.mail_detail(private.outbox) is
  'What a mail says. Mails to visitors have the price that was announced, or that the owner has agreed with them since, and
leave out what does not apply to their status. A confirmation has the facts that its visitor can still give for the
agreement: none once it has gone out. Mails of confirmed days name the agreement as its papers do, and have both words while
nobody knows who pays. A mail about days that stay has in `agreement` the one that was signed, in `leftDays` those of its
days that the visitor has given up, and in `isAgreementDue` whether other days are confirmed by now, so that another must be
signed. The mail about a cancellation by the visitor names the days that were confirmed, also where no mail
had told of them yet, and the agreement that was signed.';

comment on function private.given_up_days() is
  'Confirmed days that visitors have given up: for a week, until the day comes, or until the owner does something with the
request. A day that is confirmed again is not one. `version`: the one that the owner sees. `agreement`: the one that was
signed. `isWithdrawal`: the visitor has withdrawn from it; giving up one day of several is no withdrawal.';

comment on function private.mark_paper(public.reservations, text, text, text, date, text) is
  'Stores a mark with the confirmed days, the price, the regime of VAT, whether contracts ask for a deposit, and the digest
of then; a null day takes it back. A signature is of the paper that was sent, with what that says: one that is sent again for
other days, or with another text, is not signed yet. One that takes the place of a void one says of which day that was.';

comment on function private.refuse_early_payment(public.reservations, date, boolean) is
  'Who pays alone owes nothing before the contract is signed and ten days are over, then the deposit of 30 % at most
(L6353-5, L6353-6). The whole is due from the last training day on, and not before fifteen days after those ten if they contain
a training day (`firstWholeDay` of the space). Any day does where nothing is owed, none without a signature. The refusal names
the first day on which it may be paid.';

comment on function private.managed_file_json(public.reservations) is
  'Who is said to pay: the page asks about it, and somebody who asked for AGEFICE must be able to check the answer that
nobody typed. Of the other facts only which are filled in, and never what: links are forwarded. Its type is ManagedDayFile.';

comment on function private.paper_lacks(private.day_files, text) is
  'What the database knows to be missing for a paper: what the facts of the site lack, only the page can tell. An attendance
sheet goes out before the day: its hours are written on it. The convention and the programme of several days to come lack
what the next ones contain, as on the page: both sides would otherwise sign what nobody has said.';

comment on function private.set_due_days(integer, integer, boolean) is
  'What the site says about payments: the days until an invoice is due, for everybody and for professionals, and whether a
contract asks for a deposit. Each start of the site and each change of its facts writes them.';
