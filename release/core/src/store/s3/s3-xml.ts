import { parseXml, XmlElement } from '@rgrove/parse-xml';

export interface Listing {
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
