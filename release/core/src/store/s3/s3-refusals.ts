import { UserError } from '../../user-error';
import { describeLocation, type S3Location } from './s3-location';
import type { S3Error } from './s3-xml';

export type S3Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

/** A refusal that repeating the call does not change. */
export class S3Refusal extends UserError {
  override readonly name = 'S3Refusal';
}

interface Refused {
  readonly method: S3Method;
  readonly isList: boolean;
  readonly status: number;
  /** Null when the answer does not come from an S3 store. */
  readonly error: S3Error | null;
  readonly date: string | null;
}

/** Without the right to list, S3 answers 403 for a missing key. */
const READ = 'read (s3:GetObject, and s3:ListBucket for keys that are missing)';
const RIGHTS = { GET: READ, HEAD: READ, PUT: 'write (s3:PutObject)' } as const;

export function describeS3Refusal(location: S3Location, refused: Refused): S3Refusal {
  const { status, error } = refused;
  const store = describeLocation(location);
  if (!error) {
    const name = `${location.variables}AWS_ENDPOINT_URL_S3`;
    return new S3Refusal(`${store} answered ${status}, not as an S3 store does: check ${name}.`);
  }
  const sentence = SENTENCES[error.code];
  if (sentence) return new S3Refusal(`${store} ${sentence(location, refused)}`);
  const message = error.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200);
  return new S3Refusal(`${store} answered ${status} ${error.code.slice(0, 60)}: ${message}`);
}

type Sentence = (location: S3Location, refused: Refused) => string;

const wrongRegion: Sentence = ({ variables, region }, { error }) =>
  error?.region
    ? `has its bucket in the region ${error.region}, not in ${region}: set ${variables}AWS_REGION=${error.region}.`
    : `has its bucket in another region than ${region}: correct ${variables}AWS_REGION and the endpoint.`;

const expired: Sentence = ({ variables }) =>
  `does not accept the session token: set a new ${variables}AWS_SESSION_TOKEN with its key, or leave it out.`;

const full: Sentence = () => 'has no room left: raise its quota, or remove old releases ("npx pnpm release prune").';

const SENTENCES: Readonly<Record<string, Sentence>> = {
  AccessDenied: (_, { method, isList }) => {
    const right = isList ? 'list (s3:ListBucket)' : method === 'DELETE' ? 'delete (s3:DeleteObject)' : RIGHTS[method];
    return `does not let this key ${right}: give it the rights that docs/object-store.md lists.`;
  },
  InvalidAccessKeyId: ({ variables }) => `does not know this key: check ${variables}AWS_ACCESS_KEY_ID.`,
  SignatureDoesNotMatch: ({ variables }) =>
    `refuses the signature: ${variables}AWS_SECRET_ACCESS_KEY does not belong to the key.`,
  ExpiredToken: expired,
  InvalidToken: expired,
  NoSuchBucket: ({ bucket }) => `has no bucket "${bucket}": create it, or correct its name.`,
  InvalidBucketName: ({ bucket }) => `takes no bucket "${bucket}": correct its name.`,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  PermanentRedirect: wrongRegion,
  TemporaryRedirect: wrongRegion,
  RequestTimeTooSkewed: (_, { date }) => {
    const differs = date ? Math.round(Math.abs(Date.now() - Date.parse(date)) / 60_000) : Number.NaN;
    const by = Number.isNaN(differs) ? '' : ` by ${differs} min`;
    return `has a clock that differs from this machine's${by}: set the clock of this machine.`;
  },
  NotImplemented: () =>
    'does not know If-None-Match: two commands at once could both win. Choose another store (docs/object-store.md).',
  QuotaExceeded: full,
  XMinioStorageFull: full,
};
