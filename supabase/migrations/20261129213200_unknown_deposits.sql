-- Contracts that were marked before a mark had whether a deposit is asked for: only one that came shows that it was. Until now
-- they followed what the texts of the site say today (`withDepositOfThen` of the owner's space decides the same).
update private.day_papers p set deposit = f.deposit_on is not null
  from private.day_files f
  where f.ref = p.ref and p.paper = 'convention' and p.deposit is null and coalesce(p.sent_on, p.signed_on) is not null;
