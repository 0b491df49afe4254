import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestBackend } from '@site/backend/tests/support/backend';
import { contact, datesOf, parisDay, reserve } from '@site/backend/tests/support/rows';
import { until } from '@site/backend/tests/support/until';
import { visitor } from '@site/backend/tests/support/visitor';
import { inbox } from '../support/inbox';

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
