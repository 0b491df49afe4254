import { randomUUID } from 'node:crypto';
import { until } from '@site/backend/tests/support/until';
import { anyAddress, attemptHeader } from '@site/backend/tests/support/visitor';
import { HOSTED } from '../../run-release';
import { messageOf } from '../../runbook/follow';
import { activeData, keyIn, query, type Scene, sendMessage } from '../../runbook/scene';

const REQUESTS = 'Requests do not arrive';
const MAILS = 'Mails do not go';

/** Requests do not arrive, their mails do not go, too many come, or old ones wait to be removed. */
export function describeRequests(scene: () => Scene): void {
  async function restart() {
    await scene().machine.run('sudo systemctl restart site');
    await scene().machine.healthy();
  }

  test('without a key the interface answers 401, and a message of a page is in the inbox', async () => {
    const { machine, follow } = scene();
    const sign = '401 `No API key found`';
    const asked = await follow.block(REQUESTS, 1);
    expect([asked.failed, asked.output]).toEqual([[], expect.stringMatching(/\n401\n$/)]);
    expect(asked.output).toMatch(messageOf(sign));
    expect(await sendMessage(machine)).toMatchObject({ status: 201 });
    await follow.row(REQUESTS, sign);
    const { output, failed } = await follow.block(REQUESTS, 0);
    expect([failed, output]).toEqual([[], expect.stringContaining('Camille Durand')]);
  });

  test('a site with a hosted backend says that requests are elsewhere', async () => {
    const { machine, follow } = scene();
    machine.set(HOSTED);
    await restart();
    const { output } = await follow.block(REQUESTS, 1);
    expect(output).toMatch(messageOf('`… is elsewhere`'));
    expect(output).toMatch(/\n404\n$/);
    await follow.row(REQUESTS, '404 `… is elsewhere`');
    machine.set({ SUPABASE_URL: undefined, SUPABASE_ANON_KEY: undefined });
    await restart();
  });

  test('visitors who count as one address are told apart again', async () => {
    const { machine, follow } = scene();
    const sign = 'it is stored, but « à vérifier » like most others; or 429';
    machine.set({ TRUST_PROXY: '0' });
    await restart();
    for (let visitor = 0; visitor < 6; visitor += 1) await sendMessage(machine);
    expect((await machine.run('sudo site inbox')).output).toContain('à vérifier');
    const { output } = await follow.row(REQUESTS, sign);
    expect(output).toBe("TRUST_PROXY='0'\n");
    machine.set({ TRUST_PROXY: '1' });
    await restart();
    const attempt = randomUUID();
    await sendMessage(machine, anyAddress(), attemptHeader(attempt));
    const rows = await query(machine, 'select flagged from public.contacts where attempt = $1', [attempt]);
    expect(rows).toEqual([{ flagged: false }]);
  });

  test('pages with an older key get the present one at the next start', async () => {
    const { machine, follow } = scene();
    const sign = '401 `Invalid API key`';
    const older = keyIn(machine).slice(0, -4);
    const send = (apikey: string) => sendMessage(machine, undefined, { apikey });
    const refused = await send(`${older}AAAA`);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([401, expect.stringMatching(messageOf(sign))]);
    expect((await follow.row(REQUESTS, sign)).failed).toEqual([]);
    await machine.healthy();
    expect(activeData(machine).backend.anonKey).toBe(keyIn(machine));
    expect(await sendMessage(machine)).toMatchObject({ status: 201 });
  });

  test('a mail that waits is shown with its cause, and goes once the mail server takes it', async () => {
    const { machine, follow, mails } = scene();
    mails.behave({ data: { code: 451, text: 'Mailbox is busy' } });
    const state = async () => (await follow.block(MAILS, 0)).output;
    await sendMessage(machine);
    await sendMessage(machine);
    const sign = '« … mail attend : … », « … mails attendent : … »';
    await until(async () => messageOf(sign).test(await state()));
    expect(await state()).toContain('451');
    mails.behave({});
    mails.received.length = 0;
    await follow.row(MAILS, sign);
    await follow.prose(MAILS, 'resend');
    await until(() => mails.received.length >= 2);
    await until(async () => !messageOf(sign).test(await state()));
  });

  test('mails whose recipient was refused go after a resend', async () => {
    const { machine, follow, mails } = scene();
    mails.behave({ rcpt: { code: 550, text: 'No such mailbox' } });
    await sendMessage(machine);
    await sendMessage(machine);
    const sign = '« … n’a pas pu partir », « … n’ont pas pu partir »';
    const state = async () => (await follow.block(MAILS, 0)).output;
    await until(async () => messageOf(sign).test(await state()));
    mails.behave({});
    mails.received.length = 0;
    const { failed } = await follow.row(MAILS, sign);
    expect(failed).toEqual([]);
    await until(() => mails.received.length >= 2);
    expect(await state()).not.toMatch(messageOf(sign));
  });

  test('a flood ends in one mail, and its requests are removed', async () => {
    const { machine, follow, mails } = scene();
    mails.received.length = 0;
    for (let sent = 0; sent < 36; sent += 1) await sendMessage(machine, `192.0.2.${sent % 3}`);
    const robot = { 'x-client-info': `site-web/1.0.0 attempt=${randomUUID()} honeypot=filled` };
    expect(await sendMessage(machine, undefined, robot)).toMatchObject({ status: 201 });
    await query(machine, 'update private.outbox set not_before = now() where sent_at is null');
    await until(() => mails.received.some(({ subject }) => /demandes.* depuis/.test(subject ?? '')));
    const { output, failed } = await follow.block('A flood of requests', 0);
    expect(failed).toEqual([]);
    expect(output).toMatch(
      /^1 demande indésirable.*\n2\d demandes à vérifier.*\nSupprimé\s: 1 message.*\nSupprimé\s: 2\d messages/,
    );
    const left = await query(machine, 'select from public.contacts where flagged or unwanted');
    expect(left).toEqual([]);
  });

  test('a clean-up that waits removes what it shows once it is confirmed', async () => {
    const { machine, follow } = scene();
    await query(
      machine,
      `insert into public.contacts (prenom, nom, email, telephone, created_at)
         select 'Camille', 'Durand', gen_random_uuid() || '@held.fr', '0612345678', now() - interval '4 years'
         from generate_series(1, 50)`,
    );
    await query(machine, 'select private.apply_retention(false)');
    const { output, failed } = await follow.block('A clean-up that waits', 0);
    expect(failed).toEqual([]);
    expect(output).toMatch(/suspendue depuis .*\s50\sdemandes sur (?:.*\n)+Supprimé\s: 50 demandes/);
    expect(await query(machine, "select from public.contacts where email like '%@held.fr'")).toEqual([]);
  });
}
