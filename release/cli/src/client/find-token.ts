import { UserError } from '@site/release-core/user-error';
import { exchanging } from './exchange-identity';
import { findIdentity, isIdentity } from './identity-token';
import { readTokenFile, tokenFile } from './token-file';

export interface Token {
  readonly source: string;
  /** May exchange an identity token of a CI, and again when that session ends. */
  readonly read: () => Promise<string>;
}

interface TokenSearch {
  readonly env: NodeJS.ProcessEnv;
  readonly origin: string;
  readonly variable: string;
}

/** @throws UserError when there is no token, or an invalid one */
export async function findToken({ env, origin, variable }: TokenSearch): Promise<Token> {
  const named = env[variable]?.trim();
  if (named) return fixed(named, { source: variable, origin });
  const stored = await readTokenFile(env, origin);
  if (stored) return fixed(stored, { source: tokenFile(env), origin });
  const ask = findIdentity(env, origin);
  const source = 'the identity token of this CI run';
  if (ask) return { source, read: exchanging({ origin, source, ask }) };
  const inWorkflow = env.GITHUB_ACTIONS ? ', or give the job "permissions: id-token: write"' : '';
  throw new UserError(
    `There is no token for ${origin}: set ${variable}, or write a line "${origin} <token>" into ${tokenFile(env)} (chmod 600)${inWorkflow}. Whoever runs the site makes one with "npx pnpm release grant".`,
  );
}

function fixed(token: string, { source, origin }: Pick<Token, 'source'> & { readonly origin: string }): Token {
  // The error of an invalid header would print the token.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UserError(`The token of ${source} has an invalid character.`);
  const ask = async () => token;
  return { source, read: isIdentity(token) ? exchanging({ origin, source, ask }) : ask };
}
