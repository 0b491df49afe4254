import { describeLocation, readS3Location } from './s3-location';

const KEY = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'a-secret-of-forty-signs' };
const read = (text: string, env: Record<string, string> = {}) =>
  readS3Location({ name: 'STORE', text }, { ...KEY, AWS_REGION: 'eu-west-3', ...env });

test('without an endpoint the store is that of AWS in its region', () => {
  expect(read('s3://site-releases/live')).toEqual({
    endpoint: 'https://s3.eu-west-3.amazonaws.com',
    region: 'eu-west-3',
    bucket: 'site-releases',
    prefix: 'live/',
    accessKeyId: 'AKIAEXAMPLE',
    secretAccessKey: 'a-secret-of-forty-signs',
    sessionToken: undefined,
    variables: '',
  });
});

test('AWS_ENDPOINT_URL_S3 takes precedence over AWS_ENDPOINT_URL, and neither needs a region', () => {
  const env = { AWS_REGION: '', AWS_ENDPOINT_URL: 'https://all.example', AWS_SESSION_TOKEN: 'token' };
  expect(read('s3://site', env)).toMatchObject({
    endpoint: 'https://all.example',
    region: 'us-east-1',
    prefix: '',
    sessionToken: 'token',
  });
  expect(read('s3://site', { ...env, AWS_ENDPOINT_URL_S3: 'https://s3.example/' }).endpoint).toBe('https://s3.example');
});

test('the description of a location contains no credentials', () => {
  expect(describeLocation(read('s3://site/a/b/'))).toBe('s3://site/a/b at https://s3.eu-west-3.amazonaws.com');
  expect(describeLocation(read('s3://site'))).toBe('s3://site at https://s3.eu-west-3.amazonaws.com');
});

test.each([
  's3://',
  's3://Site',
  's3://a/',
  's3://key:a-secret-of-forty-signs@site/live',
  's3://site/../other',
  's3://site?a',
])('%s is refused as an address, and the error does not repeat it', (text) => {
  expect(() => read(text)).toThrow(
    /^STORE is no address of an object store: write s3:\/\/bucket\/prefix, without a key\.$/,
  );
});

test.each([{ AWS_ACCESS_KEY_ID: '' }, { AWS_SECRET_ACCESS_KEY: '' }, { AWS_REGION: '' }, { AWS_REGION: 'eu west' }])(
  '%j is refused with the names of the variables',
  (env) => {
    expect(() => read('s3://site', env)).toThrow('set AWS_REGION (as in eu-west-3) or AWS_ENDPOINT_URL_S3, AWS_ACCESS');
  },
);

test.each([
  [{ AWS_ENDPOINT_URL_S3: 's3.example' }, 'AWS_ENDPOINT_URL_S3 is no address of a server'],
  [{ AWS_ENDPOINT_URL_S3: 'https://key:secret@s3.example' }, 'AWS_ENDPOINT_URL_S3 is no address of a server'],
  [{ AWS_ENDPOINT_URL_S3: 'https://s3.example/bucket' }, 'AWS_ENDPOINT_URL_S3 is no address of a server'],
  [{ AWS_ENDPOINT_URL_S3: 'http://s3.example' }, 'Use https, or set STORE_ALLOW_HTTP=yes on a network of your own.'],
])('%j is refused with the remedy', (env, sentence) => {
  expect(() => read('s3://site', env)).toThrow(sentence);
});

test.each([
  ['http://127.0.0.1:7480', {}],
  ['http://localhost:9000', {}],
  ['http://10.0.0.2:7480', { STORE_ALLOW_HTTP: 'yes' }],
])('%s is accepted without TLS', (endpoint, env) => {
  expect(read('s3://site', { AWS_ENDPOINT_URL_S3: endpoint, ...env }).endpoint).toBe(endpoint);
});
