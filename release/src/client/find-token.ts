import { UserError } from '../user-error';
import { findIdentity } from './identity-token';
import { readTokenFile, tokenFile } from './token-file';

export interface Token {
  /** Where it was found, for sentences. */
  readonly source: string;
  /** An identity token of a CI lives for minutes: it is asked for again when it is old. */
  readonly read: () => Promise<string>;
}

export interface TokenSearch {
  readonly env: NodeJS.ProcessEnv;
  readonly origin: string;
  /** `RELEASE_TOKEN`, or `RELEASE_TOKEN_FROM` for the site that a release comes from. */
  readonly variable: string;
}

/** @throws UserError where there is none, or none that can be sent */
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
  // The error of a header that cannot be sent would print it.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UserError(`The token of ${source} has a character that no token has.`);
  return { source, read: async () => token };
}
