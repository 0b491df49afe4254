import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Keys } from '../../src/data-folder/keys';
import { openPool } from '../../src/database/pool';
import { createRequestHandler } from '../../src/gateway/request-handler';
import { readMailRecords } from '../../src/worker/mail-records';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

export interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers calls of /rest/v1 in this process. */
export interface Direct {
  answer(path: string, call: Call & { readonly body?: string }): Promise<Answer>;
  close(): Promise<void>;
}

const elsewhere = () => Promise.reject(new Error('asked over HTTP only'));

/**
 * Does what a gateway does with a request, without HTTP, which takes most of a call's time. Tests of the gateway
 * itself use HTTP.
 */
export function answerDirectly(keys: Keys, databaseUrl: string): Direct {
  const pool = openPool({ connectionString: databaseUrl });
  const others = {
    auth: elsewhere,
    feed: elsewhere,
    mailRecords: () => readMailRecords(undefined),
    mayWrite: async () => true,
  };
  const options = { ...others, ...keys, pool, trustedProxies: 1 };
  const answers = createRequestHandler(options, console.error);
  return {
    answer: async (path, { method = 'GET', body, headers = {} }) => {
      const request = new IncomingMessage(new Socket());
      Object.assign(request, { method, url: `/${path}` });
      for (const [name, value] of Object.entries(headers)) {
        request.headers[name] = value;
        request.headersDistinct[name] = [value];
      }
      if (body !== undefined) request.push(body);
      request.push(null);
      const response = new ServerResponse(request);
      const answered = await answers(request, response);
      const text = 'text' in answered ? answered.text : JSON.stringify(answered.body);
      const sent = { ...response.getHeaders(), ...answered.headers } as Record<string, string>;
      return { status: answered.status, body: JSON.parse(text), headers: new Headers(sent) };
    },
    close: pool.close,
  };
}
