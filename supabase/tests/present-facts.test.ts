import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { presentFacts } from '../functions/_shared/present-facts.ts';

const SECRET = { phone: '06 39 98 00 00', videoLink: 'https://visio.exemple.fr/salle' };

test.each([
  ['the facts of the pages replace those of the secret', 200, { replyTime: 'demain' }, { replyTime: 'demain' }, true],
  ['no page can replace the address of the video call', 200, { videoLink: 'https://autre.exemple.fr/' }, {}, true],
  ['pages of an earlier version have none', 404, {}, { phone: SECRET.phone }, true],
  ['what is no list of facts counts as no answer', 200, { colour: 'red' }, { phone: SECRET.phone }, false],
  ['an error counts as no answer', 500, {}, { phone: SECRET.phone }, false],
])('%s', async (_, status, published, facts, arePresent) => {
  const site = createServer((request, response) => {
    response.writeHead(request.url === '/facts.json' ? status : 418).end(JSON.stringify(published));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const found = await presentFacts(`http://127.0.0.1:${(site.address() as AddressInfo).port}`, SECRET);
  site.close();
  expect(found).toEqual({ facts: { ...facts, videoLink: SECRET.videoLink }, arePresent });
});

test('without an address of the site, the secret counts', async () => {
  expect(await presentFacts(undefined, SECRET)).toEqual({ facts: SECRET, arePresent: true });
});
