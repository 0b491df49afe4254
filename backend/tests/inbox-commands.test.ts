import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InboxRequest } from '../src/commands/inbox/inbox-requests';
import { finishErasures } from '../src/worker/retention';
import { type TestBackend, withBackend } from './support/backend';
import { addReservation, inbox } from './support/inbox';
import { contact, datesOf, parisDay, reserve } from './support/rows';
import { visitor } from './support/visitor';

function describeInbox(backend: () => TestBackend): void {
  test("the list starts with the newest request, and shows a reservation's dates", async () => {
    const by = visitor(backend());
    await by.post('contacts', { ...contact, prenom: '=1+1', message: 'Première ligne\nseconde ligne' });
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, parisDay(9), parisDay(2)));

    const json = JSON.parse((await inbox(backend().env, '--json')).stdout);
    expect(json.slice(0, 2)).toMatchObject([
      { kind: 'reservation', id, dates: [parisDay(2), parisDay(9)], status: 'nouvelle', phone: null, message: null },
      { kind: 'contact', name: '=1+1 Durand', dates: [], message: 'Première ligne\nseconde ligne', isAgefice: true },
    ]);
    expect(Math.abs(Date.now() - Date.parse(json[0].receivedAt))).toBeLessThan(60_000);
  });
}

function describeInboxMails(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const run = (...args: string[]) => inbox(backend().env, ...args);
  const listed = async (): Promise<InboxRequest[]> => JSON.parse((await run('--json')).stdout);
  const add = (id: string) => addReservation(backend(), id);

  test('resend prints how many mails are due at once', async () => {
    await query('delete from private.outbox');
    await query(
      `insert into private.outbox (kind, attempts, first_tried_at, not_before)
         select 'digest', 4, now(), now() + interval '1 hour' from generate_series(1, 2)`,
    );
    expect(await run('resend')).toEqual({
      code: 0,
      stderr: '',
      stdout: '2 mails partent maintenant, ou dès que le site tourne.\n',
    });
    await query("update private.outbox set claimed_until = now() + interval '1 minute'");
    expect((await run('resend')).stdout).toBe('Aucun mail n’attend un nouvel essai.\n');
  });

  test('the list shows the most troubled mail of each request', async () => {
    const id = randomUUID();
    await add(id);
    await query(
      `insert into private.outbox (kind, ref, attempts, sent_at, last_error, not_before)
       values ('reservation', $1, 1, now(), null, now()),
         ('dates', $1, 3, null, 'ESOCKET: connect ECONNREFUSED', '2099-01-01T12:00:00Z'),
         ('dates', $1, 0, null, null, now())`,
      [id],
    );
    const mailOf = async () => (await listed()).find((entry) => entry.id === id);
    expect(await mailOf()).toMatchObject({
      mail: {
        sentAt: null,
        tries: 3,
        lastError: 'ESOCKET: connect ECONNREFUSED',
        nextTryAt: '2099-01-01T12:00:00Z',
        givenUpAt: null,
      },
    });
    expect((await run()).stdout).toMatch(/^\d+ mails? attend.*refuse la connexion\. Prochain essai/);
    await query(`update private.outbox set given_up_at = now() where ref = $1 and last_error is not null`, [id]);
    expect(await mailOf()).toMatchObject({ mail: { nextTryAt: null, givenUpAt: expect.stringMatching(/Z$/) } });
    await query('delete from private.outbox where ref = $1', [id]);
    expect(await mailOf()).toMatchObject({ mail: null });
  });

  test('the list shows the digest as the mail of a request that is part of it', async () => {
    await query('delete from private.outbox');
    const ids: string[] = [randomUUID(), randomUUID()];
    for (const id of ids) await add(id);
    const [digest] = await query<{ id: string }>(
      `insert into private.outbox (kind, attempts, last_error, not_before) values ('digest', 2, 'TypeError', '2099-01-01T12:00:00Z') returning id`,
    );
    await query(
      `insert into private.outbox (kind, ref, digest_id) select 'reservation', id, $2 from unnest($1::uuid[]) as id`,
      [ids, digest?.id],
    );
    const mailsOf = async () => (await listed()).filter(({ id }) => ids.includes(id)).map(({ mail }) => mail);
    const waits = { id: digest?.id, tries: 2, lastError: 'TypeError', sentAt: null, nextTryAt: '2099-01-01T12:00:00Z' };
    expect(await mailsOf()).toMatchObject([waits, waits]);
    expect((await run()).stdout).toMatch(
      /^1 mail attend\u00a0: la cause est dans le journal du serveur\. Prochain essai/,
    );
    await query('select private.mail_sent($1)', [digest?.id]);
    await query('update private.outbox set attempts = 1, sent_at = now() where digest_id = $1', [digest?.id]);
    expect(await mailsOf()).toMatchObject([{ sentAt: expect.any(String) }, { sentAt: expect.any(String) }]);
    await query('delete from private.outbox');
  });
}

const FILES = 'Leurs fichiers dans mails/ suivent dans la minute, ou dès que le site tourne.';

