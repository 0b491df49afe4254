import type { TestBackend } from '../support/backend';
import { anyOwner } from '../support/owner-session';
import { runCommand } from '../support/run-command';
import { runTool } from '../support/run-tool';
import { authClient, codeFor, forgetAttempts, signIn } from '../support/sign-in';

/** The commands that manage owners. */
export function describeOwnerCommands(backend: () => TestBackend): void {
  const owner = (...args: string[]) => runCommand('owner', backend().env, ...args);

  test('an owner is added once, named, listed with their sessions, and removed with them', async () => {
    const email = anyOwner();
    // The program; the other tests call what it runs.
    expect(await runTool('owner', backend().env, 'add', ` ${email.toUpperCase()} `)).toEqual({
      code: 0,
      stdout: `${email} is an owner now: a mail with the first steps at /espace goes to this address, or to a file in the data folder's mails without SMTP_URL.\n`,
      stderr: '',
    });
    expect(await owner('add', email)).toMatchObject({ code: 0, stdout: `${email} is an owner already.\n` });
    expect(await owner('add', email, '--name', 'Camille Martin')).toMatchObject({
      code: 0,
      stdout: `${email} is named Camille Martin now.\n`,
    });
    const welcomes = await backend().owner.query(
      `select private.mail_detail(m) as detail from private.outbox m join private.owners o on o.id = m.ref
       where m.kind = 'welcome' and o.email = $1`,
      [email],
    );
    expect(welcomes).toEqual([{ detail: { email } }]);
    const { client } = await signIn(backend(), email);
    const { stdout } = await owner('list');
    const line = stdout.split('\n').find((one) => one.startsWith(email));
    expect(line).toMatch(/ Camille Martin +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ +1$/);

    expect(await owner('remove', email)).toMatchObject({
      code: 0,
      stdout: `${email} is no owner any more (sessions ended: 1).\n`,
    });
    expect(await client.rpc('owner_me')).toMatchObject({ status: 401 });
    expect(await owner('remove', email)).toMatchObject({ code: 1, stderr: expect.stringContaining('is no owner') });
  });

  test('a code from the terminal signs in, whether it was read before or after a mail was requested', async () => {
    const { email } = await signIn(backend());
    const read = async () =>
      /^\d{8}(?= opens the owner's space of )/.exec((await owner('code', email)).stdout)?.[0] ?? '';
    const token = await read();
    await forgetAttempts(backend());
    await authClient(backend()).auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect([await codeFor(backend(), email), await read()]).toEqual([token, token]);
    const { error } = await authClient(backend()).auth.verifyOtp({ email, token, type: 'email' });
    expect(error).toBeNull();
  });

  test('a code of a removed owner is refused', async () => {
    const { email } = await signIn(backend());
    await owner('code', email);
    const token = (await codeFor(backend(), email)) ?? '';
    await owner('remove', email);
    const { error } = await authClient(backend()).auth.verifyOtp({ email, token, type: 'email' });
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  test.each([
    [['code', 'nobody@exemple.fr'], /^"nobody@exemple\.fr" is no owner: "npx pnpm site-owner list" shows all/],
    [['add', 'camille'], /^"camille" is no e-mail address: write it as in contact@example\.com\.$/],
    [
      ['add', 'a@exemple.fr', '--name', ' Guard'],
      /^The log uses the name " Guard" for the site itself: choose another\.$/,
    ],
    [['add', 'a@exemple.fr', '--name', '\u001b[2J'], /^The name must be one line of 1 to 100 characters\.$/],
    [['add'], /^"add" lacks its <e-mail>\. Usage: /],
    [['add', 'a@exemple.fr', 'b@exemple.fr'], /^"add" takes no "b@exemple\.fr"\. Usage: /],
    [['remove', 'a@exemple.fr', '--name', 'A'], /^"remove" takes no --name\. Usage: /],
    [['list', 'a@exemple.fr'], /^"list" takes no "a@exemple\.fr"\. Usage: /],
    [['ad', 'a@exemple.fr'], /^There is no "ad"\. Usage: /],
    [['add', 'a@exemple.fr', '--yes'], /^Unknown option '--yes'\. Usage: /],
    [[], /^Usage: /],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await owner(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim()).toMatch(sentence);
  });
}
