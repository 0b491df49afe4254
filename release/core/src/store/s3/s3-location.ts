import { isLoopback } from '../../network';
import { UserError } from '../../user-error';

export interface S3Location {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Ends with a slash, or is empty. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  readonly variables: VariablePrefix;
}

/** `mirror` reads separate variables for its two stores, `deploy` for its target. */
type VariablePrefix = '' | 'FROM_' | 'TO_';

/** All of a store's variables begin with the prefix, or none does, so that the keys of two stores do not mix. */
export const prefixInUse = (prefix: VariablePrefix, env: NodeJS.ProcessEnv): VariablePrefix =>
  Object.keys(env).some((name) => name.startsWith(`${prefix}AWS_`)) ? prefix : '';

interface LocationText {
  readonly name: string;
  readonly text: string;
  readonly variables?: VariablePrefix;
}

/** The region that stores without regions expect. */
const NO_REGION = 'us-east-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:(?!\.+\/)[\w.-]+\/)*$/;

export const isS3Address = (text: string) => /^s3:/i.test(text);

/** Names the location in messages. It contains no secret. */
export const describeLocation = ({ bucket, prefix, endpoint }: S3Location) =>
  `s3://${`${bucket}/${prefix}`.replace(/\/$/, '')} at ${endpoint}`;

/** @throws UserError that names the mistake and repeats nothing that could be a secret */
export function readS3Location({ name, text, variables = '' }: LocationText, env: NodeJS.ProcessEnv): S3Location {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/.exec(text) ?? [];
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  if (!BUCKET.test(bucket) || !PREFIX.test(prefix)) {
    throw new UserError(`${name} is no address of an object store: write s3://bucket/prefix, without a key.`);
  }
  const read = (variable: string) => env[`${variables}${variable}`] || undefined;
  const endpoint = read('AWS_ENDPOINT_URL_S3') ?? read('AWS_ENDPOINT_URL');
  const region = read('AWS_REGION') ?? (endpoint && NO_REGION);
  const accessKeyId = read('AWS_ACCESS_KEY_ID');
  const secretAccessKey = read('AWS_SECRET_ACCESS_KEY');
  if (!region || !/^[\w-]+$/.test(region) || !accessKeyId || !secretAccessKey) {
    throw new UserError(
      `${name} names an object store: set ${variables}AWS_REGION (as in eu-west-3) or ${variables}AWS_ENDPOINT_URL_S3, ${variables}AWS_ACCESS_KEY_ID and ${variables}AWS_SECRET_ACCESS_KEY as docs/hosting/object-store.md describes.`,
    );
  }
  return {
    endpoint: endpoint ? readEndpoint(endpoint, variables, env) : `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    prefix,
    accessKeyId,
    secretAccessKey,
    sessionToken: read('AWS_SESSION_TOKEN'),
    variables,
  };
}

function readEndpoint(text: string, variables: VariablePrefix, env: NodeJS.ProcessEnv): string {
  const name = `${variables}AWS_ENDPOINT_URL_S3`;
  const wrong = new UserError(`${name} is no address of a server: write it as in https://s3.fr-par.scw.cloud.`);
  if (!URL.canParse(text)) throw wrong;
  const { protocol, origin, hostname, pathname, search, hash, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol) || pathname !== '/' || search || hash || username || password) throw wrong;
  if (protocol === 'https:' || isLoopback(hostname) || env.STORE_ALLOW_HTTP === 'yes') return origin;
  throw new UserError(
    `${name} is ${origin}: what is stored there would travel readable. Use https, or set STORE_ALLOW_HTTP=yes on a network of your own.`,
  );
}
