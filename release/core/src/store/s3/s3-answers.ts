import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { UserError } from '../../user-error';
import { describeLocation, type S3Location } from './s3-location';

interface Listing {
  readonly keys: readonly string[];
  /** In bytes, in the order of the keys. */
  readonly sizes: readonly number[];
  readonly prefixes: readonly string[];
  readonly next: string | null;
}

export interface S3Error {
  readonly code: string;
  readonly message: string;
  readonly region?: string;
}

export function readListing(body: Buffer): Listing | null {
  const root = parse(body, 'ListBucketResult');
  if (!root) return null;
  const isEncoded = textOf(root, 'EncodingType') === 'url';
  const decode = (key: string) => (isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key);
  const texts = (list: string, item: string) => childrenOf(root, list).map((element) => textOf(element, item) ?? '');
  const all = (list: string, item: string) => texts(list, item).map(decode);
  const isTruncated = textOf(root, 'IsTruncated') === 'true';
  const next = isTruncated ? textOf(root, 'NextContinuationToken') : null;
  // Without a token the rest cannot be requested, and half a list would look complete.
  if (next === undefined) return null;
  const sizes = texts('Contents', 'Size').map(Number);
  return { keys: all('Contents', 'Key'), sizes, prefixes: all('CommonPrefixes', 'Prefix'), next };
}

export function readS3Error(body: Buffer): S3Error | null {
  const root = parse(body, 'Error');
  const code = root && textOf(root, 'Code');
  if (!code) return null;
  const region = textOf(root, 'Region');
  return { code, message: textOf(root, 'Message') ?? '', ...(region && { region }) };
}

function parse(body: Buffer, name: string): XmlElement | null {
  try {
    const { root } = parseXml(body.toString());
    return root?.name === name ? root : null;
  } catch {
    return null;
  }
}

const childrenOf = (parent: XmlElement, name: string) =>
  parent.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name);

const textOf = (parent: XmlElement, name: string) => childrenOf(parent, name)[0]?.text;

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
    return `does not let this key ${right}: give it the rights that docs/hosting/object-store.md lists.`;
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
    'does not know If-None-Match: two commands at once could both win. Choose another store (docs/hosting/object-store.md).',
  QuotaExceeded: full,
  XMinioStorageFull: full,
};
