import type { RequestListener } from 'node:http';
import { describeBlobs } from '../../../tests/suites/blobs';
import { describeS3Faults, describeS3Refusals } from '../../../tests/suites/s3';
import { type AnsweringServer, answerWith, startAnswering } from '../../../tests/support/answering-server';
import { type StandIn, startS3StandIn } from '../../../tests/support/s3-stand-in';
import { StoreAwayError } from '../../user-error';
import { requireConditionalWrites } from '../blobs';
import { s3Blobs } from './s3-blobs';

let standIn: StandIn;
let locations = 0;

beforeAll(async () => {
  standIn = await startS3StandIn();
});
afterAll(() => standIn.end());

const newLocation = () => {
  locations += 1;
  return standIn.location(`tests/${locations}/`);
};

describe('an object store', () => describeBlobs(() => s3Blobs(newLocation(), { page: 2 })));
describe('an object store over a bad connection', () => describeS3Faults(newLocation));
describe('a refusal of an object store', () => describeS3Refusals(newLocation));

describe('a store that overwrites', () => {
  let careless: StandIn;
  beforeAll(async () => {
    careless = await startS3StandIn({ isCareless: true });
  });
  afterAll(() => careless.end());

  test('is refused by name, and keeps no value of the probe', async () => {
    const refused = requireConditionalWrites(s3Blobs(careless.location('a/')));
    await expect(refused).rejects.toThrow('as Garage and the S3 address of Supabase Storage do');
    expect([...careless.objects.keys()]).toEqual([]);
  });
});

describe('an answer that is not as expected', () => {
  let server: AnsweringServer;
  afterEach(() => server.end());
  const answering = async (...answers: readonly RequestListener[]) => {
    server = await startAnswering(...answers);
    return s3Blobs({ ...newLocation(), endpoint: server.origin });
  };
  const errorOf = (code: string) => `<Error><Code>${code}</Code><Message>Because.</Message></Error>`;

  test.each(['add', 'get', 'has', 'list', 'remove'] as const)(
    'a refusal of %s is reported once, in the words of the store',
    async (act) => {
      const blobs = await answering(answerWith(403, errorOf('AccessDenied')));
      await expect(blobs[act](act === 'list' ? 'a/' : 'a', '')).rejects.toThrow(
        'answered 403 AccessDenied: Because. See docs/hosting/object-store.md.',
      );
      // HEAD has no body: a second call gets the reason.
      expect(server.asked).toHaveLength(act === 'has' ? 2 : 1);
    },
  );

  test.each([
    ['a page', 404, '<!doctype html><p>Not found'],
    ['nothing', 404, ''],
    ['a list that is cut', 200, '<ListBucketResult><Contents><Key>a'],
    ['a list without its next token', 200, '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'],
  ])('%s instead of a list does not count as an empty store', async (_, status, body) => {
    const blobs = await answering(answerWith(status, body));
    await expect(blobs.list('index/')).rejects.toThrow(/as an S3 store does: check/);
  });

  test("another server's 404 does not count as a missing key", async () => {
    const blobs = await answering(answerWith(404, '<!doctype html><p>Not found'));
    await expect(blobs.get('a')).rejects.toThrow('not as an S3 store does: check AWS_ENDPOINT_URL_S3.');
    await expect(blobs.add('a', '')).rejects.toThrow('not as an S3 store does');
  });

  test('gives up an answer that never ends, although bytes keep arriving', async () => {
    server = await startAnswering((_, response) => {
      const dripping = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(dripping));
    });
    const blobs = s3Blobs({ ...newLocation(), endpoint: server.origin }, { longestMs: 200, retryMs: 0 });
    await expect(blobs.get('a')).rejects.toThrow(StoreAwayError);
  });

  test('gives up a list that never ends', async () => {
    const page =
      '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>same</NextContinuationToken></ListBucketResult>';
    const blobs = await answering(answerWith(200, page));
    await expect(blobs.list('index/')).rejects.toThrow('lists nothing as an S3 store does');
  });

  test('a session token is sent and signed with each call', async () => {
    server = await startAnswering(answerWith(200, 'value'));
    await s3Blobs({ ...newLocation(), endpoint: server.origin, sessionToken: 'token' }).get('a');
    expect(server.asked[0]?.headers['x-amz-security-token']).toBe('token');
    expect(server.asked[0]?.headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
  });

  test('a redirect is not followed, so that no other address receives the signature', async () => {
    const blobs = await answering(answerWith(307, '', { Location: 'http://127.0.0.1:9/other' }));
    await expect(blobs.get('a')).rejects.toThrow('answered 307');
    expect(server.asked).toHaveLength(1);
  });

  test('decodes XML characters in the names of a list', async () => {
    const list =
      '<ListBucketResult><Contents><Key>tests/&amp;&lt;&#233;</Key></Contents><Contents><Key>tests/b+c%2Bd</Key></Contents></ListBucketResult>';
    server = await startAnswering(answerWith(200, list));
    const blobs = s3Blobs({ ...newLocation(), endpoint: server.origin, prefix: '' });
    expect(await blobs.list('tests/')).toEqual(['&<é', 'b+c%2Bd']);
  });

  test('a server that does not speak TLS is refused without a second try', async () => {
    server = await startAnswering();
    const blobs = s3Blobs({ ...newLocation(), endpoint: server.origin.replace('http', 'https') });
    await expect(blobs.get('a')).rejects.toThrow('has no certificate that this machine trusts');
  });
});
