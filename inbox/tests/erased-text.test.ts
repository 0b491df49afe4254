import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@site/backend/src/database/database';
import { temporaryFolder } from '@site/backend/tests/support/engines';
import { filesWith } from '@site/backend/tests/support/file-texts';
import { longTest } from '@site/backend/tests/support/long-tier';
import { contact, reserve } from '@site/backend/tests/support/rows';
import { runTool, startTool } from '@site/backend/tests/support/run-tool';
import { type RunningSite, startSite } from '@site/backend/tests/support/running-site';
import { until } from '@site/backend/tests/support/until';
import { visitor } from '@site/backend/tests/support/visitor';

// For busy machines.
jest.setTimeout(240_000);

const place = { DATA_DIR: temporaryFolder(), DATABASE_URL: '' };
const marker = join(place.DATA_DIR, 'engine.erasing');
let site: RunningSite;

/** A person whose texts can be found in the files: none is compressed, and the long one is stored out of line. */
function somebody() {
  const mark = randomBytes(9).toString('hex');
  const message = randomBytes(3700).toString('base64');
  const person = { prenom: `P${mark}`, nom: `N${mark}`, email: `e${mark}@exemple.fr`, telephone: `0612345678 ${mark}` };
  // PostgreSQL compresses repeated text, except for its first occurrence.
  const repeated = `M${mark} `.repeat(200);
  const texts = [mark, ...[100, 2500, 4800].map((at) => message.slice(at, at + 24))];
  return { ...person, messages: [message.slice(0, 4900), repeated], texts };
}

type Somebody = ReturnType<typeof somebody>;

async function send({ messages, texts: _, ...person }: Somebody): Promise<void> {
  const by = visitor(site);
  for (const message of messages) {
    expect(await by.post('contacts', { ...contact, ...person, message })).toMatchObject({ status: 201 });
  }
  const id = await reserve(by);
  await site.owner.query('update public.reservations set name = $2, email = $3, phone = $4 where id = $1', [
    id,
    person.nom,
    person.email,
    person.telephone,
  ]);
  mkdirSync(join(place.DATA_DIR, 'mails'), { recursive: true });
  writeFileSync(join(place.DATA_DIR, 'mails', `20261123T090000Z-reservation-${id}-x.eml`), person.nom);
}

/** Spreads the texts to every place where the engine can leave them: statistics, and log segments set aside. */
async function scatter(owner: Database): Promise<void> {
  await owner.script('set wal_recycle = on');
  await owner.script('analyze');
  for (let segment = 0; segment < 4; segment += 1) {
    await owner.script('update public.contacts set message = message');
    await owner.script('update public.reservations set name = name');
    await owner.script('select pg_switch_wal()');
    await owner.script('checkpoint');
  }
  await owner.script('set wal_recycle = off');
}

const erase = ({ email }: Somebody) => runTool('inbox', place, 'erase', email, '--yes');
const found = ({ texts }: Somebody) => filesWith(place.DATA_DIR, texts);

beforeAll(async () => {
  site = await startSite(place);
});
afterAll(async () => {
  await site.stop();
  rmSync(place.DATA_DIR, { recursive: true });
});

test('no file of the data folder contains the texts of a person erased while the site runs', async () => {
  const [person, other] = [somebody(), somebody()];
  await send(person);
  await send(other);
  await scatter(site.owner);
  const before = found(person);
  for (const place of [/^database\/base\//, /^database\/pg_wal\//, /^mails\//]) {
    expect(before).toContainEqual(expect.stringMatching(place));
  }
  expect(await erase(person)).toMatchObject({ code: 0, stderr: '' });
  expect(found(person)).toEqual([]);
  expect(existsSync(marker)).toBe(false);
  expect(found(other).length).toBeGreaterThan(0);
  expect(await visitor(site).post('contacts', contact)).toMatchObject({ status: 201 });
});

longTest('no file of the data folder contains the texts of a person erased while the site is stopped', async () => {
  const person = somebody();
  await send(person);
  await site.stop();
  expect(found(person).length).toBeGreaterThan(0);
  expect(await erase(person)).toMatchObject({ code: 0, stderr: '' });
  expect(found(person)).toEqual([]);
  site = await startSite(place);
});

describe('an erasure that is killed once the rows are deleted', () => {
  const isStored = async ({ email }: Somebody) =>
    (await site.owner.query('select from public.contacts where email = $1', [email])).length > 0;

  async function eraseHalf(person: Somebody): Promise<void> {
    await send(person);
    const { child, printed } = startTool('inbox', place, 'erase', person.email, '--yes');
    await until(async () => !(await isStored(person)));
    child.kill('SIGKILL');
    await printed;
    expect(existsSync(marker)).toBe(true);
    expect(found(person).length).toBeGreaterThan(0);
  }

  test('a killed erasure is completed by the same command, which finds nobody any more', async () => {
    const person = somebody();
    await eraseHalf(person);
    expect(await erase(person)).toMatchObject({ code: 1, stderr: expect.stringContaining('Rien n’est conservé') });
    expect(found(person)).toEqual([]);
    expect(existsSync(marker)).toBe(false);
  });

  longTest('a killed erasure is completed by the next start of the site', async () => {
    const person = somebody();
    await eraseHalf(person);
    await site.stop();
    site = await startSite(place);
    expect(found(person)).toEqual([]);
    expect(existsSync(marker)).toBe(false);
  });
});

test('the next start removes the texts of requests that retention has deleted', async () => {
  const person = somebody();
  const fresh = Array.from({ length: 12 }, somebody);
  await insert(person, '4 years');
  for (const one of fresh) await insert(one, '1 day');
  // Retention runs once an hour.
  await site.owner.query('update private.retention_state set looked_at = null');
  await site.stop();
  site = await startSite(place);
  await until(() => existsSync(marker));
  expect(found(person).length).toBeGreaterThan(0);
  await site.stop();
  site = await startSite(place);
  expect(found(person)).toEqual([]);
});

async function insert({ email, prenom, nom, telephone, messages }: Somebody, age: string): Promise<void> {
  await site.owner.query(
    `insert into public.contacts (created_at, email, prenom, nom, telephone, message)
     values (now() - $1::interval, $2, $3, $4, $5, $6)`,
    [age, email, prenom, nom, telephone, messages[0]],
  );
}
