import { isObject } from '@site/contract/json';
import { isReservedName } from '@site/contract/log-names';
import { renderTable } from '@site/terminal/output';
import { readFlags, reasonOf, UserError } from '@site/terminal/program';
import { codeOf, newNonce } from '../auth/auth-database';
import type { Database } from '../database/postgres';
import { loadKeys } from '../database/shared-keys';
import { readOptions } from '../process/options';
import { withDatabase } from './with-database';

const USAGE = 'Usage: npx pnpm site-owner add <e-mail> [--name "…"] | list | remove <e-mail> | code <e-mail>';

/** `npx pnpm site-owner …`. Resolves with what it prints. @throws UserError */
export async function runOwnerCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { positionals, values } = readFlags(args, { name: { type: 'string' } }, USAGE);
  const [command, email = ''] = positionals;
  const words = command === 'list' ? 1 : 2;
  if (positionals.length !== words || (values.name !== undefined && command !== 'add')) throw new UserError(USAGE);
  const options = readOptions(env);
  return withDatabase(options, async (database) => {
    if (command === 'list') return listOwners(database);
    if (command === 'add') return addOwner(database, email, values.name);
    if (command === 'remove') return removeOwner(database, email);
    if (command === 'code') return showCode(database, email, env);
    throw new UserError(USAGE);
  });
}

const OWNERS = `
  select o.email, o.name, private.iso(o.added_at) as "addedAt",
    (select count(*)::integer from private.owner_sessions s where s.owner_id = o.id) as sessions
  from private.owners o order by o.added_at, o.email`;

interface Owner {
  readonly email: string;
  readonly name: string;
  readonly addedAt: string;
  readonly sessions: number;
}

/** Adds or renames an owner. @throws UserError for an invalid address or name */
async function addOwner(database: Database, given: string, name: string | undefined): Promise<string> {
  const email = await readEmail(database, given);
  if (name !== undefined && !/^[^\p{Cc}]{1,100}$/u.test(name.trim())) {
    throw new UserError('The name must be one line of 1 to 100 characters.');
  }
  if (name !== undefined && isReservedName(name)) {
    throw new UserError(`The log uses the name ${JSON.stringify(name)} for the site itself: choose another.`);
  }
  const [existing] = await database.query<{ name: string }>('select name from private.owners where email = $1', [
    email,
  ]);
  if (existing && name === undefined) return `${email} is an owner already.`;
  await database.query(
    'insert into private.owners (email, name) values ($1, $2) on conflict (email) do update set name = excluded.name',
    [email, name?.trim() ?? email],
  );
  if (existing) return `${email} is named ${name?.trim()} now.`;
  await database.query('select private.welcome_owner($1)', [email]);
  return `${email} is an owner now: a mail with the first steps at /espace goes to this address, or to a file in the data folder's mails without SMTP_URL.`;
}

async function listOwners(database: Database): Promise<string> {
  const owners = await database.query<Owner>(OWNERS);
  if (owners.length === 0) return 'There is no owner yet: add one with "npx pnpm site-owner add <e-mail>".';
  const rows = owners.map(({ email, name, addedAt, sessions }) => [email, name, addedAt, String(sessions)]);
  return renderTable([['e-mail', 'name', 'added', 'sessions'], ...rows]);
}

/** Removes an owner and ends the owner's sessions. @throws UserError when there is no such owner */
async function removeOwner(database: Database, given: string): Promise<string> {
  const email = given.trim().toLowerCase();
  const [counted] = await database.query<{ sessions: number }>(
    `with gone as (delete from private.owners where email = $1 returning id)
     select count(s.id)::integer as sessions from gone left join private.owner_sessions s on s.owner_id = gone.id
     group by gone.id`,
    [email],
  );
  if (!counted) throw unknownOwner(email);
  return `${email} is no owner any more (sessions ended: ${counted.sessions}).`;
}

/**
 * Makes a code without a mail, for an owner whose mails do not arrive.
 * @throws UserError when there is no such owner
 */
async function showCode(database: Database, given: string, env: NodeJS.ProcessEnv): Promise<string> {
  const email = given.trim().toLowerCase();
  const owners = await database.query('select from private.owners where email = $1', [email]);
  if (owners.length === 0) throw unknownOwner(email);
  const [found] = await database.query<{ isHosted: boolean }>(
    `select to_regclass('auth.sessions') is not null as "isHosted"`,
  );
  if (found?.isHosted) return `${await hostedCode(email, env)} opens the owner's space of ${email}, once.`;
  const { jwtSecret } = await loadKeys(readOptions(env), database);
  const [put] = await database.query<{ nonce: string }>('select private.put_code($1, $2, false) as nonce', [
    email,
    newNonce(),
  ]);
  if (!put) throw new Error('The database returned no code.');
  return `${codeOf(put.nonce, jwtSecret)} opens the owner's space of ${email}, once and within ten minutes.`;
}

const HOSTED_MS = 20_000;

/**
 * Asks hosted Auth for a code. Its answer contains a link too. Auth registers an owner's address that it does not
 * know.
 * @throws UserError
 */
async function hostedCode(
  email: string,
  { SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY }: NodeJS.ProcessEnv,
): Promise<string> {
  const key = SUPABASE_SERVICE_ROLE_KEY;
  if (!SUPABASE_URL || !key) {
    throw new UserError(
      'Hosted Auth makes the codes of this database: set SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY.',
    );
  }
  const response = await fetch(new URL('/auth/v1/admin/generate_link', SUPABASE_URL), {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'magiclink', email }),
    signal: AbortSignal.timeout(HOSTED_MS),
  }).catch((cause) => {
    throw new UserError(`SUPABASE_URL cannot be reached (${reasonOf(cause)}).`, { cause });
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && isObject(body) && typeof body.email_otp === 'string') return body.email_otp;
  throw new UserError(
    `Hosted Auth made no code (${response.status}): check SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY.`,
  );
}

async function readEmail(database: Database, given: string): Promise<string> {
  const email = given.trim().toLowerCase();
  const [row] = await database.query<{ fits: boolean }>('select private.is_email($1) as fits', [email]);
  if (row?.fits) return email;
  throw new UserError(`${JSON.stringify(given)} is no e-mail address: write it as in contact@example.com.`);
}

const unknownOwner = (email: string) =>
  new UserError(
    `${JSON.stringify(email)} is no owner: "npx pnpm site-owner list" shows all, "npx pnpm site-owner add" adds one.`,
  );
