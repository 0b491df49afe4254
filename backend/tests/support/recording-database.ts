import type { Auth } from '../../src/auth/auth';
import type { DatabasePool, Statement } from '../../src/database/pool';
import type { Call } from '../../src/gateway/call';
import { CHECKS } from '../../src/gateway/checks/checks';
import { startGateway } from '../../src/gateway/gateway';

/** Signs the owners' tokens that these gateways accept. */
export const SECRET = 'a secret of thirty-two characters!';

/** Gateways whose tests sign nobody in have this. */
const noAuth: Auth = () => Promise.reject(new Error('not signed in here'));

interface RecordedTransaction {
  readonly role: unknown;
  readonly claims: unknown;
  readonly headers: unknown;
  readonly perNetwork: unknown;
  readonly statements: readonly Statement[];
  readonly isCommitted: boolean;
}

interface Behaviour {
  /** The rows of a statement; rejects as the database does. */
  readonly answer?: () => Promise<object[]>;
  readonly mayWrite?: () => Promise<boolean>;
}

/** A gateway in front of a database that records transactions and answers each with the same rows. */
export async function gatewayToRecorder({ answer = async () => [], mayWrite = async () => true }: Behaviour = {}) {
  const reached: RecordedTransaction[] = [];
  const pool: DatabasePool = {
    query: () => Promise.reject(new Error('not queried here')),
    transaction: async <Row>([settings, ...statements]: readonly Statement[], { commit } = { commit: true }) => {
      const [headers, claims, perNetwork, , role] = settings?.values ?? [];
      const [read, stated] = [JSON.parse(String(headers)), JSON.parse(String(claims))];
      reached.push({ role, claims: stated, headers: read, perNetwork, statements, isCommitted: commit });
      return [[], (await answer()) as Row[]];
    },
    close: async () => undefined,
  };
  const options = {
    port: 0,
    pool,
    anonKey: 'key',
    jwtSecret: SECRET,
    auth: noAuth,
    feed: async () => null,
    mailRecords: async () => ({ domain: null, records: [] }),
    trustedProxies: 1,
    siteOrigin: 'https://site.example',
    perNetwork: 7,
    mayWrite,
  };
  const gateway = await startGateway(options);
  return { url: gateway.url, anonKey: 'key', reached, stop: gateway.stop };
}

export interface CallInput {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<NodeJS.Dict<string>>;
  readonly body?: string;
  readonly siteOrigin?: string | undefined;
}

/** An unchecked call, with the public key and JSON. */
export function callOf({
  method = 'POST',
  target = '/rest/v1/contacts',
  headers,
  body = '{}',
  siteOrigin,
}: CallInput): Call {
  const all = { apikey: 'key', 'content-type': 'application/json', ...headers };
  const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]]));
  return {
    method,
    target,
    headers: Object.fromEntries(sent),
    anonKey: 'key',
    jwtSecret: SECRET,
    siteOrigin,
    receive: async (limit) => (body.length > limit ? null : Buffer.from(body)),
  };
}

/** The call after the checks, with the refusal of the first that fails. */
export async function check(input: CallInput) {
  const call = callOf(input);
  for (const { run } of CHECKS) {
    const refusal = await run(call);
    if (refusal) return { call, refusal, answer: `${refusal.status} ${refusal.body?.code ?? ''}`.trim() };
  }
  return { call, refusal: undefined, answer: 'accepted' };
}

/** The status and code of the refusal, or 'accepted'. */
export const answerTo = async (input: CallInput) => (await check(input)).answer;
