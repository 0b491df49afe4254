/** The answer of ListObjectsV2. S3 sorts keys by their UTF-8 bytes. */
export function listingOf(objects: ReadonlyMap<string, { readonly body: Buffer }>, asked: URLSearchParams): string {
  const [prefix, delimiter] = [asked.get('prefix') ?? '', asked.get('delimiter') ?? ''];
  const token = asked.get('continuation-token');
  const after = token === null ? (asked.get('start-after') ?? '') : Buffer.from(token, 'base64').toString();
  const items = new Set(
    [...objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => {
        const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
        return end < 0 ? key : key.slice(0, end + 1);
      }),
  );
  const sorted = [...items].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).filter((key) => key > after);
  const page = sorted.slice(0, Number(asked.get('max-keys') ?? 1000));
  const isTruncated = page.length < sorted.length;
  const encode = (key: string) => encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');
  const isPrefix = (key: string) => delimiter !== '' && key.slice(prefix.length).endsWith(delimiter);
  return [
    '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    '<EncodingType>url</EncodingType>',
    `<IsTruncated>${isTruncated}</IsTruncated>`,
    isTruncated
      ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
      : '',
    ...page.map((key) =>
      isPrefix(key)
        ? `<CommonPrefixes><Prefix>${encode(key)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${encode(key)}</Key><Size>${objects.get(key)?.body.length}</Size></Contents>`,
    ),
    '</ListBucketResult>',
  ].join('');
}
