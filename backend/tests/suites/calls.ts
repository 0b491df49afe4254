import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { contact, reservation } from '../support/rows';
import { attemptHeader, visitor } from '../support/visitor';

/** The site's calls and their repeats. */
export function describeCalls(backend: () => TestBackend): void {
  const stored = (table: string, attempt: string) =>
    backend().owner.query(`select * from public.${table} where attempt = $1`, [attempt]);

  test('a repeated contact attempt is answered as stored, without an id, and stays one row', async () => {
    const attempt = randomUUID();
    const { post } = visitor(backend());
    expect(await post('contacts', contact, attemptHeader(attempt))).toMatchObject({ status: 201 });
    expect(await post('contacts', contact, attemptHeader(attempt.toUpperCase()))).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_STORED', details: null },
    });
    expect(await stored('contacts', attempt)).toHaveLength(1);
  });

  test('parallel repeats of one attempt store one row, and all are answered with its id', async () => {
    const attempt = randomUUID();
    const headers = { prefer: 'return=representation', ...attemptHeader(attempt) };
    const { post } = visitor(backend());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('reservations?select=id', reservation, headers)),
    );
    const [row, ...others] = (await stored('reservations', attempt)) as { id: string }[];
    expect(others).toEqual([]);
    const [first, ...repeats] = answers.sort((one, other) => one.status - other.status);
    expect(first).toMatchObject({ status: 201, body: [{ id: row?.id }] });
    for (const repeat of repeats) {
      expect(repeat).toMatchObject({ status: 409, body: { code: 'ALREADY_STORED', details: row?.id } });
    }
  });

  test('several submissions in one request are refused, and none is stored', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    const row = { ...contact, email };
    expect(await visitor(backend()).post('contacts', [row, row])).toMatchObject({
      status: 400,
      body: { code: 'ONE_PER_REQUEST' },
    });
    expect(await backend().owner.query('select from public.contacts where email = $1', [email])).toEqual([]);
  });

  test('a refused attempt may be repeated', async () => {
    const header = attemptHeader();
    const { post } = visitor(backend());
    expect(await post('contacts', { ...contact, nom: '' }, header)).toMatchObject({ status: 400 });
    expect(await post('contacts', contact, header)).toMatchObject({ status: 201 });
  });

  test('a malformed attempt is ignored', async () => {
    const header = { 'x-client-info': 'site-web/1.0.0 attempt=12345' };
    const { post } = visitor(backend());
    expect(await post('contacts', contact, header)).toMatchObject({ status: 201 });
    expect(await post('contacts', contact, header)).toMatchObject({ status: 201 });
  });
}
