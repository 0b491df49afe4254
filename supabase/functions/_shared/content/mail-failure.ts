/** French reasons by a pattern of the stored error, which quotes the English of the mail server. */
const MAIL_FAILURES: readonly (readonly [RegExp, string])[] = [
  // A restore stores this for mails that may have been sent.
  [/restauration/, 'gardé après une restauration, il est peut-être déjà parti'],
  [/ECONNREFUSED/, 'le serveur d’e-mails refuse la connexion'],
  [/EDNS|ENOTFOUND|EAI_AGAIN/, 'l’adresse du serveur d’e-mails est introuvable'],
  [/EAUTH|^535/, 'le serveur d’e-mails refuse l’identifiant ou le mot de passe'],
  [/ETLS|certificate/i, 'la connexion chiffrée avec le serveur d’e-mails échoue'],
  [
    /at RCPT TO: .*\b(5\d\d 5\.(1\.(1|2|3|6|10)|2\.1)\b|55[013](?![ -]\d\.\d))/,
    'le serveur d’e-mails refuse une adresse qui n’existe pas',
  ],
  [/at RCPT TO: .*\b(5\d\d[ -]5\.2\.2|552(?![ -]\d\.\d))\b/, 'la boîte du destinataire est pleine'],
  [/at (MAIL FROM|RCPT TO|DATA): ([^:]*: )?4\d\d\b/, 'le serveur d’e-mails demande d’attendre'],
  [
    /at (EHLO|HELO)|\b5\.5\.2\b/,
    'le serveur d’e-mails refuse le nom du site\u00a0: son adresse publique ou MAIL_FROM sont à corriger',
  ],
  [
    /at (MAIL FROM|RCPT TO): /,
    'le serveur d’e-mails refuse notre expéditeur\u00a0: MAIL_FROM ou le compte de SMTP_URL sont à corriger',
  ],
  [/at DATA: /, 'le serveur d’e-mails refuse le contenu d’un e-mail'],
  [/ETIMEDOUT|ESOCKET|ECONNECTION|ECONNRESET|UNREACH/, 'le serveur d’e-mails ne répond pas'],
];

/** Completes a sentence for the owner about a mail that did not leave. */
export const mailFailure = (lastError: string): string =>
  MAIL_FAILURES.find(([pattern]) => pattern.test(lastError))?.[1] ?? 'la cause est dans le journal du serveur';

/** Whether a restore brought the mail back: it may have been sent after the backup was made. */
export const mayBeSent = (lastError: string | null): boolean => lastError?.includes('restauration') ?? false;
