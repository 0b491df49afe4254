import { mailFailure } from '../functions/_shared/content/mail-failure.ts';

test.each([
  ['EAUTH at AUTH PLAIN: 535 5.7.8', 'le serveur d’e-mails refuse l’identifiant ou le mot de passe'],
  ['EDNS: getaddrinfo ENOTFOUND smtp.exemple.fr', 'l’adresse du serveur d’e-mails est introuvable'],
  ['ETIMEDOUT at CONN: Connection timeout', 'le serveur d’e-mails ne répond pas'],
  ['EENVELOPE at RCPT TO: rejected: 550 5.1.10 Null MX', 'le serveur d’e-mails refuse une adresse qui n’existe pas'],
  ['EENVELOPE at RCPT TO: rejected: 551 Elsewhere', 'le serveur d’e-mails refuse une adresse qui n’existe pas'],
  ['EENVELOPE at RCPT TO: rejected: 553 5.7.1 Not owned', expect.stringContaining('refuse notre expéditeur')],
  ['EENVELOPE at RCPT TO: rejected: 554 Relay denied', expect.stringContaining('refuse notre expéditeur')],
  ['EENVELOPE at MAIL FROM: 550 5.1.8 No such domain', expect.stringContaining('refuse notre expéditeur')],
  ['EENVELOPE at RCPT TO: rejected: 504 5.5.2 Helo refused', expect.stringContaining('refuse le nom du site')],
  ['EENVELOPE at RCPT TO: rejected: 450 4.2.0 Greylisted', 'le serveur d’e-mails demande d’attendre'],
  ['EENVELOPE at RCPT TO: rejected: 550-5.7.26 Unauthenticated', expect.stringContaining('refuse notre expéditeur')],
  ['EENVELOPE at RCPT TO: rejected: 554 Use port 465', expect.stringContaining('refuse notre expéditeur')],
  ['EENVELOPE at RCPT TO: rejected: 552 5.2.2 Mailbox full', 'la boîte du destinataire est pleine'],
  ['EMESSAGE at DATA: 554 5.6.0', 'le serveur d’e-mails refuse le contenu d’un e-mail'],
  ['TypeError', 'la cause est dans le journal du serveur'],
])('the failure %s is named in French', (lastError, words) => {
  expect(mailFailure(lastError)).toEqual(words);
});