function describeInboxPurge(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const run = (...args: string[]) => inbox(backend().env, ...args);
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trimEnd();
  };
  const mails = () => join(backend().dataDir, 'mails');
  const add = async (flagged: boolean, unwanted: boolean, status = 'nouvelle') => {
    const id = randomUUID();
    await query(
      `insert into public.reservations (id, name, email, flagged, unwanted, status) values ($1, 'Robot', 'robot@exemple.fr', $2, $3, $4)`,
      [id, flagged, unwanted, status],
    );
    return id;
  };
  const addMessage = (flagged: boolean, unwanted: boolean, age = '0 days') =>
    query(
      `insert into public.contacts (prenom, nom, email, telephone, flagged, unwanted, created_at)
       values ('Ro', 'Bot', 'robot@exemple.fr', '06 12 34 56 78', $1, $2, now() - $3::interval)`,
      [flagged, unwanted, age],
    );
  const listed = async () => (JSON.parse(await said('--json')) as InboxRequest[]).map(({ id }) => id);

  beforeEach(async () => {
    for (const table of ['private.outbox', 'public.contacts', 'public.reservations'])
      await query(`delete from ${table}`);
    await query('update private.retention_state set held_at = null, held_reason = null, last_run_at = now()');
  });

  test('purge counts unwanted requests first, and removes them with --yes', async () => {
    const [accepted, flagged, confirmed] = [
      await add(false, false),
      await add(true, false),
      await add(true, true, 'confirmee'),
    ];
    const robot = await add(true, true);
    await addMessage(true, true);
    expect(await said('purge')).toBe(
      '2 demandes indésirables\u00a0: «\u00a0npx pnpm inbox purge unwanted --yes\u00a0» pour les supprimer.\n1 demande à vérifier\u00a0: «\u00a0npx pnpm inbox purge flagged --yes\u00a0» supprime aussi celles-ci.\n1 réservation déjà confirmée ou annulée reste.',
    );
    expect(await listed()).toHaveLength(5);
    expect(await said()).toContain('\n\nIndésirables (3)\u00a0: ');

    expect(await said('purge', 'unwanted', '--yes')).toBe(
      `Supprimé\u00a0: 1 message, 1 réservation, 0 mail en file. ${FILES}`,
    );
    expect((await listed()).sort()).toEqual([accepted, flagged, confirmed].sort());
    expect(await listed()).not.toContain(robot);
    expect(await said('purge', 'unwanted', '--yes')).toBe('Aucune demande indésirable à supprimer.');
  });

  test('purge removes flagged requests with their mails and files, but no settled reservation', async () => {
    const [accepted, flagged, cancelled] = [
      await add(false, false),
      await add(true, false),
      await add(true, false, 'annulee'),
    ];
    await add(true, true);
    await query(`insert into private.outbox (kind) values ('digest')`);
    await query(
      `insert into private.outbox (kind, ref, digest_id) select 'reservation', id, (select id from private.outbox) from unnest($1::uuid[]) as id`,
      [[accepted, flagged, cancelled]],
    );
    mkdirSync(mails(), { recursive: true });
    const files = [accepted, flagged, cancelled].map((id) => `20261123T090000Z-reservation-${id}-${randomUUID()}.eml`);
    for (const file of files) writeFileSync(join(mails(), file), 'a mail');

    await query(
      `update private.outbox set attempts = 1, claimed_until = now() + interval '1 minute' where kind = 'digest'`,
    );
    expect(await run('purge', 'flagged', '--yes')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Un mail au sujet d’une de ces demandes part à cet instant\u00a0: rien n’est supprimé, réessayez dans deux minutes.\n',
    });
    expect(await listed()).toHaveLength(4);

    await query('update private.outbox set claimed_until = now()');
    expect(await said('purge', 'flagged', '--yes')).toBe(
      `Supprimé\u00a0: 0 message, 2 réservations, 1 mail en file. ${FILES}`,
    );
    expect((await listed()).sort()).toEqual([accepted, cancelled].sort());
    await finishErasures(backend().owner, mails());
    expect(
      readdirSync(mails())
        .filter((file) => files.includes(file))
        .sort(),
    ).toEqual([files[0], files[2]].sort());
    expect(await query('select from private.outbox where ref = $1', [flagged])).toEqual([]);
    expect(await said('purge', 'flagged', '--yes')).toBe('Aucune demande indésirable ou à vérifier à supprimer.');
  });

  test('a held retention run is shown, confirmed once, and then nothing is left to confirm', async () => {
    for (const age of ['4 years', '4 years', '1 day']) await addMessage(false, false, age);
    expect(await said('retention')).toBe('Aucune suppression automatique n’attend votre confirmation.');
    await query(`update public.contacts set email = 'ancien@exemple.fr' where created_at < now() - interval '3 years'`);
    await query("update private.retention_state set seen_at = now() - interval '2 months'");
    await query('select private.apply_retention()');
    const pending = await said('retention');
    expect(pending).toMatch(
      /^La suppression automatique est suspendue depuis le .*\u00a0: elle supprimerait 2 demandes sur 3.\n/,
    );
    expect((await said()).startsWith(pending)).toBe(true);
    expect(await listed()).toHaveLength(3);

    expect(await said('retention', '--confirm')).toMatch(
      /^Supprimé\u00a0: 2 demandes, 0 mail en file, \d+ incidents?\. Leurs fichiers/,
    );
    expect(await listed()).toHaveLength(1);
    for (const args of [['retention'], ['retention', '--confirm']]) {
      expect(await said(...args)).toBe('Aucune suppression automatique n’attend votre confirmation.');
    }
  });
}

withBackend((backend) => {
  describe('the list', () => describeInbox(backend));
  describe('mails', () => describeInboxMails(backend));
  describe('purge and retention', () => describeInboxPurge(backend));
});
