import { UserError } from '@site/release-core/user-error';
import { findIdentity } from './identity-token';
import { readTokenFile, tokenFile } from './token-file';

export interface Token {
  readonly source: string;
  /** May fetch a new token: identity tokens of a CI expire after minutes. */
  readonly read: () => Promise<string>;
}

export interface TokenSearch {
  readonly env: NodeJS.ProcessEnv;
  readonly origin: string;
  readonly variable: string;
}

/** @throws UserError when there is no token, or an invalid one */
export async function findToken({ env, origin, variable }: TokenSearch): Promise<Token> {
  const named = env[variable]?.trim();
  if (named) return fixed(named, variable);
  const stored = await readTokenFile(env, origin);
  if (stored) return fixed(stored, tokenFile(env));
  const identity = findIdentity(env, origin);
  if (identity) return { source: 'the identity token of this CI run', read: identity };
  const inWorkflow = env.GITHUB_ACTIONS ? ', or give the job "permissions: id-token: write"' : '';
  throw new UserError(
    `There is no token for ${origin}: set ${variable}, or write a line "${origin} <token>" into ${tokenFile(env)} (chmod 600)${inWorkflow}. Whoever runs the site makes one with "npx pnpm release grant".`,
  );
}

function fixed(token: string, source: string): Token {
  // The error of an invalid header would print the token.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UserError(`The token of ${source} has an invalid character.`);
  return { source, read: async () => token };
}
