import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InboxRequest } from '../../src/commands/inbox/inbox-requests';
import type { TestBackend } from '../support/backend';
import { until } from '../support/cases';
import { inbox } from '../support/inbox';
import { contact, datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

/** The export and the erasure of a person's data. */
export function describeInboxPerson(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const run = (...args: string[]) => inbox(backend().env, ...args);
  const mails = () => join(backend().dataDir, 'mails');
  const mailFile = (ref: string) => `20261123T090000Z-reservation-${ref}-${randomUUID()}.eml`;

  /** A person with a message, a reservation and a mail file about each. */
  async function someone(address: string) {
    const by = visitor(backend());
    await by.post('contacts', { ...contact, email: address });
    const [message] = await query<{ id: string }>('select id from public.contacts where email = $1', [address]);
    const id = await reserve(by);
    await query('update public.reservations set email = $2 where id = $1', [id, address.toLowerCase()]);
    await by.post('reservation_dates', datesOf(id, parisDay(5), parisDay(2)));
    const files = [message?.id ?? '', id].map(mailFile);
    mkdirSync(mails(), { recursive: true });
    for (const file of files) writeFileSync(join(mails(), file), 'a mail');
    return { id, message: message?.id ?? '', files };
  }

  const counts = (...refs: string[]) =>
    query(
      `select (select count(*) from public.contacts where id = any($1))::integer as contacts,
         (select count(*) from public.reservations where id = any($1))::integer as reservations,
         (select count(*) from public.reservation_dates where reservation_id = any($1))::integer as dates,
         (select count(*) from private.outbox where ref = any($1))::integer as mails`,
      [refs],
    ).then(([row]) => row);

  test('export prints everything stored about a person, whatever the case of the address', async () => {
    const address = `Jean.${randomUUID().slice(0, 8)}@Exemple.fr`;
    const { id, message, files } = await someone(address);
    const { code, stdout, stderr } = await run('export', ` ${address.toUpperCase()} `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const waiting = { queuedAt: iso, sentAt: null, givenUpAt: null };
    const days = [parisDay(2), parisDay(5)];
    expect(JSON.parse(stdout)).toMatchObject({
      email: address.toUpperCase(),
      contacts: [{ id: message, email: address, history: [], mails: [{ kind: 'contact', ...waiting }] }],
      reservations: [{ id, email: address.toLowerCase(), dates: days, mails: [{ kind: 'reservation', ...waiting }] }],
      mailFiles: expect.arrayContaining(files),
    });
  });

  test.each([[['export']], [['erase']], [['erase', '--yes']]])(
    '%j reports that nothing is stored about a person',
    async ([name, ...flags]) => {
      expect(await run(name ?? '', 'personne@exemple.fr', ...flags)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Rien n’est conservé au sujet de personne@exemple.fr.\n',
      });
    },
  );

  test('erase removes a person only with --yes, and nobody else', async () => {
    const address = `jean.${randomUUID().slice(0, 8)}@exemple.fr`;
    const person = await someone(address);
    const other = await someone(`x${address}`);

    const preview = await run('erase', address.toUpperCase());
    expect(preview).toMatchObject({ code: 0, stderr: '' });
    for (const text of [person.id.slice(0, 8), person.message.slice(0, 8), ...person.files, '--yes', 'sauvegardes']) {
      expect(preview.stdout).toContain(text);
    }
    expect(await counts(person.id, person.message)).toEqual({ contacts: 1, reservations: 1, dates: 2, mails: 2 });
    expect(readdirSync(mails())).toEqual(expect.arrayContaining(person.files));

    const erased = await run('erase', ` ${address.toUpperCase()}`, '--yes');
    expect(erased).toMatchObject({ code: 0, stderr: '' });
    expect(erased.stdout.split('\n')[0]).toBe(
      'Effacé\u00a0: 1 message, 1 réservation, 2 mails en file, 2 fichiers dans mails/.',
    );
    expect(erased.stdout).toContain('Restent hors d’atteinte');
    expect(await counts(person.id, person.message)).toEqual({ contacts: 0, reservations: 0, dates: 0, mails: 0 });
    expect(await counts(other.id, other.message)).toEqual({ contacts: 1, reservations: 1, dates: 2, mails: 2 });
    const left = readdirSync(mails());
    expect(left).toEqual(expect.arrayContaining(other.files));
    expect(left.filter((file) => person.files.includes(file))).toEqual([]);
    expect((await run('export', address)).code).toBe(1);
  });

  test('erase removes the digest that names a person, but not while it is being sent', async () => {
    const address = `jean.${randomUUID().slice(0, 8)}@exemple.fr`;
    const { id, message } = await someone(address);
    const other = await someone(`x${address}`);
    const [digest] = await query<{ id: string }>(
      `insert into private.outbox (kind, attempts, claimed_until) values ('digest', 1, now() + interval '1 minute') returning id`,
    );
    await query(`update private.outbox set digest_id = $1, attempts = 1 where ref = any($2)`, [
      digest?.id,
      [id, message, other.id],
    ]);
    const file = (refs: string) => `Subject: x\r\nX-Requests: ${refs}\r\nTo: y\r\n\r\nX-Requests: ${other.id}`;
    const [told = '', untold = ''] = [1, 2].map((each) => `20261123T090000Z-digest-${each}-${randomUUID()}.eml`);
    writeFileSync(join(mails(), told), file(`${randomUUID()}\r\n ${id}`));
    writeFileSync(join(mails(), untold), file(randomUUID()));

    expect(await run('erase', address, '--yes')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Un mail au sujet de cette personne part à cet instant\u00a0: rien n’est effacé, réessayez dans deux minutes.\n',
    });
    expect(await counts(id, message)).toEqual({ contacts: 1, reservations: 1, dates: 2, mails: 2 });
    expect(readdirSync(mails())).toContain(told);

    await query('update private.outbox set claimed_until = now() where id = $1', [digest?.id]);
    expect((await run('erase', address)).stdout).toContain(told);
    expect(await run('erase', address, '--yes')).toMatchObject({ code: 0 });
    expect(await counts(id, message)).toEqual({ contacts: 0, reservations: 0, dates: 0, mails: 0 });
    expect(readdirSync(mails())).not.toContain(told);
    expect(readdirSync(mails())).toContain(untold);
    expect(await query('select from private.outbox where digest_id = $1', [digest?.id])).toHaveLength(1);
  });

  test('the texts of an erased person are gone from every table, and PostgreSQL may overwrite them in its files', async () => {
    const mark = randomUUID();
    const email = `${mark}@exemple.fr`;
    await visitor(backend()).post('contacts', { ...contact, email, message: `Message ${mark}` });
    const vacuums = async () => {
      const [row] = await query<{ least: number }>(
        `select min(vacuum_count)::integer as least from pg_stat_user_tables
           where relname in ('contacts', 'reservations', 'outbox')`,
      );
      return row?.least ?? 0;
    };
    const before = await vacuums();
    expect(await run('erase', email, '--yes')).toMatchObject({ code: 0, stderr: '' });
    const tables = await query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')",
    );
    for (const { name } of tables) {
      expect(await query(`select from ${name} as t where t::text like $1`, [`%${mark}%`])).toEqual([]);
    }
    // PostgreSQL counts a little later.
    await until(async () => (await vacuums()) > before);
  });
}

