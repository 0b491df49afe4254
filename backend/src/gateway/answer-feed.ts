import type { IncomingMessage, ServerResponse } from 'node:http';
import { FEED_PATH } from '@site/contract/addresses';
import type { Feed } from '../feed/feed';
import { dropRest } from './drop-rest';

/** Sent with both answers, so that the headers do not reveal whether an address is valid. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

export const isFeedTarget = (target = ''): boolean => target.startsWith(FEED_PATH);

/** Answers with a private calendar. Its address is a secret: no error and no log may quote it. */
export async function answerFeed(request: IncomingMessage, response: ServerResponse, feed: Feed): Promise<void> {
  const [file = ''] = (request.url ?? '').slice(FEED_PATH.length).split('?');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const calendar = isRead ? await feed(file) : null;
  const [status, type, text] =
    calendar === null ? [404, 'text/plain', 'There is no such calendar.\n'] : [200, 'text/calendar', calendar];
  response.writeHead(status, {
    ...HEADERS,
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
  });
  if (request.method !== 'HEAD') response.write(text);
  dropRest(request, () => response.end());
}
