import { suggestEmail } from './email-slips.ts';

test.each([
  ['gmial.com', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.cm', 'gmail.com'],
  ['GMAIL.CON', 'gmail.com'],
  ['gmial.con', 'gmail.com'],
  ['gmail.fr', 'gmail.com'],
  ['hotmial.fr', 'hotmail.fr'],
  ['hotmal.com', 'hotmail.com'],
  ['outlok.fr', 'outlook.fr'],
  ['yaho.fr', 'yahoo.fr'],
  ['ornage.fr', 'orange.fr'],
  ['wanado.fr', 'wanadoo.fr'],
  ['wanadoo.com', 'wanadoo.fr'],
  ['laposte.ne', 'laposte.net'],
  ['laposte.com', 'laposte.net'],
  ['icoud.com', 'icloud.com'],
  ['free.ft', 'free.fr'],
  ['sfr.frr', 'sfr.fr'],
  ['agence-du-port.con', 'agence-du-port.com'],
])('%s is probably %s', (typed, meant) => {
  expect(suggestEmail(`Camille.M@${typed}`)).toBe(`Camille.M@${meant}`);
});

test.each([
  ['gmail.com', 'Gmail.com', 'orange.fr', 'mail.com', 'email.com', 'yahoo.de', 'orange.com', 'free.org'],
  ['tree.fr', 'olive.fr', 'afr.fr', 'me.fr', 'agence-du-port.fr', 'iad.immo', 'proton.ch', 'gmail'],
])('nothing is suggested for a domain that exists or is far from a common one: %s and others', (...domains) => {
  for (const domain of domains) expect([domain, suggestEmail(`camille@${domain}`)]).toEqual([domain, null]);
});

test.each(['', 'camille', 'gmial.com'])('nothing is suggested for what is no address: "%s"', (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});
