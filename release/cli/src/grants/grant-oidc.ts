import { isSafeAddress } from '@site/release-core/site-address';
import { UserError } from '@site/release-core/user-error';

export interface Oidc {
  readonly issuer: string;
  readonly claims: Readonly<Record<string, string>>;
}

/** Claims that identify one project: all projects of a public CI share its issuer. */
const NAMING_CLAIMS = ['sub', 'repository', 'repository_id', 'project_path', 'project_id'];
const CLAIM = /^([A-Za-z_][\w:./-]*)=(.+)$/;

interface Asked {
  readonly oidc: string | undefined;
  readonly claim: readonly string[];
}

/** @throws UserError when tokens of other projects of the issuer would be accepted */
export function readOidc({ oidc, claim }: Asked): Oidc | null {
  if (oidc === undefined) {
    if (claim.length > 0) throw new UserError('--claim belongs to --oidc: name the issuer of the identity tokens.');
    return null;
  }
  const claims = claim.map((one) => {
    const [, name, value] = CLAIM.exec(one) ?? [];
    if (name && value) return [name, value] as const;
    throw new UserError(`--claim is ${JSON.stringify(one)}: write it as repository=team/booking.`);
  });
  if (new Set(claims.map(([name]) => name)).size < claims.length) {
    throw new UserError('A claim is named twice: an identity token has one value of each.');
  }
  if (!claims.some(([name]) => NAMING_CLAIMS.includes(name))) {
    throw new UserError(
      `Every project at ${oidc} could release: add a claim that names yours (--claim repository=team/booking; ${NAMING_CLAIMS.join(', ')}).`,
    );
  }
  return { issuer: readIssuer(oidc), claims: Object.fromEntries(claims) };
}

function readIssuer(text: string): string {
  if (isSafeAddress(text)) return text;
  throw new UserError(`--oidc is ${JSON.stringify(text)}: write the issuer's https address.`);
}