/** The commands purge and retention. */
export function describeInboxPurge(backend: () => TestBackend): void {
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
    const [kept, flagged, confirmed] = [
      await add(false, false),
      await add(true, false),
      await add(true, true, 'confirmee'),
    ];
    const robot = await add(true, true);
    await addMessage(true, true);
    expect(await said('purge')).toBe(
      '2 demandes indésirables\u00a0: «\u00a0npx pnpm inbox purge unwanted --yes\u00a0» pour les supprimer.\n1 demande à vérifier\u00a0: «\u00a0npx pnpm inbox purge flagged --yes\u00a0» supprime aussi celles-ci.\n1 réservation déjà confirmée ou annulée reste.',
    );
    expect(await said('purge', 'unwanted')).toBe(
      'À supprimer\u00a0: 2 demandes indésirables.\n1 réservation déjà confirmée ou annulée reste.\nRien n’est encore supprimé\u00a0: ajoutez --yes pour supprimer.',
    );
    expect(await listed()).toHaveLength(5);
    expect(await said()).toContain('\n\nIndésirables (3)\u00a0: ');

    expect(await said('purge', 'unwanted', '--yes')).toBe(
      'Supprimé\u00a0: 1 message, 1 réservation, 0 mail en file, 0 fichier dans mails/.',
    );
    expect((await listed()).sort()).toEqual([kept, flagged, confirmed].sort());
    expect(await listed()).not.toContain(robot);
    for (const args of [
      ['purge', 'unwanted'],
      ['purge', 'unwanted', '--yes'],
    ]) {
      expect(await said(...args)).toBe('Aucune demande indésirable à supprimer.');
    }
  });

  test('purge removes flagged requests with their mails and files, but no settled reservation', async () => {
    const [kept, flagged, cancelled] = [
      await add(false, false),
      await add(true, false),
      await add(true, false, 'annulee'),
    ];
    await add(true, true);
    await query(`insert into private.outbox (kind) values ('digest')`);
    await query(
      `insert into private.outbox (kind, ref, digest_id) select 'reservation', id, (select id from private.outbox) from unnest($1::uuid[]) as id`,
      [[kept, flagged, cancelled]],
    );
    mkdirSync(mails(), { recursive: true });
    const files = [kept, flagged, cancelled].map((id) => `20261123T090000Z-reservation-${id}-${randomUUID()}.eml`);
    for (const file of files) writeFileSync(join(mails(), file), 'a mail');

    expect(await said('purge', 'flagged')).toMatch(
      /^À supprimer\u00a0: 2 demandes, dont 1 indésirable et 1 à vérifier.\n1 réservation/,
    );
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
      'Supprimé\u00a0: 0 message, 2 réservations, 1 mail en file, 1 fichier dans mails/.',
    );
    expect((await listed()).sort()).toEqual([kept, cancelled].sort());
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
    mkdirSync(mails(), { recursive: true });
    const old = '20200101T000000Z-contact-x-y.eml';
    writeFileSync(join(mails(), old), '');
    expect(await said('retention')).toBe('Aucune suppression automatique n’attend votre confirmation.');
    await query(`update public.contacts set email = 'ancien@exemple.fr' where created_at < now() - interval '3 years'`);
    await query("update private.retention_state set seen_at = now() - interval '2 months'");
    await query('select private.apply_retention()');
    const held = await said('retention');
    expect(held).toMatch(
      /^La suppression automatique est suspendue depuis le .*\u00a0: elle supprimerait 2 demandes sur 3.\n/,
    );
    expect((await said()).startsWith(held)).toBe(true);
    expect(await listed()).toHaveLength(3);

    expect(await said('retention', '--confirm')).toMatch(
      /^Supprimé\u00a0: 2 demandes, 0 mail en file, \d+ incidents?, 1 fichier dans mails\/\.$/,
    );
    expect(await listed()).toHaveLength(1);
    expect(readdirSync(mails())).not.toContain(old);
    for (const args of [['retention'], ['retention', '--confirm']]) {
      expect(await said(...args)).toBe('Aucune suppression automatique n’attend votre confirmation.');
    }
  });
}
