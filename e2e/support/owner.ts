import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { runQuery } from './database';
import { REPOSITORY } from './site';

const OWNER_NAME = 'Béa Roy';

interface Place {
  readonly email: string;
  readonly dataDir?: string;
}

const dataDirOf = ({ dataDir = process.env.E2E_DATA_DIR ?? '' }: Place) => dataDir;
const run = promisify(execFile);

export async function addOwner(place: Place): Promise<void> {
  const add = 'insert into private.owners (email, name) values ($1, $2)';
  await runQuery(add, [place.email, OWNER_NAME], dataDirOf(place));
}

/** A code of `npx pnpm site-owner code`, which is started without the slow package manager. */
export async function codeFor(place: Place): Promise<string> {
  const { stdout } = await run(process.execPath, ['tooling/run.cjs', 'backend/bin/owner.ts', 'code', place.email], {
    cwd: REPOSITORY,
    env: { ...process.env, DATA_DIR: dataDirOf(place) },
  });
  return /^\d{8}/.exec(stdout)?.[0] ?? '';
}

/** Signs a new owner in. @returns what the browser stores */
export async function openSession(request: APIRequestContext, place: Place): Promise<string> {
  await addOwner(place);
  const data = { type: 'email', email: place.email, token: await codeFor(place) };
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

export async function signInAs(context: BrowserContext, place: Place): Promise<void> {
  await giveSession(context, await openSession(context.request, place));
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
