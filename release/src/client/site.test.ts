import type { RequestListener } from 'node:http';
import { type AnsweringServer, answerWith, startAnswering } from '../testing/answering-server';
import { openSite, readSeq } from './site';

let server: AnsweringServer;
afterEach(() => server.end());

async function seqOf(answer: RequestListener) {
  server = await startAnswering(answer);
  return readSeq(await openSite(server.origin, { root: '', env: { RELEASE_TOKEN: 'a' }, flag: 'to' }));
}

test('the latest change has the highest number', async () => {
  expect(await seqOf(answerWith(200, ['00000009.json', '00000010.json', 'notes.txt']))).toBe(10);
});

test('a site without any change has no number', async () => {
  expect(await seqOf(answerWith(200, []))).toBeUndefined();
});

test('a page of a proxy, answered with success, is no answer', async () => {
  await expect(seqOf(answerWith(200, '<h1>Welcome</h1>'))).rejects.toThrow(
    ' answered no JSON: a proxy may stand before the site, or its version is not that of this command.',
  );
});

test('JSON of another form is no answer', async () => {
  await expect(seqOf(answerWith(200, { names: [] }))).rejects.toThrow(' answered JSON of another form');
});
