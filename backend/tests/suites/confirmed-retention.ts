import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailFolderOf } from '../../src/worker/mail-files';
import type { TestBackend } from '../support/backend';
import { startChores } from '../support/chores';
import { ownerCalls } from '../support/owner-calls';
import { retentionOf } from '../support/retention';

/** What the owner reads of a retention run that waits, and confirms. */
export function describeConfirmedRetention(backend: () => TestBackend): void {
  const { query, run, add, reset } = retentionOf(backend);

  beforeEach(reset);

  test('the owner sees a held run, confirms what they saw, and the worker removes the rest of it', async () => {
    const owner = await ownerCalls(backend());
    await add(11, '4 years');
    expect(await owner.call('confirm_retention', { requests: 11 })).toMatchObject({ status: 409 });
    await run();
    const seen = { kind: 'retention', isUrgent: true, requests: 11, total: 11, resumesAt: expect.stringMatching(/Z$/) };
    expect(await owner.read('health')).toMatchObject({
      retention: { requests: 11, total: 11 },
      concerns: expect.arrayContaining([expect.objectContaining(seen)]),
    });
    expect(await owner.call('confirm_retention', { requests: 10 })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_SINCE' },
    });
    expect(await owner.read('confirm_retention', { requests: 11 })).toMatchObject({ requests: 11 });
    expect(await owner.read('health')).toMatchObject({ retention: null });
    expect(await query('select from private.erased_requests')).toHaveLength(11);
  });

  test('hashed addresses are removed while a retention run is held', async () => {
    await add(11, '4 years');
    await query(
      "insert into private.submissions (address_hash, created_at) values ('held', now() - interval '24 hours')",
    );
    expect(await run()).toMatchObject({ held: { requests: 11 } });
    expect(await query("select from private.submissions where address_hash = 'held'")).toEqual([]);
  });

  test('the worker keeps the mail files while a run is held, and logs that', async () => {
    const folder = mailFolderOf(backend().dataDir);
    const thisYear = new Date().getUTCFullYear();
    const old = `${thisYear - 4}0101T000000Z-contact-1-1.eml`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, old), '');
    await add(11, '4 years');
    await add(9, '1 day');
    await query('update private.retention_state set looked_at = null');
    const { run: work, printed } = startChores(backend());
    await work();
    expect(printed).toEqual([expect.stringMatching(/^Retention waits .* would remove 11 of 20 requests /)]);
    expect(readdirSync(folder)).toContain(old);
  });
}
