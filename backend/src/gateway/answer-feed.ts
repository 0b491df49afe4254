import type { IncomingMessage } from 'node:http';
import { FEED_PATH } from '@site/contract/addresses';
import type { Feed } from '../feed';
import type { Answer } from './refusals';

/** Sent with both answers, so that the headers do not reveal whether an address is valid. */
const FEED_HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

export const isFeedTarget = (target = ''): boolean => target.startsWith(FEED_PATH);

/** Answers with a private calendar. Its address is a secret: no error and no log may quote it. */
export async function answerFeed({ url = '', method }: IncomingMessage, feed: Feed): Promise<Answer> {
  const [file = ''] = url.slice(FEED_PATH.length).split('?');
  const calendar = method === 'GET' || method === 'HEAD' ? await feed(file) : null;
  const [status, type, text] =
    calendar === null
      ? ([404, 'text/plain', 'There is no such calendar.\n'] as const)
      : ([200, 'text/calendar', calendar] as const);
  return { status, text, headers: { ...FEED_HEADERS, 'content-type': `${type}; charset=utf-8` } };
}
