import type { RequestListener } from 'node:http';
import { seal } from '@site/release-core/integrity';
import { type AnsweringServer, startAnswering } from '@site/release-core/tests/support/answering-server';
import { exampleRelease } from '@site/release-core/tests/support/tiny-site';
import { UserError } from '@site/release-core/user-error';
import { readPublicBackend, readPublicSite } from './public-site';
import { readDevOptions } from './run-against';

describe('the arguments of pnpm dev', () => {
  const against = ['--against', 'https://example.org'];

  test('name packages, or remotes for a public site', () => {
    expect(readDevOptions(['booking'])).toEqual({ names: ['booking'], against: null });
    expect(readDevOptions(['booking', 'remote-booking', ...against, '--with-backend']).against).toEqual({
      remotes: ['booking'],
      origin: 'https://example.org',
      isWithBackend: true,
    });
  });

  test.each([
    [against, 'Name the remotes that are to be hot in https://example.org.'],
    [['remote-shell', ...against], 'The shell comes from https://example.org: leave it out, or leave out --against.'],
    [
      ['booking', '--against', 'http://example.org'],
      '--against is not the address of a site: write it as https://www.example.fr',
    ],
    [['booking', '--with-backend'], '--with-backend sends forms to a public site: name it with --against.'],
    [['booking', '--agianst', 'https://example.org'], "Unknown option '--agianst'"],
    [['booking', '--against'], "Option '--against <value>' argument missing"],
  ])('%j are refused', (words, message) => {
    expect(() => readDevOptions(words)).toThrow(UserError);
    expect(() => readDevOptions(words)).toThrow(message);
  });
});

describe('a public site', () => {
  const INDEX = JSON.stringify({ seq: 1, shell: { id: '1.0.0-s' }, remotes: {} });
  let server: AnsweringServer;
  let origin: string;
  let handle: RequestListener;

  beforeEach(async () => {
    server = await startAnswering((request, response) => handle(request, response));
    origin = server.origin;
  });
  afterEach(() => server.end());

  const answering = (answers: Readonly<Record<string, string>>) => {
    handle = ({ url = '' }, response) => response.writeHead(answers[url] ? 200 : 404).end(answers[url]);
  };
  const refusal = async () => {
    const error: unknown = await readPublicSite(origin).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserError);
    return (error as Error).message;
  };

  test('is read with its shell', async () => {
    const shell = exampleRelease({ name: 'shell', id: '1.0.0-s' });
    answering({ '/releases.json': INDEX, '/r/shell/1.0.0-s/release.json': seal(shell) });

    expect(await readPublicSite(origin)).toMatchObject({ origin, shell: { id: '1.0.0-s' } });
  });

  test('is named when it does not listen', async () => {
    server.end();
    expect(await refusal()).toBe(`${origin} does not answer (ECONNREFUSED): correct the address, or try again later.`);
  });

  test('is refused when it has no release index', async () => {
    answering({});
    expect(await refusal()).toBe(`${origin}/releases.json answers 404: it is down, or no site of ours.`);
  });

  test.each(['<html></html>', '{"seq":1,"shell":{"id":"1.0.0-s"},"remotes":{"booking":{"url":"/x"}}}'])(
    'is refused when its index is %s',
    async (index) => {
      answering({ '/releases.json': index });
      expect(await refusal()).toBe(
        `${origin}/releases.json is no release index that this working copy understands: it is another site, or of another version of the contract.`,
      );
    },
  );

  test('forms go to no address that its page redirects to', async () => {
    handle = ({ url }, response) =>
      url === '/' ? response.writeHead(302, { location: '/elsewhere' }).end() : response.end('<html></html>');
    await expect(readPublicBackend(origin)).rejects.toThrow(`${origin}/ answers 302`);
  });
});
