import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { UserError } from '../../user-error';
import { describeLocation, type S3Location } from './s3-location';

export interface S3Error {
  readonly code: string;
  readonly message: string;
}

export function readListing(body: Buffer) {
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
  return { code, message: textOf(root, 'Message') ?? '' };
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

interface ErrorAnswer {
  readonly status: number;
  /** Null when the answer does not come from an S3 store. */
  readonly error: S3Error | null;
}

/** Quotes the store's own words: docs/hosting/object-store.md lists the causes by their code. */
export function describeS3Refusal(location: S3Location, { status, error }: ErrorAnswer): S3Refusal {
  const store = describeLocation(location);
  if (!error) {
    const name = `${location.variables}AWS_ENDPOINT_URL_S3`;
    return new S3Refusal(`${store} answered ${status}, not as an S3 store does: check ${name}.`);
  }
  const message = error.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200);
  return new S3Refusal(
    `${store} answered ${status} ${error.code.slice(0, 60)}: ${message} See docs/hosting/object-store.md.`,
  );
}
