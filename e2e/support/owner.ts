import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { LONG_NAME, parisDay } from './forms';
import { runQuery } from './received';
import { REPOSITORY } from './site';

const OWNER_NAME = 'Béa Roy';

interface Owner {
  readonly email: string;
  readonly dataDir?: string;
}

const dataDirOf = ({ dataDir = process.env.E2E_DATA_DIR ?? '' }: Owner) => dataDir;
const run = promisify(execFile);

export async function addOwner(owner: Owner): Promise<void> {
  const add = 'insert into private.owners (email, name) values ($1, $2)';
  await runQuery(add, [owner.email, OWNER_NAME], dataDirOf(owner));
}

/** A code of `npx pnpm site-owner code`, which is started without the slow package manager. */
export async function codeFor(owner: Owner): Promise<string> {
  const { stdout } = await run(process.execPath, ['tooling/run.cjs', 'backend/bin/owner.ts', 'code', owner.email], {
    cwd: REPOSITORY,
    env: { ...process.env, DATA_DIR: dataDirOf(owner) },
  });
  return /^\d{8}/.exec(stdout)?.[0] ?? '';
}

/** Signs a new owner in. @returns what the browser stores */
export async function openSession(request: APIRequestContext, owner: Owner): Promise<string> {
  await addOwner(owner);
  const data = { type: 'email', email: owner.email, token: await codeFor(owner) };
  const page = await (await request.get('/espace')).text();
  const [, apikey = ''] = /"anonKey":"([^"]+)"/.exec(page) ?? [];
  const answer = await request.post('/auth/v1/verify', { data, headers: { apikey } });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.text();
}

/** Stores a session once per tab, so that a test can sign out. */
export const giveSession = (context: BrowserContext, session: string) =>
  context.addInitScript((given) => {
    const isSite = location.protocol.startsWith('http') && self.origin !== 'null';
    if (!isSite || sessionStorage.getItem('session-given')) return;
    sessionStorage.setItem('session-given', 'yes');
    localStorage.setItem('espace-session', given);
  }, session);

export async function signInAs(context: BrowserContext, owner: Owner): Promise<void> {
  await giveSession(context, await openSession(context.request, owner));
}

export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Votre e-mail').fill(email);
  await page.getByRole('button', { name: 'Recevoir un code' }).click();
  await expect(codeField(page)).toBeVisible();
}

export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code à huit chiffres' });

export async function enterCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Ouvrir mon espace' }).click();
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Counts the newest of each kind that may be open; all older ones are handled or cancelled. */
const OPEN = 300;

/** Stores requests of people with e-mail addresses at the domain; the newest has a long name. No mail is sent. */
export async function storeRequests(domain: string, count: number, dataDir?: string): Promise<void> {
  const at = literal(`@${domain}`);
  const messages = Math.floor(count / 4);
  // Statements without values run in one transaction: the mail worker never sees the mails.
  await runQuery(
    `insert into public.contacts (created_at, prenom, nom, email, telephone, message, handled_at)
       select now() - n * interval '3 hours', (array['Hélène', 'Adèle', 'Noé'])[n % 3 + 1], 'Moreau',
         'helene' || n || ${at}, '06 39 98 00 ' || 10 + n % 90,
         'Bonjour, nous aimerions venir à deux. Nous sommes une agence de cinq personnes près de Nantes.',
         case when n > ${OPEN} then now() end
       from generate_series(1, ${messages}) as n;
     with made as (
       insert into public.reservations (created_at, name, email, phone, is_agefice, status, flagged, days_wanted)
         select now() - n * interval '1 hour', (array['Camille Martin', 'Dominique Petit', 'Inès Roy'])[n % 3 + 1],
           'visite' || n || ${at}, '06 39 98 01 ' || 10 + n % 90, n % 3 = 0,
           case when n > ${OPEN} then 'annulee' else (array['nouvelle', 'nouvelle', 'confirmee', 'annulee'])[n % 4 + 1] end,
           n % 20 = 4, null
         from generate_series(1, ${count - messages - 1}) as n
       union all select now(), ${literal(LONG_NAME)}, 'long' || ${at}, '06 39 98 00 00', true, 'nouvelle', false, 'all'
       returning id, status)
     insert into public.reservation_dates (reservation_id, date, confirmed)
-- Days that other tests confirm at the same time stay free.
       select m.id,
         ${literal(parisDay(5))}::date + (m.n % 20)::integer + d + case m.status when 'confirmee' then 30 else 0 end,
         m.status = 'confirmee'
       from (select id, status, row_number() over () as n from made) m, generate_series(0, 2) as d;
     delete from private.outbox o where o.ref in (
       select c.id from public.contacts c where c.email like '%' || ${at}
       union all select r.id from public.reservations r where r.email like '%' || ${at});`,
    [],
    dataDir,
  );
}

/** Moves the days of the reservation of this address to where no test that runs at the same time confirms one. */
export const freeDays = (email: string) =>
  runQuery(
    `update public.reservation_dates d set date = d.date + $2::integer
       from public.reservations r where r.id = d.reservation_id and r.email = $1`,
    [email, String(randomInt(100, 400))],
  );
