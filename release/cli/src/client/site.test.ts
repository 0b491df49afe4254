import type { RequestListener } from 'node:http';
import { type AnsweringServer, answerWith, startAnswering } from '@site/release-core/tests/support/answering-server';
import { openSite, readSeq } from './site';

let server: AnsweringServer;
afterEach(() => server.end());

async function seqOf(answer: RequestListener) {
  server = await startAnswering(answer);
  return readSeq(await openSite(server.origin, { root: '', env: { RELEASE_TOKEN: 'a' }, name: '--site' }));
}

test('reads the highest number as that of the latest change, and none from a site without changes', async () => {
  expect(await seqOf(answerWith(200, ['00000009.json', '00000010.json', 'notes.txt']))).toBe(10);
  server.end();
  expect(await seqOf(answerWith(200, []))).toBeUndefined();
});

test('refuses the page of a proxy, even with status 200', async () => {
  await expect(seqOf(answerWith(200, '<h1>Welcome</h1>'))).rejects.toThrow(
    ' answered no JSON: a proxy may have answered, or the site runs another version.',
  );
});

test('refuses JSON that does not match the schema', async () => {
  await expect(seqOf(answerWith(200, { names: [] }))).rejects.toThrow(' answered JSON of another form');
});
