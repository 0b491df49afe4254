/** A setting for mails that its user can mend; the message is one sentence that says how, without a password. */
export class MailSetupError extends Error {
  override readonly name = 'MailSetupError';
}
