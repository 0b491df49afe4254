import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBackupLines, readBackupRows } from './support/backup-rows';
import { inLongTier } from './support/long-tier';
import { allRows, type Kind, kinds, LEFT_OUT, type Place, preparePlaces } from './support/places';
import { contact, datesOf, parisDay, reserve } from './support/rows';
import { runTool } from './support/run-tool';
import { type RunningSite, startSite } from './support/running-site';
import { seedFiles, seedRows } from './support/seed';
import { visitor } from './support/visitor';

// For busy machines.
jest.setTimeout(240_000);

/** Databases whose backups are tested; each backup is restored into both. */
const sources: readonly Kind[] = ['local', ...inLongTier<Kind>('external')];

const places = preparePlaces();
afterAll(() => places.remove());

for (const kind of sources) {
  describe(`a backup of a site with a ${kind} database`, () => {
    let place: Place;
    let site: RunningSite;
    const backup = places.path();
    beforeAll(async () => {
      place = await places.empty(kind);
      site = await startSite(place);
      await seedRows(site.owner);
      seedFiles(place.DATA_DIR);
    });
    afterAll(() => site?.stop());

    test('a backup contains every request answered before it began, while visitors keep posting', async () => {
      const folder = places.path();
      const answered: string[] = [];
      let isOver = false;
      const posting = [1, 2, 3, 4].map(async (number) => {
        for (let count = 0; !isOver; count += 1) {
          const nom = `Visiteur ${number}-${count}`;
          expect(await visitor(site).post('contacts', { ...contact, nom })).toMatchObject({ status: 201 });
          answered.push(nom);
        }
      });
      while (answered.length < 20) await visitor(site).call('');
      const before = [...answered];
      const { code, stderr } = await runTool('backup', place, folder);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const during = answered.length;
      isOver = true;
      await Promise.all(posting);

      const rows = readBackupRows(folder).join('\n');
      for (const nom of before) expect(rows).toContain(`"${nom}"`);
      expect(during).toBeGreaterThan(before.length);
      // One snapshot: a message and its row in the outbox are written together.
      expect(rows.match(/^public\.contacts .*"nom": "Visiteur/gm)?.length).toBe(
        rows.match(/^private\.outbox .*"kind": "contact"/gm)?.length,
      );
    });

    test('a backup contains every row unchanged, and the command prints its folder', async () => {
      await reserve(visitor(site));
      const { stdout } = await runTool('backup', place, backup);
      const rows = readBackupRows(backup);
      expect(rows).toEqual(await allRows(site.owner));
      expect(stdout).toBe(`Backed up to ${backup} (rows: ${rows.length}, mails: 1, files of the store: 3).\n`);
      const [header = ''] = readBackupLines(backup);
      const tables = await site.owner.query<{ name: string }>(
        `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'private')`,
      );
      expect([...JSON.parse(header).tables, ...LEFT_OUT].sort()).toEqual(tables.map(({ name }) => name).sort());
      for (const table of LEFT_OUT) expect(rows.join('\n')).not.toContain(table);
      expect(existsSync(`${backup}.partial`)).toBe(false);
    });

    for (const target of kinds)
      test(`is restored into a ${target} database with every row and file, and the site works`, async () => {
        const empty = await places.empty(target);
        const restored = await runTool('restore', empty, backup);
        expect(restored).toMatchObject({ code: 0, stderr: '' });
        expect(existsSync(`${empty.DATA_DIR}.restoring`)).toBe(false);
        const files = seedFiles(places.path());
        for (const [name, text] of Object.entries(files)) {
          expect(readFileSync(join(empty.DATA_DIR, name), 'utf8')).toBe(text);
        }
        expect(readdirSync(join(empty.DATA_DIR, 'store')).sort()).toEqual(['bodies', 'index', 'r']);
        expect(readdirSync(join(empty.DATA_DIR, 'mails'))).toHaveLength(1);

        const again = await startSite(empty);
        try {
          expect(await allRows(again.owner)).toEqual(readBackupRows(backup));
          expect(again.anonKey).toBe(site.anonKey);
          const rows = await again.owner.query<{ id: string }>('select id from private.outbox');
          const by = visitor(again);
          expect(await by.post('contacts', contact)).toMatchObject({ status: 201 });
          const id = await reserve(by);
          expect(await by.post('reservation_dates', datesOf(id, parisDay(3)))).toMatchObject({ status: 201 });
          const now = await again.owner.query<{ id: string }>('select id from private.outbox');
          expect(new Set(now.map((row) => row.id)).size).toBe(rows.length + 2);
          expect(await by.call('reservations?select=id')).toMatchObject({ status: 401, body: { code: '42501' } });
        } finally {
          await again.stop();
        }
      });

    test('a stopped site can be backed up', async () => {
      const rows = await allRows(site.owner);
      await site.stop();
      const folder = places.path();
      expect(await runTool('backup', place, folder)).toMatchObject({ code: 0, stderr: '' });
      expect(readBackupRows(folder)).toEqual(rows);
      site = await startSite(place);
    });

    test('restored transaction numbers make no row readable when they recur', async () => {
      const { owner } = site;
      await owner.script('begin');
      await owner.query('update public.reservations set made_in = pg_current_xact_id()');
      await owner.query("select set_config('app.settings.per_address', '1000', true)");
      await owner.script('set local role anon');
      const [mine] = await owner.query<{ id: string }>(
        `insert into public.reservations (name, email) values ('Camille', 'camille@exemple.fr') returning id`,
      );
      expect(await owner.query('select id from public.reservations')).toEqual([mine]);
      await owner.script('rollback');
    });
  });
}

/** Made before the migrations were merged, with rows of every table. */
const BEFORE_MERGE = join(__dirname, 'fixtures/backup-before-merge');

for (const kind of ['external', ...inLongTier<Kind>('local')] as const) {
  test(`a backup from before the migrations were merged is restored into a ${kind} database`, async () => {
    const place = await places.empty(kind);
    expect(await runTool('restore', place, BEFORE_MERGE)).toMatchObject({
      code: 0,
      stderr: 'private.settings.alert_incidents is no column of the site: its values were left out.\n',
    });
    const site = await startSite(place);
    try {
      const rows = (await allRows(site.owner))
        .map((row) => /^(\S+) (.*)$/s.exec(row))
        .map((match) => ({
          table: match?.[1],
          row: JSON.parse(match?.[2] ?? ''),
        }));
      const saved = readBackupLines(BEFORE_MERGE)
        .slice(1, -1)
        .map((line): { table: string; row: Record<string, unknown> } => JSON.parse(line))
        // The running site may have claimed or sent it.
        .filter(({ table }) => table !== 'private.outbox');
      for (const { table, row } of saved) {
        const { alert_incidents, ...present } = row;
        expect(rows).toContainEqual({ table, row: expect.objectContaining(present) });
      }
      expect(rows.filter(({ table }) => table === 'private.settings')).toMatchObject([
        { row: { per_address: 7, mails_per_hour: 30, refuse_per_address: 60 } },
      ]);
      const by = visitor(site);
      expect(await by.post('contacts', contact)).toMatchObject({ status: 201 });
    } finally {
      await site.stop();
    }
  });
}
