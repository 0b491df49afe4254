import type { CodeMail } from '../../functions/_shared/claimed-mail.ts';
import { deliver } from './support/deliver';
import { codeMail } from './support/rows';

test('the mail with a sign-in code goes to the owner who is signing in, with its two groups of digits, its expiry and a note on unrequested codes', async () => {
  const mail = await deliver(codeMail());
  expect(mail.recipients).toEqual(['camille.martin@exemple.fr']);
  expect(mail.subject).toBe('Votre code\u00a0: 0421 3756');
  expect(mail.text).toContain('\n0421 3756\n');
  expect(mail.text).toContain('valable dix minutes et ne sert qu’une fois');
  expect(mail.text).toContain('Si vous n’avez pas demandé ce code, ignorez ce message');
  expect(mail.html).toContain('>0421 3756<');
  expect(`${mail.text}${mail.html}`).not.toContain('nonce');
});

test('a mail is not sent when the backend has not filled in its code', async () => {
  const unrevealed: CodeMail = codeMail({ code: null });
  await expect(deliver(unrevealed)).rejects.toThrow('only the backend that made it can send it');
});
